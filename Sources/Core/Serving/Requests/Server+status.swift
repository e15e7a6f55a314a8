import Contract
import FactSources
import Features
import HostSystem
import Ledger
import Routing

extension Server {
    /// How the daemon is doing; `StatusReport.forAnyone` leaves out what the caller may not know.
    func status(for caller: Caller, ownCalls: Int) -> StatusReport {
        let (ruleset, store) = (snapshot.ruleset, snapshot.store)
        let isOperator = callers.isOperator(caller)
        let counts = ruleset.contents.counts(for: sight(of: caller))
        let nowNs = HostClock.monotonicNs
        var report = StatusReport {
            ($0.version, $0.profile, $0.audience) = (Version.text, ruleset.profile.rawValue, .operator)
            ($0.tableRevision, $0.files) = (snapshot.hasTable ? ruleset.revision : "", ruleset.files)
            ($0.routes, $0.features) = (counts.routes, counts.features)
            $0.stateRevision = store.revision(of: caller.subject).description
            $0.connections = isOperator ? connections.count : connections.count(of: caller)
            $0.calls = isOperator ? callCount : ownCalls
            $0.uptimeMs = (nowNs - startedNs) / 1_000_000
            ($0.overridden, $0.overrides) = (store.isOverridden, facts.overrides.reports(nowNs: nowNs))
            ($0.table, $0.ledger) = (reload?.report, facts.report)
            $0.table?.withheldBy = ruleset.withheldBy
            $0.sources = facts.gathering.reports + facts.contributors.compactMap(\.trouble)
            ($0.dropped, $0.lostLines) = (connections.droppedCallCount, log.lostLines)
            $0.interrupted =
                journal.interrupted.isEmpty ? nil : journal.interrupted.map(InterruptedLinkReport.init)
            $0.cache = answers.isUsed ? CacheReport { ($0.answers, $0.bytes) = (answers.count, answers.bytes) } : nil
        }
        for service in services { service.add(to: &report) }
        return report
    }
}

extension InterruptedLinkReport {
    fileprivate init(_ row: JournalRow) {
        self.init {
            ($0.outcomeId, $0.startedMs, $0.uid) = (row.outcomeId, row.startedMs, Int64(row.uid))
            ($0.route, $0.feature, $0.action, $0.subject) = (row.route, row.feature, row.action, row.subject)
        }
    }
}

extension Server {
    /// Forgets the answers that are kept, and notes it in the log.
    ///
    /// - Parameter uid: who asked for it.
    @discardableResult
    func clearAnswers(because reason: String, by uid: UInt32? = nil) -> (answers: Int, bytes: Int) {
        let cleared = answers.clear()
        var fields = ["reason": reason, "answers": "\(cleared.answers)", "bytes": "\(cleared.bytes)"]
        if let uid { fields["uid"] = "\(uid)" }
        log.notice(.answersCleared, fields)
        return cleared
    }
}
