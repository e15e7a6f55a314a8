/// The callers that may call a method.
///
/// The decision rests on the caller's credentials from the kernel, never on what a message claims.
package enum Audience: String, CaseIterable, Sendable {
    /// Every process that may connect to the socket.
    case anyone
    /// Uid 0, members of the groups that the table names as `operator`, and the daemon's own uid where that is a person's.
    ///
    /// No program that an action started, whatever its uid (Serving/Requests/CallerRules.swift).
    case `operator`
}
