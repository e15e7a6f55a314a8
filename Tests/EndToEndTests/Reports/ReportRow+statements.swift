import TestTables

// What is reported of statements.
extension ReportRow {
    static let statements = [
        ReportRow(
            "RT101",
            """
            scheme podcast
            hosts example.com
            """,
            """
            routes.conf:2:1: error RT101: the directive `hosts` is not known in a table
               2 | hosts example.com
                 | ^~~~~
                 = help: did you mean `host`?
            1 error
            """),
        ReportRow(
            "RT102",
            """
            scheme podcast
            route show /show do open
            """,
            """
            routes.conf:2:1: error RT102: `route` does not belong in a table
               2 | route show /show do open
                 | ^~~~~
                 = help: it belongs in `feature` or `under`
            1 error
            """),
        ReportRow(
            "RT103",
            """
            scheme podcast
            feature Player {
                description "plays"
                description "plays well"
            }
            """,
            """
            routes.conf:4:5: error RT103: `description` is given twice
               4 |     description "plays well"
                 |     ^~~~~~~~~~~
                 = note: routes.conf:3:5: the first is here
               3 |     description "plays"
                 |     ^~~~~~~~~~~
                 = help: keep one of them
            1 error
            """),
        ReportRow(
            "RT104",
            """
            scheme podcast
            product premium monthly
            """,
            """
            routes.conf:2:1: error RT104: `product` has too many words
               2 | product premium monthly
                 | ^~~~~~~~~~~~~~~~~~~~~~~
                 = help: it is written `product ID { … }`
            1 error
            """),
        ReportRow(
            "RT105",
            """
            values size small {
                title podcast
            }
            """,
            """
            routes.conf:1:1: error RT105: `values` has no block
               1 | values size small {
                 | ^~~~~~~~~~~~~~~~~
                 = help: it is written `values NAME MEMBER…`
            1 error
            """),
        ReportRow(
            "RT106",
            """
            scheme podcast
            feature 7Days {
            }
            """,
            """
            routes.conf:2:9: error RT106: `7Days` is not a valid name for a feature
               2 | feature 7Days {
                 |         ^~~~~
                 = help: a name has letters, digits, `-` and `_`, and begins with a letter or `_`
            1 error
            """),
        ReportRow(
            "RT107",
            """
            scheme podcast
            product premium {
                kind yearly
            }
            """,
            """
            routes.conf:3:10: error RT107: `yearly` is not a kind of product
               3 |     kind yearly
                 |          ^~~~~~
                 = help: one of: subscription, oneTime, consumable
            1 error
            """),
        ReportRow(
            "RT108",
            """
            scheme podcast
            feature Player {
                action play {
                    builtin reload
                }
                route play /play do play
            }
            """,
            """
            routes.conf:4:9: error RT108: `builtin` comes in a later version; this one does not have it
               4 |         builtin reload
                 |         ^~~~~~~
                 = help: use \(performerWords) until then
            1 error
            """),
    ]
}
