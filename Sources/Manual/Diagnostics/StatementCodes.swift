/// The codes of statements: RT101 to RT110.
enum StatementCodes {
    static let unknownDirective = DiagnosticHelp(
        "The directive is not known",
        """
        The first word of a line is no directive of this block. Directives are spelt in lower case. The report suggests the
        nearest one, or lists those that the block takes.
        """,
        wrong: """
            schema podcast
            feature Player {
                action play {
                    respond
                }
                route play /play do play
            }
            """, mended: ["schema": "scheme"])

    static let misplacedDirective = DiagnosticHelp(
        "The directive belongs in another block",
        """
        The directive exists, but not in this block: a `route` stands in a `feature`, an `input` in an `action`. Often a
        `}` further up closes a block too early. Move the line into the block that the report names.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    respond
                }
            }
            route play /play do play
            """, mended: ["}\n}\nroute play /play do play": "}\n    route play /play do play\n}"])

    static let repeatedDirective = DiagnosticHelp(
        "The directive is given twice",
        """
        This directive has one value in a block, and it is given twice. Which one counts must not depend on the order of
        lines, so the second is refused. Keep one of them.
        """,
        wrong: """
            scheme podcast
            feature Player {
                description "Plays"
                description "Plays episodes"
                action play {
                    respond
                }
                route play /play do play
            }
            """, mended: ["    description \"Plays\"\n": ""])

    static let wrongArguments = DiagnosticHelp(
        "The line has the wrong words",
        """
        The directive takes another number or order of words. The help line of the report shows its form; a part in
        brackets may be left out. A text with blanks is one word only in quotes.
        """,
        wrong: """
            scheme podcast
            feature Player {
                description Plays episodes
                action play {
                    respond
                }
                route play /play do play
            }
            """, mended: ["Plays episodes": "\"Plays episodes\""])

    static let wrongBlock = DiagnosticHelp(
        "A block too many, or missing",
        """
        Some directives have a block in braces and others have none. This one has a block and takes none, or needs one.
        The help line of the report shows the form.
        """,
        wrong: """
            scheme podcast
            limit url 4096 {
            }
            feature Player {
                action play {
                    respond
                }
                route play /play do play
            }
            """, mended: ["4096 {\n}": "4096"])

    static let badName = DiagnosticHelp(
        "The name is not valid",
        """
        A name has letters, digits, `-` and `_`, and begins with a letter or `_`. Names stand in messages, paths of
        features and placeholders, so other characters are refused. Choose another name.
        """,
        wrong: """
            scheme podcast
            feature 7Days {
                action play {
                    respond
                }
                route play /play do play
            }
            """, mended: ["7Days": "SevenDays"])

    static let badValue = DiagnosticHelp(
        "The value is not allowed here",
        """
        The directive takes one of a few words, a number in a range, a duration or a path, and this value is none of them.
        The report says what is taken. Durations have a unit: `500ms`, `30s`, `5m`.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    exec /opt/podcasts/podplay
                    timeout 30
                }
                route play /play do play
            }
            """, mended: ["timeout 30": "timeout 30s"])

    static let notAvailable = DiagnosticHelp(
        "Planned for a later version",
        """
        The word belongs to the language, but this version cannot do what it asks for. The table is refused, because a
        line without effect would be a promise that is not kept. Use what the help line names, until a later version.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    dbus org.example.Player Play
                }
                route play /play do play
            }
            """, mended: ["dbus org.example.Player Play": "respond"])

    static let tooMany = DiagnosticHelp(
        "More than the limit allows",
        """
        Something exceeds its limit: words of a line, statements, inputs of an action, query keys of a route, included
        files. The report names the limit and the amount. The limits keep the time and memory of one link bounded.
        """,
        noExample: "a table over a limit is too long to show")

    static let unknownGroup = DiagnosticHelp(
        "The machine lacks the group",
        """
        `operator group` or `delegate group` names a group that this machine does not have, so the line gives rights to no
        user. The daemon refuses a table with an unknown group of operators; for delegates it warns. Create the group, or
        correct its name. `check -f` says it as a note, because the table may be for another machine.
        """,
        noExample: "it depends on the groups of the machine")
}
