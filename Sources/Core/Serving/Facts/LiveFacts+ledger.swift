// Adopts the facts of a ledger that was opened, all at once, and forgets them when the ledger turns out to be damaged, lost
// or another one.

import Contract
import FactSources
import Features
import Ledger

extension LiveFacts {
    /// Puts the ledger's facts in force, in the place of those that it had before.
    func adopt(_ snapshot: LedgerSnapshot, _ written: [LedgerChange]) {
        openingClock = snapshot.clock
        advance(past: snapshot.seenMs)
        // Consents are the book's, which answers where the table names it.
        let facts = snapshot.facts(atMs: store.nowMs).mapValues { $0.filter { $0.key.kind != .permission } }
        let set = snapshot.settingsInForce
        settings = [:]
        for (subject, own) in set {
            for key in own.keys { settings[FactQuestion(key, of: subject)] = .some(facts[subject]?[key]) }
        }
        gathering.yieldOnly(Set(snapshot.switches.keys.map { FactQuestion($0) }).union(settings.keys))
        store.replace(
            switches: snapshot.switches, keeping: gathering.switches,
            subjects: facts.merging(set) { $0.merging($1) { _, setting in setting } })
        adoptConsents(snapshot)
        gathering.restoreSubjects()
        store.setAnswered(Self.kept)
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
        unreadableCount = snapshot.unreadableCount
        log.notice(
            "ledger read", ["subjects": "\(snapshot.subjects.count)", "unreadable": "\(snapshot.unreadableCount)"])
        if openingClock.isDoubtful {
            log.warning(
                "the ledger is ahead of the clock; `deeplinkctl status` tells what to do",
                ["milliseconds": "\(openingClock.aheadMs)"])
        }
        licences.adopt(snapshot.trials) { [self] in onFirstAttempt.take()?() }
        didMove()
        onReport?()
    }

    /// Goes on without the ledger.
    func didLose(_ error: LedgerError) {
        if !hasRead || error.isDoubtful {
            if error.isDoubtful { forgetLedger() }
            gathering.yieldEverything()
            store.setUnanswered(Self.kept, evidence: .init(source: "ledger", fault: "\(error)"))
            consents.forget(because: "\(error)")
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
        settings = [:]
        for change in unwritten.values where change.fact.isSetting {
            take(change, source: "memory", asOfMs: store.nowMs)
        }
        licences.forgetLedger()
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
        case .noDirectory, .locked, .readOnly, .full, .failed, .copyExists, .unusable, .tooManyKeys, .tooMuchKept,
            .tooManySubjects, .tooMuchWritten, .tooManyLinkBytes, .tooManyLicences, .tooManyLicenceBytes, .noLink,
            .notClaimed:
            false
        }
    }
}
