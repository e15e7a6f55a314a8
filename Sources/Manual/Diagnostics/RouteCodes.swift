/// The codes of routes, their patterns and what they feed to actions: RT401 to RT407, RT413 and RT415.
enum RouteCodes {
    static let duplicateRoute = DiagnosticHelp(
        "The route name is taken",
        """
        Two routes have the same name. Outcomes, cases and `over` name a route, so a name is unique in a table with all its
        files. Choose another: a second path to the same action is a second route.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    respond
                }
                route play /play do play
                route play /start do play
            }
            """, mended: ["route play /start": "route start /start"])

    static let badPattern = DiagnosticHelp(
        "The pattern is not valid",
        """
        A pattern begins with `/` and is matched segment by segment. `$(name)` captures a value, `*` stands for any text
        inside a segment, and `**` for the rest of the path, so it is the last segment. Queries are not part of it: they
        are `query` lines. In brackets stands an optional part: `/[a/]b`, `/p[/]`.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    respond
                }
                route play /**/play do play
            }
            """, mended: ["/**/play": "/*/play"])

    static let unknownAction = DiagnosticHelp(
        "The feature has no such action",
        """
        The name behind `do` is no action of the feature that the route stands in. The report suggests the nearest one. An
        action of another feature is not reached from here: move the route into that feature.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    respond
                }
                route play /play do plays
            }
            """, mended: ["plays": "play"])

    static let parameterType = DiagnosticHelp(
        "The route allows more than the input",
        """
        The type of the capture or key takes values that the input does not take, so some links would match and then fail.
        Types are compared when the table is loaded. Give both the same type, or the route a narrower one.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    input at uint
                    respond
                }
                route play /play/$(at:hex) do play
            }
            """, mended: ["at:hex": "at:uint"])

    static let missingInput = DiagnosticHelp(
        "The action needs a value",
        """
        The action has a required input, and a link of this route may lack it, or the route does not feed it at all.
        Capture it in the pattern, make the query key required, or give the input a default.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    input at uint
                    respond
                }
                route play /play do play {
                    query at:uint?
                }
            }
            """, mended: ["query at:uint?": "query at:uint = 0"])

    static let unusedParameter = DiagnosticHelp(
        "The action does not use the value",
        """
        The route reads a value that its action does not declare as an input, so the value has no effect. Declare the
        input, write `*` for a segment that is only matched, or `_` for a key that only selects.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    respond
                }
                route play /play/$(list) do play
            }
            """, mended: ["$(list)": "*"])

    static let repeatedParameter = DiagnosticHelp(
        "A name has two sources",
        """
        The same name is fed from two places of the link, such as the path and the fragment. Which one counts would be a
        guess. Rename one of them, or remove it.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    input list string
                    respond
                }
                route play /play/$(list) do play {
                    fragment list
                }
            }
            """, mended: [" {\n        fragment list\n    }": ""])

    static let unknownRoute = DiagnosticHelp(
        "There is no such route",
        """
        An `over` line names a route that the table does not have. The report suggests the nearest name. Routes of all
        files of the table can be named.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    input list string?
                    respond
                }
                route episode /$(list)/latest do play {
                    over newest
                }
                route news /news/$(list) do play
            }
            """, mended: ["over newest": "over news"])

    static let foreignPattern = DiagnosticHelp(
        "Pattern syntax of another language",
        #"""
        `:id`, `<id>`, `{name}` and `(a|b)` are captures in other routers; here they are literal text that no link holds.
        Captures are `$(id)`, with a type if need be: `$(id:uint)`, `$(tab:a|b)`. For the text itself write a backslash, as
        in `\:id`. `/files/*path` takes segments that end with `path`; all that follows is `$(path:**)`.
        """#,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    input show slug
                    respond
                }
                route play /play/:show do play {
                    query show:slug
                }
            }
            """, mended: ["/play/:show do play {\n        query show:slug\n    }": "/play/$(show:slug) do play"])
}
