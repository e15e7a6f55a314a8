import Contract

/// The codes of conditions that are not met, but for purchases.
enum BlockedOutcomes {
    static let platformUnsupported = OutcomeHelp(
        """
        The table says that the feature is not made for this platform: another system, or another processor. No setting
        changes that.
        """,
        person: "Use the feature on a platform that it is made for.", program: .explain,
        near: [.platformVersionTooLow],
        example: .player(require: "platform only plan9 4", facts: "platform plan9 none"))

    static let platformVersionTooLow = OutcomeHelp(
        """
        The system, or a program that the table calls a platform, is older than the feature needs. The constraint names
        the version that is there and the one that is needed.
        """,
        person: "Ask the administrator for a newer version.", program: .explain, near: [.platformUnsupported],
        example: .player(require: "platform linux 6.1", facts: "platform linux 5.10"))

    static let profileNotAllowed = OutcomeHelp(
        """
        The feature is for tables of another profile: `require profile development` keeps a feature out of production, and
        the table says, or does not say, `profile`.
        """,
        person: "Nothing; the feature is not meant for this installation.", program: .explain,
        near: [.featureDisabled],
        example: .player(require: "profile development"))

    static let featureDisabled = OutcomeHelp(
        """
        An operator has switched the feature off for everyone, or it is off until one switches it on. The feature
        `DeepLinking` is all links: while it is off, every link has this outcome.
        """,
        person: "Ask the administrator, who runs `deeplinkctl runtime FEATURE on`.", program: .explain,
        near: [.toggleOff, .profileNotAllowed],
        example: .player(require: "runtime on", facts: "runtime Player off"))

    static let callerNotAllowed = OutcomeHelp(
        """
        The table lets only some users, groups or sockets use the feature, and the program that opened the link is none of
        them. The kernel says who called; a program cannot claim it.
        """,
        person: "Ask the administrator to be added to the group that the message names.", program: .explain,
        near: [.callerNotDelegated],
        example: .player(require: "caller gid 1000"))

    static let programMissing = OutcomeHelp(
        """
        The feature says `require program`, and the program is not installed, is not executable, or may not be started by
        the daemon because another user could change it. The reason in the constraint says which.
        """,
        person: "Ask the administrator to install the program.", program: .explain,
        near: [.failedSpawn],
        example: .player(require: "program /opt/podcasts/podplay", facts: "program /opt/podcasts/podplay absent"))

    static let permissionUnsupported = OutcomeHelp(
        """
        The permission does not exist on this machine, or no source of this host answers for it. Asking the user would
        change nothing.
        """,
        person: "Nothing, unless the administrator gives the table a source: `permission NAME from …`.",
        program: .explain, near: [.permissionRestricted, .purchaseUnsupported],
        example: .player(require: "permission camera", facts: "permission camera unsupported"))

    static let permissionRestricted = OutcomeHelp(
        """
        A policy of the administrator, or of the system, withholds the permission. It comes before what the user can do, so
        nothing is asked for or sold that the policy would keep from working.
        """,
        person: "Ask the administrator.", program: .explain, near: [.permissionDenied, .permissionUnsupported],
        example: .player(require: "permission camera", facts: "permission camera restricted"))

    static let permissionDenied = OutcomeHelp(
        """
        The user was asked for the permission and has declined, or has switched it off in the settings. It is not asked
        for again by opening the link.
        """,
        person: "Allow it in the settings of the system.", program: .settle,
        near: [.permissionNotDetermined, .permissionRestricted],
        example: .player(require: "permission camera", facts: "permission camera denied"))

    static let permissionNotDetermined = OutcomeHelp(
        """
        The user was not yet asked for the permission. It is the last but one obstacle: all that comes first is met.
        """,
        person: "Open the link with `deeplinkctl open --authorise`, and allow it.", program: .ask,
        near: [.permissionDenied, .confirmationRequired],
        example: .player(require: "permission camera"))

    static let toggleOff = OutcomeHelp(
        """
        The user has switched the feature off, or it is off by default and was never switched on; the message says which.
        """,
        person: "Switch it on: `deeplinkctl toggle FEATURE on`.", program: .switchOn, near: [.featureDisabled],
        example: .player(require: "toggle off"))

    static let confirmationRequired = OutcomeHelp(
        """
        The feature asks before each link, because a link can come from anywhere. Everything else is met. The answer counts
        for this one link alone.
        """,
        person: "Open the link with `deeplinkctl open --authorise`, read the question, and answer it.", program: .ask,
        near: [.permissionNotDetermined],
        example: .player(require: "confirmation \"Play the episode?\""))
}
