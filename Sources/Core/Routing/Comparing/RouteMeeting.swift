package import Matching

/// Two routes that take some of the same links, and which of them has those; each by one of its patterns.
package struct RouteMeeting: Equatable, Sendable {
    /// Why the winner wins.
    package enum Reason: String, Equatable, Sendable {
        /// Every link of the winner is one of the other's.
        case narrower
        /// The winner says `over`.
        case over
        /// The winner's scope is looked up first.
        case scope
    }

    /// The number of the row that has the links of both.
    package let winner: Int
    /// The number of the other row.
    package let loser: Int
    /// Why it is so.
    package let reason: Reason
    /// How the winner's links lie to the loser's in a scope of both, `except` lines aside.
    package let relation: Relation
    /// A declared scope in which they meet.
    package let scope: DeclaredScope
}
