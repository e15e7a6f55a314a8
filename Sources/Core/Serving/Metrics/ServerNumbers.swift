import Contract
import EventLoop
import FactSources
import Features
import HostSystem
import Ledger
import Routing

/// The numbers of the core, and of each wing.
///
/// *Owner/thread*: the loop's thread.
package struct ServerNumbers {
    private let server: Server

    /// Those of a server.
    package init(of server: Server) { self.server = server }

    /// Collects them.
    package func collect() -> MetricList {
        var list = MetricList()
        list.add(
            .gauge, "deeplinkd_build", [([("version", Version.text)], .count(1))],
            "Always 1; the label is the daemon's version.")
        list.add(
            .gauge, "deeplinkd_uptime_seconds", .time(ns: HostClock.monotonicNs - server.startedNs),
            "How long the daemon has been running.")
        list.gauge("deeplinkd_connections", server.connections.count, "Open connections.")
        list.counter("deeplinkd_calls", server.callCount, "Calls answered.")
        list.counter(
            "deeplinkd_dropped_calls", server.connections.droppedCallCount, "Oneway calls over a limit of their user.")
        list.gauge(
            "deeplinkd_waiting_links", server.waits.count, "Links that wait until what blocks them is lifted.")
        list.gauge("deeplinkd_queued_links", server.runner.queuedCount, "Links that wait for a place of their action.")
        list.gauge("deeplinkd_bindings", server.bindings.count, "Verified bindings that wait to be performed.")
        list.counter(
            "deeplinkd_lost_log_lines", server.log.lines.totalLostCount,
            "Lines of the log that found no reader in time.")
        addTable(to: &list)
        addFacts(to: &list)
        for service in server.services { service.add(to: &list) }
        return list
    }

    private func addTable(to list: inout MetricList) {
        let ruleset = server.snapshot.ruleset
        list.gauge(
            "deeplinkd_routes", server.snapshot.hasTable ? ruleset.routes.count : 0, "Routes of the table in force.")
        let featureCount = ruleset.contents.counts(for: .operator).features
        list.gauge("deeplinkd_features", featureCount, "Features of the table in force.")
        guard let report = server.reload?.report else { return }
        list.add(
            .gauge, "deeplinkd_table_state",
            TableReport.State.allCases.map { ([("state", $0.rawValue)], .count($0 == report.state ? 1 : 0)) },
            "1 for the state of the table that was read last: current, stale or invalid.")
        list.gauge("deeplinkd_table_warnings", report.warnings ?? 0, "Warnings of the table in force.")
        if let asOfMs = report.asOfMs {
            list.add(
                .gauge, "deeplinkd_table_read_timestamp_seconds", .time(ns: asOfMs * 1_000_000),
                "When the table was read last, since 1970 UTC.")
        }
        list.add(
            .counter, "deeplinkd_reloads",
            [
                ([("result", "taken")], .count(Int64(server.reload?.takenCount ?? 0))),
                ([("result", "refused")], .count(Int64(server.reload?.refusedCount ?? 0))),
            ], "Tables that were read, the one at the start included, by what became of them.")
        list.gauge(
            "deeplinkd_packages_left_out", report.packages?.count ?? 0, "Packages not in force as they were read.")
    }

    private func addFacts(to list: inout MetricList) {
        let state = server.facts.report.state
        list.add(
            .gauge, "deeplinkd_ledger_state",
            LedgerReport.State.allCases.map { ([("state", $0.rawValue)], .count($0 == state ? 1 : 0)) },
            "1 for the state of the ledger: memory, available, readable or unavailable.")
        // A source by its fact: its name may hold a path.
        let sources = server.facts.gathering.reports + server.facts.contributors.compactMap(\.trouble)
        list.add(
            .gauge, "deeplinkd_sources",
            SourceReport.State.allCases.map { state in
                ([("state", state.rawValue)], .count(Int64(sources.count { $0.state == state })))
            }, "Sources that count for everybody, by how reliable their last answer is.")
        let overrides = server.facts.overrides.reports(nowNs: HostClock.monotonicNs)
        list.gauge("deeplinkd_overrides", overrides.count, "Facts that are overridden.")
        list.gauge(
            "deeplinkd_interrupted_links", server.journal.interrupted.count,
            "Links of which a crash left the end unknown.")
        guard server.answers.isUsed else { return }
        list.gauge("deeplinkd_cache_answers", server.answers.count, "Answers that are kept.")
        list.gauge("deeplinkd_cache_bytes", server.answers.bytes, "Bytes of the answers that are kept.")
    }
}
