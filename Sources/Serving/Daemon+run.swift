// From options to a turning loop. Everything that can be wrong is found before the first socket is listened on.

import Conf
import Contract
package import EventLoop
import Features
package import Logging
import Routing
import Tables

extension Daemon {
    /// Runs a daemon until it is told to stop.
    package static func run(
        _ options: DaemonOptions, manager: ServiceManager, log: Logger
    ) throws(StartError) {
        let sockets = try sockets(options)
        let folders = TableLocations.folders(
            environment: options.environment, isSystemInstance: HostFacts.userID == 0)
        let source = TableSource(
            options.tables.isEmpty ? .folders(folders) : .files(options.tables),
            purpose: .serving(allowsPrograms: try allowsPrograms(options.environment)))
        let loaded = source.load()
        guard let ruleset = loaded.ruleset else { throw .badFile(report: report(loaded.diagnostics, loaded.sources)) }
        if loaded.diagnostics.warningCount > 0 {
            log.warning("table has warnings", metadata: ["count": "\(loaded.diagnostics.warningCount)"])
        }
        let facts = try facts(options, sockets, ruleset)
        do {
            let loop = try Loop()
            let server = try Server(
                loop: loop, ruleset: ruleset, facts: facts, source: source, environment: options.environment, log: log)
            let daemon = Daemon(loop: loop, server: server, manager: manager, log: log)
            try daemon.start(sockets)
            withExtendedLifetime(daemon) { loop.run() }
        } catch {
            throw .system(error)
        }
    }

    private static func sockets(_ options: DaemonOptions) throws(StartError) -> Sockets {
        if let path = options.socket { return .path(path) }
        if !options.inherited.isEmpty { return .inherited(options.inherited) }
        if HostFacts.userID == 0 { throw .noSocket }
        guard let path = SocketLocations.user(environment: options.environment) else { throw .noSocket }
        return .path(path)
    }

    private static func allowsPrograms(_ environment: [String: String]) throws(StartError) -> Bool {
        switch environment["DEEPLINKD_EXEC"] {
        case nil, "yes": true
        case "no": false
        case let value?: throw .badVariable(name: "DEEPLINKD_EXEC", value: value)
        }
    }

    private static func report(_ diagnostics: Diagnostics, _ sources: [SourceText]) -> String {
        let printer = DiagnosticText(sources: sources)
        return diagnostics.inOrder.map(printer.text(of:)).joined() + DiagnosticSummary.line(diagnostics)
    }

    // MARK: Facts

    private static func facts(
        _ options: DaemonOptions, _ sockets: Sockets, _ ruleset: Ruleset
    ) throws(StartError) -> Facts {
        var facts = Facts()
        facts.platforms = HostFacts.platforms.mapValues { .present($0) }
        facts.platformsAreComplete = true
        facts.source = "host"
        guard let path = options.facts else { return facts }
        try refuseUnsafeFacts(options, sockets)
        let bytes: [UInt8]
        do {
            bytes = try FileReader.read(path, byteLimit: Limits.tableBytes).bytes
        } catch {
            throw .system(error)
        }
        var reader = FactReader(catalogue: ruleset.catalogue)
        var diagnostics = Diagnostics()
        let source = reader.read(TableFile(name: path, bytes: bytes), diagnostics: &diagnostics)
        guard !diagnostics.hasErrors else { throw .badFile(report: report(diagnostics, [source])) }
        var overridden = reader.facts
        overridden.platforms = facts.platforms.merging(overridden.platforms) { _, new in new }
        overridden.platformsAreComplete = true
        overridden.isOverridden = true
        overridden.callerSource = facts.callerSource
        return overridden
    }

    /// Invented facts open every gate, so nobody but the one who invents them may come in by it.
    private static func refuseUnsafeFacts(_ options: DaemonOptions, _ sockets: Sockets) throws(StartError) {
        let isManaged = !options.inherited.isEmpty || options.environment["INVOCATION_ID"] != nil
        guard !isManaged, case .path(let path) = sockets else {
            throw .refusedOption("--facts is for trying things out by hand, and refused under the service manager")
        }
        guard HostFacts.userID == 0 else { return }
        let directory = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
        let status = try? FileStatus(of: directory.isEmpty ? "/" : String(directory))
        guard let status, status.ownerID == 0, status.mode & 0o077 == 0 else {
            throw .refusedOption(
                "--facts as root needs a socket in a directory that only root can enter: chmod 700 \(directory)")
        }
    }
}
