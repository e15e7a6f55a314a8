/// Who waits for the outcome of a request.
struct Waiter {
    private let session: Session
    /// False for a oneway call: its outcome goes nowhere, so a closed connection changes nothing.
    let isAwaited: Bool

    /// The caller of the call that the session serves.
    init(_ session: Session) {
        self.session = session
        isAwaited = session.isAwaited
    }

    /// The name of the action under way for it: one connection has one call under way.
    var ticket: Int { session.number }

    /// Whether it has closed the connection, so that no outcome can reach it.
    var hasGone: Bool { isAwaited && session.hasHungUp }
}
