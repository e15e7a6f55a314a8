internal import Contract
internal import EventLoop
import HostSystem
internal import Serving

/// The daemon: reads its options and its environment, and runs `Serving`.
@main
enum Deeplinkd {
    /// The exit status for a table with errors, for `RestartPreventExitStatus=`.
    ///
    /// *Source*: EX_CONFIG of sysexits(3).
    private static let badConfiguration: Int32 = 78

    /// Runs the daemon, or prints what an option asks for.
    static func main() {
        do {
            try ProcessSetup.normalizeInheritedState()
            try ProcessSetup.refuseInspection()
            var options = try CommandLineOptions(Array(CommandLine.arguments.dropFirst()))
            options.daemon.environment = HostFacts.environment
            // libcurl would write the keys of its connections to the file that it names.
            ProcessSetup.removeVariables(["SSLKEYLOGFILE"])
            switch options.page {
            case .help: write(HelpPage.text, to: .output)
            case .version: write(Version.text, to: .output)
            case nil where options.isCheck: try check(options.daemon)
            case nil: try run(options)
            }
        } catch let fault as CommandLineFault {
            end(fault.text, 2)
        } catch StartError.badFile(let report) {
            // Each diagnostic has its severity in its text, so no prefix is added.
            end(report, badConfiguration)
        } catch {
            end("Error: \(error)", 1)
        }
    }

    private static func end(_ text: String, _ status: Int32) -> Never {
        write(text, to: .errors)
        ProcessSetup.exit(status)
    }

    private static func write(_ text: String, to stream: StandardStreams.Output) {
        // ignored: there is no other place to report it.
        _ = try? StandardStreams.write(Array((text + "\n").utf8), to: stream)
    }

    private static func check(_ options: DaemonOptions) throws {
        let (text, status) = try Daemon.check(options)
        try StandardStreams.write(Array(text.utf8), to: .output)
        ProcessSetup.exit(status)
    }

    private static func run(_ options: CommandLineOptions) throws {
        let environment = options.daemon.environment
        let manager = try ServiceManager(
            environment: environment, processID: HostFacts.processID,
            storedNames: Set(services.compactMap { $0.keptName }))
        let level = try options.level ?? LogLevel.named(in: environment)
        let form = LogForm(of: .errors, environment: environment)
        let log = Log(form, level: level)
        let logWriter = LineWriter(log.lines, journal: form == .journal ? JournalEntry.socketPath : nil)
        // Also writes the lines logged before the loop first ran, if it never does.
        defer { logWriter.finish(within: Limits.logEndTime) }
        try Daemon.run(options.daemon, services: services, manager: manager, log: log, logWriter: logWriter)
        // Longer than the rest of an orderly end takes.
        ProcessSetup.exit(withinSeconds: 5)
    }
}
