/// One channel of the table in force, as its caller may use it.
package struct ChannelReport: WireObject, Equatable {
    package static let typeName = "Channel"
    package static let typeComment =
        "One channel of the table in force. The counts are those of the caller's own links."

    package var name = ""
    package var kind = ""
    package var isDurable = false
    package var hearsAll = false
    package var hearers: [String] = []
    package var subscribers: Int64 = 0
    package var waiting: Int64 = 0
    package var kept: Int64 = 0

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

    package static let typeName = "AcknowledgementResult"
    package static let typeComment = "What became of a link."

    package var comment: String {
        switch self {
        case .performed: "The action was performed; its sender is answered ok.performed."
        case .failed: "The action failed; its sender is answered failed.channel.refused, with the reason."
        }
    }
}
