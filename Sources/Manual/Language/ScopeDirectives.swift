package import Routing

extension SchemeDirective: ExplainedDirective {
    /// What the manual says of it.
    package var help: DirectiveHelp? {
        switch self {
        case .separator: ScopeDirectives.separator
        case .open: ScopeDirectives.openScheme
        case .trailingSlash: ScopeDirectives.schemeSlash
        }
    }
}

extension HostDirective: ExplainedDirective {
    /// What the manual says of it.
    package var help: DirectiveHelp? {
        switch self {
        case .open: ScopeDirectives.openHost
        case .trailingSlash: ScopeDirectives.hostSlash
        }
    }
}

/// Schemes and hosts, and the directives of their blocks.
enum ScopeDirectives {
    static let scheme = DirectiveHelp(
        "Declares schemes of apps, whose links the routes of the file take: `podcast://shows/morning`.",
        """
        Links are cut into segments; `podcast://shows/morning`, `podcast:/shows/morning` and `podcast:shows/morning` have
        the same two. Upper and lower case are the same. `http` and `https` are no schemes of apps: declare a `host`.
        """,
        limits: "Each scheme is declared by one file. A name has a letter, then letters, digits, `+`, `-` and `.`.",
        example: """
            scheme podcast podcasts-beta
            scheme radio {
                separator ":"
            }
            """, in: .feature)

    static let host = DirectiveHelp(
        "Declares hosts of web sites, whose links the routes of the file take: `https://podcasts.example/shows/morning`.",
        """
        `*.podcasts.example` has exactly one label before the dot, and `**.podcasts.example` one or more. A host
        without a scheme takes links of `https` alone, at its usual port. For another one write it: `http://NAME`,
        `NAME:8443`. Of several declarations that fit, the most exact one counts.
        """,
        limits: "Each host is declared by one file.",
        example: """
            host podcasts.example *.podcasts.example
            host http://localhost:8080
            """, in: .feature)

    static let separator = DirectiveHelp(
        "Names the character that parts segments in links without a slash behind the scheme: `radio:station:7`.",
        "`radio:station:7` then has the segments `station` and `7`, as `radio://station/7` has. Patterns keep their slashes.",
        standard: "The slash alone parts segments.",
        limits: "Once for the schemes of a line; one of `:`, `,` and `;`.",
        example: """
            scheme radio {
                separator ":"
            }
            """, in: .feature)

    /// What the line does, in each of the blocks that may have it.
    private static let slash = """
        Each pattern is read as if it ended with `[/]`, and `deeplinkctl link` builds the form without the slash. The
        `except` lines of the routes cover both forms.
        """

    /// What the manual says of a slash at the end: by default it counts.
    static let slashStandard = "A slash at the end of a link counts: `/shows` and `/shows/` are two paths."

    static let schemeSlash = DirectiveHelp(
        "Lets the routes of the schemes take links with and without a slash at the end.",
        slash + " So do the `deny` lines.", standard: slashStandard, limits: "Once for the schemes of a line.",
        example: """
            scheme podcast {
                trailing-slash either
            }
            """, in: .feature)

    static let hostSlash = DirectiveHelp(
        "Lets the routes of the hosts take links with and without a slash at the end.",
        slash + " So do the `deny` lines. The line of a `*.` host holds for its routes on every host that it covers.",
        standard: slashStandard, limits: "Once for the hosts of a line.",
        example: """
            host podcasts.example {
                trailing-slash either
            }
            """, in: .feature)

    static let groupSlash = DirectiveHelp(
        "Lets the routes of the group take links with and without a slash at the end.",
        slash + " A `deny` outside of the group covers the form that it has.", standard: slashStandard, limits: "Once.",
        example: """
            under /shows {
                trailing-slash either
                route all . do open
                route show /$(show:slug) do open
            }
            """, in: .inputs)

    private static let opening = """
        Without the line only the file of the declaration has routes for it, with the files that it includes. The package
        then names the scheme or host in the block of its routes: `in podcast`. A group stands for each package whose file
        belongs to that group of the system.
        """

    static let openScheme = DirectiveHelp(
        "Lets the routes of another package take links of the schemes.", opening, limits: "Repeatable.",
        example: """
            scheme podcast {
                open to package shop
                open to group media
            }
            """, in: .feature)

    static let openHost = DirectiveHelp(
        "Lets the routes of another package take links of the hosts.", opening, limits: "Repeatable.",
        example: """
            host podcasts.example {
                open to package shop
            }
            """, in: .feature)
}
