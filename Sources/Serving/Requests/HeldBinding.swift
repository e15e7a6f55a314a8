import Contract
import Features
import Routing

/// A verified binding between `Verify` and `Perform`.
///
/// The proof is noncopyable, so it is taken out and not read: a binding is performed once.
final class HeldBinding {
    private var proof: VerifiedActionBinding?
    /// Whose facts the proof rests on.
    let subject: Subject
    /// What is known of the link.
    let draft: OutcomeDraft
    /// The number of the connection that got it.
    let connection: Int
    /// The uid that the connection counts for.
    let user: UInt32
    /// *Units*: nanoseconds on the monotonic clock.
    let expiresNs: Int64

    init(_ proof: consuming VerifiedActionBinding, draft: OutcomeDraft, connection: Int, user: UInt32, expiresNs: Int64)
    {
        subject = proof.subject
        self.proof = consume proof
        self.draft = draft
        self.connection = connection
        self.user = user
        self.expiresNs = expiresNs
    }

    /// About how much memory it takes: a long URL is there twice, once in pieces, and counts once more for what it costs to
    /// hold the pieces.
    ///
    /// *Units*: bytes.
    var roughBytes: Int { 1024 + 3 * draft.url.utf8.count }

    /// Takes the proof out; nil the second time.
    func take() -> VerifiedActionBinding? { proof.take() }

    /// Performs the binding, if it is still good.
    func perform(for waiter: Waiter, of caller: Caller, by server: Server, _ reply: @escaping (Outcome) -> Void) {
        guard !server.isShuttingDown else { return reply(server.recorded(.shuttingDown, caller)) }
        guard let proof = take() else { return reply(server.recorded(Outcome(BindingError.unknown), caller)) }
        guard server.snapshot.isCurrent(proof) else {
            return reply(server.recorded(Outcome(BindingError.stale), caller))
        }
        server.perform(proof, draft, for: waiter, reply: reply)
    }
}
