// A link whose action spends something, as `spend coins 3`. It has two writes of the ledger, and the action between them:
//
//     reserve     in memory, in the turn of the proof: a second link finds so much less
//     write       what is reserved, with the beginning of the entry in the journal
//     verify      again, since that took its time; what is reserved counts for this link alone
//     perform
//     write       what becomes of it, with the outcome of the key and the end of the entry
//
// What is not performed after all gives everything back: `endEntry`. A link that an interceptor replaces reserves nothing.

import Contract
import Features
import Ledger
import Routing

extension PendingLink {
    /// True if the link uses something up.
    func isCharged(_ proof: borrowing VerifiedActionBinding) -> Bool {
        !proof.action.limits.charges.isEmpty && interception?.isReplaced != true
    }

    /// Reserves what a link uses up; nil where that is nothing, or is not there.
    func reserve(for proof: borrowing VerifiedActionBinding, _ row: JournalRow) -> (any ChargeHold)? {
        guard isCharged(proof) else { return nil }
        return server.facts.charges?.reserve(
            proof.action.limits.charges, for: proof, outcomeID: row.outcomeId, feature: row.feature)
    }

    /// The facts by which a link is judged that has something reserved.
    func facts(with hold: any ChargeHold) -> Facts {
        var facts = request.confirmed?.facts(in: server.snapshot) ?? server.snapshot.store.facts
        hold.putBack(into: &facts)
        return facts
    }

    /// Writes down at once what becomes of what is reserved, the outcome of the key, and the end of the entry.
    func settle(_ hold: any ChargeHold, _ performance: Performance, _ outcome: Outcome, hasSecrets: Bool) {
        guard let ended = entry.take() else { return finish(outcome) }
        let end = performance.chargeEnd
        hold.end(end)
        var steps = [hold.ending(end)]
        if let key = request.key {
            steps.append(key.end(with: performance.wasBegun ? outcome : nil, hasSecrets: hasSecrets))
        }
        server.journal.end(ended.row, with: steps, of: ended.user, onWritten: hold.didWriteEnd) { [self] in
            finish(outcome)
        }
    }
}

extension HeldBinding {
    /// Takes the link with a proof that rests on other facts than those in force.
    ///
    /// *Throws*: `unknown` the second time, and `stale` where the proof was of another table, or does not hold by these facts.
    func take(in snapshot: Snapshot, by facts: Facts) throws(BindingError) -> ClearedLink {
        let link = try take()
        guard let proof = snapshot.verifyAgain(link.proof, by: facts) else { throw .stale }
        return link.with(proof)
    }
}

extension Snapshot {
    /// Verifies a binding of the table in force again, as it was verified before.
    ///
    /// Returns: nil where it was of another table, or does not hold.
    func verifyAgain(
        _ proof: borrowing VerifiedActionBinding, by facts: Facts
    ) -> VerifiedActionBinding? {
        guard proof.tableRevision == ruleset.revision else { return nil }
        let catalogue = ruleset.catalogue
        let intake = Verifier.verifyIntake(
            in: catalogue, facts: facts, caller: proof.caller, subject: proof.subject)
        switch consume intake {
        case .open(let opened): _ = consume opened
        case .refused: return nil
        }
        let verification = Verifier.verify(
            proof.binding, inputs: proof.inputs, in: catalogue, facts: facts, caller: proof.caller,
            subject: proof.subject, tableRevision: proof.tableRevision)
        switch consume verification {
        case .verified(let proof): return proof
        case .refused: return nil
        }
    }
}
