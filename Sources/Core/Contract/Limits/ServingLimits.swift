/// What a table says of how much is served at once; each number has a default in `Limits`.
package struct ServingLimits: Equatable, Sendable {
    /// *Units*: connections at once, all users together.
    package var connections = Limits.connections
    /// *Units*: connections at once of one user.
    package var connectionsPerUser = Limits.connectionsPerUser
    /// *Units*: calls of one user in a second, over all its connections; nil for any number.
    package var callsPerSecond: Int?

    /// Makes the defaults.
    package init() {}
}
