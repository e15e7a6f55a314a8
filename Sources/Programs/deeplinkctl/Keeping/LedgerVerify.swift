import ArgumentParser
internal import Conf
internal import Contract
internal import Ledger

extension LedgerCommand {
    /// `ledger verify`: looks for faults in the running daemon's ledger, or in a file.
    struct Verify: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify",
            abstract: "Look for damage in the ledger of the running daemon, or in a backup.",
            discussion: """
                Example: deeplinkctl ledger verify

                Every page, index and row is read, and the rows are compared with the sums that were written with them, so \
                a single flipped bit in a row is found. Without a file the daemon reads its own ledger, and others who need \
                it wait meanwhile. A file is read with your rights, and nothing is changed: a backup, or the ledger.db of a \
                daemon that does not run.

                Exit status: 0 for a ledger without faults, 1 for one with faults and for a file that is no ledger.
                """)

        @OptionGroup var socket: SocketOption
        @OptionGroup var output: FormatOption
        @Argument(help: "A backup, or the ledger.db of a daemon that does not run.", completion: .file())
        var file: String?

        func validate() throws {
            guard file != nil, socket.path != nil else { return }
            throw ValidationError("--socket asks a daemon about its own ledger: leave out the file.")
        }

        func run() throws {
            let contents = try file.map(Self.contents) ?? ofDaemon()
            let name = file ?? contents.file
            output.show(contents) { Output.lines(Self.lines(contents, name, isBackup: file != nil)) }
            if !contents.faults.isEmpty { throw ExitCode.failure }
        }

        private func ofDaemon() throws -> LedgerContents {
            try DaemonClient(socket).reply(to: InspectLedger { $0.isVerified = true }).ledger
        }

        private static func contents(of file: String) throws -> LedgerContents {
            do throws(LedgerError) {
                return LedgerContents(try .ofFile(file), of: file, isVerified: true)
            } catch {
                throw ToolFailure(reading: file, error)
            }
        }

        /// *Shape*: `ledger.backup has no fault: schema 9, 12 tables, 40 rows, changed last at 2026-03-01T12:30:00Z`.
        private static func lines(_ contents: LedgerContents, _ name: String, isBackup: Bool) -> [Line] {
            guard contents.faults.isEmpty else {
                let advice =
                    isBackup
                    ? "use another backup"
                    : "run it again; if a fault is left, stop the daemon and put a backup in force: "
                        + "`deeplinkctl ledger restore FILE`"
                return [Line(name) + " is " + Line("damaged", .bad) + ":"] + contents.faults.map { Line("  " + $0) }
                    + [Line(advice)]
            }
            let doubt = "an earlier version wrote it, without the sums by which a flipped bit in a row is found"
            return [Line("\(name) has ") + Line("no fault", .good) + Line(": " + contents.summary)]
                + (contents.hasSums ? [] : [Line(doubt)])
        }
    }
}

extension LedgerContents {
    /// *Shape*: `schema 9, 12 tables, 40 rows, changed last at 2026-03-01T12:30:00Z`.
    var summary: String {
        let counts = [DiagnosticSummary.count(tables.count, "table"), DiagnosticSummary.count(rows, "row")]
        let time = changedMs.map { ["changed last at \(UTCTime.text(ofMs: $0))"] } ?? []
        return (["schema \(schema)"] + counts + time).joined(separator: ", ")
    }
}

extension ToolFailure {
    /// Why a file is not read as a ledger, with what to do.
    init(reading file: String, _ error: LedgerError) {
        switch error {
        case .foreign:
            self.init("\(file) is no ledger of deeplinkd: name a backup that `deeplinkctl ledger backup` made")
        case .newerSchema(_, let found, let supported):
            self.init("\(file) has schema \(found), and this program reads \(supported) at most: use the later version")
        case .locked:
            self.init(
                "\(file) is in use: `deeplinkctl ledger verify` without a file asks the daemon, and "
                    + "`deeplinkctl ledger backup` copies it")
        case .corrupt(_, let detail): self.init("\(file) is damaged, and cannot be read: \(detail); use another backup")
        case .failed(_, let detail): self.init(detail)
        case .noDirectory, .untrusted, .lost, .readOnly, .full, .copyExists, .refused: self.init("\(error)")
        }
    }
}
