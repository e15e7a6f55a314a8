internal import Contract
internal import Features
package import Routing

extension ActionDirective: ExplainedDirective {
    /// What the manual says of it.
    package var help: DirectiveHelp? {
        switch self {
        case .input: ActionDirectives.input
        case .performer(let kind): kind.help
        case .limit(let limit): limit.help
        case .planned, .concurrency, .queue: nil
        }
    }
}

extension Performer.Kind {
    /// What the manual says of its directive.
    var help: DirectiveHelp {
        switch self {
        case .exec: ActionDirectives.exec
        case .respond: ActionDirectives.respond
        case .channel: ActionDirectives.channel
        }
    }
}

extension ActionLimit {
    /// What the manual says of it.
    var help: DirectiveHelp {
        switch self {
        case .timeout: ActionDirectives.timeout
        case .output: ActionDirectives.output
        case .success: ActionDirectives.success
        case .environment: ActionDirectives.environment
        case .detach: ActionDirectives.detach
        }
    }
}

/// The directives of an action.
enum ActionDirectives {
    static let input = DirectiveHelp(
        "Declares an input of the action: a value that routes feed from a link, and that a program can give by name.",
        """
        With `?` behind the type it may be missing, and with `= DEFAULT` it has this value then. A `secret` is masked in
        outcomes and in the log. The type `**` is a list: the rest of a path. `_` is no name of an input.
        """,
        limits: "Each name once; at most \(Limits.inputs) of an action.",
        example: """
            action play {
                input episode uint
                input at uint = 0
                input code string? secret
                respond "Playing $(episode) from second $(at)."
            }
            """, in: .actionWithInput)

    static let exec = DirectiveHelp(
        "Starts a program, without a shell.",
        """
        Each word is one argument. `$(episode)` stands for the value of an input, at most one in an argument, and no value
        can become an option or a second argument. A program that would run the value as code is refused. The outcome has
        what the program prints, and its exit status decides between `ok.performed` and `failed.exit`.
        """,
        limits: """
            One line of an action performs it. A program is named by its absolute path. A user runs at most
            \(Limits.runningProgramsPerUser) programs at once.
            """,
        example: """
            action play {
                input episode uint
                exec /usr/bin/podcasts --play=$(episode)
            }
            """, in: .actionWithInput)

    static let respond = DirectiveHelp(
        "Answers the caller, and starts nothing.",
        "With a text the outcome has that text; without one it has the inputs as an object.",
        limits: "One line of an action performs it.",
        example: """
            action play {
                input episode uint
                respond "Episode $(episode) it is."
            }
            """, in: .actionWithInput)

    static let channel = DirectiveHelp(
        "Sends the link to the apps that are subscribed to a channel.",
        "The table declares the channel. Inputs are sent with the link.",
        limits: "One line of an action performs it.",
        example: """
            action play {
                channel player
            }
            """,
        in: """
            scheme podcast
            channel player {
                kind held
            }
            feature Player {
                …
                route play /play do play
            }
            """)

    // MARK: Limits

    static let timeout = DirectiveHelp(
        "Stops the program of `exec` after this time; the outcome is `failed.timeout`.",
        standard: "10s.", limits: "Once; 1ms to 24h, as in `500ms`, `5s`, `2m`.",
        example: """
            action play {
                exec /usr/bin/podcasts --play
                timeout 5s
            }
            """, in: .action)

    static let output = DirectiveHelp(
        "Keeps this much of each output stream of the program of `exec`; the rest is counted.",
        "With `or fail` a program that writes more is stopped, and the outcome is `failed.limit`.",
        standard: "64k.", limits: "Once; up to 16m, as in `4096`, `64k`.",
        example: """
            action play {
                exec /usr/bin/podcasts --play
                output 4k or fail
            }
            """, in: .action)

    static let success = DirectiveHelp(
        "Says which exit statuses of the program of `exec` mean success.",
        standard: "0.", limits: "Once; 0 to 255.",
        example: """
            action play {
                exec /usr/bin/podcasts --play
                success 0 3
            }
            """, in: .action)

    static let environment = DirectiveHelp(
        "Passes these variables of the daemon's environment on to the program of `exec`.",
        standard: "The program gets no variable.", limits: "Once.",
        example: """
            action play {
                exec /usr/bin/podcasts --play
                environment PATH HOME
            }
            """, in: .action)

    static let detach = DirectiveHelp(
        "Answers the caller at once, with `ok.accepted`, and lets the action go on.",
        "The program of `exec` outlives the call, and its output is not read. For a channel it must be of `kind held`.",
        standard: "The action ends with its caller: when the caller closes the connection, it is stopped.",
        limits: "Once. A user has at most \(Limits.detachedProgramsPerUser) such programs.",
        example: """
            action play {
                exec /usr/bin/podcasts --window
                detach
            }
            """, in: .action)
}
