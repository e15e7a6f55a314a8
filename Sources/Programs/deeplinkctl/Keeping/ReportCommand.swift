import ArgumentParser
internal import Conf
internal import Contract
internal import HostSystem

/// `report`: writes what a bug report needs.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write one JSON document for a bug report, without links and values.",
        discussion: """
            Example: deeplinkctl report --last 20

            It has the versions, the host, the daemon's state, limits, the errors of its table by code and place, what the \
            table needs of the machine, the ledger, the numbers and the last entries of the timeline, as far as you may be \
            told them. What could not be had stands in `missing`, with the reason; without a daemon that is most of it.

            Web addresses, links, values, accounts and home folders are masked. Read it before you send it: names of \
            routes, features, files and hosts are in it, and with --with-table the table, in which only values that are \
            probably secret are masked.

            Exit status: 0, also without a daemon.
            """)

    @OptionGroup var socket: SocketOption
    @Option(
        name: .customLong("output"),
        help: ArgumentHelp("Write this file, which only you can read, and print nothing else.", valueName: "file"),
        completion: .file())
    var file: String?
    @Option(help: ArgumentHelp("As many of the last entries of the timeline, up to 10,000.", valueName: "count"))
    var last: Int64 = 50
    @Flag(help: "Add the text of the table, with secrets masked.")
    var withTable = false
    @Flag(help: "Add the daemon's last 200 lines in the journal, if you may read it.")
    var withLog = false

    func validate() throws {
        if file == "" { throw ValidationError("The name of the file is empty.") }
        guard (0...10_000).contains(last) else {
            throw ValidationError("--last takes a number from 0 to 10000.")
        }
    }

    func run() throws {
        var report = BugReport(HostFacts.environment)
        report.addHost()
        report.addDaemon(socket, entries: last)
        if withTable { report.addTable(socket) }
        if withLog { report.addLog() }
        let text = JSONLayout.text(report.document) + "\n"
        guard let file else { return Output.text(text) }
        do throws(LoopError) {
            try DurableFile.replace(file, bytes: Array(text.utf8), mode: 0o600)
        } catch {
            throw ToolFailure(creating: file, error) ?? error
        }
        Output.line("\(file) is written; read it before you send it")
    }
}
