package import Contract
package import EventLoop
package import FactSources
package import Features
package import HostSystem
package import Ledger
import Routing

/// The service of one wing in the daemon.
///
/// *Owner/thread*: the loop's thread. Its server holds it, and calls `close()`.
package protocol WingService: AnyObject, SendableMetatype {
    /// Its tables in the ledger.
    static var tables: [any LedgerTables.Type] { get }
    /// The name under which the service manager keeps, in memory, what one run leaves to the next; nil where it leaves nothing.
    static var keptName: String? { get }
    /// Adds whom to ask for facts of its kinds.
    static func add(to sources: inout SourceSet, _ loop: Loop, environment: [String: String])

    /// - Parameter server: outlives it; no table is in force yet.
    init(_ server: Server) throws(LoopError)

    /// What serves the methods of its interface.
    var handlers: [Handler] { get }
    /// What performs its kinds of actions.
    var performers: [any ActionPerformer] { get }

    /// What takes note of links; asked for when a table is in force.
    var watchers: LinkWatchers { get }

    /// Begins what only a daemon of its own does, in a process that adopts orphans.
    func begin() throws(LoopError)
    /// Takes note that a table is in force: that of the server.
    func adopt()
    /// Takes note that facts or the table may have changed.
    func factsMoved()
    /// Ends what asks and waits, because the daemon ends.
    func shutDown()
    /// Takes what an earlier run has left, before the first call is answered.
    ///
    /// - Parameter bytes: of that run's `keepOverRestart`; it may have been another version.
    func takeBack(_ bytes: [UInt8])
    /// What the next run gets of this one, at most `Limits.restartBytes`; nil where there is nothing.
    ///
    /// Asked for once, when nothing is served any more.
    func keepOverRestart() -> [UInt8]?
    /// Takes note, as the last of all, whether the service manager has got that.
    func didKeep(_ isKept: Bool)
    /// Adds what operators are told of it.
    func add(to report: inout StatusReport)
    /// Adds its numbers, without a user or a value of a link among them.
    func add(to metrics: inout MetricList)
    /// Ends all timers; nothing is served afterwards.
    func close()
}

extension WingService {
    /// None.
    package static var tables: [any LedgerTables.Type] { [] }
    /// None.
    package static var keptName: String? { nil }

    /// Adds none.
    package static func add(to sources: inout SourceSet, _ loop: Loop, environment: [String: String]) {}

    /// None.
    package var handlers: [Handler] { [] }
    /// None.
    package var performers: [any ActionPerformer] { [] }

    /// None.
    package var watchers: LinkWatchers { LinkWatchers() }

    /// Begins nothing.
    package func begin() throws(LoopError) {}
    /// Keeps nothing of a table.
    package func adopt() {}
    /// Nothing depends on facts.
    package func factsMoved() {}
    /// Nothing waits.
    package func shutDown() {}
    /// Takes nothing.
    package func takeBack(_ bytes: [UInt8]) {}
    /// Nothing.
    package func keepOverRestart() -> [UInt8]? { nil }
    /// Nothing was left.
    package func didKeep(_ isKept: Bool) {}
    /// Adds nothing.
    package func add(to report: inout StatusReport) {}
    /// Adds none.
    package func add(to metrics: inout MetricList) {}
    /// Nothing is to be ended.
    package func close() {}
}

/// Starts programs for other wings.
package protocol ProgramStarter: AnyObject {
    /// Starts a program that outlives the process.
    ///
    /// - Parameters:
    ///   - uid: for whose link.
    ///   - onStart: called once it runs.
    ///   - onEnd: called once: when it has ended, or was not started.
    func start(
        _ start: ProcessStart, for uid: UInt32, onStart: @escaping () -> Void,
        onEnd: @escaping (RunningError?) -> Void)

    /// Starts a program that outlives the process; `onEnd` is called once: when it has ended, or was not started.
    ///
    /// - Parameters:
    ///   - command: the program's absolute path, and its arguments.
    ///   - variables: the names of those that it gets of the daemon's environment.
    ///   - uid: for whose link.
    func start(
        _ command: [String], variables: [String], for uid: UInt32, onEnd: @escaping (RunningError?) -> Void)
}

extension [any WingService] {
    /// Tells each that a table is in force; gives what takes note of links from now on.
    func adopted() -> LinkWatchers {
        for service in self { service.adopt() }
        return watchers
    }

    /// Tells each that facts or the table may have changed; gives what takes note of links from now on.
    func movedFacts() -> LinkWatchers {
        for service in self { service.factsMoved() }
        return watchers
    }

    private var watchers: LinkWatchers {
        let all = map(\.watchers)
        return LinkWatchers(followers: all.flatMap(\.followers), tracers: all.flatMap(\.tracers))
    }
}
