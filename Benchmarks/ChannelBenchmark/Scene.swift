/// What is measured: who sends links, and who gets them.
enum Scene: String, CaseIterable {
    /// Calls of a route that responds: no channel.
    case open
    /// The same on one connection, one call at a time.
    case openInTurn = "open-in-turn"
    /// One subscriber of the sender's user.
    case one
    /// The same, of a channel that holds links until they are acknowledged.
    case acknowledged
    /// The same on one connection, one link at a time.
    case acknowledgedInTurn = "acknowledged-in-turn"
    /// 100 subscribers of seven users.
    case many
    /// Ten subscribers; a link every 2 ms.
    case quiet
    /// The same beside a subscriber of another user that reads nothing.
    case slow

    /// The number of connections that send links.
    var senders: Int {
        switch self {
        case .openInTurn, .acknowledgedInTurn, .quiet, .slow: 1
        case .open, .one, .acknowledged, .many: 16
        }
    }

    /// The number of subscribers that read.
    var subscribers: Int {
        switch self {
        case .open, .openInTurn: 0
        case .one, .acknowledged, .acknowledgedInTurn: 1
        case .many: 100
        case .quiet, .slow: 10
        }
    }

    /// Whether subscribers hear all users' links, or the sender's user is theirs.
    var hearAll: Bool { subscribers > 1 }

    /// Whether links are sent at fixed times, and not as fast as they arrive.
    var isTimed: Bool { self == .quiet || self == .slow }

    /// How long it is measured.
    var milliseconds: Int { isTimed ? 4000 : 1500 }

    var url: String {
        switch self {
        case .open, .openInTurn: "t://say/7"
        case .one, .many: "t://plain/7"
        case .acknowledged, .acknowledgedInTurn: "t://held/7"
        case .quiet, .slow: "t://text/" + String(repeating: "x", count: 4000)
        }
    }

    /// Whether subscribers acknowledge each link.
    var isAcknowledged: Bool { self == .acknowledged || self == .acknowledgedInTurn }

    var channel: String { isAcknowledged ? "held" : "plain" }

    /// The table of all scenes.
    ///
    /// - Parameter group: its members hear all users' links.
    static func table(group: String) -> String {
        """
        scheme t
        channel plain {
            kind plain
            subscribe group \(group)
        }
        channel held {
            kind held
        }
        feature Links {
            action say {
                input id uint
                respond hello
            }
            action plain {
                input id uint
                channel plain
            }
            action held {
                input id uint
                channel held
            }
            action text {
                input text string
                channel plain
            }
            route say /say/$(id:uint) do say
            route plain /plain/$(id:uint) do plain
            route held /held/$(id:uint) do held
            route text /text/$(text) do text
        }

        """
    }
}
