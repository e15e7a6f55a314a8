/// How fast users may connect.
extension Limits {
    /// *Units*: connections of one user in a second, counted while other connections wait to be served.
    ///
    /// A program that has much to open keeps its connection. One for each link, from a script on a fast machine, is fewer.
    package static let connectionsPerSecond = 100
    /// *Units*: the same that may come at once: a session that starts all its programs.
    package static let connectionsAtOnce = 200
}
