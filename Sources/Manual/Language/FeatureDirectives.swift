internal import Contract
package import Routing

extension FeatureDirective: ExplainedDirective {
    /// What the manual says of it.
    package var help: DirectiveHelp? {
        switch self {
        case .description: FeatureDirectives.description
        case .visible: FeatureDirectives.visible
        case .require: FeatureDirectives.require
        case .action: FeatureDirectives.action
        case .route: FeatureDirectives.route
        case .under: FeatureDirectives.under
        case .feature: FeatureDirectives.inner
        }
    }
}

/// Features, and the directives of their blocks.
enum FeatureDirectives {
    static let feature = DirectiveHelp(
        "Declares a feature: something that users have or do not have, with its actions and routes.",
        """
        A link gets to an action only if the feature that the action stands in is available to the caller: if all its
        requirements are met, and all of the features around it.
        """,
        limits: "Feature names are unique among the features beside them.",
        example: """
            feature Player {
                description "Plays episodes"
                require toggle on
                action play {
                    respond
                }
                route play /play do play
            }
            """, in: .scheme)

    static let inner = DirectiveHelp(
        "Declares a feature inside another; it inherits every requirement of the features around it.",
        "Its full name has a slash: `Player/SleepTimer`. Where a name is unique, its last part is enough.",
        limits: "Features nest as deep as blocks do.",
        example: """
            feature Player {
                feature SleepTimer {
                    require toggle off
                    action start {
                        respond
                    }
                    route sleep /sleep do start
                }
            }
            """, in: .scheme)

    static let description = DirectiveHelp(
        "Says in a few words what the feature is; reports and apps show it to people.",
        standard: "No description.", limits: "Once.",
        example: """
            feature Player {
                description "Plays episodes"
                action play {
                    respond
                }
                route play /play do play
            }
            """, in: .scheme)

    static let visible = DirectiveHelp(
        "With `no`, only operators are told of the feature, its actions and its routes.",
        """
        Its links work for everyone. Its names appear in no list and in no suggestion. The features inside it are hidden too.
        """,
        standard: "`yes`, or as the feature around it.",
        limits: "Once. A hidden feature has no `require toggle`, because its users could not name it.",
        example: """
            feature Rollout {
                visible no
                require runtime off
                action show {
                    respond
                }
                route show /next do show
            }
            """, in: .scheme)

    static let require = DirectiveHelp(
        "Says what must be met before the feature is available.",
        """
        All lines of a feature must be met. `deeplinkctl help require toggle` explains the kind `toggle`, and so on.
        """,
        standard: "A feature without the line is always available, if the features around it are.",
        limits: "Repeatable; each switch, permission, product and platform once.",
        example: """
            feature SmartPlaylists {
                require platform linux 4.18
                require permission location.whenInUse
                require toggle on
                action open {
                    respond
                }
                route open /smart do open
            }
            """, in: .scheme)

    static let action = DirectiveHelp(
        "Declares an action of the feature: its inputs, and what is done.",
        "It has one line that performs it: `exec`, `respond` or `channel`. Its full name is `Player.play`.",
        limits: "Action names are unique in a feature.",
        example: """
            feature Player {
                action play {
                    input episode uint
                    respond "Playing episode $(episode)."
                }
                route play /episodes/$(episode:uint) do play
            }
            """, in: .scheme)

    static let route = DirectiveHelp(
        "Leads the links with a path of this pattern to an action of the feature.",
        """
        A pattern begins with `/`. `$(show:slug)` captures a segment for the input `show`, `$(path:**)` the rest of the
        path, `*` and `**` match without capturing, and `[a/]` is an optional part. Several patterns are spellings of one
        route. The order of the file has no meaning: of two routes that take a link the narrower wins. The name is for
        outcomes, cases and `over`, and for building links.
        """,
        limits: """
            Names are unique in a table. Each pattern has at most \(Limits.captures) captures; a route has at most
            \(Limits.patternsOfRoute) patterns.
            """,
        example: """
            route show /shows/$(show:slug) /s/$(show:slug) do open
            route page /shows/$(show:slug)/page/$(page:uint) do open {
                in podcast
            }
            """, in: .inputs)

    static let under = DirectiveHelp(
        "Groups routes: each pattern in the block has the prefix before it.",
        """
        The lines `query` of the group hold for each of its routes. The pattern `.` is the prefix itself. A group is only
        notation, and `deeplinkctl list` shows its routes in full.
        """,
        limits: "The prefix has no `**` and does not end with `/`. Groups nest as deep as blocks do.",
        example: """
            under /shows/$(show:slug) {
                route show . do open
                route page /page/$(page:uint) do open
            }
            """, in: .inputs)
}
