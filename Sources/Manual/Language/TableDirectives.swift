internal import Contract
package import Routing

extension TableDirective: ExplainedDirective {
    /// What the manual says of it.
    package var help: DirectiveHelp? {
        switch self {
        case .scheme: ScopeDirectives.scheme
        case .host: ScopeDirectives.host
        case .values: TableDirectives.values
        case .product: ProductDirectives.product
        case .issuer: ProductDirectives.issuer
        case .permission: TableDirectives.permission
        case .channel: ChannelDirectives.channel
        case .feature: FeatureDirectives.feature
        case .deny: TableDirectives.deny
        case .limit: TableDirectives.limit
        case .operator: TableDirectives.operator
        case .include: TableDirectives.include
        case .delegate: TableDirectives.delegate
        case .grants: TableDirectives.grants
        case .profile: TableDirectives.profile
        case .intake: TableDirectives.intake
        case .package: TableDirectives.package
        case .strictPackages: TableDirectives.strictPackages
        }
    }
}

/// The directives of a table that have no block, but for schemes and hosts.
enum TableDirectives {
    static let values = DirectiveHelp(
        "Declares a set of texts under a name, which is then a type: `@language`.",
        "Captures, query keys and inputs can have the type. Only the listed texts are taken, in exactly this spelling.",
        limits: "The members are distinct, and none is empty.",
        example: """
            values language de en fr
            feature Shows {
                action open {
                    input language @language
                    respond
                }
                route open /$(language:@language) do open
            }
            """, in: .scheme)

    static let permission = DirectiveHelp(
        "Names the source that answers for a permission, or the administrator's file of rules.",
        """
        A source is `file FILE`, `varlink unix:/PATH METHOD` with `grace TIME` behind it or without, `consent`, `polkit
        ACTION`, `store TABLE/ID` with `app NAME` behind it or without, or `device NODE`. The line counts for every feature
        of the table that requires the permission. `permission policy FILE` names rules that stand before all sources.
        """,
        standard: """
            polkit answers for `polkit:ACTION`, and the permission store of the desktop for `store:TABLE/ID`, `camera`,
            `microphone`, `location`, `notifications` and `background`. All others are not supported.
            """,
        limits: "One source for each permission, and one policy, outside of packages.",
        example: """
            permission camera from file /run/app/$(uid)/camera
            permission contacts from consent
            permission policy /etc/deeplinkd/permissions.policy
            """,
        in: """
            …
            scheme podcast
            feature Clips {
                require permission camera contacts
                action play {
                    respond
                }
                route play /play do play
            }
            """)

    static let deny = DirectiveHelp(
        "Refuses links whose path the pattern takes, before any route is looked for.",
        """
        The pattern has no captures: `*` stands for any text in a segment, and `**` for the rest of the path. With `in` it
        counts for these schemes and hosts alone. The outcome is `rejected.route.excluded`.
        """,
        standard: "Without `in` it counts for every scheme and host of the file.",
        example: """
            deny /internal/**
            deny /drafts/* in podcasts.example
            """,
        in: """
            scheme podcast
            host podcasts.example
            …
            feature Player {
                action play {
                    respond
                }
                route play /play do play
            }
            """)

    static let limit = DirectiveHelp(
        "Changes one of the limits that a table may set.",
        "`deeplinkctl help limits` lists them, each with its default and its bounds.",
        limits: "Each once, outside of packages.",
        example: """
            limit url 16384
            limit connections-per-user 128
            """, in: .schemeAndFeature)

    static let `operator` = DirectiveHelp(
        "Lets the members of a group of the system steer the daemon, as root may.",
        "They reload the table, set the switches and facts of all users, and see all of a report.",
        standard: "Only root is an operator, and in the instance of a user that user.",
        limits: "Repeatable, outside of packages.",
        example: "operator group deeplinkd-operators", in: .schemeAndFeature)

    static let delegate = DirectiveHelp(
        "Lets the members of a group of the system act for other users and accounts, by naming them as the subject.",
        "A gateway needs it that opens links for accounts of its own. A delegate grants nothing, and is no operator.",
        standard: "Each caller acts for its own user.",
        limits: "Repeatable, outside of packages.",
        example: "delegate group gateways", in: .schemeAndFeature)

    static let include = DirectiveHelp(
        "Reads more files in the place of the line, as if they were part of this one.",
        """
        The path is relative to the folder of the file. In each part of it `*` stands for any characters, `?` for one, and
        `[a-z]` for one of a set. The files are read in the order of their paths. A name that begins with a dot is left out
        unless the pattern begins with one.
        """,
        limits: "Includes nest \(Limits.includeDepth) deep. A table has at most \(Limits.tableFiles) files.",
        example: "include shows/*.conf", in: .schemeAndFeature)

    static let grants = DirectiveHelp(
        "Lets the members of a group of the system set permissions or products of users, in the place of their sources.",
        "A member calls `SetPermission` or `SetPurchase`, or types `deeplinkctl permission camera authorized`.",
        standard: "Only operators set them.",
        limits: "Repeatable; a package grants its own products alone.",
        example: """
            grants permission camera by group app-admins
            grants product premium.monthly by group shop
            """,
        in: """
            …
            scheme podcast
            product premium.monthly
            feature Clips {
                require permission camera
                require purchase premium.monthly
                action play {
                    respond
                }
                route play /play do play
            }
            """)

    static let profile = DirectiveHelp(
        "Says whether the table is used in production or in development.",
        """
        In development an operator may override facts for a limited time, and features may be for development alone:
        `require profile development`.
        """,
        standard: "`production`.",
        limits: "Once, outside of packages.",
        example: "profile development", in: .schemeAndFeature)

    static let intake = DirectiveHelp(
        "Says whether links are opened while the daemon could not read its ledger at the start.",
        """
        The ledger holds the operator's switch for all links. With `on` links are opened although an operator may have
        switched them off. With `off` they are refused until an operator switches them on.
        """,
        standard: "`undetermined`: every link is answered `pending.undetermined`.",
        limits: "Once, outside of packages.",
        example: "intake without-ledger off", in: .schemeAndFeature)

    static let package = DirectiveHelp(
        "Gives the file, and those that it includes, names of their own.",
        """
        In the package `shop` the feature `Main` is `shop/Main`, the route `open` is `shop:open`, and the set `kind` is
        `@shop:kind`. In the package itself the short names are written. A package with an error stays as it was in force,
        or is left out; the rest of the table counts.
        """,
        standard: "The names of the file are those of the whole table.",
        limits: "The first statement of a file that is not included. A package has an eighth of the limits of a table.",
        example: """
            package shop
            scheme shop
            feature Main {
                action open {
                    respond
                }
                route open /open do open
            }
            """, in: .nothing)

    static let strictPackages = DirectiveHelp(
        "With `yes`, an error in a package refuses the whole table.",
        standard: "`no`: a package with an error stays as it was in force, or is left out.",
        limits: "Once, outside of packages.",
        example: "strict-packages yes", in: .schemeAndFeature)
}
