// What is reported of routes.
extension ReportRow {
    static let routes = [
        ReportRow(
            "RT401",
            """
            scheme podcast
            feature Player {
                action play {
                    respond
                }
                route play /play do play
                route play /start do play
            }
            """,
            """
            routes.conf:7:11: error RT401: the route `play` is declared twice
               7 |     route play /start do play
                 |           ^~~~
                 = note: routes.conf:6:11: the first is here
               6 |     route play /play do play
                 |           ^~~~
                 = help: a route name is unique across all files of a table: choose another
            1 error
            """),
        ReportRow(
            "RT402",
            """
            scheme podcast
            feature Player {
                action play {
                    respond
                }
                route play /**/play do play
            }
            """,
            """
            routes.conf:6:19: error RT402: a tail must be the last segment
               6 |     route play /**/play do play
                 |                   ^
                 = help: one segment is `*` or a capture; where their number differs, write a pattern for each: \
            `route NAME /*/a /*/*/a do ACTION`
            1 error
            """),
        ReportRow(
            "RT403",
            """
            scheme podcast
            feature Player {
                action play {
                    respond
                }
                route play /play do plays
            }
            """,
            """
            routes.conf:6:25: error RT403: the feature `Player` has no action `plays`
               6 |     route play /play do plays
                 |                         ^~~~~
                 = help: did you mean `play`?
            1 error
            """),
        ReportRow(
            "RT404",
            """
            scheme podcast
            feature Player {
                action play {
                    input at uint
                    respond
                }
                route play /play/$(at:hex) do play
            }
            """,
            """
            routes.conf:7:22: error RT404: `at` can be any `hex`, and the input takes only a `uint`
               7 |     route play /play/$(at:hex) do play
                 |                      ^~~~~~~~~
                 = help: give both the same type
            1 error
            """),
        ReportRow(
            "RT405",
            """
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
            """,
            """
            routes.conf:8:15: error RT405: a link may lack `at`, and the action needs it
               8 |         query at:uint?
                 |               ^~~~~~~~
                 = help: give it a default, or make the input optional: `uint?`
            1 error
            """),
        ReportRow(
            "RT406",
            """
            scheme podcast
            feature Player {
                action play {
                    respond
                }
                route play /play/$(list) do play
            }
            """,
            """
            routes.conf:6:22: warning RT406: the action `play` has no input `list`
               6 |     route play /play/$(list) do play
                 |                      ^~~~~~~
                 = help: declare the input, or write `*` for a part that the action does not need
            1 warning; 1 route, 1 feature
            """),
        ReportRow(
            "RT407",
            """
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
            """,
            """
            routes.conf:8:18: error RT407: `list` has two sources
               8 |         fragment list
                 |                  ^~~~
                 = note: routes.conf:7:22: the first is here
               7 |     route play /play/$(list) do play {
                 |                      ^~~~~~~
                 = help: one name has one source: rename one of them
            1 error
            """),
        ReportRow(
            "RT408",
            """
            scheme podcast
            values languages en de
            feature Player {
                action play {
                    input in string
                    respond
                }
                route play /play/$(in:@language) do play
            }
            """,
            """
            routes.conf:8:27: error RT408: there are no values `language`
               8 |     route play /play/$(in:@language) do play
                 |                           ^~~~~~~~~
                 = help: did you mean `@languages`?
            1 error
            """),
        ReportRow(
            "RT409",
            """
            scheme podcast
            values language en de
            values language fr
            feature Player {
                action play {
                    input in string
                    respond
                }
                route play /play/$(in:@language) do play
            }
            """,
            """
            routes.conf:3:8: error RT409: the values `language` are declared twice
               3 | values language fr
                 |        ^~~~~~~~
                 = note: routes.conf:2:8: the first is here
               2 | values language en de
                 |        ^~~~~~~~
                 = help: keep one of them
            1 error
            """),
        ReportRow(
            "RT410",
            """
            scheme podcast
            values language en de
            feature Player {
                action play {
                    respond
                }
                route play /play do play
            }
            """,
            """
            routes.conf:2:8: warning RT410: nothing uses the values `language`
               2 | values language en de
                 |        ^~~~~~~~
                 = help: remove them
            1 warning; 1 route, 1 feature
            """),
        ReportRow(
            "RT411",
            """
            scheme podcast
            feature Player {
                action play {
                    input at uint = 0
                    respond
                }
                route play /play do play {
                    query at:uint default 0
                }
            }
            """,
            """
            routes.conf:8:23: error RT411: after a key stands `from KEY`, `= DEFAULT`, `_`, `exact` or nothing
               8 |         query at:uint default 0
                 |                       ^~~~~~~
                 = help: write `query at:uint = 0`
            1 error
            """),
        ReportRow(
            "RT412",
            """
            scheme podcast
            deny /internal/$(x)
            """,
            """
            routes.conf:2:16: error RT412: except and deny accept only literals, * and a final **
               2 | deny /internal/$(x)
                 |                ^~~~
                 = help: write * in place of the capture
            1 error
            """),
        ReportRow(
            "RT413",
            """
            scheme podcast
            feature Player {
                action play {
                    respond
                }
                route play /play do play {
                    over player
                }
            }
            """,
            """
            routes.conf:7:14: error RT413: there is no route `player`
               7 |         over player
                 |              ^~~~~~
                 = help: did you mean `play`?
            1 error
            """),
        ReportRow(
            "RT414",
            """
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
            """,
            """
            routes.conf:8:17: error RT414: `start` is not of the type `uint`, which the input `at` has
               8 |         with at start
                 |                 ^~~~~
                 = help: a `uint` is a whole number from 0 to 9223372036854775807, without leading zeros
            1 error
            """),
        ReportRow(
            "RT415",
            """
            scheme podcast
            feature Player {
                action play {
                    respond
                }
                route play /play/:show do play
            }
            """,
            """
            routes.conf:6:22: warning RT415: `:show` captures nothing: it matches only this text
               6 |     route play /play/:show do play
                 |                      ^~~~~
                 = help: captures are written `$(show)`; for the text itself write `\\:`
            1 warning; 1 route, 1 feature
            """),
        ReportRow(
            "RT416",
            """
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
            """,
            """
            routes.conf:7:15: warning RT416: the key `start` is refused by `strict`, which takes only declared keys
               7 |         query !start
                 |               ^~~~~~
                 = help: remove the line, or `strict`
            1 warning; 1 route, 1 feature
            """),
        ReportRow(
            "RT417",
            """
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
            """,
            """
            routes.conf:7:19: warning RT417: no route of the group requires the key `strat`
               7 |         exclusive strat
                 |                   ^~~~~
                 = help: did you mean `start`?
            1 warning; 1 route, 1 feature
            """),
    ]
}
