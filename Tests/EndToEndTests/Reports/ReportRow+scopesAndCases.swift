// What is reported of scopes and test cases.
extension ReportRow {
    static let scopesAndCases = [
        ReportRow(
            "RT601",
            """
            scheme my_podcasts
            """,
            """
            routes.conf:1:8: error RT601: `my_podcasts` is not a scheme
               1 | scheme my_podcasts
                 |        ^~~~~~~~~~~
                 = help: a scheme begins with a letter and goes on with letters, digits, `+`, `-` and `.`
            1 error
            """),
        ReportRow(
            "RT602",
            """
            host https://Podcasts.example
            """,
            """
            routes.conf:1:14: error RT602: `https://Podcasts.example` is not a host: a host must be in lower case
               1 | host https://Podcasts.example
                 |              ^
                 = help: write podcasts.example
            1 error
            """),
        ReportRow(
            "RT603",
            """
            host podcasts.example podcasts.example:443
            """,
            """
            routes.conf:1:23: error RT603: `podcasts.example` is declared twice
               1 | host podcasts.example podcasts.example:443
                 |                       ^~~~~~~~~~~~~~~~~~~~
                 = note: routes.conf:1:6: the first is here
               1 | host podcasts.example podcasts.example:443
                 |      ^~~~~~~~~~~~~~~~
                 = help: keep one of them
            1 error
            """),
        ReportRow(
            "RT604",
            """
            scheme podcast
            feature Player {
                action play {
                    respond
                }
                route play /play do play {
                    in podcasts
                }
            }
            """,
            """
            routes.conf:7:12: error RT604: `podcasts` is not a scheme or host of this file
               7 |         in podcasts
                 |            ^~~~~~~~
                 = help: did you mean `podcast`?
            1 error
            """),
        ReportRow(
            "RT605",
            """
            feature Player {
                action play {
                    respond
                }
                route play /play do play
            }
            """,
            """
            routes.conf:5:11: error RT605: no link can reach this route or any other: the table has no scheme or host
               5 |     route play /play do play
                 |           ^~~~
                 = help: declare one: `scheme myapp`, `host example.com`
            1 error
            """),
        ReportRow(
            "RT606",
            """
            scheme podcast
            host podcasts.example
            feature Player {
                action play {
                    respond
                }
                route play /play do play {
                    in app
                }
            }
            """,
            """
            routes.conf:2:6: warning RT606: no route takes links of `podcasts.example`
               2 | host podcasts.example
                 |      ^~~~~~~~~~~~~~~~
                 = help: add a route, or remove it
            1 warning; 1 route, 1 feature
            """),
        ReportRow(
            "RT701",
            """
            table routes.conf
            case "plays" {
                expect ok.wouldPerform
            }
            """,
            """
            routes.cases:2:6: error RT701: the case has no `url`
               2 | case "plays" {
                 |      ^~~~~~~
                 = help: add `url URL`
            1 error
            """),
        ReportRow(
            "RT702",
            """
            table routes.conf
            case "plays" {
                url    podcast:play
                expect ok.performed
            }
            """,
            """
            routes.cases:4:12: error RT702: a case without `returns` performs nothing, so its outcome is never `ok.performed`
               4 |     expect ok.performed
                 |            ^~~~~~~~~~~~
                 = help: the outcome of a link that gets through is `ok.wouldPerform`
            1 error
            """),
        ReportRow(
            "RT703",
            """
            table routes.conf
            case "plays" {
                url    podcast:play
                with   permission camera allowed
                expect ok.wouldPerform
            }
            """,
            """
            routes.cases:4:30: error RT703: `allowed` is no value here
               4 |     with   permission camera allowed
                 |                              ^~~~~~~
                 = help: one of: authorized, denied, restricted, notDetermined, unsupported, unknown
            1 error
            """),
        ReportRow(
            "RT704",
            """
            table routes.conf
            case "plays" {
                url    podcast:play
                expect ok.wouldPerform
                route  pley
            }
            """,
            """
            routes.cases:5:12: error RT704: there is no route `pley`
               5 |     route  pley
                 |            ^~~~
                 = help: did you mean `play`?
            1 error
            """),
        ReportRow(
            "RT705",
            """
            table routes.conf
            """,
            """
            routes.cases:1:1: error RT705: the file has no cases
               1 | table routes.conf
                 | ^
                 = help: add `case "…" { … }`: a file that tests nothing cannot fail
            1 error
            """),
    ]
}
