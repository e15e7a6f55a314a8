package import Contract
package import EventLoop
package import FactSources
package import Features
package import HostSystem
import Ledger
package import Routing
package import Tables

/// The server, with the state that all connections share: the snapshot that decides, the runner that performs, the
/// bindings that wait.
///
/// *Owner/thread*: the loop's thread.
package final class Server {
    package private(set) var snapshot: Snapshot
    package let facts: LiveFacts
    /// What serves each wing.
    private(set) var services: [any WingService] = []
    /// Performs what was verified.
    package private(set) lazy var runner = ActionRunner(
        services.flatMap { $0.performers }, on: loop
    ) { [subordinates] in subordinates.owner(of: $0) }
    /// What is written down of actions that say `journal`.
    private(set) lazy var journal = Journal(facts.ledger, log: log)
    /// The answers of actions that say `cache`.
    private(set) lazy var answers = AnswerCache(
        clock: clock, owner: { [subordinates] in subordinates.owner(of: $0) },
        isCurrent: { [unowned self] in snapshot.isCurrent($0) }, runner: { [unowned self] in runner })
    /// What starts programs for other wings; nil where no wing does.
    package private(set) lazy var programs = services.lazy.flatMap { $0.performers }.compactMap {
        $0 as? any ProgramStarter
    }.first
    /// The environment that programs may get variables of.
    package let environment: [String: String]
    package let log: Log
    /// Where facts are kept; nil where they live in memory.
    package var stateDirectory: String? { facts.ledger?.directory }
    /// Notes each link.
    let notes: LinkNotes
    package let loop: Loop
    private let source: TableSource
    /// Decodes the calls of all methods of the program.
    let decoder: CallDecoder
    /// The descriptions of the interfaces by their names; printed once, since anyone may ask for them again and again.
    private(set) lazy var descriptions = Dictionary(uniqueKeysWithValues: wings.interfaces.map { ($0.name, $0.text) })
    /// The kind of this daemon.
    package var instance: Instance? { source.instance }
    /// The capabilities of the program.
    var wings: WingList { source.wings }
    /// *Units*: nanoseconds on the monotonic clock.
    let startedNs = HostClock.monotonicNs
    let connections: Connections
    package let subordinates: SubordinateUsers
    var bindings = BindingStore()
    var handOffs = HandOffs()
    var observers = ObserverCounts()
    private var lastInterceptorTicket = 0
    let copies: LedgerCopies
    private(set) lazy var watches = WatchList<WatchedFeatures>(of: self)
    /// The requests that wait until what blocks them is lifted.
    private(set) lazy var waits = WaitingLinks(loop: loop, of: self)
    /// *Units*: nanoseconds on the monotonic clock, by which bindings expire.
    let clock: () -> Int64
    /// Reads the table again, and knows what became of the last reading.
    private(set) var reload: Reload?
    let outcomeNames: OutcomeNames
    /// Compares links with a second table; nil where the table in force names none that can be used.
    private(set) var shadow: ShadowComparison?
    /// The path of links through the table in force.
    private(set) lazy var path = LinkPath(self, refusal: snapshot.hasTable ? nil : .noTable)
    /// What serves each method, by its type.
    private(set) lazy var handlers = Dictionary(
        uniqueKeysWithValues: makeHandlers().map { (ObjectIdentifier($0.method), $0) })
    package let operators: OperatorRule
    /// Who may do what, by the table in force.
    package private(set) var callers: CallerRules
    /// How many calls were answered.
    private(set) var callCount = 0
    package private(set) var isShuttingDown = false
    /// Told once when the last connection is gone.
    var onEmpty: (() -> Void)?

    /// Makes a server of a table that was loaded, with what was found out about the machine.
    ///
    /// - Parameters:
    ///   - ruleset: nil for a table with errors: until a reload succeeds every link is `pending.table.invalid`.
    ///   - diagnostics: what is wrong with such a table, or doubtful in one that is in force.
    ///   - packages: those that are not in force as they were read.
    ///   - held: those that are in force.
    ///   - facts: what holds where no source is asked.
    ///   - sources: whom to ask for what the table needs, besides those that it names itself.
    ///   - stateDirectory: where facts are kept; without one they live in memory.
    ///   - services: what serves each wing, in the order in which their actions are stopped.
    ///   - operators: who steers the daemon.
    ///   - subordinateFile: which uids count as another user's.
    ///
    /// *Throws*: where the system has no random bits to give.
    package init(
        loop: Loop, ruleset served: Ruleset?, diagnostics: [DiagnosticReport] = [], packages: [PackageReport] = [],
        held: [HeldPackage] = [], facts: Facts, source: TableSource,
        environment: [String: String], log: Log, sources: SourceSet = SourceSet(), stateDirectory: String? = nil,
        services: [any WingService.Type],
        operators: OperatorRule = OperatorRule(.person), subordinateFile: String = "/etc/subuid",
        clock: @escaping () -> Int64 = { HostClock.monotonicNs }
    ) throws(LoopError) {
        let ruleset = served ?? RulesetLoader.withoutTable(source.wings)
        self.loop = loop
        self.clock = clock
        self.source = source
        decoder = CallDecoder(source.wings.interfaces)
        (self.log, notes) = (log, LinkNotes(log))
        self.facts = try LiveFacts(
            loop: loop, facts: facts, sources: sources, stateDirectory: stateDirectory,
            schema: LedgerSchema(
                kinds: source.wings.kinds, tables: services.flatMap { $0.tables } + LedgerSchema.ownTables), log: log)
        snapshot = Snapshot(ruleset: ruleset, cache: self.facts.cache, hasTable: served != nil)
        shadow = .of(ruleset, after: nil) { HostClock.wallMs }
        let subordinates = SubordinateUsers(loop: loop, path: subordinateFile, log: log)
        self.subordinates = subordinates
        connections = try Connections(
            loop: loop, limits: ruleset.servingLimits, subordinates: subordinates, log: log,
            willGiveTurns: { [facts = self.facts] in facts.advance() })
        copies = LedgerCopies(loop: loop, of: self.facts.ledger, log: log)
        self.environment = environment
        self.operators = operators
        callers = CallerRules(operators, ruleset)
        outcomeNames = OutcomeNames(key: try HostFacts.randomBits())
        reload = Reload(
            loop: loop, source: source, log: log, refused: served == nil ? diagnostics : nil,
            warnings: diagnostics.filter { $0.severity != "error" }, packages: packages, held: held,
            prepare: { [facts = self.facts] table, done in facts.join({ $0.prepare(table, then: $1) }, then: done) },
            settle: { [facts = self.facts] done in facts.join({ $0.whenRead(then: $1) }, then: done) },
            adopt: { [weak self] in self?.adopt($0) })
        sources.callers.latest = { [weak self] in self?.connections.latestProcess(of: $0) }
        self.facts.onOwned = { [weak self] in self?.journal.adopt($0[JournalRows.self]) }
        self.facts.onMove = { [weak self] in self?.tellFollowers() }
        self.services = try services.map { (service) throws(LoopError) in try service.init(self) }
        self.facts.adopt(ruleset)
        answers.adopt(ruleset.catalogue)
        notes.follow(self.services.adopted())
        log.noteWithheld(ruleset)
    }

    /// Reads the ledger, asks the sources of the host's facts, and reports when all have answered or are late.
    ///
    /// Serve afterwards: every fact that comes in later makes bindings stale.
    package func openLedger(then done: @escaping () -> Void) {
        facts.openLedger { [facts, subordinates] in
            facts.gathering.whenSettled { subordinates.refresh(then: done) }
        }
    }

    /// The service of a wing, for that wing; nil where the program does not have it.
    package func service<Service: WingService>(_: Service.Type) -> Service? {
        services.lazy.compactMap { $0 as? Service }.first
    }

    /// Begins what only a daemon of its own does, in a process that adopts orphans.
    ///
    /// *Throws*: as the services do.
    package func begin() throws(LoopError) {
        for service in services { try service.begin() }
    }

    /// Lets go of the ledger and of all timers; nothing is served afterwards.
    package func close() {
        watches.close()
        for service in services { service.close() }
        runner.close()
        waits.close()
        connections.close()
        facts.close()
    }

    // MARK: Connections

    /// The user whose turn an accepted connection takes, as the gate of a listener says it; nil where it is closed.
    package func turn(of arrival: Arrival, isBusy: Bool) -> UInt32? {
        connections.turn(ofArrivalBy: arrival.uid, isBusy: isBusy, isOperator: callers.isOperator(arrival))
    }

    /// Serves one connection; `socket` is the name of the listening socket it came in by.
    package func serve(_ stream: UnixStream, socket: String?) {
        guard let peer = stream.peer, !isShuttingDown else { return stream.close() }
        let caller = callers.caller(peer, from: stream.peerOrigin, unit: stream.peerUnit, socket: socket)
        connections.admitConnection(stream, caller, isOperator: callers.isOperator(caller), for: self)
    }

    /// Forgets a connection that is gone, with everything it held.
    func forget(_ session: Session) {
        connections.forget(session)
        bindings.forget(session.number)
        session.endStream()
        session.didHangUp()
        reportIfEmpty()
    }

    /// Stops the action, or the wait, of a call whose client has hung up.
    func giveUp(callOn connection: Int) {
        runner.stop(connection, because: .hangUp)
        answers.giveUp(connection)
        waits.forget(connection)
    }

    /// Closes connections without a call under way that have said nothing for too long.
    package func closeIdle(nowNs: Int64 = HostClock.monotonicNs) {
        connections.closeIdle(nowNs: nowNs)
    }

    /// Ends everything: actions are stopped and their callers told, then connections close; says when all are gone.
    ///
    /// A client that does not read its answers keeps its connection open, so the caller sets a time limit.
    package func shutDown(then done: @escaping () -> Void) {
        isShuttingDown = true
        path = LinkPath(self, refusal: .shuttingDown)
        // Before their sources close: a flow ends because the daemon does, and not because its source has gone.
        for service in services { service.shutDown() }
        // Calls that wait for a source are answered at once.
        facts.gathering.close()
        waits.shutDown()
        runner.stopAll { [self] in
            onEmpty = { [self] in
                close()
                done()
            }
            connections.closeAllWhenAnswered()
            reportIfEmpty()
        }
    }

    private func reportIfEmpty() {
        if connections.count == 0 { onEmpty.take()?() }
    }

    // MARK: The table

    /// Reads the table again, off the loop, and puts it in force if it has no error.
    ///
    /// An unavailable ledger is tried again too: its fault has presumably been mended before the request.
    package func reloadTable(then done: @escaping (any Reply) -> Void) {
        facts.ledger?.open()
        reload?.request(done)
    }

    private func adopt(_ ruleset: Ruleset) {
        // The revision is one of texts: groups that were made or renumbered since are seen by their numbers alone.
        if ruleset.revision == snapshot.ruleset.revision,
            ruleset.catalogue.constraints != snapshot.ruleset.catalogue.constraints
        {
            snapshot.store.userOrGroupIDsChanged()
        }
        let old = snapshot.ruleset
        snapshot = Snapshot(ruleset: ruleset, cache: snapshot.cache)
        callers = CallerRules(operators, ruleset)
        answers.adopt(ruleset.catalogue)
        shadow = .of(ruleset, after: shadow) { HostClock.wallMs }
        path = LinkPath(self, refusal: isShuttingDown ? .shuttingDown : nil)
        connections.adopt(ruleset.servingLimits)
        if ruleset.profile == .production, snapshot.store.isOverridden {
            facts.overrides.removeAll()
            facts.applyOverrides()
        }
        facts.adopt(ruleset)
        notes.follow(services.adopted())
        watches.pollIfDue()
        tellFollowers()
        log.notice(
            .tableInForce,
            [
                "revision": ruleset.revision, "routes": "\(ruleset.routes.count)",
                "files": "\(ruleset.files.count)",
            ])
        log.noteWithheld(ruleset)
        loop.letGo(of: consume old)
    }

    /// Has everything that waits for changes look for them.
    private func tellFollowers() {
        watches.look()
        notes.follow(services.movedFacts())
        waits.tellLater()
    }

    // MARK: What sessions report

    /// Whether a call that took its time can still be answered with a stream.
    package func mayStream(to session: Session) -> Bool { connections.contains(session) && !isShuttingDown }

    /// The name under which an action of an interceptor is stopped: those of connections are positive.
    func nextInterceptorTicket() -> Int {
        lastInterceptorTicket -= 1
        return lastInterceptorTicket
    }

    /// Counts an answered call.
    func countCall() { callCount += 1 }
}
