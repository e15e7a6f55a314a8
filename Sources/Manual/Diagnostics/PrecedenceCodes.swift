/// The codes of precedence: RT501 to RT512.
enum PrecedenceCodes {
    static let overlap = DiagnosticHelp(
        "Two routes overlap without an order",
        """
        Some links match both routes, and neither route is narrower than the other, so no rule says which one wins. The
        report shows such a link. Say it with `over OTHER` in the route that wins, or narrow one of them. The order of
        lines never decides.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    input show string?
                    input part string?
                    respond
                }
                route latest  /$(show)/latest do play
                route trailer /news/$(part) do play
            }
            """, mended: ["latest do play": "latest do play {\n        over trailer\n    }"])

    static let equalRoutes = DiagnosticHelp(
        "Two routes take the same links",
        """
        Every link of one route is a link of the other, so one of them would never get any. Names of captures do not tell
        routes apart. Remove one, or make one narrower, for example with a type or a required key.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    input list string?
                    input show string?
                    respond
                }
                route lists /play/$(list) do play
                route shows /play/$(show) do play
            }
            """, mended: ["$(show)": "$(show:uuid)"])

    static let overCycle = DiagnosticHelp(
        "Routes go before each other in a circle",
        """
        The `over` lines say that one route goes before another, and through others that the second goes before the first.
        No order satisfies that. The report lists the circle. Remove one `over`.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    input n string?
                    input h string?
                    respond
                }
                route number /$(n:int) do play {
                    over code
                }
                route code /$(h:hex) do play {
                    over number
                }
            }
            """, mended: [" {\n        over number\n    }": ""])

    static let overAgainstInclusion = DiagnosticHelp(
        "A broad route cannot go first",
        """
        The narrower route wins always: each of its links is a link of the broad route, and with this `over` it would never
        get one. Remove the `over`.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    input n string?
                    respond
                }
                route any /play/$(n) do play {
                    over number
                }
                route number /play/$(n:uint) do play
            }
            """, mended: [" {\n        over number\n    }": ""])

    static let needlessOver = DiagnosticHelp(
        "The over line decides nothing",
        """
        The route is narrower than the other, or no link matches both, so the order holds without the line. It would
        mislead a reader who changes one of the routes. Remove it.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    input n string?
                    respond
                }
                route number /play/$(n:uint) do play {
                    over any
                }
                route any /play/$(n) do play
            }
            """, mended: [" {\n        over any\n    }": ""])

    static let shadowedRoute = DiagnosticHelp(
        "Another route gets all its links",
        """
        A host or scheme named with `in` is looked up before all others, so a broad route there gets the links that a
        narrower route takes without `in`. No link reaches this route. Name the same host or scheme in both, and the
        narrower one wins.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    respond
                }
                route all /** do play {
                    in podcast
                }
                route play /play do play
            }
            """, mended: ["/play do play": "/play do play {\n        in podcast\n    }"])

    static let unreachableRoute = DiagnosticHelp(
        "Exclusions leave the route no link",
        """
        Each link that the route would take is refused before, by `deny` lines or by its own `except` lines. The report
        names them. Narrow the exclusion, or remove the route.
        """,
        wrong: """
            scheme podcast
            deny /internal/**
            feature Player {
                action play {
                    respond
                }
                route play /internal/play do play
            }
            """, mended: ["deny /internal/**": "deny /internal/logs/**"])

    static let tableTooWide = DiagnosticHelp(
        "Too many alternatives for one link",
        """
        At one segment of a link, more routes can still match than the table's `limit width` allows. Each costs time and
        memory for each link, so the daemon refuses the table. Use fewer captures beside literals, or raise the limit.
        """,
        noExample: "such a table has many routes")

    static let wideTable = DiagnosticHelp(
        "Unusually many alternatives for one link",
        """
        At one segment of a link, more routes can still match than is usual for a table of this size. Links are matched
        correctly, but not as fast. Often a wildcard was written for a list of values: `$(x:a|b)` is narrower. A table that
        needs them says `limit width`.
        """,
        noExample: "such a table has many routes")

    static let tooManyPairs = DiagnosticHelp(
        "Too many routes to compare",
        """
        The search for overlaps compares pairs of routes, and this table has so many that could overlap that it was given
        up. A table whose overlaps are unknown is refused. Give the routes distinct literals near their beginning.
        """,
        noExample: "it takes fifty million pairs of routes")

    static let tableTooLarge = DiagnosticHelp(
        "The patterns are too long together",
        """
        The index of routes addresses its patterns with 32 bits, and the patterns of this table are longer together.
        Shorten them, or use captures in place of enumerated literals.
        """,
        noExample: "it takes gigabytes of patterns")

    static let hiddenRoute = DiagnosticHelp(
        "A broader route hides it in some hosts",
        """
        A route without `in` takes links of all hosts and schemes. In some of them a broader route that names the host is
        looked up first and gets its links. That may be meant, so only `check --hidden` reports it. Name the same hosts
        after `in`, and the narrower route wins.
        """,
        wrong: """
            scheme podcast
            host   podcasts.example
            feature Player {
                action play {
                    respond
                }
                route all /** do play {
                    in podcasts.example
                }
                route play /play do play
            }
            """, options: ["--hidden"],
        mended: ["/play do play": "/play do play {\n        in podcasts.example podcast\n    }"])
}
