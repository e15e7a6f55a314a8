// Adopts the facts of a ledger that was opened, all at once, and forgets them when the ledger turns out to be damaged, lost
// or another one.

import Contract
import FactSources
import Features
import Ledger

extension LiveFacts {
    /// Puts the ledger's facts in force, in the place of those that it had before.
    ///
    /// - Parameters:
    ///   - written: what was written down first.
    ///   - owned: what the owners of other tables take over.
    func adopt(_ snapshot: LedgerSnapshot, _ written: [LedgerChange], _ owned: WingParts) {
        openingClock = snapshot.clock
        advance(past: snapshot.seenMs)
        // A book has its own, and answers where the table names it.
        let facts = snapshot.facts.mapValues { $0.filter { books[$0.key.kind] == nil } }
        let set = snapshot.settingsInForce
        let settings = set.flatMap { subject, own in own.keys.map { FactQuestion($0, of: subject) } }
        gathering.yieldOnly(Set(snapshot.switches.keys.map { FactQuestion($0) }).union(settings))
        store.replace(
            switches: snapshot.switches, keeping: gathering.switches,
            subjects: facts.merging(set) { $0.merging($1) { _, setting in setting } })
        fillBooks(snapshot)
        gathering.restoreSubjects()
        store.setAnswered(kept)
        hasRead = true
        // What an operator said while the ledger was being opened is not in it yet.
        let late = unwritten.values.filter { !written.contains($0) }
        unwritten = [:]
        if !late.contains(where: \.movesIntake) {
            adoptIntake(
                snapshot.runtime[Self.intakeKey], isOperatorsWord: written.contains(where: \.movesIntake))
        }
        for change in late {
            take(change, source: "memory", asOfMs: store.nowMs)
            self.change(change.fact, of: change.subject, change.author, isKeptInMemory: true) { _ in }
        }
        onOwned?(owned)
        unreadableCount = snapshot.unreadableCount
        log.notice(
            "ledger read", ["subjects": "\(snapshot.subjects.count)", "unreadable": "\(snapshot.unreadableCount)"])
        if openingClock.isDoubtful {
            log.warning(
                "the ledger is ahead of the clock; `deeplinkctl status` tells what to do",
                ["milliseconds": "\(openingClock.aheadMs)"])
        }
        join({ $0.ledgerOpened(owned, then: $1) }) { [self] in onFirstAttempt.take()?() }
        didMove()
        onReport?()
    }

    /// Puts what users said themselves into their books.
    private func fillBooks(_ snapshot: LedgerSnapshot) {
        for (kind, book) in books {
            book.replace(
                snapshot.subjects.mapValues { facts in
                    facts.filter { $0.key.kind == kind }.compactMapValues { entry in
                        entry.fact.value.map { .init($0, asOfMs: entry.stamp.time.milliseconds) }
                    }
                })
        }
    }

    /// Goes on without the ledger.
    func didLose(_ error: LedgerError) {
        if !hasRead || error.isDoubtful {
            if error.isDoubtful { forgetLedger() }
            gathering.yieldEverything()
            store.setUnanswered(kept, evidence: .init(source: "ledger", fault: "\(error)"))
            for book in books.values { book.forget(because: "\(error)") }
            loseIntake(error)
            didMove()
        }
        log.error(
            ledger?.isOpen == true ? "ledger cannot be written" : "ledger unavailable",
            ["code": error.code, "reason": "\(error)", "intake": intakeNote ?? "as it was"])
        onReport?()
        // One that can only be read is still being adopted.
        if ledger?.isOpen != true { onFirstAttempt.take()?() }
    }

    /// Takes out whatever the ledger may have told; what an operator said since it was lost stays, and the intake's switch.
    private func forgetLedger() {
        for key in store.facts.host.keys where key.kind == .runtime && key != Self.intakeKey {
            if unwritten[FactQuestion(key)] == nil { store.set(key, to: nil) }
        }
        for subject in store.facts.subjects.keys { store.forget(subject) }
        for change in unwritten.values where change.fact.isSetting {
            take(change, source: "memory", asOfMs: store.nowMs)
        }
        for contributor in contributors { contributor.forgetLedger() }
    }

    /// How far what was seen is ahead of the wall clock where one of the two is wrong, until the wall clock has caught up.
    private var clockDoubtMs: Int64? {
        let clock = FactClock(wallMs: clocks().wallMs, seenMs: store.nowMs)
        // While the daemon runs its facts' clock goes with the wall clock, however far ahead that goes.
        if clock.isDoubtful { return clock.aheadMs }
        return openingClock.isDoubtful && clock.aheadMs > 0 ? openingClock.aheadMs : nil
    }

    /// What status says of the ledger.
    var report: LedgerReport {
        LedgerReport {
            guard let ledger else { return $0.state = .memory }
            $0.intake = intakeNote
            if let error = ledger.error {
                ($0.code, $0.reason) = (error.code, "\(error)")
                $0.state = ledger.isOpen ? .readable : .unavailable
            } else {
                ($0.state, $0.aheadMs) = (.available, clockDoubtMs)
                $0.unreadable = unreadableCount > 0 ? unreadableCount : nil
            }
        }
    }
}

extension LedgerError {
    /// Whether what was read before is in doubt too: the file is not what it was, and not only out of reach.
    fileprivate var isDoubtful: Bool {
        switch self {
        case .lost, .foreign, .newerSchema, .corrupt, .untrusted: true
        case .noDirectory, .locked, .readOnly, .full, .failed, .copyExists, .refused: false
        }
    }
}
