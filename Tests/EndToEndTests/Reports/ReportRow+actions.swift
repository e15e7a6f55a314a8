import TestTables

// What is reported of actions.
extension ReportRow {
    static let actions = [
        ReportRow(
            "RT301",
            """
            scheme podcast
            feature Player {
                action play {
                    respond played
                }
                action play {
                    respond again
                }
                route play /play do play
            }
            """,
            """
            routes.conf:6:12: error RT301: the action `play` is declared twice
               6 |     action play {
                 |            ^~~~
                 = note: routes.conf:3:12: the first is here
               3 |     action play {
                 |            ^~~~
                 = help: keep one of them
            1 error
            """),
        ReportRow(
            "RT302",
            """
            scheme podcast
            feature Player {
                action play {
                    timeout 5s
                }
                route play /play do play
            }
            """,
            """
            routes.conf:3:12: error RT302: nothing performs the action `play`
               3 |     action play {
                 |            ^~~~
                 = help: add a line that does, with \(performerWords)
            1 error
            """),
        ReportRow(
            "RT303",
            """
            scheme podcast
            feature Player {
                action play {
                    input at decimal
                    respond
                }
                route play /play/$(at) do play
            }
            """,
            """
            routes.conf:4:18: error RT303: there is no type `decimal`
               4 |         input at decimal
                 |                  ^~~~~~~
                 = help: one of: string, int, uint, hex, uuid, slug, date, bool, int(-90..90), uint(1..31), digits(6), hex(8), base62(22), text(1..40); if `decimal` is a value, declare the set `values decimal decimal` and write `@decimal`
            1 error
            """),
        ReportRow(
            "RT304",
            """
            scheme podcast
            feature Player {
                action play {
                    input at uint
                    input at int
                    respond
                }
                route play /play/$(at:uint) do play
            }
            """,
            """
            routes.conf:5:15: error RT304: the input `at` is declared twice
               5 |         input at int
                 |               ^~
                 = note: routes.conf:4:15: the first is here
               4 |         input at uint
                 |               ^~
                 = help: keep one of them
            1 error
            """),
        ReportRow(
            "RT305",
            """
            scheme podcast
            feature Player {
                action play {
                    input at uint = -1
                    respond
                }
                route play /play do play
            }
            """,
            """
            routes.conf:4:25: error RT305: the default `-1` is not of the type `uint`
               4 |         input at uint = -1
                 |                         ^~
                 = help: a `uint` is a whole number from 0 to 9223372036854775807, without leading zeros
            1 error
            """),
        ReportRow(
            "RT306",
            """
            scheme podcast
            feature Player {
                action play {
                    exec play-podcast
                }
                route play /play do play
            }
            """,
            """
            routes.conf:4:14: error RT306: a program is named by its absolute path, without placeholders
               4 |         exec play-podcast
                 |              ^~~~~~~~~~~~
                 = help: as in `exec /usr/bin/xdg-open …`
            1 error
            """),
        ReportRow(
            "RT307",
            """
            scheme podcast
            feature Player {
                action play {
                    input list string
                    exec /usr/bin/sync "list $(list)"
                }
                route play /play/$(list) do play
            }
            """,
            """
            routes.conf:5:28: error RT307: a placeholder stands in an argument with a blank
               5 |         exec /usr/bin/sync "list $(list)"
                 |                            ^~~~~~~~~~~~~~
                 = help: an argument is never split: put the placeholder into a word of its own
            1 error
            """),
        ReportRow(
            "RT308",
            """
            scheme podcast
            feature Player {
                action play {
                    input list string
                    respond "plays $(lst)"
                }
                route play /play/$(list) do play
            }
            """,
            """
            routes.conf:5:24: error RT308: the action has no input `lst`
               5 |         respond "plays $(lst)"
                 |                        ^~~~~~
                 = help: did you mean `list`?
            1 error
            """),
        ReportRow(
            "RT309",
            """
            scheme podcast
            feature Player {
                action play {
                    input list string?
                    exec /usr/bin/sync --list $(list)
                }
                route play /play/$(list) do play
            }
            """,
            """
            routes.conf:5:35: error RT309: the input `list` may be missing, and an argument cannot be
               5 |         exec /usr/bin/sync --list $(list)
                 |                                   ^~~~~~~
                 = help: give it a default: `input list TYPE = VALUE`
            1 error
            """),
        ReportRow(
            "RT310",
            """
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
            """,
            """
            routes.conf:6:12: warning RT310: no route leads to the action `stop`
               6 |     action stop {
                 |            ^~~~
                 = help: add a route with `do stop`, or remove it
            1 warning; 1 route, 1 feature
            """),
        ReportRow(
            "RT312",
            """
            scheme podcast
            feature Player {
                action play {
                    input at uint = 0
                    exec /usr/bin/sync
                }
                route play /play do play
            }
            """,
            """
            routes.conf:5:9: warning RT312: the program does not get the input `at`
               5 |         exec /usr/bin/sync
                 |         ^~~~~~~~~~~~~~~~~~
                 = help: pass it, or remove the input
            1 warning; 1 route, 1 feature
            """),
        ReportRow(
            "RT313",
            """
            scheme podcast
            feature Player {
                action play {
                    input list slug
                    exec /usr/bin/sync $(list)
                }
                route play /play/$(list:slug) do play
            }
            """,
            """
            routes.conf:5:28: warning RT313: the value is the first argument of `sync`, which may run or open what it names
               5 |         exec /usr/bin/sync $(list)
                 |                            ^~~~~~~
                 = help: where the program takes text there, write a literal before the value, as in `--option=$(list)`, `-- $(list)` or `https://example.org/$(list)`, or give the input a narrow type, as `uint` or `a|b`
            1 warning; 1 route, 1 feature
            """),
        ReportRow(
            "RT315",
            """
            scheme podcast
            feature Player {
                action play {
                    varlink unix:/run/player io.example.Player.Play 7
                }
                route play /play do play
            }
            """,
            """
            routes.conf:4:57: error RT315: `7` is not a parameter with its value
               4 |         varlink unix:/run/player io.example.Player.Play 7
                 |                                                         ^
                 = help: a parameter is a name, `=` and a value, as in `episode=7`
            1 error
            """),
        ReportRow(
            "RT316",
            """
            scheme podcast
            feature Player {
                action play {
                    varlink unix:/run/player io.example.Player.Play
                    result {
                    }
                }
                route play /play do play
            }
            """,
            """
            routes.conf:5:9: error RT316: the `result` block names no member of the answer
               5 |         result {
                 |         ^~~~~~
                 = help: add a line for each member, with its name and its type, or remove the block
            1 error
            """),
    ]
}
