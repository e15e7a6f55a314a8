// The steps of a link whose action says `journal`. Its beginning is on the disk before the action begins, and gone before
// the caller is answered: JournalTables.swift. While it is written the table and the facts may change, so the proof is
// used only if it is still that of the table and the facts in force; else the link is taken up to the gate again. An action that
// spends something reserves it here: PendingLink+charges.swift.

import Contract
import Features
import Ledger
import Routing

/// What the journal has of a link that has begun.
struct BegunLink {
    let row: JournalRow
    /// The id that the outcome gets.
    let name: OutcomeName
    /// The user whom it counts for.
    let user: UInt32
    /// What is reserved for it; nil where it uses up nothing.
    var hold: (any ChargeHold)?
}

extension PendingLink {
    /// Writes down that the link begins, and performs it then.
    func writeDown(_ link: consuming ClearedLink) {
        let (name, user) = (server.outcomeNames.next(), server.user(of: request.caller))
        let features = server.snapshot.ruleset.catalogue.features
        var route = ""
        link.withRouteName { bytes in route = String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
        let row = JournalRow(
            outcomeId: name.text, uid: request.caller.uid, subject: request.subject?.description,
            route: route.isEmpty ? nil : route, feature: features[link.proof.binding.feature].path,
            action: link.proof.action.name)
        let hold = reserve(for: link.proof, row)
        if hold == nil, isCharged(link.proof) {
            let reason = "the units that the action spends are not there any more"
            return end(Outcome(RequestError.beginningNotWritten(reason: reason)))
        }
        let held = HeldBinding(link, connection: 0, user: user, expiresNs: .max)
        let audience = server.callers.audience(of: request.caller)
        server.journal.begin(row, with: hold, of: user, for: audience) { [self] reason in
            if let reason { return end(Outcome(RequestError.beginningNotWritten(reason: reason))) }
            entry = BegunLink(row: row, name: name, user: user, hold: hold)
            // Writing it down took its time, and what is bought may have ended meanwhile.
            server.facts.advance()
            performWritten(held)
        }
    }

    private func performWritten(_ held: HeldBinding) {
        guard !isOver else { return giveUp() }
        guard !server.isShuttingDown else { return end(Outcome(RequestError.shuttingDown)) }
        do throws(BindingError) {
            guard let hold = entry?.hold else { return perform(try held.take(in: server.snapshot)) }
            perform(try held.take(in: server.snapshot, by: facts(with: hold)))
        } catch {
            // A binding of `Verify` rests on what was in force then; a link is read again.
            if request.target.url == nil, request.target.action == nil { return end(Outcome(error)) }
            endEntry { [self] in pass() }
        }
    }

    /// Writes down that the link has ended, if the journal has it, and goes on.
    func endEntry(then done: @escaping () -> Void) {
        guard let ended = entry.take() else { return done() }
        guard let hold = ended.hold else { return server.journal.end(ended.row, of: ended.user, then: done) }
        hold.end(.givenBack)
        server.journal.end(
            ended.row, with: [hold.ending(.givenBack)], of: ended.user, onWritten: hold.didWriteEnd, then: done)
    }
}
