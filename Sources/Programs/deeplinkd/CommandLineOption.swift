import Contract
import HostSystem
import Serving

/// An option of the command line, with its texts for `--help`.
///
/// deeplinkd(8) has the same texts; `DaemonOptionTests` compares them.
struct CommandLineOption: Sendable {
    let name: String
    var letter: Character?
    /// What `--help` calls the value; nil for a flag.
    var value: String?
    /// The values that it can have; empty for any.
    var values: [String] = []
    var isRepeated = false
    let summary: String
    var details = ""
    /// Puts the value in force.
    let read: @Sendable (inout CommandLineOptions, String) -> Void

    /// All options, in the order of `--help`.
    static let all = [
        Self(
            name: "file", letter: "f", value: "routes.conf", isRepeated: true,
            summary: "A route table; may be repeated.",
            details: """
                Default: routes.conf and its drop-ins in /etc/deeplinkd, /run/deeplinkd and /usr/lib/deeplinkd, and for a \
                user before those in $XDG_CONFIG_HOME/deeplinkd, and the drop-ins of the folders for users, as \
                routes.conf(5) lists them.
                """
        ) { $0.daemon.tables.append($1) },
        Self(
            name: "socket", value: "path", summary: "The socket to listen on, in a folder that is there.",
            details: """
                Default: the sockets that the service manager passes, or for a user \
                $XDG_RUNTIME_DIR/deeplinkd/io.deeplinkd.sock.
                """
        ) { $0.daemon.socket = $1 },
        Self(
            name: "state-dir", value: "directory",
            summary: "Where switches and other facts are kept; the directory must be there.",
            details: """
                Default: the directory that the service manager names; for a user instance \
                $XDG_STATE_HOME/deeplinkd, which it creates; or none: then they last as long as the daemon.
                """
        ) { $0.daemon.stateDirectory = $1 },
        Self(
            name: "check", summary: "Check the table that the daemon would serve, print what is wrong, and end.",
            details: """
                Nothing is served. It takes the options and the environment of the daemon, so run it as the daemon's user. \
                The exit status is that of deeplinkctl check: 3 for an error, 1 if this machine will never have something \
                that the table needs.
                """
        ) { options, _ in options.isCheck = true },
        Self(
            name: "log-level", value: "level", values: LogLevel.allCases.map(\.rawValue),
            summary: "Which lines the log has: those of a level, and of all levels above it.",
            details: """
                error: what an operator must mend. warning: what may need mending. notice: what operators do. info: also a \
                line for each call; the default. debug: also connections that come and go, and what calls wait for. \
                DEEPLINKD_LOG_LEVEL in the environment is the same.
                """
        ) { $0.level = LogLevel(rawValue: $1) },
        Self(name: "version", summary: "Show the version.") { options, _ in options.page = options.page ?? .version },
        Self(name: "help", letter: "h", summary: "Show help information.") { options, _ in options.page = .help },
    ]

    // MARK: Texts

    /// *Shape*: `-f, --file <routes.conf>`.
    var label: String { (letter.map { "-\($0), " } ?? "") + "--\(name)" + valueLabel }

    /// *Shape*: ` <routes.conf>`; empty for a flag.
    var valueLabel: String { value.map { " <\($0)>" } ?? "" }

    /// *Shape*: one line.
    static let usage =
        "deeplinkd "
        + all.filter { $0.value != nil }
        .map { "[--\($0.name)\($0.valueLabel)\($0.isRepeated ? " ..." : "")]" }.joined(separator: " ")
}
