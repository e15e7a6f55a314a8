/// The codes of channels: RT801 to RT805.
enum ChannelCodes {
    static let duplicateChannel = DiagnosticHelp(
        "The channel is declared twice",
        """
        Two channels have the same name, perhaps in two files. Apps subscribe to a channel by its name, so it is unique in
        a table. Keep one of them.
        """,
        wrong: """
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
            """, mended: ["channel player {\n    kind plain\n}\n": ""])

    static let unknownChannel = DiagnosticHelp(
        "There is no such channel",
        """
        An action sends its links to a channel that the table does not declare. The report suggests the nearest one.
        Declare the channel with its kind, or mend the name.
        """,
        wrong: """
            scheme podcast
            channel player {
                kind held
            }
            feature Player {
                action play {
                    channel player
                }
                action stop {
                    channel plaier
                }
                route play /play do play
                route stop /stop do stop
            }
            """, mended: ["plaier": "player"])

    static let unusedChannel = DiagnosticHelp(
        "No action sends links to it",
        """
        A channel is declared, and no action has `channel` with its name. An app that subscribes would never get a link.
        Add the line to an action, or remove the channel.
        """,
        wrong: """
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
            """, mended: ["respond": "channel player"])

    static let badChannel = DiagnosticHelp(
        "The line does not fit the channel",
        """
        A channel has one kind, and each kind its own lines: only a `held` channel has links that are acknowledged, starts
        an app or is durable. The report says which kind takes the line. Remove it, or change the kind.
        """,
        wrong: """
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
            """, mended: ["plain": "held"])

    static let writtenSecret = DiagnosticHelp(
        "A secret would be written to disk",
        """
        A `secret` input is kept out of logs, and a durable channel writes its links to disk until an app has taken them.
        The two contradict each other. Remove `durable`, or send the links with the secret to another channel.
        """,
        wrong: """
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
            """, mended: ["    durable\n": ""])
}
