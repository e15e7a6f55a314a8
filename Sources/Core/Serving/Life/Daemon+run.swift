// Starts a daemon: from its options to a running loop. Everything that can be wrong is found before the first socket is
// listened on.
//
// A table with errors ends a daemon that would listen by itself, and its starter sees the status. Under a socket unit it
// must not: callers would wait in the socket's queue and start it again and again, until the service manager gives up the
// socket too (`trigger-limit-hit`), whatever the exit status. Such a daemon serves without a table until a reload succeeds.

import Conf
import Contract
package import EventLoop
import FactSources
import Features
import HostSystem
import Routing
import Tables

extension Daemon {
    /// Runs a daemon until it is told to stop.
    ///
    /// - Parameters:
    ///   - services: what serves each wing, in the order in which their actions are stopped.
    ///   - logWriter: what takes the log's lines away while the loop turns.
    package static func run(
        _ options: DaemonOptions, services: [any WingService.Type], manager: ServiceManager, log: Log,
        logWriter: LineWriter
    ) throws(StartError) {
        let sockets = try sockets(options, manager.sockets)
        let ownUser = try ownUser(options.environment)
        let source = try source(options, ownUser)
        let notices = StartNotices(manager)
        defer { notices?.stop() }
        var first = source
        first.isForStart = true
        let loaded = first.load(keeping: [])
        if loaded.ruleset == nil, case .path = sockets {
            throw .badFile(report: report(loaded.diagnostics, loaded.sources))
        }
        do {
            let loop = try Loop()
            try logWriter.start(on: loop)
            try loop.adoptOrphans()
            let server = try Server(
                loop: loop, ruleset: loaded.ruleset, diagnostics: loaded.reports,
                packages: loaded.packages, held: loaded.heldPackages,
                facts: Facts(), source: source, environment: options.environment, log: log,
                sources: hostSources(loop, options.environment, services),
                stateDirectory: StateFolder.path(options, isActivated: !manager.sockets.isEmpty, log: log),
                services: services, operators: OperatorRule(ownUser))
            defer { server.close() }
            try server.begin()
            // No client is answered before the switches that users have set are known, or known to be out of reach.
            var (isOpen, isWaiting) = (false, false)
            server.openLedger {
                isOpen = true
                if isWaiting { loop.stop() }
            }
            isWaiting = true
            if !isOpen { loop.run() }
            let daemon = Daemon(loop: loop, server: server, manager: manager, log: log)
            try daemon.start(sockets)
            notices?.stop()
            withExtendedLifetime(daemon) { loop.run() }
            daemon.leave()
        } catch {
            throw .system(error)
        }
    }

    private static func sockets(
        _ options: DaemonOptions, _ inherited: [ServiceManager.Socket]
    ) throws(StartError) -> Sockets {
        if let path = options.socket { return .path(path) }
        if !inherited.isEmpty { return .inherited(inherited) }
        if HostFacts.userID == 0 { throw .noSocket }
        guard let path = SocketLocations.user(environment: options.environment) else { throw .noSocket }
        return .path(path)
    }

    /// The table of a daemon with these options.
    static func source(_ options: DaemonOptions, _ ownUser: OperatorRule.OwnUser) throws(StartError) -> TableSource {
        var source = TableSource(
            served: options.tables, by: ownUser == .person ? .user : .system, environment: options.environment,
            allowsPrograms: ownUser != .serviceWithoutPrograms, wings: options.wings)
        source.allowsNetwork = try allowsNetwork(options.environment)
        return source
    }

    /// Says whether actions may reach other machines.
    private static func allowsNetwork(_ environment: [String: String]) throws(StartError) -> Bool {
        switch environment["DEEPLINKD_NETWORK"] {
        case nil, "yes": true
        case "no": false
        case let value?: throw .badVariable(name: "DEEPLINKD_NETWORK", value: value, words: "yes or no")
        }
    }

    /// Says whether the table may start programs, and whose they are then.
    static func ownUser(_ environment: [String: String]) throws(StartError) -> OperatorRule.OwnUser {
        switch environment["DEEPLINKD_EXEC"] {
        case nil: .person
        case "yes": .serviceWithPrograms
        case "no": .serviceWithoutPrograms
        case let value?: throw .badVariable(name: "DEEPLINKD_EXEC", value: value, words: "yes or no")
        }
    }

    private static func report(_ diagnostics: Diagnostics, _ sources: [SourceText]) -> String {
        let printer = DiagnosticText(sources: sources)
        return diagnostics.inOrder.map(printer.text(of:)).joined() + DiagnosticSummary.line(diagnostics)
    }

    private static func hostSources(
        _ loop: Loop, _ environment: [String: String], _ services: [any WingService.Type]
    ) -> SourceSet {
        var sources = SourceSet()
        for service in services { service.add(to: &sources, loop, environment: environment) }
        sources.byKind[.platform] = PoolPlatforms(lane: PoolLane(loop: loop)) {
            FactKey.present(HostFacts.platforms)
        }
        return sources
    }
}
