import ArgumentParser
internal import Conf
internal import Contract

extension LedgerCommand {
    /// `ledger status`: prints what is in the running daemon's ledger.
    struct State: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status",
            abstract: "Show whether the daemon's ledger can be used, and what is in it.",
            discussion: """
                Example: deeplinkctl ledger status

                Exit status: 0, or 6 while the ledger cannot be written or read.
                """)

        @OptionGroup var socket: SocketOption
        @OptionGroup var output: FormatOption
        @OptionGroup var colour: ColourOption

        func run() throws {
            let client = try DaemonClient(socket)
            guard let state = try client.reply(to: GetStatus()).ledger else { throw ToolFailure.wrongReply }
            let isOnDisk = state.state == .available || state.state == .readable
            let contents = isOnDisk ? try client.reply(to: InspectLedger()).ledger : nil
            output.show(["state": state, "ledger": contents] as JSONObject) {
                Output.lines(Status.lines(state) + (contents.map(Self.lines) ?? []))
            }
            guard state.state == .available || state.state == .memory else {
                throw ExitCode(OutcomeCode.exitStatus(of: .pending, actionable: false))
            }
        }

        private static func lines(_ contents: LedgerContents) -> [Line] {
            let rows = contents.tables.filter { $0.rows > 0 }.map { "\($0.name) \($0.rows)" }
            return TextRow.lines([
                "file": "\(contents.file), \(contents.bytes) bytes", "ledger": contents.ledger,
                "schema": String(contents.schema), "changed": contents.changedMs.map { UTCTime.text(ofMs: $0) },
                "rows": rows.joined(separator: ", "),
            ])
        }
    }
}
