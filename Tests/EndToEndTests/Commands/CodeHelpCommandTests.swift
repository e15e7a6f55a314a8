import Conf
import Contract
import Foundation
import Testing

/// `deeplinkctl help CODE`, beside `deeplinkctl help COMMAND` of the argument parser.
@Suite struct CodeHelpCommandTests {
    @Test func `help explains a diagnostic and an outcome, in any case`() throws {
        for (words, first) in [
            (["RT303"], "RT303 (error): There is no such type"), (["rt303"], "RT303 (error): There is no such type"),
            (["303"], "RT303 (error): There is no such type"),
            (["Blocked.Toggle.OFF"], "blocked.toggle.off: The user has the feature switched off."),
            (["blocked.toggle"], "blocked.toggle.off: The user has the feature switched off."),
        ] {
            let run = try Program.run(Products.tool, ["help"] + words)
            #expect(run.exit == .code(0) && run.errors == "")
            #expect(run.output.split(separator: "\n").first.map(String.init) == first, "\(words)")
        }
    }

    @Test func `the example of a code is what the tool reports with it`() throws {
        let run = try Program.tool("help", "RT303", "blocked.toggle.off", "--format", "json")
        let (diagnostic, outcome) = (try #require(run.lines.first), try #require(run.lines.last))
        try withFolder { folder in
            let wrong = try Program.tool("check", "-f", folder.write("wrong.conf", diagnostic["wrong"].text + "\n"))
            #expect(wrong.exit == .code(3) && wrong.output.contains(" error RT303: "))
            let right = try folder.write("right.conf", diagnostic["right"].text + "\n")
            #expect(try Program.tool("check", "--strict", "-f", right).exit == .code(0))
            let table = try folder.write("routes.conf", outcome["table"].text + "\n")
            let explained = try Program.tool("explain", "-f", table, outcome["url"].text)
            #expect(explained.exit == .code(4) && explained.output.hasPrefix("blocked.toggle.off  "))
            let statuses = outcome["exitStatus"]?.elements.map(\.text)
            #expect(outcome["remedies.0.kind"].text == "enableToggle" && statuses == ["4", "5"])
        }
    }

    @Test func `a beginning lists its codes, and codes lists all`() throws {
        let precedence = try Program.tool("help", "RT5")
        #expect(precedence.exit == .code(0) && precedence.errors == "")
        let codes = DiagnosticCode.allCases.map(\.rawValue).filter { $0.hasPrefix("RT5") }
        #expect(precedence.output.split(separator: "\n").map { String($0.prefix(5)) } == codes)
        let all = try Program.tool("help", "codes").output.split(separator: "\n").map { line in
            String(line.prefix { $0 != " " })
        }
        #expect(all == DiagnosticCode.allCases.map(\.rawValue) + OutcomeCode.allCases.map(\.rawValue))
        let objects = try Program.tool("help", "codes", "--format", "json").lines
        #expect(objects.map(\.["code"].text) == all)
    }

    @Test func `help of a command is still that of the argument parser`() throws {
        for command in ["check", "toggle", "purchase", "test"] {
            #expect(try Program.tool("help", command).output == Program.tool(command, "--help").output)
        }
        #expect(try Program.tool("help").output == Program.tool("--help").output)
    }

    @Test(arguments: [
        (["RT599"], "there is no code `RT599`; `deeplinkctl help RT5` lists the codes of precedence"),
        (["blocked.togle.off"], "there is no code `blocked.togle.off`; did you mean `blocked.toggle.off`?"),
        (["RT303", "toggel"], "there is no entry `toggel`; did you mean `toggle`?"),
        (["qery"], "there is no command `qery`; did you mean `query`?"),
        (["query", "zzzzzz"], "there is no entry `zzzzzz`; `deeplinkctl help language` lists all words of it"),
        (["types", "query"], "there is no entry `query`; `deeplinkctl help types` lists all words of it"),
        (["limits", "xyzzy.q"], "there is no entry `xyzzy.q`; `deeplinkctl help limits` lists all words of it"),
        (["1.\u{1B}[31m"], #"there is no code `1.\u{1b}[31m`; `deeplinkctl help codes` lists all codes"#),
    ])
    func `an unknown code is misuse, and the error says what to type`(_ words: [String], _ message: String) throws {
        let run = try Program.run(Products.tool, ["help"] + words)
        #expect(run.exit == .code(2) && run.errors == "Error: \(message)\n")
    }

    @Test(arguments: [
        (["delegate", "nosuchword", "strict"], ["`delegate`", "`strict` in `route`"]),
        (["nosuchword", "strict", "RT5x"], ["`strict` in `route`"]),
        (["language", "nosuchword", "strict"], ["`strict` in `route`"]),
    ])
    func `help explains each word that it has, and reports the others`(_ words: [String], _ heads: [String]) throws {
        let run = try Program.run(Products.tool, ["help"] + words)
        #expect(run.exit == .code(2))
        let found = run.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map(String.init)
        #expect(found == heads, "\(run)")
        let unknown = words.filter { !heads.joined().contains("`\($0)`") && $0 != "language" }
        let errors = run.errors.split(separator: "\n")
        #expect(errors.count == unknown.count, "\(run.errors)")
        for (error, word) in zip(errors, unknown) {
            #expect(error.hasPrefix("Error: there is no ") && error.contains("`\(word)`; "), "\(error)")
        }
    }

    @Test func `a wrong option of help shows how it is used`() throws {
        for words in [
            ["RT303", "--nonsense"], ["RT303", "--format", "xml"], ["RT303", "--markdown"], ["types", "--markdown"],
        ] {
            let run = try Program.run(Products.tool, ["help"] + words)
            #expect(run.exit == .code(2) && run.output == "", "\(words)")
            #expect(run.errors.contains("\nUsage: deeplinkctl help "), "\(run.errors)")
            #expect(run.errors.hasSuffix("\nExample: deeplinkctl help RT303 blocked.toggle.off\n"), "\(run.errors)")
        }
    }

    @Test(arguments: ["codes", "language"]) func `the page of the documentation is what the tool writes`(
        _ topic: String
    ) throws {
        let run = try Program.tool("help", topic, "--markdown")
        let page = try String(contentsOfFile: Products.package + "/docs/\(topic).md", encoding: .utf8)
        #expect(run.output == page)
    }

    // MARK: Words of tables and of the protocol

    @Test func `help explains a word of a table, a method and an interface, and a word of two meanings twice`() throws {
        for (words, heads) in [
            (["strict"], ["`strict` in `route`"]),
            (["Subscribe"], ["`subscribe` in `channel`", "io.deeplinkd.Channels.Subscribe"]),
            (["io.deeplinkd.Dispatch.Link"], ["io.deeplinkd.Dispatch.Link"]), (["uint"], ["`uint`", "`uint(1..31)`"]),
            (["timeout"], ["`timeout` in `action`", "failed.timeout: The action took too long and was stopped."]),
            (["language", "permission"], ["`permission`", "`require permission`"]),
            (["cases", "route"], ["`route` in `case`"]), (["Types", "slug", "date"], ["`slug`", "`date`"]),
        ] {
            let run = try Program.run(Products.tool, ["help"] + words)
            #expect(run.exit == .code(0) && run.errors == "")
            let found = run.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map(String.init)
            #expect(found == heads, "\(words)")
        }
    }

    @Test(arguments: ["language", "types", "limits", "cases", "protocol"])
    func `a topic lists its words, and as JSON each with its text and example`(_ topic: String) throws {
        let list = try Program.tool("help", topic)
        #expect(list.exit == .code(0) && list.errors == "" && list.output.contains("deeplinkctl help \(topic) WORD"))
        let objects = try Program.tool("help", topic, "--format", "json").lines
        #expect(objects.count > 10 && objects.allSatisfy { $0["topic"].text == topic && $0["text"].text != "" })
    }

    @Test func `the table of an example loads, and a call of an example is answered`() throws {
        let query = try #require(try Program.tool("help", "language", "query", "--format", "json").lines.first)
        #expect(query["forms"]?.elements.count == 3 && query["file"].text.contains("query !draft"))
        try withFolder { folder in
            let table = try folder.write("routes.conf", query["file"].text + "\n")
            #expect(try Program.tool("check", "--strict", "-f", table).exit == .code(0))
        }
    }

    @Test func `the daemon has none of the texts`() throws {
        let sentence = Data("Refuses links with query keys that the route does not declare".utf8)
        #expect(try Data(contentsOf: URL(fileURLWithPath: Products.tool)).range(of: sentence) != nil)
        #expect(try Data(contentsOf: URL(fileURLWithPath: Products.daemon)).range(of: sentence) == nil)
    }

    // MARK: The line that names the command

    @Test func `a run with errors names the command for the first three codes, each once, and for no warning`() throws {
        let table = """
            scheme podcast
            product unused
            nonsense
            nonsense
            feature Player {
                route play play do play
                route stop stop do stop
                require luck
            }
            """
        let run = try Program.tool("check", "-f", "-", input: table + "\n")
        #expect(run.exit == .code(3) && run.errors == "more: deeplinkctl help RT101 RT402 RT403\n", "\(run)")
        let match = try Program.tool("match", "-f", "-", "podcast:x", input: table + "\n")
        #expect(match.exit == .code(3) && match.errors.hasSuffix("\nmore: deeplinkctl help RT101 RT402 RT403\n"))
        let words = run.errors.split(separator: " ").dropFirst(3).map { String($0.prefix(5)) }
        #expect(try Program.run(Products.tool, ["help"] + words).exit == .code(0))
    }

    @Test func `warnings and output for programs have no such line`() throws {
        let doubtful = ReportRow.player + "product unused\n"
        #expect(try Program.tool("check", "-f", "-", input: doubtful).errors == "")
        let strict = try Program.tool("check", "--strict", "-f", "-", input: doubtful)
        #expect(strict.exit == .code(3) && strict.errors == "more: deeplinkctl help RT209\n")
        let json = try Program.tool("check", "-f", "-", "--format", "json", input: "nonsense\n")
        #expect(json.exit == .code(3) && json.errors == "")
    }

    @Test func `the outcome of a link has the line on a terminal alone`() throws {
        guard let python = HostPrograms.paths(of: ["python3"], for: "the line below an outcome")?.first else { return }
        try withFolder { folder in
            let table = try folder.write("routes.conf", ReportRow.player)
            for (url, more) in [("podcast:stop", "rejected.route.notFound"), ("podcast:play", nil)] {
                let command = [Products.tool, "explain", "-f", table, url]
                #expect(try Program.run(command[0], Array(command.dropFirst())).errors == "")
                let terminal = try Program.run(
                    python, ["-c", "import pty, sys; pty.spawn(sys.argv[1:])"] + command)
                let line = terminal.output.split(whereSeparator: \.isNewline).last.map(String.init)
                let isThere = line == more.map { "more: deeplinkctl help \($0)" }
                #expect(more == nil ? !terminal.output.contains("more:") : isThere, "\(terminal)")
            }
        }
    }
}
