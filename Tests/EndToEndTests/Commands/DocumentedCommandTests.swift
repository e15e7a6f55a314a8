import Foundation
import Glibc
import TestTables
import Testing

/// The commands that README and the help texts show can be pasted into a shell.
@Suite struct DocumentedCommandTests {
    /// The commands of `deeplinkctl` with their help texts, as the tool describes itself.
    private static func helpTexts() throws -> [(command: [String], text: String)] {
        func walk(_ command: JSONTree, _ path: [String]) -> [(command: [String], text: String)] {
            let inner = (command["subcommands"]?.elements ?? []).filter { $0["commandName"].text != "help" }
            guard !inner.isEmpty else { return [(path, command["discussion"].text)] }
            return inner.flatMap { walk($0, path + [$0["commandName"].text]) }
        }
        let run = try Program.tool("--experimental-dump-help")
        return walk(try #require(try JSONTree(parsing: Array(run.output.utf8))["command"]), [])
    }

    /// The commands of README, and of the pages whose commands no other test runs, that name no placeholder.
    private static func commandsOfREADME() throws -> [String] {
        let text = try ["README.md", "docs/tables.md", "docs/facts.md"].map { page in
            try String(contentsOfFile: Products.package + "/" + page, encoding: .utf8)
        }.joined(separator: "\n")
        let blocks = text.matches(of: /(?m)^(?:    |\$ )(deeplinkctl .*?)(?:  .*)?$/).map { String($0.1) }
        // In a sentence a command of two words is only its name.
        let quoted = text.matches(of: /`(deeplinkctl [^` ]+ [^`]*)`/).map { String($0.1) }
        return (blocks + quoted).filter { !$0.contains(/\b(?:FEATURE|FILE|METHOD|JSON|CHANNEL)\b/) }
    }

    /// Runs a command line as a shell does, in a folder that shows the package's files, with a daemon for the example.
    ///
    /// Files that the command writes stay in that folder.
    private static func withExampleDaemon(_ body: (_ run: (String) throws -> Program.Run) throws -> Void) throws {
        try withFolder { folder in
            _ = try folder.makeFolder("deeplinkd")
            let listening = try SocketAddress(folder.path(of: "deeplinkd/io.deeplinkd.sock")).listen()
            defer { close(listening) }
            let table = try String(contentsOfFile: Products.package + "/routes.conf", encoding: .utf8)
            let state = try folder.makeFolder("state")
            let package = try folder.makeFolder("package")
            for name in try FileManager.default.contentsOfDirectory(atPath: Products.package) {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(package)/\(name)", withDestinationPath: "\(Products.package)/\(name)")
            }
            try withDaemon(
                table: "profile development\n" + table, stateDirectory: state, inheriting: [("varlink", listening)]
            ) { _ in
                try body { command in
                    try Program.run(
                        "/bin/sh", ["-c", "cd \"$0\" && \(command)", package],
                        environment: [
                            "XDG_RUNTIME_DIR": folder.path, "HOME": folder.path,
                            "PATH": Products.folder + ":/usr/bin:/bin",
                        ])
                }
            }
        }
    }

    @Test func `the script that builds the documentation ends with the commands that open it`() throws {
        let script = Products.package + "/scripts/docs.sh"
        let text = try String(contentsOfFile: script, encoding: .utf8)
        let folder = try #require(text.firstMatch(of: #/--output-path (\S+)\n/#)?.1)
        let name = try #require(text.firstMatch(of: #/--fallback-display-name (\S+) /#)?.1).lowercased()
        #expect(text.hasSuffix("--output-path \(folder)\nprint_how_to_read\n"))
        let run = try Program.run(
            "/bin/bash", [script, "--how-to-read"], environment: ["PATH": "/usr/bin:/bin"])
        let commands = run.output.split(separator: "\n").filter { $0.hasPrefix("    ") }
        try #require(run.exit == .code(0) && commands.count == 2, "\(run)")
        let server = try #require(
            commands[0].wholeMatch(of: #/ +python3 -m http\.server --directory (\S+) (\d+)/#))
        #expect(server.1 == folder && commands[1].hasSuffix("http://localhost:\(server.2)/documentation/\(name)"))
    }

    @Test func `every command has an example in its help, which is a valid command line`() throws {
        let texts = try Self.helpTexts()
        #expect(texts.count > 15)
        try Self.withExampleDaemon { run in
            for (command, text) in texts {
                let line = text.split(separator: "\n").first { $0.hasPrefix("Example: deeplinkctl ") }
                let example = try #require(line?.dropFirst("Example: ".count), "\(command) has no example")
                #expect(example.hasPrefix((["deeplinkctl"] + command).joined(separator: " ")), "\(example)")
                // These write files, or wait for links.
                guard !["ledger", "licence", "subscribe"].contains(command[0]) else { continue }
                let result = try run(String(example))
                // The folder of `cat` is another system's, `diff` has no second file, nothing is installed for
                // `desktop status`, and the table has no second one for `shadow`, and no `audit`, `timeline` and `metrics`.
                let isWithout = [
                    ["cat"], ["diff"], ["desktop", "status"], ["shadow"], ["audit"], ["timeline"], ["record"],
                    ["focus"], ["metrics"],
                ].contains(command)
                let statuses: [Int32] = isWithout ? [1] : [0, 3, 4, 5]
                #expect(statuses.contains { result.exit == .code($0) }, "\(example): \(result)")
                #expect(!result.errors.contains("Usage:"), "\(example): \(result)")
            }
        }
    }

    @Test func `the examples of licences, one after the other, make a key and verify what it signed`() throws {
        let examples = try Self.helpTexts().filter { $0.command.first == "licence" }.prefix(3).map { help in
            let line = help.text.split(separator: "\n").first { $0.hasPrefix("Example: ") }
            return String(try #require(line?.dropFirst("Example: ".count)))
        }
        try withFolder { folder in
            let run = try Program.run(
                "/bin/sh", ["-c", "cd \"$0\" && " + examples.joined(separator: " && "), folder.path],
                environment: ["PATH": Products.folder + ":/usr/bin:/bin"])
            #expect(run.exit == .code(0) && run.output.contains("state     active"), "\(examples): \(run)")
        }
    }

    @Test func `every command of README is a valid command line, and those about the example table succeed`() throws {
        let commands = try Self.commandsOfREADME()
        #expect(commands.count > 15 && commands.contains { $0.contains("matrix") }, "\(commands)")
        try Self.withExampleDaemon { run in
            // A watch ends with its daemon.
            for command in commands where !command.contains("--watch") {
                let result = try run(command)
                #expect(
                    !result.errors.contains("Usage:") && !result.errors.contains("not found"), "\(command): \(result)")
                if command.contains("-f routes.conf") || command.contains("routes.cases") {
                    #expect(result.exit == .code(0) || result.exit == .code(4), "\(command): \(result)")
                }
            }
        }
    }

    @Test func `the outcome that README shows is what its command prints`() throws {
        let text = try String(contentsOfFile: Products.package + "/README.md", encoding: .utf8)
        let sample = try #require(text.firstMatch(of: /```\n\$ (deeplinkctl [^\n]+)\n(.*?)```\n/.dotMatchesNewlines()))
        try Self.withExampleDaemon { run in
            let result = try run(String(sample.1))
            #expect(result.output == sample.2, "\(result)")
        }
    }

    @Test func `the table that README shows is the example of the ways out, whose cases pass`() throws {
        let folder = Products.package + "/Examples/ways-out"
        let lines = try String(contentsOfFile: folder + "/routes.conf", encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        let table = lines.drop { $0.hasPrefix("#") || $0.isEmpty }.map { $0.isEmpty ? "" : "    " + $0 }
        let readme = try String(contentsOfFile: Products.package + "/README.md", encoding: .utf8)
        #expect(readme.contains(table.joined(separator: "\n")))
        let run = try Program.tool("test", folder + "/routes.cases", "--fail-under", "100")
        #expect(run.exit == .code(0), "\(run)")
        // `redirect` leads to another link, and not out.
        let kinds = performerWords.split(separator: "`").filter {
            $0.allSatisfy(\.isLetter) && !["or", "redirect"].contains($0)
        }
        #expect(kinds.count > 6 && kinds.allSatisfy { kind in table.contains { $0.contains(" \(kind) ") } }, "\(kinds)")
    }

    // MARK: Completions

    @Test(arguments: ["bash", "zsh", "fish"])
    func `the completions of each shell know every command`(_ shell: String) throws {
        let script = try Program.tool("--generate-completion-script", shell)
        #expect(script.exit == .code(0))
        for (command, _) in try Self.helpTexts() {
            #expect(script.output.contains(command[command.count - 1]), "\(shell): \(command)")
        }
        for option in ["--socket", "--format", "--fail-under"] {
            let name = shell == "fish" ? String(option.dropFirst(2)) : option
            #expect(script.output.contains(name), "\(shell): \(option)")
        }
    }

    @Test func `the completions for bash are a valid script`() throws {
        let script = try Program.tool("--generate-completion-script", "bash")
        #expect(script.exit == .code(0) && !script.output.isEmpty)
        let parsed = try Program.run("/bin/bash", ["-n"], input: script.output)
        #expect(parsed.exit == .code(0) && parsed.errors == "", "\(parsed)")
    }
}
