import ArgumentParser
internal import Conf
internal import Contract

/// `cache`: manages the answers that the daemon keeps.
struct CacheCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache", abstract: "Manage the answers that the daemon keeps; for operators.",
        discussion: "Example: deeplinkctl cache clear",
        subcommands: [Clear.self])

    func run() throws { throw ValidationError("Name what to do with the answers: clear.") }

    /// `cache clear`: makes the daemon forget them.
    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear",
            abstract: "Make the daemon forget the answers that it keeps.",
            discussion: """
                Example: deeplinkctl cache clear

                The next links of actions with `cache` are answered by their services. `deeplinkctl status` shows how many \
                answers are kept.
                """)

        @OptionGroup var socket: SocketOption
        @OptionGroup var output: FormatOption

        func run() throws {
            let cleared = try DaemonClient(socket).reply(to: ClearCache())
            output.show(["answers": cleared.answers, "bytes": cleared.bytes] as JSONObject) {
                Output.line("\(DiagnosticSummary.count(cleared.answers, "answer")) forgotten, \(cleared.bytes) bytes")
            }
        }
    }
}
