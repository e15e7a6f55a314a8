/// Who may call a method, decided by the kernel's word on the caller and never by what a message claims.
package enum Audience: String, CaseIterable, Sendable {
    /// Whoever may connect to the socket.
    case anyone
    /// Uid 0, members of the groups that the table names as `operator`, and the daemon's own uid where that is a person's.
    ///
    /// No program that an action started, whatever its uid (Serving/Server+callers.swift).
    case `operator`
}
