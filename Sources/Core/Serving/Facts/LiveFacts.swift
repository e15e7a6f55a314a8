// The facts in force, and everything that moves them: users and operators through the ledger, an operator's overrides,
// the sources that the table names, and time. Verification reads `store` through `cache`; nothing else writes to it.
//
// A change is acknowledged once the ledger's disk has it. Without a state directory it is acknowledged at once, and the
// reply says that it will not outlive the daemon. A ledger that can only be read is adopted like any other, and changes are
// refused or made in memory as below. While the ledger is unavailable
//
// * facts that were read before it failed stay in force, unless the failure shows that the file is damaged, lost or
//   another one: then they are forgotten and count as never read;
// * facts that were never read are undetermined, and features that depend on them wait: an operator may have switched
//   something off;
// * changes of users are refused with the reason; those of operators are made in memory, to lift an undetermined switch,
//   and are written first when the ledger is back.
//
// A file or a service decides about its switch until an operator sets it, and about a subject's fact until an operator or a
// granting group does. The setting comes first then, and is kept in the ledger like any other. So without a trustworthy
// ledger such a fact is undetermined too.
//
// The intake's own switch has rules of its own, since every link depends on it: LiveFacts+intake.swift.

import Contract
import EventLoop
package import FactSources
package import Features
import HostSystem
package import Ledger
import Routing

/// The daemon's facts.
///
/// *Owner/thread*: the loop's thread.
package final class LiveFacts {
    /// Whether a change outlives the daemon, or why it was not made.
    package typealias Changed = (Result<Bool, LedgerError>) -> Void

    /// How long the timer of boundaries waits at most: setting the wall clock does not move a timer.
    private static let longestWaitMs: Int64 = 60_000

    let cache: VerificationCache
    /// The kinds of facts that the ledger keeps.
    let kept: Set<FactKind>
    package let ledger: LedgerQueue?
    /// Keeps the intake off, whatever becomes of the ledger; nil without a state directory.
    let intake: IntakeKeeper?
    /// Asks files, services and the machine for what the table needs to know.
    package let gathering: FactGathering
    /// What users said themselves, by kind, for tables that name that as a source.
    package let books: [FactKind: AnswerBook]
    /// What else puts facts into the store.
    var contributors: [any FactContributor] = []
    /// Tells the wall clock and the machine's uptime, both in milliseconds.
    var clocks: () -> (wallMs: Int64, uptimeMs: Int64) = { (HostClock.wallMs, HostClock.uptimeMs) }
    /// When facts are judged.
    private var time = FactTime(wallMs: HostClock.wallMs, uptimeMs: HostClock.uptimeMs)
    /// Who gave others facts; without a state directory alone, since the ledger counts for itself.
    private var subjects = SubjectQuota()
    /// Told after facts may have moved.
    var onMove: (() -> Void)?
    /// Called with what the owners of other tables take over from a ledger that was opened.
    var onOwned: ((WingParts) -> Void)?
    /// Told after the ledger was opened or lost, or a source gave an answer or none.
    var onReport: (() -> Void)?
    var overrides = OverrideList()
    private let loop: Loop
    let log: Log
    private lazy var boundaryTimer = try? DueTimer(loop: loop) { [weak self] in
        self?.advance()
        self?.awaitBoundary()
    }
    private lazy var overrideTimer = try? Timer(loop: loop) { [weak self] in self?.applyOverrides() }
    /// Whether the ledger was ever read.
    var hasRead = false
    /// *Units*: entries of the ledger in words of a later version.
    var unreadableCount = 0
    /// How the wall clock stood to the time that the ledger had seen when it was opened.
    var openingClock = FactClock(wallMs: 0, seenMs: 0)
    /// What operators set while the ledger was unavailable.
    var unwritten: [FactQuestion: LedgerChange] = [:]
    /// Told once the ledger was read or could not be.
    var onFirstAttempt: (() -> Void)?
    /// What says where the intake's switch stands.
    var intakeRule = IntakeRule.ledger
    /// What the table in force says of the intake at a start without a ledger that can be read.
    var intakeWithoutLedger = IntakeWithoutLedger.undetermined {
        didSet { if intakeRule == .table { settleIntake() } }
    }

    /// Reserves what links use up; nil where no wing does.
    package var charges: (any ChargeKeeper)?

    /// How long rows of the audit are kept; nil while there is none.
    ///
    /// *Units*: milliseconds.
    package var auditKeepMs: Int64?

    /// *Throws*: `failed`, which libuv has no reason for today.
    init(
        loop: Loop, facts: Facts, sources: SourceSet, stateDirectory: String?, schema: LedgerSchema, log: Log
    ) throws(LoopError) {
        self.loop = loop
        self.log = log
        cache = VerificationCache(store: FactStore(facts, nowMs: HostClock.wallMs))
        kept = schema.kinds
        books = schema.answerBooks.mapValues(AnswerBook.init)
        var sources = sources
        sources.books = Array(books.values)
        gathering = try FactGathering(loop: loop, store: cache.store, sources: sources)
        ledger = stateDirectory.map { LedgerQueue(loop: loop, directory: $0, schema: schema) }
        intake = stateDirectory.map { IntakeKeeper(loop: loop, directory: $0) }
        gathering.onMove = { [unowned self] in didMove() }
        gathering.onAnswer = { [unowned self] in onReport?() }
        logSources()
        if ledger != nil { gathering.yieldEverything() }
        ledger?.factMs = { [unowned self] in time.nowMs }
        ledger?.backlog = { [unowned self] in unwritten.values.map(\.self) }
        ledger?.onOpen = { [unowned self] in adopt($0, $1, $2) }
        ledger?.onFailure = { [unowned self] in didLose($0) }
    }

    /// The facts in force; only this type changes them.
    package var store: FactStore { cache.store }

    /// Reads the ledger, if there is one, and tells when it was read or could not be.
    func openLedger(then done: @escaping () -> Void) {
        guard let ledger, let intake else { return done() }
        onFirstAttempt = done
        intake.look { ledger.open() }
    }

    /// Puts what a table says of facts in force.
    func adopt(_ ruleset: Ruleset) {
        intakeWithoutLedger = ruleset.intakeWithoutLedger
        for contributor in contributors { contributor.adopt(ruleset) }
        gathering.adopt(ruleset.catalogue, sourced: Set(contributors.flatMap(\.sourced)))
    }

    /// Ends all timers, lets go of the ledger and of all sources; waits for a change that is being written.
    func close() {
        boundaryTimer?.close()
        overrideTimer?.close()
        gathering.close()
        for contributor in contributors { contributor.close() }
        ledger?.close()
    }

    // MARK: Time

    /// Brings the facts up to the moment; turns of connections begin with it.
    ///
    /// *Cost*: reads two clocks and compares, where no boundary has come.
    package func advance() {
        guard advanceTime() else { return }
        // What has ended stays so, whatever is done to the clock before the next start.
        ledger?.checkpointClock()
        didMove()
    }

    /// Goes on to what the clocks say; answers whether something has ended.
    private func advanceTime() -> Bool {
        let (wallMs, uptimeMs) = clocks()
        // Otherwise the next start would take the leap for time in which the daemon did not run, and forget keys.
        if time.advance(wallMs: wallMs, uptimeMs: uptimeMs) { ledger?.checkpointClock() }
        return !store.advance(toMs: time.nowMs).isEmpty
    }

    /// Goes on from a moment that an earlier run has seen.
    func advance(past seenMs: Int64) {
        time.reach(seenMs)
        _ = advanceTime()
    }

    /// Tells of it, and waits for what ends next.
    func didMove() {
        awaitBoundary()
        onMove?()
    }

    /// With a ledger the clocks are looked at even where nothing ends, since the wall clock may be set ahead.
    private func awaitBoundary() {
        guard store.nextBoundaryMs != nil || ledger != nil else { return }
        let waitMs = store.nextBoundaryMs.map { $0 - max(store.nowMs, clocks().wallMs) } ?? Self.longestWaitMs
        boundaryTimer?.fire(within: .milliseconds(min(max(1, waitMs), Self.longestWaitMs)))
    }

    // MARK: Changes

    /// Moves a user's own switch.
    package func set(
        toggle on: Bool?, of path: String, for subject: Subject, by uid: UInt32, from origin: AuditOrigin? = nil,
        then done: @escaping Changed
    ) {
        let fact = LedgerFact(.toggle(path), on.map { $0 ? .on : .off })
        change(fact, of: subject, .init(uid: uid, method: SetToggle.name, origin: origin), done)
    }

    /// Moves an operator's switch; in memory where the ledger is unavailable.
    package func set(
        runtime on: Bool?, of path: String, by uid: UInt32, from origin: AuditOrigin? = nil,
        then done: @escaping Changed
    ) {
        let author = Author(uid: uid, method: SetRuntime.name, origin: origin)
        if path == DeepLinkingFeature.name, let intake { return set(intake: on, author, intake, then: done) }
        change(LedgerFact(.runtime(path), on.map { $0 ? .on : .off }), of: .machine, author, done)
    }

    /// Makes a change once the ledger has it.
    ///
    /// - Parameter isKeptInMemory: whether it is made where the ledger is unavailable, and written once that is back.
    package func change(
        _ fact: LedgerFact, of subject: Subject, _ author: Author, isKeptInMemory: Bool = false,
        _ done: @escaping Changed
    ) {
        let change: LedgerChange
        do {
            change = try LedgerChange(fact, of: subject, by: author)
        } catch {
            return done(.failure(error))
        }
        guard let ledger else {
            guard subjects.admit(subject, by: author.uid) else {
                return done(.failure(.tooManySubjects(limit: Limits.subjectsPerDelegate)))
            }
            take(change, source: "memory", asOfMs: store.nowMs)
            return done(.success(false))
        }
        ledger.apply(change) { [self] result in
            switch result {
            case .success(let receipt):
                if receipt.effect != .superseded {
                    take(change, source: "ledger", asOfMs: receipt.stamp.time.milliseconds)
                }
                done(.success(true))
            case .failure(let error):
                guard isKeptInMemory || fact.key.kind == .runtime, !error.isAboutRequest else {
                    return done(.failure(error))
                }
                unwritten[FactQuestion(fact.key, of: subject)] = change
                take(change, source: "memory", asOfMs: store.nowMs)
                done(.success(false))
            }
        }
    }

    /// Puts a change in force.
    func take(_ change: LedgerChange, source: String, asOfMs: Int64) {
        let evidence = ConstraintReport.Evidence(source: source, asOfMs: asOfMs, freshness: .live)
        let key = change.fact.key
        let fact = change.fact.value.map { Fact($0, evidence) }
        if !change.fact.isSetting, let book = books[key.kind] {
            book.set(key, to: change.fact.value.map { .init($0, asOfMs: asOfMs) }, of: change.subject)
        } else {
            store.set(key, to: fact, of: change.subject)
        }
        if change.fact.isSetting || key.kind == .runtime {
            if fact == nil {
                gathering.reclaim(key, of: change.subject)
            } else {
                gathering.yield(key, of: change.subject)
            }
        }
        if key == Self.intakeKey { intakeRule = .operatorsWord }
        didMove()
    }

    // MARK: Overrides

    /// Puts the overrides in force as they are listed now, and ends each when its time has come.
    func applyOverrides(nowNs: Int64 = HostClock.monotonicNs) {
        let nextNs = overrides.removeEnded(nowNs: nowNs)
        store.set(overrides: overrides.facts)
        didMove()
        if let nextNs { overrideTimer?.start(after: .nanoseconds(nextNs - nowNs)) }
    }
}
