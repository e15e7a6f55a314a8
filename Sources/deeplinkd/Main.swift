import ArgumentParser
internal import Conf
internal import Contract
internal import EventLoop
internal import Features
import HostSystem
internal import Routing
internal import Serving

/// The daemon: reads its options and its environment, and runs `Serving`.
@main
struct Deeplinkd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deeplinkd",
        abstract: "Serves deep links: matches app URLs against a route table and performs verified actions.",
        discussion: """
            Example: deeplinkd -f routes.conf --socket /run/user/1000/deeplinkd/io.deeplinkd.sock

            SIGHUP reads the table again, SIGTERM ends the daemon. A table with errors ends it at the start, with status 78; \
            with sockets that the service manager passed it answers each link `pending.table.invalid` until a reload \
            succeeds. With DEEPLINKD_EXEC=no in the environment every `exec` in the table is an error. With \
            DEEPLINKD_EXEC=yes the daemon's own user is not an operator, because programs run as that user.
            """,
        version: Version.text)

    @Option(
        name: [.customShort("f"), .customLong("file")],
        help: ArgumentHelp(
            "A route table; may be repeated.",
            discussion: """
                Default: routes.conf and its drop-ins in /etc/deeplinkd, /run/deeplinkd and /usr/lib/deeplinkd, and for a \
                user before those in $XDG_CONFIG_HOME/deeplinkd.
                """,
            valueName: "routes.conf"))
    var paths: [String] = []
    @Option(
        help: ArgumentHelp(
            "The socket to listen on, in a folder that is there.",
            discussion: """
                Default: the sockets that the service manager passes, or for a user \
                $XDG_RUNTIME_DIR/deeplinkd/io.deeplinkd.sock.
                """,
            valueName: "path"))
    var socket: String?
    @Option(
        help: ArgumentHelp(
            "Where switches and other facts are kept; the directory must be there.",
            discussion: """
                Default: the directory that the service manager names, or none: then they last as long as the daemon.
                """,
            valueName: "directory"))
    var stateDir: String?

    @Option(
        help: ArgumentHelp(
            "Which lines the log has: those of a level, and of all levels above it.",
            discussion: """
                error: what an operator must mend. warning: what may need mending. notice: what operators do. info: also a \
                line for each call; the default. debug: also connections that come and go, and what calls wait for. \
                DEEPLINKD_LOG_LEVEL in the environment is the same.
                """,
            valueName: "level"))
    var logLevel: LogLevel?

    /// The exit status for a table with errors, for `RestartPreventExitStatus=`.
    ///
    /// *Source*: EX_CONFIG of sysexits(3).
    private static let badConfiguration: Int32 = 78

    static func main() {
        do {
            try ProcessSetup.normalizeInheritedState()
            try ProcessSetup.refuseInspection()
            var command = try parseAsRoot()
            try command.run()
        } catch {
            let text = fullMessage(for: error)
            let isClean = exitCode(for: error) == .success
            // ignored: there is no other place to report it.
            if !text.isEmpty {
                _ = try? StandardStreams.write(Array((text + "\n").utf8), to: isClean ? .output : .errors)
            }
            Self.exit(withError: exitCode(for: error) == .validationFailure ? ExitCode(2) : exitCode(for: error))
        }
    }

    func run() throws {
        let environment = HostFacts.environment
        let manager = try ServiceManager(environment: environment, processID: HostFacts.processID)
        var options = DaemonOptions()
        (options.tables, options.socket, options.stateDirectory) = (paths, socket, stateDir)
        options.environment = environment
        let level = try logLevel ?? LogLevel.named(in: environment)
        let form = LogForm(of: .errors, environment: environment)
        let log = Log(form, level: level)
        let logWriter = LineWriter(log.lines, journal: form == .journal ? LogForm.journalSocket : nil)
        // Also writes the lines logged before the loop first ran, if it never does.
        defer { logWriter.finish(within: Limits.logEndTime) }
        do {
            try Daemon.run(options, manager: manager, log: log, logWriter: logWriter)
        } catch .badFile(let report) {
            // Each diagnostic has its severity in its text, so no prefix is added.
            // ignored: there is no other place to report it.
            _ = try? StandardStreams.write(Array((report + "\n").utf8), to: .errors)
            throw ExitCode(Self.badConfiguration)
        }
    }
}

extension LogLevel: ExpressibleByArgument {}
