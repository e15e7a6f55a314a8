import Features
import Routing

/// A verified binding between `Verify` and `Perform`.
///
/// The proof is noncopyable, so it is taken out and not read: a binding is performed once.
package final class HeldBinding {
    private var link: ClearedLink?
    /// Whose facts the proof rests on.
    let subject: Subject
    /// The number of the feature whose facts decided.
    let feature: Int
    /// The number of the connection that got it.
    let connection: Int
    /// The uid that the connection counts for.
    let user: UInt32
    /// *Units*: nanoseconds on the monotonic clock.
    let expiresNs: Int64
    /// About how much memory it takes: a long URL is there twice, once in pieces, and counts once more for what it costs to
    /// hold the pieces.
    ///
    /// *Units*: bytes.
    let roughBytes: Int

    init(_ link: consuming ClearedLink, connection: Int, user: UInt32, expiresNs: Int64) {
        (subject, feature) = (link.proof.subject, link.proof.binding.feature)
        roughBytes = 1024 + 3 * link.urlByteCount
        self.link = consume link
        (self.connection, self.user, self.expiresNs) = (connection, user, expiresNs)
    }

    /// Takes the link with its proof out.
    ///
    /// *Throws*: `unknown` the second time, and `stale` where the proof rests on another table or another state.
    func take(in snapshot: Snapshot) throws(BindingError) -> ClearedLink {
        let link = try take()
        guard snapshot.isCurrent(link.proof) else { throw .stale }
        return link
    }

    /// Takes the link out without a look at what its proof rests on.
    ///
    /// *Throws*: `unknown` the second time.
    func take() throws(BindingError) -> ClearedLink {
        guard let link = link.take() else { throw .unknown }
        return link
    }
}
