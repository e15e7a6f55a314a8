/// The codes of actions and their inputs: RT301 to RT305, RT308 to RT310 and RT312.
enum ActionCodes {
    static let duplicateAction = DiagnosticHelp(
        "The action is declared twice",
        """
        Two actions of one feature have the same name, so `do NAME` would be ambiguous. Rename one, or remove it. Actions
        of different features may share a name.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    respond
                }
                action play {
                    respond again
                }
                route play /play do play
            }
            """, mended: ["    action play {\n        respond again\n    }\n": ""])

    static let noPerformer = DiagnosticHelp(
        "Nothing performs the action",
        """
        An action needs a line that says what happens: `exec` starts a program, `respond` answers with a text or its
        inputs, and `channel` sends the link to a running app. Add one of them.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    timeout 5s
                }
                route play /play do play
            }
            """, mended: ["timeout 5s": "respond"])

    static let badType = DiagnosticHelp(
        "There is no such type",
        """
        The types are string, int, uint, hex, uuid, slug, date and bool; choices such as `a|b`, and `@set` of a `values`
        line; and types with bounds, such as `digits(6)`, `text(1..40)` and `uint(1..31)`. The report lists them.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    input at number
                    respond
                }
                route play /play/$(at:uint) do play
            }
            """, mended: ["number": "uint"])

    static let duplicateInput = DiagnosticHelp(
        "The input is declared twice",
        """
        Two inputs of one action have the same name. Routes and placeholders name an input, so its name is unique in the
        action. Keep one of them.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    input at uint
                    input at int
                    respond
                }
                route play /play/$(at:uint) do play
            }
            """, mended: ["        input at int\n": ""])

    static let badDefault = DiagnosticHelp(
        "The default is not of the type",
        """
        The default of an input or a query key must be a value that its type takes; else a link without the key would give
        the action a value that no link may give it. Change the default or the type.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    input at uint = -1
                    respond
                }
                route play /play do play
            }
            """, mended: ["-1": "0"])

    static let unknownInput = DiagnosticHelp(
        "The action has no such input",
        """
        A placeholder `$(name)`, or a `with` line of a route, names an input that the action does not declare. The report
        suggests the nearest one. Declare the input, or mend the name.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    input list string
                    respond "plays $(lst)"
                }
                route play /play/$(list) do play
            }
            """, mended: ["$(lst)": "$(list)"])

    static let optionalInput = DiagnosticHelp(
        "The input may be missing here",
        """
        An argument of a program is always there, and an optional input may be missing. What the program would get then
        has to be said: give the input a default with `= VALUE`, or make it required.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    input list slug?
                    exec  /opt/podcasts/podplay --list=$(list)
                }
                route play /play do play {
                    query list:slug?
                }
            }
            """, mended: ["input list slug?": "input list slug = all"])

    static let unusedAction = DiagnosticHelp(
        "No route leads to the action",
        """
        No link can start this action, because no route ends with `do` and its name. A request that names the action needs
        a route too. Add one, or remove the action.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    respond
                }
                action stop {
                    respond
                }
                route play /play do play
            }
            """, mended: ["do play": "do play\n    route stop /stop do stop"])

    static let unusedInput = DiagnosticHelp(
        "The program does not get the input",
        """
        The action declares an input, and no argument of `exec` has a placeholder for it. So the value of the link has no
        effect. Add `$(name)` to the arguments, or remove the input.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    input at uint = 0
                    exec  /opt/podcasts/podplay
                }
                route play /play do play {
                    query at:uint?
                }
            }
            """, mended: ["podplay": "podplay --at=$(at)"])
}
