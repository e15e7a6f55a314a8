internal import Contract

/// One channel of the daemon's table, with the counts of the caller's own links.
public struct ChannelState: Equatable, Sendable {
    let report: ChannelReport

    /// Its name, for ``DeepLinkDaemon/subscribe(to:after:waitsForDaemon:)``.
    public var name: String { report.name }
    /// *Shape*: `plain`, `latest`, `sticky` or `held`.
    public var kind: String { report.kind }
    /// Whether the links that wait in it outlive the daemon.
    public var isDurable: Bool { report.isDurable }
    /// Whether the caller hears the links of all users in it.
    public var hearsAll: Bool { report.hearsAll }
    /// *Shape*: who besides the caller hears its links, as the table says it: `group audio`, `user ann`.
    public var hearers: [String] { report.hearers }
    /// *Units*: subscriptions that hear the caller's links.
    public var subscribers: Int { Int(report.subscribers) }
    /// *Units*: links of the caller that no subscriber has acknowledged; of a held channel only.
    public var waiting: Int { Int(report.waiting) }
    /// *Units*: links of the caller that it keeps for later subscribers: one at most.
    public var kept: Int { Int(report.kept) }
}
