import EventLoop

/// The state that all connections of one user share: their place in the queue, and what they may use up together.
///
/// *Owner/thread*: the loop's thread; held by its connections, and by `Connections` while there is something to remember.
final class ConnectedUser {
    /// The user's own uid, also where connections come from subordinate uids.
    let uid: UInt32
    /// The connections that wait for their turn.
    let line = TurnQueue<Session>.Line()
    /// *Units*: bytes of answers that the user's clients have not taken.
    var unsentBytes = 0
    /// *Units*: calls that began and are not answered; watches are none.
    var callsInFlight = 0
    /// How fast it calls.
    var rate = CallRate()
    /// Connections with calls that wait until something of the user's is answered, taken, or long enough ago.
    var stalled: [Session] = []

    init(uid: UInt32) { self.uid = uid }
}
