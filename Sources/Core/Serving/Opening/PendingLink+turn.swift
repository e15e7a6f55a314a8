import Contract
import FactSources
import Features
import Routing

extension PendingLink {
    /// Looks at a proof whose turn has come: what it rests on may have changed while it waited.
    ///
    /// Returns: the proof, if it still holds; nil where the link goes up to the gate again, with its place.
    func judgeAgain(
        _ proof: consuming VerifiedActionBinding, _ place: LanePlace
    ) -> VerifiedActionBinding? {
        server.facts.advance()
        let isReady = server.facts.gathering.isReady(proof.binding.feature, for: proof.subject)
        if isReady, server.snapshot.isCurrent(proof) { return proof }
        if isReady, let hold = entry?.hold, let proof = server.snapshot.verifyAgain(proof, by: facts(with: hold)) {
            return proof
        }
        hasEnded = false
        // A binding that was verified before has no link to go up with.
        guard request.target != Target() else {
            place.leave()
            end(Outcome(BindingError.stale))
            return nil
        }
        self.place = place
        answerAtDeadline()
        // What is reserved for the link is given back first, or it would not be there for it.
        if entry?.hold == nil { pass() } else { endEntry { [self] in pass() } }
        return nil
    }
}
