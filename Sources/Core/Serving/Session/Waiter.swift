/// The caller that gets the outcome of a request.
struct Waiter {
    let session: Session
    /// False for a oneway call: its outcome goes nowhere, so a closed connection changes nothing.
    let isAwaited: Bool

    /// The caller of the call that the session serves.
    init(_ session: Session) {
        self.session = session
        isAwaited = session.isAwaited
    }

    /// The connection's number, which also names the action under way for it: one connection has one call under way.
    var connection: Int { session.number }

    /// True if it has closed the connection, so that no outcome can reach it.
    var hasGone: Bool { isAwaited && session.hasHungUp }
}
