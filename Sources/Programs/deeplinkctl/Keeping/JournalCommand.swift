import ArgumentParser
internal import Conf
internal import Contract

/// `journal`: manages the links that a crash has interrupted.
struct JournalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal", abstract: "Manage the links that a crash has interrupted; for operators.",
        discussion: "Example: deeplinkctl journal acknowledge",
        subcommands: [Acknowledge.self])

    func run() throws { throw ValidationError("Name what to do with the journal: acknowledge.") }

    /// `journal acknowledge`: says that interrupted links were looked at.
    struct Acknowledge: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "acknowledge",
            abstract: "Remove interrupted links from the status, because an operator has looked at them.",
            discussion: """
                Example: deeplinkctl journal acknowledge

                Links of actions with `journal` that were begun when the daemon ended are named by `deeplinkctl status`: \
                whether they took effect is not known. Look at their services first. This command removes them all, or \
                the one that has the id.
                """)

        @OptionGroup var socket: SocketOption
        @OptionGroup var output: FormatOption
        @Argument(help: "The id of one link; all if it is left out.")
        var id: String?

        func run() throws {
            let answer = try DaemonClient(socket).reply(to: AcknowledgeLinks { $0.outcomeId = id })
            output.show(["links": answer.links] as JSONObject) {
                Output.line("\(DiagnosticSummary.count(answer.links, "link")) acknowledged")
            }
        }
    }
}
