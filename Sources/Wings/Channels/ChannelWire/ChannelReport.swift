public import Contract

/// One channel of the table in force, with the counts of the caller's own links.
public struct ChannelReport: WireObject, Equatable, Sendable {
    package static let typeComment =
        "One channel of the table in force. The counts are those of the caller's own links."

    /// Its name, as a subscription and `clear` take it.
    public package(set) var name = ""
    /// *Shape*: `plain`, `latest`, `sticky` or `held`; more may come.
    public package(set) var kind = ""
    /// True if the links that wait in it outlive the daemon.
    public package(set) var isDurable = false
    /// True if the caller hears the links of all users in it.
    public package(set) var hearsAll = false
    /// *Shape*: who besides the caller hears its links, as the table says it: `group audio`, `user ann`.
    public package(set) var hearers: [String] = []
    /// *Units*: subscriptions that hear the caller's links.
    public package(set) var subscribers = 0
    /// *Units*: links of the caller that no subscriber has acknowledged; of a held channel only.
    public package(set) var waiting = 0
    /// *Units*: links of the caller that it keeps for later subscribers: one at most.
    public package(set) var kept = 0

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("name", &name, "Its name, for Subscribe and Clear.")
        list.member("kind", &kind, "How it passes links on: plain, latest, sticky or held. More may come.")
        list.member("durable", &isDurable, .leniently, "Whether the links that wait in it outlive the daemon.")
        list.member("hearsAll", &hearsAll, .leniently, "Whether you hear the links of all users in it.")
        list.member(
            "hearers", &hearers, .leniently,
            "Who besides you hears your links in it, as the table says it: group audio, user ann.")
        list.member("subscribers", &subscribers, "How many subscriptions hear your links.")
        list.member(
            "waiting", &waiting, "How many of your links no subscriber has acknowledged; of a held channel only.")
        list.member("kept", &kept, "How many of your links it keeps for later subscribers: one at most.")
    }
}

/// What a subscriber says of a link that it was told of.
package enum AcknowledgementResult: String, WireEnumeration {
    case performed
    case failed

    package static let typeComment = "What became of a link."

    package var comment: String {
        switch self {
        case .performed: "The action was performed; its sender is answered ok.performed."
        case .failed: "The action failed; its sender is answered failed.channel.refused, with the reason."
        }
    }
}
