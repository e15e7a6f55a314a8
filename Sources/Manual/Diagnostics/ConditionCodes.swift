/// The codes of values, query keys, constants and groups: RT408 to RT412, RT414, RT416 and RT417.
enum ConditionCodes {
    static let unknownValues = DiagnosticHelp(
        "There are no such values",
        """
        A type `@name` stands for the values of the line `values name …`, and the table has no such line. The report
        suggests the nearest name. Declare the values, or mend the name.
        """,
        wrong: """
            scheme podcast
            values languages en de
            feature Player {
                action play {
                    input in @languages
                    respond
                }
                route play /play/$(in:@language) do play
            }
            """, mended: ["in:@language)": "in:@languages)"])

    static let duplicateValues = DiagnosticHelp(
        "The values are declared twice",
        """
        Two `values` lines have the same name, perhaps in two files. Write all values into one line, or choose another
        name.
        """,
        wrong: """
            scheme podcast
            values language en de
            values language fr
            feature Player {
                action play {
                    input in @language
                    respond
                }
                route play /play/$(in:@language) do play
            }
            """, mended: ["en de\nvalues language fr": "en de fr"])

    static let unusedValues = DiagnosticHelp(
        "Nothing uses the values",
        """
        A `values` line is declared, and no type is `@` with its name. Often a capture was meant to have that type and
        takes any text. Use the values, or remove the line.
        """,
        wrong: """
            scheme podcast
            values language en de
            feature Player {
                action play {
                    input in string
                    respond
                }
                route play /play/$(in) do play
            }
            """, mended: ["$(in)": "$(in:@language)"])

    static let badCondition = DiagnosticHelp(
        "The query or fragment line is wrong",
        """
        A `query` line is `NAME[:TYPE][?] [from KEY] [= DEFAULT] [exact]`, or `KEY _` for a key that only selects, or
        `!KEY` for one that must be absent. The words of this line are none of these.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    input at uint
                    respond
                }
                route play /play do play {
                    query at:uint default 0
                }
            }
            """, mended: ["default 0": "= 0"])

    static let badExclusion = DiagnosticHelp(
        "An exclusion with a capture",
        """
        `deny` and `except` refuse links and feed nothing, so their patterns have only literals, `*` and a final `**`. A
        capture or a condition there would suggest an effect that it has not. Write `*` in its place.
        """,
        wrong: """
            scheme podcast
            deny /internal/$(page)
            feature Player {
                action play {
                    respond
                }
                route play /play do play
            }
            """, mended: ["$(page)": "*"])

    static let badConstant = DiagnosticHelp(
        "The constant does not fit the input",
        """
        `with NAME VALUE` in a route gives an input a fixed value. This value is not of the input's type, or the input is
        a list. Change the value, or the type of the input.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    input at uint
                    respond
                }
                route play /play do play {
                    with at start
                }
            }
            """, mended: ["with at start": "with at 0"])

    static let needlessAbsence = DiagnosticHelp(
        "The absent key is refused anyway",
        """
        `query !KEY` says that a link must not have the key. This route refuses such links already, because `strict` takes
        only declared keys. Remove one of the two lines.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    respond
                }
                route play /play do play {
                    query !start
                    strict
                }
            }
            """, mended: ["        query !start\n": ""])

    static let unrequiredKey = DiagnosticHelp(
        "No route of the group requires the key",
        """
        `exclusive` and `ranked` list keys that routes of the group require, so that each link has one route. No route
        requires this key, so it has no effect, and often it is misspelt.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    respond
                }
                under /play {
                    exclusive strat
                    route show /$(_:slug) do play {
                        query start _
                    }
                }
            }
            """, mended: ["strat": "start"])
}
