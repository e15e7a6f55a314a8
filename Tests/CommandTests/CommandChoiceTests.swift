import ArgumentParser
import Testing

@testable import deeplinkctl

/// `open` without options gives the same command without the parser as with it.
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

    @Test func `a command line without options gives the same as the parser`() throws {
        for urls in [["t://a"], ["t://a", "t://b"], [""], ["a b", "=", "help", "é"], ["open"], ["t://a", ""]] {
            let command = try #require(Deeplinkctl.commandWithoutOptions(of: ["open"] + urls))
            #expect(Answer { command } == Answer { try Deeplinkctl.parseAsRoot(["open"] + urls) }, "\(urls)")
        }
        for words in [["t://a"], ["--", "t://a"], ["--or-fail", "t://a"], ["--or-fail", "--", "t://a"], ["a b"]] {
            let command = try #require(Deeplinkctl.commandWithoutOptions(of: ["handle"] + words))
            #expect(Answer { command } == Answer { try Deeplinkctl.parseAsRoot(["handle"] + words) }, "\(words)")
        }
        for line in [
            ["handle"], ["handle", ""], ["handle", "a", "b"], ["handle", "--help"], ["handle", "--", "-a"],
            ["handle", "--or-fail"], ["handle", "a", "--or-fail"], ["handle", "--", "--", "a"], [],
            ["open"], ["open", "-"], ["open", "t://a", "--", "t://b"], ["status", "a"], ["open", "--json", "a"],
        ] {
            #expect(Deeplinkctl.commandWithoutOptions(of: line) == nil, "\(line)")
        }
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
