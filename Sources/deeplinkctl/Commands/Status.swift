import ArgumentParser
internal import Conf
import Contract

/// `status`: prints the daemon's state.
struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the daemon's state.",
        discussion: """
            Example: deeplinkctl status --format json

            Exit status: 0, or 6 while something has to be mended: no table is in force, the last reload failed, a \
            package has errors, the ledger cannot be written or read, or a source of facts does not answer.
            """)

    @OptionGroup var socket: SocketOption
    @OptionGroup var output: FormatOption

    func run() throws {
        let client = try DaemonClient(socket)
        let parameters = try client.parameters(of: .status)
        guard let status = try Reply(parameters, of: .status).report(as: StatusReport.self) else {
            throw ToolFailure.wrongReply
        }
        if output.format == .json { Output.json(parameters) } else { show(status, client) }
        if !status.faults.isEmpty { throw ExitCode(OutcomeCode.exitStatus(of: .pending, actionable: false)) }
    }

    private func show(_ status: StatusReport, _ client: DaemonClient) {
        var lines = [
            "deeplinkd \(status.version) at \(client.path), up \(TimeText.text(ofMilliseconds: status.uptimeMs))"
        ]
        if status.table?.state != .invalid {
            lines.append(
                "table    \(status.tableRevision): " + DiagnosticSummary.count(status.routes, "route") + ", "
                    + DiagnosticSummary.count(status.features, "feature"))
        }
        lines += status.table.map { Self.lines($0, client.next) } ?? []
        lines += status.files.map { "  file   \($0.revision) \($0.name)" }
        lines += status.profile.map { ["profile  \($0)"] } ?? []
        lines += (status.overrides ?? []).map {
            "  override \($0.fact), for \(TimeText.text(ofMilliseconds: $0.endsAfterMs))"
        }
        lines += status.ledger.map(Self.lines) ?? []
        lines += (status.sources ?? []).filter { $0.state != .current }.flatMap(Self.lines)
        lines += Self.channels(client)
        let load =
            DiagnosticSummary.count(status.connections, "connection") + ", "
            + DiagnosticSummary.count(status.calls, "call") + " answered"
            + (status.dropped.flatMap { $0 > 0 ? ", \($0) oneway dropped over a limit" : nil } ?? "")
            + (status.leftovers.flatMap { $0 > 0 ? ", \($0) left running by programs" : nil } ?? "")
        lines += status.audience == .anyone ? ["yours    " + load, Self.leftOut] : ["load     " + load]
        for line in lines { Output.line(line) }
    }

    private static let leftOut = "operators also see files, faults, overrides and the load of all users"

    /// What became of the table that was read last; nothing where it is in force.
    private static func lines(_ table: TableReport, _ next: NextCommand) -> [String] {
        let count = table.errors.map { DiagnosticSummary.count($0, "error") } ?? "errors"
        let headline: String
        switch table.state {
        case .current: return (table.packages ?? []).flatMap { lines($0, next) } + warnings(table, next)
        case .stale: headline = "reload   failed: the table that was read has \(count), and this one stays in force"
        case .invalid: headline = "table    none: the one that was read has \(count), and no link is opened"
        }
        guard let error = table.firstError else { return [headline] }
        return [headline] + detail("\(error.place): \(error.severity) \(error.code): \(error.message)")
            + detail(error.help.map { "  help: " + $0 })
            + detail("mend it, then run `\(next.text(["reload"]))`, which shows all errors")
    }

    private static func warnings(_ table: TableReport, _ next: NextCommand) -> [String] {
        guard let count = table.warnings, let first = table.firstWarnings else { return [] }
        return ["warnings " + DiagnosticSummary.count(count, "warning")]
            + first.flatMap {
                detail("\($0.place): \($0.code): \($0.message)") + detail($0.help.map { "  help: " + $0 })
            }
            + detail(count > first.count ? "`\(next.text(["reload"]))` shows the others too" : nil)
    }

    private static func lines(_ package: PackageReport, _ next: NextCommand) -> [String] {
        let error = package.firstError
        return [package.line] + detail(error.map { "\($0.place): \($0.severity) \($0.code): \($0.message)" })
            + detail(error?.help.map { "  help: " + $0 })
            + detail("mend \(package.file), then run `\(next.text(["reload"]))`, which shows all errors")
    }

    private static func lines(_ source: SourceReport) -> [String] {
        ["source   \(source.state.rawValue): \(source.fact), \(source.source)"] + detail(source.fault)
    }

    /// The channels with the counts of the caller's own links.
    private static func channels(_ client: DaemonClient) -> [String] {
        // ignored: an older daemon has no such list, and the state above stands without it.
        guard case .channels(let channels)? = try? client.reply(to: .channels) else { return [] }
        return channels.map { channel in
            let counts = [
                DiagnosticSummary.count(Int(channel.subscribers), "subscriber"),
                channel.waiting > 0 ? DiagnosticSummary.count(Int(channel.waiting), "link") + " waiting" : nil,
                channel.kept > 0 ? DiagnosticSummary.count(Int(channel.kept), "link") + " kept" : nil,
            ]
            let nature = channel.kind + (channel.isDurable ? ", durable" : "")
            return "channel  \(channel.name) (\(nature)): " + counts.compactMap(\.self).joined(separator: ", ")
        }
    }

    private static func lines(_ ledger: LedgerReport) -> [String] {
        state(of: ledger) + detail(ledger.intake)
    }

    private static func state(of ledger: LedgerReport) -> [String] {
        switch ledger.state {
        case .memory: ["ledger   none: switches are lost when the daemon ends"]
        case .available:
            ["ledger   on the disk" + (ledger.unreadable.map { ", \($0) of its entries from a later version" } ?? "")]
                + detail(ledger.aheadMs.map(doubt))
        case .readable:
            ["ledger   read, but not written" + (ledger.code.map { " (\($0))" } ?? "")] + detail(ledger.reason)
        case .unavailable:
            ["ledger   unavailable" + (ledger.code.map { " (\($0))" } ?? "")] + detail(ledger.reason)
        }
    }

    private static func detail(_ text: String?) -> [String] { text.map { ["  " + $0] } ?? [] }

    private static func doubt(aheadMs: Int64) -> String {
        let skew = Limits.clockSkew.wholeMilliseconds / 3_600_000
        return
            "contains a time \(aheadMs / 3_600_000) h ahead of this machine's clock, and one of the two is wrong; "
            + "`timedatectl set-ntp true` corrects the clock; then restart the daemon; purchases then end up to \(skew) h early, once"
    }
}
