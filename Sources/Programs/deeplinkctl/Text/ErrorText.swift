import ArgumentParser
internal import Conf
internal import Varlink

// The form of every error, of any command and any origin:
//
//     Error: what is wrong; what to do
//     Help:  <position>  The new position.                     if one argument is wrong
//     Usage: deeplinkctl toggle … <feature> <position>         if the command line cannot be parsed
//     Example: deeplinkctl toggle SleepTimer on
//
// All of it may repeat text of others: a URL, a path, a reply of the daemon. So control characters are made visible before
// they reach the terminal.

/// The text of an error that ends the tool.
enum ErrorText {
    private static let usualLabel = "Error:"

    /// The lines, each with its line end; empty if everything was already printed.
    ///
    /// - Parameter arguments: the command line, without the program's name.
    static func text(of error: any Error, arguments: [String]) -> String {
        if let error = error as? FramingError { return line(ToolFailure(error).description) }
        let message = Deeplinkctl.message(for: error)
        guard Deeplinkctl.exitCode(for: error) == .validationFailure else {
            return message.isEmpty ? "" : line(message, behind: (error as? ToolFailure)?.label ?? usualLabel)
        }
        let (command, stray) =
            CodeHelp.answers(arguments) ? (CodeHelp.self, nil) : command(of: arguments)
        if let stray {
            return line(unknown(stray, of: command).description) + "Usage: \(Deeplinkctl.usageString(for: command))\n"
                + "  See 'deeplinkctl --help' for a description of each.\n"
        }
        // The parser leaves out the name of the program where a command is not among the subcommands.
        let text = Deeplinkctl.fullMessage(for: error)
            .replacing("See 'help --help'", with: "See 'deeplinkctl help codes --help'")
        return lines(text) + (example(of: command).map { lines("Example: " + $0) } ?? "")
    }

    /// An error message is one line, even if a text in it has several.
    private static func line(_ message: String, behind label: String = usualLabel) -> String {
        label + " " + Escaping.printable(message) + "\n"
    }

    private static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: true).map { Escaping.printable(String($0)) + "\n" }
            .joined()
    }

    /// *Throws*: misuse if `help` names an unknown command; the parser would print the help of all commands.
    static func checkHelp(_ arguments: [String]) throws {
        guard arguments.first == "help" else { return }
        let (command, stray) = command(of: Array(arguments.dropFirst()))
        if let stray { throw unknown(stray, of: command, besides: ManualTopic.allCases.map(\.rawValue)) }
    }

    private static func unknown(
        _ word: String, of command: any ParsableCommand.Type, besides topics: [String] = []
    ) -> UsageError {
        let names = command.configuration.subcommands.map { $0._commandName } + topics
        // A command is meant before a word of the manual, which is meant only where `help` is.
        guard !topics.isEmpty, Suggestion.nearest(to: word, among: names) == nil,
            let nearest = EntrySearch.nearest(to: word)
        else { return UsageError(no: "command", word, help: Suggestion.help(for: word, among: names)) }
        return UsageError(no: "command", word, help: "did you mean `\(nearest)`?")
    }

    /// The command that the words name, and the first unknown word where there must be a subcommand.
    private static func command(of arguments: [String]) -> (any ParsableCommand.Type, stray: String?) {
        var command: any ParsableCommand.Type = Deeplinkctl.self
        // Options come after the commands' names, and the words after them may be their values.
        for word in arguments.prefix(while: { !$0.hasPrefix("-") }) {
            let commands = command.configuration.subcommands
            guard !commands.isEmpty else { break }
            guard let next = commands.first(where: { $0._commandName == word }) else { return (command, word) }
            command = next
        }
        return (command, nil)
    }

    /// The example in the command's help.
    private static func example(of command: any ParsableCommand.Type) -> String? {
        let mark = "Example: "
        return command.configuration.discussion.split(separator: "\n").first { $0.hasPrefix(mark) }
            .map { String($0.dropFirst(mark.count)) }
    }
}
