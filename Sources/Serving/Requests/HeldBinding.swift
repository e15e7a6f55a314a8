import Contract
import Features

/// A verified binding between `Verify` and `Perform`.
///
/// The proof is noncopyable, so it is taken out, not read: whoever takes it is the only one to have it.
final class HeldBinding {
    private var proof: VerifiedActionBinding?
    /// The feature, by its number in the table that it was verified against.
    let feature: Int
    /// Whose facts the proof rests on.
    let subject: Subject
    /// The outcome as far as it was known when the binding was verified.
    let outcome: Outcome
    /// The number of the connection that got it.
    let connection: Int
    /// The uid that the connection counts for.
    let user: UInt32
    /// *Units*: nanoseconds on the monotonic clock.
    let expiresNs: Int64

    init(_ proof: consuming VerifiedActionBinding, outcome: Outcome, connection: Int, user: UInt32, expiresNs: Int64) {
        (feature, subject) = (proof.binding.feature, proof.subject)
        self.proof = consume proof
        self.outcome = outcome
        self.connection = connection
        self.user = user
        self.expiresNs = expiresNs
    }

    /// About how much memory it takes: a long URL is there twice, once in pieces, and counts once more for what it costs to
    /// hold the pieces.
    ///
    /// *Units*: bytes.
    var roughBytes: Int { 1024 + 3 * (outcome.url?.utf8.count ?? 0) }

    /// Takes the proof out; nil the second time.
    func take() -> VerifiedActionBinding? { proof.take() }
}
