import ArgumentParser
import ChannelWire
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
            package has errors, the ledger or the timeline cannot be written, the ledger cannot be read, or a source of facts \
            does not answer.
            """)

    @OptionGroup var socket: SocketOption
    @OptionGroup var output: FormatOption
    @OptionGroup var colour: ColourOption

    func run() throws {
        let client = try DaemonClient(socket)
        let parameters = try client.parameters(of: GetStatus())
        let status = try StatusReport(reply: parameters)
        if output.format == .json { Output.json(parameters) } else { show(status, client) }
        if !status.faults.isEmpty { throw ExitCode(OutcomeCode.exitStatus(of: .pending, actionable: false)) }
    }

    private func show(_ status: StatusReport, _ client: DaemonClient) {
        var lines = [
            Line("deeplinkd \(status.version) at \(client.path), up \(TimeText.text(ofMilliseconds: status.uptimeMs))")
        ]
        if status.table?.state != .invalid {
            let counts = [(status.routes, "route"), (status.features, "feature")].map {
                DiagnosticSummary.count($0, $1)
            }
            lines.append(Self.row("table", Line("\(status.tableRevision): " + counts.joined(separator: ", "))))
        }
        lines += status.table.map { Self.lines($0, client.next) } ?? []
        lines +=
            (status.table?.withheldBy).map {
                [Self.row("machine", Line("its tables are not served: \($0) says `user-instances no`"))]
            } ?? []
        lines += status.files.map { Self.row("  file", Line("\($0.revision) \($0.name)")) }
        lines += status.profile.map { [Self.row("profile", Line($0))] } ?? []
        lines += (status.overrides ?? []).map { override in
            let time = TimeText.text(ofMilliseconds: override.endsAfterMs)
            return "  " + Line("override", .doubtful) + Line(" \(override.fact), for \(time)")
        }
        lines += status.ledger.map(Self.lines) ?? []
        lines += (status.cache.flatMap { $0.answers > 0 ? $0 : nil }).map(Self.lines) ?? []
        lines += Self.lines(status.interrupted ?? [], client.next)
        lines += (status.undecided.map { Self.undecided($0, client.next) }) ?? []
        lines += (status.timelineFault.map { Self.timeline($0, client.next) }) ?? []
        lines += (status.sources ?? []).filter { $0.state != .current }.flatMap(Self.lines)
        lines += Self.channels(client)
        let load =
            DiagnosticSummary.count(status.connections, "connection") + ", "
            + DiagnosticSummary.count(status.calls, "call") + " answered"
            + (status.dropped.flatMap { $0 > 0 ? ", \($0) oneway dropped over a limit" : nil } ?? "")
            + (status.leftovers.flatMap { $0 > 0 ? ", \($0) left running by programs" : nil } ?? "")
            + (status.lostLines.map { ", \(DiagnosticSummary.count($0, "line")) of the log lost" } ?? "")
        lines +=
            status.audience == .anyone ? [Self.row("yours", Line(load)), Self.leftOut] : [Self.row("load", Line(load))]
        Output.lines(lines)
    }

    private static let leftOut: Line = "operators also see files, faults, overrides and the load of all users"

    /// *Shape*: `ledger   on the disk`.
    private static func row(_ label: String, _ value: Line) -> Line {
        let label = Line(label.padded(to: 8) + " ")
        return label.hanging(at: label.width) + value
    }

    private static func lines(_ cache: CacheReport) -> [Line] {
        [row("cache", Line("\(DiagnosticSummary.count(cache.answers, "answer")), \(cache.bytes) bytes"))]
    }

    private static func lines(_ links: [InterruptedLinkReport], _ next: NextCommand) -> [Line] {
        guard !links.isEmpty else { return [] }
        let advice = "look at what they do, then run `\(next.text(["journal", "acknowledge"]))`"
        let head = Line(DiagnosticSummary.count(links.count, "link"), .bad) + ": whether they took effect is not known"
        return [row("journal", head)] + links.flatMap { detail(line($0)) } + detail(Line(whole: advice))
    }

    private static func undecided(_ count: Int, _ next: NextCommand) -> [Line] {
        let head = Line(DiagnosticSummary.count(count, "link"), .bad) + ": whether their units are spent is not known"
        return [row("units", head)] + detail(Line(whole: "see them with `\(next.text(["licence", "reserved"]))`"))
    }

    private static func timeline(_ fault: String, _ next: NextCommand) -> [Line] {
        [row("timeline", Line("not written", .bad) + ": entries stay in memory as long as there is room")]
            + detail(Line(fault)) + detail(Line(whole: "mend it, then run `\(next.text(["reload"]))`"))
    }

    /// *Shape*: `2026-03-01T12:00:00Z Shop.buy by buy, uid 1000, 4r0q1c8s2tb7e`.
    private static func line(_ link: InterruptedLinkReport) -> Line {
        let (route, subject) = (link.route.map { " by \($0)" } ?? "", link.subject.map { " for \($0)" } ?? "")
        let time = UTCTime.text(ofMs: link.startedMs)
        return Line(
            "\(time) \(link.feature).\(link.action)\(route), uid \(link.uid)\(subject), \(link.outcomeId)")
    }

    /// What became of the table that was read last; nothing where it is in force.
    private static func lines(_ table: TableReport, _ next: NextCommand) -> [Line] {
        let count = table.errors.map { DiagnosticSummary.count($0, "error") } ?? "errors"
        let headline: Line
        switch table.state {
        case .current: return (table.packages ?? []).flatMap { lines($0, next) } + warnings(table, next)
        case .stale:
            let end = Line(": the table that was read has \(count), and this one stays in force")
            headline = row("reload", Line("failed", .bad) + end)
        case .invalid:
            let end = Line(": the one that was read has \(count), and no link is opened")
            headline = row("table", Line("none", .bad) + end)
        }
        guard let error = table.firstError else { return [headline] }
        return [headline] + report(error)
            + detail(Line(whole: "mend it, then run `\(next.text(["reload"]))`, which shows all errors"))
    }

    private static func warnings(_ table: TableReport, _ next: NextCommand) -> [Line] {
        guard let count = table.warnings, let first = table.firstWarnings else { return [] }
        let others = Line(whole: "`\(next.text(["reload"]))` shows the others too")
        return [row("warnings", Line(DiagnosticSummary.count(count, "warning"), .doubtful))] + first.flatMap(report)
            + (count > first.count ? detail(others) : [])
    }

    private static func lines(_ package: PackageReport, _ next: NextCommand) -> [Line] {
        guard package.isFaulty else { return [package.line] }
        let advice = "mend \(package.file), then run `\(next.text(["reload"]))`, which shows all errors"
        return [package.line] + (package.firstError.map(report) ?? []) + detail(Line(whole: advice))
    }

    private static func report(_ error: DiagnosticReport) -> [Line] {
        detail(error.headline) + detail(error.advice.map { "  " + $0 })
    }

    private static func lines(_ source: SourceReport) -> [Line] {
        let paint: Paint =
            switch source.state {
            case .current: .good
            case .stale: .doubtful
            case .undetermined: .bad
            }
        let fact = Line(": \(source.fact), \(source.source)")
        return [row("source", Line(source.state.rawValue, paint) + fact)] + detail(source.fault.map { Line($0) })
    }

    /// The channels with the counts of the caller's own links.
    private static func channels(_ client: DaemonClient) -> [Line] {
        // ignored: an older daemon has no such list, and the state above stands without it.
        guard let channels = try? client.reply(to: ListChannels()).channels else { return [] }
        return channels.map { channel in
            let counts = [
                DiagnosticSummary.count(Int(channel.subscribers), "subscriber"),
                channel.waiting > 0 ? DiagnosticSummary.count(Int(channel.waiting), "link") + " waiting" : nil,
                channel.kept > 0 ? DiagnosticSummary.count(Int(channel.kept), "link") + " kept" : nil,
            ]
            let nature = channel.kind + (channel.isDurable ? ", durable" : "")
            let state = counts.compactMap(\.self).joined(separator: ", ")
            return row("channel", Line("\(channel.name) (\(nature)): \(state)"))
        }
    }

    /// What is said of the ledger.
    static func lines(_ ledger: LedgerReport) -> [Line] {
        state(of: ledger) + detail(ledger.intake.map { Line($0) })
    }

    private static func state(of ledger: LedgerReport) -> [Line] {
        switch ledger.state {
        case .memory: [row("ledger", Line("none", .doubtful) + ": switches are lost when the daemon ends")]
        case .available:
            [
                row(
                    "ledger",
                    Line("on the disk", .good)
                        + Line(ledger.unreadable.map { ", \($0) of its entries from a later version" } ?? ""))
            ] + detail(ledger.aheadMs.map { Line(doubt(aheadMs: $0)) })
        case .readable:
            [row("ledger", Line("read, but not written", .doubtful) + Line(ledger.code.map { " (\($0))" } ?? ""))]
                + detail(ledger.reason.map { Line($0) })
        case .unavailable:
            [row("ledger", Line("unavailable", .bad) + Line(ledger.code.map { " (\($0))" } ?? ""))]
                + detail(ledger.reason.map { Line($0) })
        }
    }

    private static func detail(_ text: Line?) -> [Line] { text.map { ["  " + $0] } ?? [] }

    private static func doubt(aheadMs: Int64) -> String {
        let skew = Limits.clockSkew.wholeMilliseconds / 3_600_000
        return
            "contains a time \(aheadMs / 3_600_000) h ahead of this machine's clock, and one of the two is wrong; "
            + "`timedatectl set-ntp true` corrects the clock; then restart the daemon; purchases then end up to \(skew) h early, once"
    }
}
