import Contract
package import EventLoop
import ExecRules
package import Features
package import HostSystem
import Routing
package import Serving

/// Performs `exec`: starts programs, follows them to their end, and counts them and what they leave behind.
///
/// *Owner/thread*: the loop's thread.
package final class ProgramRunner: ActionPerformer, ProgramStarter {
    private let loop: Loop
    /// The environment that `environment NAME…` picks from; nothing else of it reaches a program.
    private let environment: [String: String]
    private let starts: ProgramStarts
    private let unitStarts: UnitStarts
    private var programs: [ObjectIdentifier: RunningProgram] = [:]
    /// The user whom a uid counts for.
    private let owner: (UInt32) -> UInt32
    /// Programs that could not be stopped and are answered for; shutting down does not wait for them.
    private var unstoppable: [ObjectIdentifier: RunningProgram] = [:]
    private var quota = ProgramQuota()
    private var leftovers = Leftovers()
    /// Looks for leftovers a while after a program has ended; made where this process adopts them.
    private var leftoverTimer: DueTimer?
    /// Called when the last program has gone.
    private var onIdle: [() -> Void] = []
    private var isStopping = false

    /// How many programs are running or about to.
    package var count: Int { programs.count + starts.count + unitStarts.count }
    /// Called with processes that programs left behind: how many were found, of which user (nil where that is not known),
    /// and how many there are of all users.
    package var onLeftovers: ((_ found: Int, _ uid: UInt32?, _ all: Int) -> Void)?
    /// How many processes that programs left behind run now; nil where they are not counted.
    package var leftoverCount: Int? { lookForLeftovers() ? leftovers.count : nil }

    /// - Parameter owner: the user whom a uid counts for.
    package init(loop: Loop, environment: [String: String], owner: @escaping (UInt32) -> UInt32) {
        self.loop = loop
        starts = ProgramStarts(loop: loop)
        unitStarts = UnitStarts(loop, environment: environment)
        self.environment = environment
        self.owner = owner
    }

    /// True for programs.
    package func performs(_ template: any PerformerTemplate) -> Bool { template is ProgramTemplate }

    /// Starts the program of an action for the caller's user, and answers once: when it has ended, or, where it outlives the
    /// call, when it has started.
    package func perform(
        _ proof: consuming VerifiedActionBinding, _ order: PerformanceOrder,
        then answer: @escaping (Performance) -> Void
    ) {
        guard let template = proof.action.performer.template as? ProgramTemplate else {
            preconditionFailure("the runner hands on actions of this kind alone")
        }
        let ticket = order.ticket
        let action = proof.action
        let answer = { (performance: Performance) in answer(performance.decoded(for: action)) }
        let inputs = proof.members
        guard let vector = template.vector(for: inputs, link: order.draft.origin(activationToken: nil).url) else {
            return answer(.failed(.noLink))
        }
        lookForLeftovers()
        let limits = proof.action.limits
        let owner = LeftoverOwner(uid: self.owner(proof.caller.uid), isDetached: limits.isDetached)
        if let limit = quota.limitReached(by: owner) {
            return answer(.failed(.tooManyPrograms(limit: limit)))
        }
        quota.take(owner)
        let start = ProcessStart(
            program: template.program, arguments: vector,
            environment: environment.filter { limits.environment.contains($0.key) }
                .merging(SessionVariables.activating(order.activationToken)) { $1 }
                .merging(order.variables) { $1 },
            directory: template.directory, input: template.readsInputs ? inputs.asLine : nil,
            isRead: !limits.isDetached)
        let work = Work(template: template, limits: limits, owner: owner, ticket: ticket, answer: answer)
        guard let unit = template.unit else { return startChild(start, for: work) }
        let name = order.draft.origin(activationToken: nil).feature + "." + proof.action.name
        let unitStart = UnitStarts.Order(
            start: start, unit: unit, name: name, timeout: limits.timeout, isHarmless: limits.hasNoEffect,
            ticket: ticket)
        startUnit(unitStart, for: work)
    }

    /// What is started, and for whom.
    private struct Work {
        let template: ProgramTemplate
        let limits: ActionLimits
        let owner: LeftoverOwner
        let ticket: Int?
        let answer: (Performance) -> Void
    }

    private func startChild(_ start: ProcessStart, for work: Work) {
        starts.add(start, of: work.owner, ticket: work.ticket) { [self] result in
            switch result {
            case .started(let child, let interruption):
                if leftoverTimer != nil { leftovers.didStart(child.processID, work.owner) }
                didStart(GroupProcess(child), interruption, work)
            case .failed(let error):
                let program = work.template.program
                fail(Self.reason(error, program, work.template.directory), work)
            case .givenUp(let interruption): giveUp(interruption, work)
            }
            reportIfIdle()
        }
    }

    private func startUnit(_ order: UnitStarts.Order, for work: Work) {
        unitStarts.add(order) { [self] result in
            switch result {
            case .started(let unit, let interruption): didStart(unit, interruption, work)
            case .failed(let error): fail(error, work)
            case .givenUp(let interruption): giveUp(interruption, work)
            }
            reportIfIdle()
        }
    }

    private func didStart(_ process: any ProgramProcess, _ interruption: Interruption?, _ work: Work) {
        if work.limits.isDetached {
            process.detach { [weak self] in self?.didEnd(process.processID, work.owner) }
            var execution = Execution(.exec)
            execution.unit = process.unitName
            return work.answer(.launched(execution))
        }
        let program = follow(process, work)
        if let interruption { program?.stop(because: interruption) }
    }

    private func fail(_ error: RunningError, _ work: Work) {
        quota.give(work.owner)
        work.answer(.failed(error))
    }

    private func giveUp(_ interruption: Interruption, _ work: Work) {
        quota.give(work.owner)
        work.answer(.notBegun(interruption))
    }

    /// Ends the connection to the service manager.
    package func close() { unitStarts.close() }

    /// Starts the program of a channel for a user whose link waits; `onEnd` is called once: when it has ended, or was not started.
    ///
    /// - Parameter variables: the names of those that it gets of the daemon's environment.
    package func start(
        _ command: [String], variables: [String], for uid: UInt32, onEnd: @escaping (RunningError?) -> Void
    ) {
        let start = ProcessStart(
            program: command[0], arguments: command,
            environment: environment.filter { variables.contains($0.key) }, directory: "/",
            isRead: false)
        self.start(start, for: uid, onStart: {}, onEnd: onEnd)
    }

    /// Starts a program for another wing.
    ///
    /// It outlives this process, as an action's program does that says `detach`, and counts as one.
    package func start(
        _ start: ProcessStart, for uid: UInt32, onStart: @escaping () -> Void,
        onEnd: @escaping (RunningError?) -> Void
    ) {
        lookForLeftovers()
        let owner = LeftoverOwner(uid: self.owner(uid), isDetached: true)
        if let limit = quota.limitReached(by: owner) { return onEnd(.tooManyPrograms(limit: limit)) }
        quota.take(owner)
        starts.add(start, of: owner, ticket: nil) { [self] result in
            switch result {
            case .started(let child, _):
                if leftoverTimer != nil { leftovers.didStart(child.processID, owner) }
                child.detach { [weak self] in
                    self?.didEnd(child.processID, owner)
                    onEnd(nil)
                }
                onStart()
            case .failed(let error):
                quota.give(owner)
                onEnd(Self.reason(error, start.program))
            case .givenUp:
                quota.give(owner)
                onEnd(nil)
            }
            reportIfIdle()
        }
    }

    /// Stops the program of a ticket, whether it runs, is being started or waits for its start.
    package func stop(_ ticket: Int, because cause: Interruption) {
        starts.stop(ticket, because: cause)
        unitStarts.stop(ticket, because: cause)
        // The one before it may have been answered for and still be ending; it was told so already.
        for program in programs.values where program.ticket == ticket { program.stop(because: cause) }
    }

    /// Stops every program, also one that is started later; says when the last is gone, or can only be waited for.
    package func stopAll(then onIdle: @escaping () -> Void) {
        isStopping = true
        self.onIdle.append(onIdle)
        for program in programs.values { program.stop(because: .shutdown) }
        starts.stopWaiting(because: .shutdown)
        unitStarts.stopAll(because: .shutdown)
        reportIfIdle()
    }

    /// Why the system did not start a program.
    static func reason(_ error: LoopError, _ program: String, _ directory: String? = nil) -> RunningError {
        if case .untrusted(let fault) = error { return .untrusted(program, fault.description) }
        // The system does not say which of the two it is about.
        let place = directory.map { $0 == "/" ? "" : " in \($0)" } ?? ""
        return .notStarted(program, place, code: error.codeName ?? "EINVAL", error.description)
    }

    private func follow(_ process: any ProgramProcess, _ work: Work) -> RunningProgram? {
        do throws(LoopError) {
            var key: ObjectIdentifier?
            let program = try RunningProgram(
                loop: loop, child: process, limits: work.limits, refusals: work.template.refusals, ticket: work.ticket,
                answer: work.answer
            ) { [weak self] in
                if let key { self?.forget(key, work.owner) }
            }
            let id = ObjectIdentifier(program)
            key = id
            program.onUnstoppable = { [weak self] in self?.stopWaiting(for: id) }
            programs[id] = program
            if isStopping { program.stop(because: .shutdown) }
            return program
        } catch {
            didEnd(process.processID, work.owner)
            work.answer(.failed(Self.reason(error, work.template.program)))
            return nil
        }
    }

    private func forget(_ key: ObjectIdentifier, _ owner: LeftoverOwner) {
        guard let program = programs.removeValue(forKey: key) ?? unstoppable.removeValue(forKey: key) else { return }
        didEnd(program.processID, owner)
        reportIfIdle()
    }

    private func stopWaiting(for key: ObjectIdentifier) {
        unstoppable[key] = programs.removeValue(forKey: key)
        reportIfIdle()
    }

    private func reportIfIdle() {
        guard programs.isEmpty, starts.count == 0, unitStarts.count == 0 else { return }
        for tell in onIdle.released() { tell() }
    }

    // MARK: What is counted

    private func didEnd(_ processID: Int32?, _ owner: LeftoverOwner) {
        quota.give(owner)
        // What a unit leaves behind is killed with it.
        guard let processID else { return }
        leftovers.didEnd(processID, nowNs: HostClock.monotonicNs)
        awaitLeftovers()
    }

    /// Looks once more when `Limits.leftoverTime` has passed since the latest end: then no process of that program is dying.
    private func awaitLeftovers() {
        guard let endedNs = leftovers.lastEndNs else { return }
        // A little later: timers count in milliseconds and may fire within the last of them.
        leftoverTimer?.fire(byNs: endedNs + (Limits.leftoverTime + .milliseconds(10)).wholeNanoseconds)
    }

    /// Has what programs leave behind counted, in a process that adopts orphans.
    ///
    /// *Throws*: `failed`, which libuv has no reason for today.
    package func countLeftovers() throws(LoopError) {
        leftoverTimer = try DueTimer(loop: loop) { [weak self] in
            self?.lookForLeftovers()
            self?.awaitLeftovers()
        }
    }

    /// Answers whether it could be seen which there are.
    @discardableResult
    private func lookForLeftovers() -> Bool {
        guard leftoverTimer != nil, let adopted = loop.adoptedProcesses() else { return false }
        let change = leftovers.look(at: adopted, starting: starts.owners, nowNs: HostClock.monotonicNs)
        for owner in change.gone { quota.give(owner) }
        for owner in change.found { quota.take(owner) }
        for (uid, found) in Dictionary(grouping: change.found, by: { $0?.uid }) {
            onLeftovers?(found.count, uid, leftovers.count)
        }
        return true
    }
}
