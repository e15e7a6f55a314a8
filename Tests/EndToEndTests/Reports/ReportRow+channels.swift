// What is reported of channels.
extension ReportRow {
    static let channels = [
        ReportRow(
            "RT801",
            """
            scheme podcast
            channel player {
                kind held
            }
            channel player {
                kind plain
            }
            feature Player {
                action play {
                    channel player
                }
                route play /play do play
            }
            """,
            """
            routes.conf:5:9: error RT801: the channel `player` is declared twice
               5 | channel player {
                 |         ^~~~~~
                 = note: routes.conf:2:9: the first is here
               2 | channel player {
                 |         ^~~~~~
                 = help: keep one of them
            1 error
            """),
        ReportRow(
            "RT802",
            """
            scheme podcast
            channel player {
                kind held
            }
            feature Player {
                action play {
                    channel plaier
                }
                route play /play do play
            }
            """,
            """
            routes.conf:7:17: error RT802: there is no channel `plaier`
               7 |         channel plaier
                 |                 ^~~~~~
                 = help: did you mean `player`?
            1 error
            """),
        ReportRow(
            "RT803",
            """
            scheme podcast
            channel player {
                kind held
            }
            feature Player {
                action play {
                    respond
                }
                route play /play do play
            }
            """,
            """
            routes.conf:2:9: warning RT803: no action sends links to the channel `player`
               2 | channel player {
                 |         ^~~~~~
                 = help: remove it, or add `channel player` to an action
            1 warning; 1 route, 1 feature, 1 channel
            """),
        ReportRow(
            "RT804",
            """
            scheme podcast
            channel player {
                kind plain
                acknowledge within 30s
            }
            feature Player {
                action play {
                    channel player
                }
                route play /play do play
            }
            """,
            """
            routes.conf:4:5: error RT804: a `plain` channel has no `acknowledge`: its links are not acknowledged
               4 |     acknowledge within 30s
                 |     ^~~~~~~~~~~
                 = help: remove it, or write `kind held`
            1 error
            """),
        ReportRow(
            "RT805",
            """
            scheme podcast
            channel player {
                kind held
                durable
            }
            feature Player {
                action play {
                    input token string secret
                    channel player
                }
                route play /play/$(token) do play
            }
            """,
            """
            routes.conf:8:28: error RT805: the input `token` is secret, and the links of the channel `player` are \
            written to disk
               8 |         input token string secret
                 |                            ^~~~~~
                 = note: routes.conf:4:5: the channel is durable here
               4 |     durable
                 |     ^~~~~~~
                 = help: remove `durable`, or send the links of this action to another channel
            1 error
            """),
    ]
}
