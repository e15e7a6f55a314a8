internal import Contract
package import Routing

extension ChannelDirective: ExplainedDirective {
    /// What the manual says of it.
    package var help: DirectiveHelp? {
        switch self {
        case .kind: ChannelDirectives.kind
        case .hold: ChannelDirectives.hold
        case .acknowledge: ChannelDirectives.acknowledge
        case .redeliver: ChannelDirectives.redeliver
        case .overflow: ChannelDirectives.overflow
        case .subscribe: ChannelDirectives.subscribe
        case .durable: ChannelDirectives.durable
        case .start: ChannelDirectives.start
        case .environment: ChannelDirectives.environment
        }
    }
}

/// Channels, and the directives of their blocks.
enum ChannelDirectives {
    static let channel = DirectiveHelp(
        "Declares a channel: a stream of links, to which apps subscribe.",
        "An action sends its links there with `channel player`. An app gets the links of its own user.",
        limits: "Each name once. The block has the line `kind`.",
        example: """
            channel player {
                kind held
                start exec /usr/bin/player --background
            }
            """, in: .channel)

    static let kind = DirectiveHelp(
        "Says which apps get a link, and whether it is kept.",
        """
        `plain`: each app that is subscribed; nothing is kept. `latest`: the same, and the next app that subscribes gets the
        last link of its user. `sticky`: one link of a user stays until it is cleared, and another is refused meanwhile.
        `held`: one app after the other, until one has acknowledged the link.
        """,
        limits: "Once, and required.",
        example: """
            channel player {
                kind latest
            }
            """, in: .channel)

    static let hold = DirectiveHelp(
        "Says how many links of a user are kept, and for how long.",
        """
        For a `held` channel these are the links that wait for an app, without those that an app has and has not
        acknowledged. For another, these are the links that an app has not read.
        """,
        standard: "`hold 32 for 10m`.",
        limits: "Once, not in `plain`; 1 to \(Limits.heldLinksPerUser) links, 1ms to 7d.",
        example: """
            channel player {
                kind held
                hold 100 for 24h
            }
            """, in: .channel)

    static let acknowledge = DirectiveHelp(
        "Says how long an app has to acknowledge a link; then the next app gets it.",
        standard: "30s.", limits: "Once, in `held` channels; 1ms to 24h.",
        example: """
            channel player {
                kind held
                acknowledge within 5s
            }
            """, in: .channel)

    static let redeliver = DirectiveHelp(
        "With `no`, a link that one app did not acknowledge goes to no other.",
        "The app may have done what the link says. Its sender is told `unknown.effect`.",
        standard: "`yes`.", limits: "Once, in `held` channels.",
        example: """
            channel player {
                kind held
                redeliver no
            }
            """, in: .channel)

    static let overflow = DirectiveHelp(
        "Says what happens to a link for which there is no room.",
        """
        `drop-oldest`: the oldest link that waits gives way. `drop-newest`: the new link is dropped. `refuse`: no app gets
        the new link, and its sender is told `failed.channel.full`. So is the sender of a link that gives way in a `held`
        channel; in another, the app that loses a link is told how many it missed.
        """,
        standard: "`drop-oldest`.",
        limits: "Once, not in `sticky` channels; a `held` channel has no `drop-newest`.",
        example: """
            channel player {
                kind held
                overflow refuse
            }
            """, in: .channel)

    static let subscribe = DirectiveHelp(
        "Lets a user, or the members of a group, subscribe to the links of all users.",
        standard: "An app gets the links of its own user.", limits: "Repeatable; each name once.",
        example: """
            channel player {
                kind plain
                subscribe group audio
            }
            """, in: .channel)

    static let durable = DirectiveHelp(
        "Keeps the links that wait for an app on the disk, so that they outlive a restart of the daemon.",
        "An app may get a link twice, the second time with `redelivered`. Inputs of these links cannot be secret.",
        standard: "Links that wait are lost at a restart.", limits: "Once, in `held` channels.",
        example: """
            channel player {
                kind held
                durable
            }
            """, in: .channel)

    static let start = DirectiveHelp(
        "Starts the app as the daemon's user when a link waits and no app is subscribed.",
        "The program gets no inputs as arguments: it subscribes, and gets them with its links.",
        standard: "No program is started.", limits: "Once, in `held` channels.",
        example: """
            channel player {
                kind held
                start exec /usr/bin/player --background
            }
            """, in: .channel)

    static let environment = DirectiveHelp(
        "Passes these variables of the daemon's environment on to the program of `start`.",
        standard: "The program gets no variable.", limits: "Once, beside `start`.",
        example: """
            channel player {
                kind held
                start exec /usr/bin/player --background
                environment HOME XDG_RUNTIME_DIR WAYLAND_DISPLAY
            }
            """, in: .channel)
}
