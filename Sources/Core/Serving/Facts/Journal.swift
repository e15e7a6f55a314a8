// The journal of actions that say `journal`: the ledger's JournalTables, as the daemon writes and shows it.

import Contract
import Features
import Ledger

/// Writes down which links begin and end, and lists those that an earlier run did not end.
///
/// *Owner/thread*: the loop's thread.
final class Journal {
    private let ledger: LedgerQueue?
    private let log: Log
    /// What earlier runs have left, the latest first.
    private(set) var interrupted: [JournalRow] = []
    /// The ids that were logged, since a ledger can be opened more than once in a run.
    private var logged: Set<String> = []

    init(_ ledger: LedgerQueue?, log: Log) { (self.ledger, self.log) = (ledger, log) }

    /// Takes note of what a ledger that was opened has.
    func adopt(_ rows: JournalRows) {
        interrupted = rows.rows
        for row in interrupted.reversed() where logged.insert(row.outcomeId).inserted {
            var fields = [
                "code": OutcomeCode.unknownEffect.rawValue, "id": row.outcomeId, "feature": row.feature,
                "action": row.action, "route": row.route ?? "-", "uid": "\(row.uid)", "startedMs": "\(row.startedMs)",
            ]
            if let subject = row.subject { fields["subject"] = subject }
            log.warning(.linkInterrupted, fields)
        }
    }

    /// Writes down that a link begins, with what is reserved for it; calls back once that is on the disk, or with why it is
    /// not.
    ///
    /// *Shape*: the reason is a clause.
    func begin(
        _ row: JournalRow, with hold: (any ChargeHold)? = nil, of user: UInt32, for audience: Audience,
        then proceed: @escaping (String?) -> Void
    ) {
        guard let ledger else {
            hold?.end(.givenBack)
            hold?.didWriteEnd()
            return proceed("the daemon has no state directory")
        }
        var steps: [any LedgerStep] = [JournalStep.begun(row)]
        if let hold { steps.insert(hold.beginning, at: 0) }
        ledger.write(StepGroup(steps, goesOnBehindRefusal: false), of: user) { [self] error in
            if let hold, let error { giveUp(hold, row, of: user, because: error) }
            proceed(error.map { "\($0.sentence(for: audience)) (\($0.code(for: audience)))" })
        }
    }

    /// Gives back what was to be reserved.
    private func giveUp(_ hold: any ChargeHold, _ row: JournalRow, of user: UInt32, because error: LedgerError) {
        hold.end(.givenBack)
        if error.isAboutRequest { return hold.didWriteEnd() }
        // It may be on the disk all the same.
        end(row, with: [hold.ending(.givenBack)], of: user, onWritten: hold.didWriteEnd) {}
    }

    /// Writes down that a link has ended; calls back after the first attempt, and goes on where that failed.
    ///
    /// - Parameters:
    ///   - steps: what is written with it, at once.
    ///   - onWritten: called when it is on the disk.
    func end(
        _ row: JournalRow, with steps: [any LedgerStep] = [], of user: UInt32, onWritten: @escaping () -> Void = {},
        then done: @escaping () -> Void
    ) {
        guard let ledger else { return done() }
        var isTold = false
        let all = steps + [JournalStep.ended(outcomeId: row.outcomeId)]
        ledger.writeSurely(StepGroup(all, goesOnBehindRefusal: true), of: user) { [log] error in
            if let error {
                log.error("end of a link not written down yet", ["code": error.code, "reason": "\(error)"])
            }
            if error?.isAboutRequest ?? true { onWritten() }
            guard !isTold else { return }
            isTold = true
            done()
        }
    }

    /// Forgets what earlier runs have left: the link of an id, or all; answers with how many.
    func acknowledge(
        _ outcomeId: String?, of user: UInt32, then done: @escaping (Result<Int, LedgerError>) -> Void
    ) {
        let seen = interrupted.filter { outcomeId == nil || $0.outcomeId == outcomeId }
        guard let ledger, !seen.isEmpty else { return done(.success(0)) }
        ledger.write(JournalStep.acknowledged(outcomeId: outcomeId), of: user) { [self] error in
            if let error { return done(.failure(error)) }
            interrupted.removeAll { row in seen.contains { $0.outcomeId == row.outcomeId } }
            done(.success(seen.count))
        }
    }
}
