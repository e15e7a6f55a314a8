import ArgumentParser
import TestSupport
import Testing

@testable import deeplinkctl

/// A command line gives the same command, or the same error, from the named command alone and from the whole tree.
@Suite struct CommandChoiceTests {
    private enum Answer: Equatable {
        /// *Shape*: the command's type and the values of its properties.
        case command(String)
        case refusal(String, status: Int32)

        init(_ parse: () throws -> any ParsableCommand) {
            do {
                var text = ""
                dump(try parse(), to: &text)
                self = .command(text)
            } catch {
                self = .refusal(
                    Deeplinkctl.fullMessage(for: error), status: Deeplinkctl.exitCode(for: error).rawValue)
            }
        }
    }

    /// What follows the name of every command.
    private static let fewEndings: [[String]] = [
        [], ["a"], ["a", "--help"], ["--version"], ["--unknown"], ["--json", "a"],
        ["a", "--generate-completion-script", "bash"], ["--", "--help"],
    ]

    /// What follows `open`, which has most kinds of options, and `subscribe`, which takes words behind `--`.
    private static let endings: [[String]] = [
        [], ["a"], ["a", "b"], ["a=1"], ["t://a", "x=1"], ["a", "on"], ["help"], ["--", "--help"], ["--", "a"], ["-"],
        ["--help"], ["-h"], ["a", "--help"], ["--help-hidden"], ["--version"], ["a", "--version"], ["--unknown"],
        ["a", "--unknown"], ["-x"], ["--experimental-dump-help"], ["--generate-completion-script", "bash"],
        ["a", "--generate-completion-script=zsh"], ["--", "--generate-completion-script", "fish"], ["--json"],
        ["a", "--json"], ["--format", "json", "a"], ["--format=json", "a"], ["--format", "yaml", "a"], ["--format"],
        ["a", "--format"], ["--socket", "/s", "a"], ["a", "--socket=/s"], ["--socket"], ["-f", "x", "a"], ["-fx", "a"],
        ["--file", "x"], ["--file=x", "--socket", "/s", "a"], ["--root", "r", "-f", "x", "a"],
        ["--color", "always", "a"], ["--color", "blue", "a"], ["--subject", "account:ann", "a"],
        ["--subject", "no such user", "a"],
        ["--dry-run", "a"], ["a", "--dry-run", "--wait", "1s"], ["a", "--deadline", "soon"], ["--stdin"],
        ["a", "--stdin"], ["--action", "A.b", "x=1"], ["--action", "A.b", "x"], ["--action", "A.b", "x=1", "x=2"],
        ["--authorise", "a"], ["--authorise", "a", "b"], ["--idempotency-key", "", "a"],
        ["--idempotency-key", "--version", "a"], ["a", "--", "sh", "-c", "true"],
    ]

    /// The names of all commands, with those before them: `["licence", "sign"]`.
    private static func names(below command: any ParsableCommand.Type = Deeplinkctl.self) -> [[String]] {
        command.configuration.subcommands.flatMap { next in
            [[next._commandName]] + names(below: next).map { [next._commandName] + $0 }
        }
    }

    /// The words of the example in a command's help.
    private static let examples: [[String]] = Deeplinkctl.configuration.subcommands.flatMap { command in
        let mark = "Example: deeplinkctl "
        return command.configuration.discussion.split(separator: "\n").filter { $0.hasPrefix(mark) }.map { line in
            line.dropFirst(mark.count).split(separator: " ").map(String.init)
        }
    }

    @Test(.enabled(if: SlowTests.run))
    func `a command line gives the same with the named command alone as with the whole tree`() {
        let names = Self.names()
        #expect(names.count > 30 && Self.examples.count > 10)
        var lines: [[String]] = [
            [], ["--version"], ["help"], ["help", "open"], ["ope"], ["--json", "open", "a"], [""],
        ]
        lines += Self.examples
        for name in names { lines += Self.fewEndings.map { name + $0 } }
        for name in ["open", "subscribe"] { lines += Self.endings.map { [name] + $0 } }
        for line in lines {
            let whole = Answer { try Deeplinkctl.parseAsRoot(line) }
            #expect(Answer { try Deeplinkctl.command(of: line) } == whole, "\(line)")
        }
    }

    @Test func `a command line without options gives the same as the parser`() throws {
        for urls in [["t://a"], ["t://a", "t://b"], [""], ["a b", "=", "help", "é"], ["open"], ["t://a", ""]] {
            let command = try #require(Deeplinkctl.commandWithoutOptions(of: ["open"] + urls))
            #expect(Answer { command } == Answer { try Deeplinkctl.parseAsRoot(["open"] + urls) }, "\(urls)")
        }
        for line in [
            ["open"], ["open", "-"], ["open", "t://a", "--", "t://b"], ["status", "a"], ["open", "--json", "a"],
        ] {
            #expect(Deeplinkctl.commandWithoutOptions(of: line) == nil, "\(line)")
        }
    }

    @Test(arguments: [["open", "t://a"], ["open", "--json", "--socket", "/s", "t://a"], ["status"]])
    func `the named command alone parses what it accepts`(line: [String]) {
        #expect(Deeplinkctl.commandAlone(of: line) != nil)
    }

    @Test(arguments: [
        [], ["open"], ["open", "--help"], ["open", "--version"], ["licence", "help"], ["licence", "sign"], ["nothing"],
        ["open", "t://a", "--generate-completion-script", "bash"],
    ])
    func `the whole tree answers what the named command alone does not`(line: [String]) {
        #expect(Deeplinkctl.commandAlone(of: line) == nil)
    }

    @Test func `every command says its name: the parser derives one by searches that take longer than the command`() {
        func check(_ command: any ParsableCommand.Type) {
            #expect(command.configuration.commandName != nil, "\(command)")
            command.configuration.subcommands.forEach(check)
        }
        check(Deeplinkctl.self)
        check(CodeHelp.self)
    }
}
