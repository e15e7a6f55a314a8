// What is reported of precedence.
extension ReportRow {
    static let precedence = [
        ReportRow(
            "RT501",
            """
            scheme podcast
            host podcasts.example
            feature Player {
                action play {
                    input show string?
                    input part string?
                    respond
                }
                route latest /$(show)/latest do play
                route trailer /news/$(part) do play
            }
            """,
            """
            routes.conf:9:11: error RT501: the routes `latest` and `trailer` overlap, and neither is inside the other
                9 |     route latest /$(show)/latest do play
                  |           ^~~~~~
                  = note: routes.conf:10:11: the other route, in any host of the file too
               10 |     route trailer /news/$(part) do play
                  |           ^~~~~~~
                  = both routes accept: https://podcasts.example/news/latest
                  = help: say which one wins: add `over trailer` to `latest`, or the other way round
            1 error
            """),
        ReportRow(
            "RT502",
            """
            host podcasts.example
            feature Player {
                action play {
                    input list string?
                    input show string?
                    respond
                }
                route lists /play/$(list) do play
                route shows /play/$(show) do play
            }
            """,
            """
            routes.conf:8:11: error RT502: the routes `lists` and `shows` take the same links
               8 |     route lists /play/$(list) do play
                 |           ^~~~~
                 = note: routes.conf:9:11: the other route, in any host of the file too
               9 |     route shows /play/$(show) do play
                 |           ^~~~~
                 = both routes accept: https://podcasts.example/play/list
                 = help: remove one of them, or make one narrower
            1 error
            """),
        ReportRow(
            "RT503",
            """
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
            """,
            """
            routes.conf:11:11: error RT503: these routes go before each other in a circle: `code`, `number`, `code`
               11 |     route code /$(h:hex) do play {
                  |           ^~~~
                  = note: routes.conf:8:11: in the circle
                8 |     route number /$(n:int) do play {
                  |           ^~~~~~
                  = help: remove one `over`
            1 error
            """),
        ReportRow(
            "RT504",
            """
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
            """,
            """
            routes.conf:8:14: error RT504: `over number` cannot hold: that route is narrower and wins
                8 |         over number
                  |              ^~~~~~
                  = note: routes.conf:10:11: takes only links that this route takes too
               10 |     route number /play/$(n:uint) do play
                  |           ^~~~~~
                  = help: remove the `over`
            1 error
            """),
        ReportRow(
            "RT505",
            """
            scheme podcast
            feature Player {
                action play {
                    input n uint?
                    input s string?
                    respond
                }
                route number /play/$(n:uint) do play {
                    over any
                }
                route any /play/$(s) do play
            }
            """,
            """
            routes.conf:9:14: warning RT505: `over any` decides nothing: this route is narrower and wins anyway
                9 |         over any
                  |              ^~~
                  = note: routes.conf:11:11: the other route
               11 |     route any /play/$(s) do play
                  |           ^~~
                  = help: remove the `over`
            1 warning; 2 routes, 1 feature
            """),
        ReportRow(
            "RT506",
            """
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
            """,
            """
            routes.conf:9:11: warning RT506: no link reaches the route `play`
               9 |     route play /play do play
                 |           ^~~~
                 = note: routes.conf:6:11: this route gets them all
               6 |     route all /** do play {
                 |           ^~~
                 = help: remove it, or narrow the other
            1 warning; 2 routes, 1 feature
            """),
        ReportRow(
            "RT507",
            """
            scheme podcast
            deny /internal/**
            feature Player {
                action play {
                    respond
                }
                route play /internal/play do play
            }
            """,
            """
            routes.conf:7:11: warning RT507: no link reaches the route `play`
               7 |     route play /internal/play do play
                 |           ^~~~
                 = note: routes.conf:2:6: this denies them all
               2 | deny /internal/**
                 |      ^~~~~~~~~~~~
                 = help: remove it, or narrow the `deny`
            1 warning; 1 route, 1 feature
            """),
        ReportRow(
            "RT512", options: ["--hidden"],
            """
            scheme podcast
            host podcasts.example
            feature Player {
                action play {
                    respond
                }
                route all /** do play {
                    in podcasts.example
                }
                route play /play do play
            }
            """,
            """
            routes.conf:10:11: warning RT512: the route `play` gets no link of the schemes or hosts that a broader route takes too
               10 |     route play /play do play
                  |           ^~~~
                  = note: routes.conf:7:11: this broader route is looked up before it, in some of its schemes or hosts
                7 |     route all /** do play {
                  |           ^~~
                  = help: name the same schemes or hosts after `in`, and the narrower route wins
            1 warning; 2 routes, 1 feature
            """),
    ]
}
