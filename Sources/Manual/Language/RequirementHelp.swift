package import Contract

/// What the manual says of one kind of requirement: `require toggle off`.
package struct RequirementHelp: Sendable {
    /// How it is written, one alternative after the other.
    package let forms: [String]
    /// When it is met.
    ///
    /// *Shape*: as in `DirectiveHelp`, and so are the members below.
    package let summary: String
    package let text: String
    package let example: LanguageExample

    /// - Parameter lines: of a feature.
    init(_ forms: [String], _ summary: String, _ text: String, example lines: String, before: String = "") {
        (self.forms, self.summary, self.text) = (forms, summary, text)
        example = LanguageExample(
            lines: lines,
            rest: TableRest(
                stringLiteral: before + """
                    scheme podcast
                    feature Player {
                        …
                        action play {
                            respond
                        }
                        route play /play do play
                    }
                    """))
    }
}

extension ConstraintReport.Kind {
    /// What the manual says of requirements of the kind.
    package var help: RequirementHelp {
        switch self {
        case .platform: Requirements.platform
        case .profile: Requirements.profile
        case .program: Requirements.program
        case .runtime: Requirements.runtime
        case .caller: Requirements.caller
        case .permission: Requirements.permission
        case .toggle: Requirements.toggle
        case .purchase: Requirements.purchase
        case .confirmation: Requirements.confirmation
        }
    }
}

/// What a feature can require.
private enum Requirements {
    static let platform = RequirementHelp(
        [
            "require platform [only] NAME VERSION|any", "require platform NAME unsupported",
            "require platform arch NAME",
        ],
        "Is met by machines with this version of a platform, or a later one.",
        """
        `linux` is the kernel, `systemd` the service manager, `arch` the architecture. Any other name is that of a
        distribution, as `ID=` in os-release; it binds machines of that distribution alone. With `only`, machines of other
        distributions are refused.
        """,
        example: """
            require platform linux 6.1
            require platform debian 12
            require platform arch x86_64
            """)

    static let profile = RequirementHelp(
        ["require profile development|production"],
        "Is met if the table has this profile.",
        "The line `profile development` of the table says it; without one the profile is `production`.",
        example: "require profile development",
        before: "profile development\n")

    static let program = RequirementHelp(
        ["require program PATH"],
        "Is met if `exec` could start the program now.",
        "The path is absolute. A feature whose program is not installed is blocked, and the table still loads.",
        example: "require program /usr/bin/mpv")

    static let runtime = RequirementHelp(
        [
            "require runtime on|off", "require runtime from file FILE [= on|off]",
            "require runtime from varlink unix:/PATH METHOD [grace TIME] [= on|off]",
        ],
        "Is met while the operator's switch of the feature is on; `on` and `off` are its default.",
        """
        An operator moves it: `deeplinkctl runtime Player on`. With `from` a file or a service keeps it. While that does not
        answer the switch is undetermined; the default counts without a daemon, and where a service answers without an `on`.
        With `grace 10s` an answer counts until it is ten seconds old, also while the service does not answer.
        """,
        example: "require runtime off")

    static let caller = RequirementHelp(
        ["require caller uid|user|gid|group|socket VALUE…"],
        "Is met by callers with one of these values.",
        "The kernel says who calls. `socket` is the name of the socket that the caller connected to.",
        example: "require caller group audio")

    static let permission = RequirementHelp(
        ["require permission NAME…"],
        "Is met by users who have granted each of the permissions.",
        """
        A name is `camera`, `microphone`, `location.whenInUse` or another of the known ones, `polkit:ACTION`, or
        `store:TABLE/ID`. The line `permission` of the table names its source.
        """,
        example: "require permission microphone")

    static let toggle = RequirementHelp(
        ["require toggle on|off [shared]"],
        "Is met while the user's switch of the feature is on; `on` and `off` are its default.",
        """
        Users move it: `deeplinkctl toggle Player on`. With `shared` the machine has one too, which counts for users who have
        not moved their own.
        """,
        example: "require toggle off")

    static let purchase = RequirementHelp(
        ["require purchase [any|all] PRODUCT…"],
        "Is met by users who have any, or all, of the products.",
        "The table declares each product. Of one product alone neither word is needed.",
        example: "require purchase any premium.monthly founder.once",
        before: "product premium.monthly\nproduct founder.once\n")

    static let confirmation = RequirementHelp(
        ["require confirmation QUESTION"],
        "Is met if the person says yes to this question, for one link.",
        """
        It is asked after everything else is met: `deeplinkctl open --authorise URL`. `$(episode)` in the question stands for
        the value of an input. Of a long value the first \(Limits.confirmationValueCharacters) characters are shown.
        """,
        example: "require confirmation \"Play it now?\"")
}
