import ArgumentParser
internal import Contract
import HostSystem

/// `ledger`: manages the daemon's database on disk.
struct LedgerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger", abstract: "Manage the facts that the daemon stores on disk; for operators.",
        discussion: "Example: deeplinkctl ledger backup /var/lib/deeplinkd/ledger.backup",
        subcommands: [Backup.self])

    func run() throws { throw ValidationError("Name what to do with the ledger: backup.") }

    /// `ledger backup`: copies the ledger while it is in use.
    struct Backup: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Copy the ledger of the running daemon to a new file.",
            discussion: """
                Example: deeplinkctl ledger backup /var/lib/deeplinkd/ledger.backup

                The daemon writes the file, as its own user and in its own sandbox.
                """)

        @OptionGroup var socket: SocketOption
        @OptionGroup var output: FormatOption
        @Argument(help: "The path of the new file; it must not exist.", completion: .file())
        var file: String

        func run() throws {
            let path = file.hasPrefix("/") ? file : try HostFacts.workingFolder() + "/" + file
            let parameters = try DaemonClient(socket).parameters(of: .backup(path: path))
            output.show(parameters, line: "the ledger is copied to \(path)")
        }
    }
}
