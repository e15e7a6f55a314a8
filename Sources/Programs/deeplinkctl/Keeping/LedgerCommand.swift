import ArgumentParser
internal import Contract
import HostSystem

/// `ledger`: manages the daemon's database on disk.
struct LedgerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger", abstract: "Manage the facts that the daemon stores on disk; for operators.",
        discussion: "Example: deeplinkctl ledger backup ledger.backup",
        subcommands: [Backup.self, Verify.self, Restore.self, State.self])

    func run() throws { throw ValidationError("Name what to do with the ledger: backup, verify, restore or status.") }

    /// `ledger backup`: copies the ledger while it is in use.
    struct Backup: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "backup",
            abstract: "Copy the ledger of the running daemon to a new file of yours.",
            discussion: """
                Example: deeplinkctl ledger backup ledger.backup

                The daemon sends the copy, and this command writes it with your rights: no file is replaced, and only you \
                can read the new one.

                `deeplinkctl ledger verify` checks the copy, and `deeplinkctl ledger restore` puts it in force again.
                """)

        @OptionGroup var socket: SocketOption
        @OptionGroup var output: FormatOption
        @Argument(help: "The new file, which must not exist; - for standard output.", completion: .file())
        var file: String

        func validate() throws {
            guard !file.isEmpty else { throw ValidationError("The name of the file is empty.") }
            guard file == "-", StandardStreams.Output.output.isTerminal else { return }
            throw ValidationError("The copy is no text for a terminal: redirect it, as in `ledger backup - > copy`.")
        }

        func run() throws {
            let client = try DaemonClient(socket)
            try client.failOnSignals()
            let copy =
                file == "-" ? nil : try ToolFailure.creating(file) { () throws(LoopError) in try NewFile(file) }
            var arrived = ArrivedCopy()
            let ended = ToolFailure("the daemon ended before the whole copy was sent; copy again")
            try client.stream(BackUpLedger(), ended: ended) { part in
                guard let bytes = Base64.bytes(of: part.bytes) else { throw ToolFailure.wrongReply }
                try arrived.add(bytes, size: part.size)
                if let copy { try copy.append(bytes) } else { try StandardStreams.write(bytes, to: .output) }
                return arrived.byteCount < part.size
            }
            guard let copy else { return }
            try ToolFailure.creating(file) { () throws(LoopError) in try copy.publish() }
            output.show(["file": file, "bytes": arrived.byteCount] as JSONObject) {
                Output.line("the ledger is copied to \(file): \(arrived.byteCount) bytes")
            }
        }

        /// What has arrived of a copy: the bytes must be those of a database, and no more than were announced.
        private struct ArrivedCopy {
            /// The first bytes of each database.
            ///
            /// *Source*: https://www.sqlite.org/fileformat2.html#the_database_header
            private static let header = Array("SQLite format 3\0".utf8)
            private(set) var byteCount = 0
            private var start: [UInt8] = []

            mutating func add(_ bytes: [UInt8], size: Int) throws(ToolFailure) {
                start += bytes.prefix(Self.header.count - start.count)
                byteCount += bytes.count
                guard byteCount <= size else {
                    throw ToolFailure(
                        "the daemon announced a copy of \(size) bytes and sent \(byteCount): nothing is kept; copy again"
                    )
                }
                guard Self.header.starts(with: start), byteCount < size || start == Self.header else {
                    throw ToolFailure(
                        "what the daemon sent is no copy of a ledger: nothing is kept; `deeplinkctl status` shows which "
                            + "daemon answers")
                }
            }
        }
    }
}
