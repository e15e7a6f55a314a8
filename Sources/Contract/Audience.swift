/// Who may call a method, decided by the kernel's word on the caller and never by what a message claims.
package enum Audience: String, CaseIterable, Sendable {
    /// Whoever may connect to the socket.
    case anyone
    /// Uid 0, the daemon's own uid, and members of the groups that the table names as `operator`.
    case `operator`
}
