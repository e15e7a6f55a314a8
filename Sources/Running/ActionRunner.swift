// Performs actions, and nothing without proof: the one way in takes a `VerifiedActionBinding` and uses it up. There is no
// other function in this target that starts a program or answers for an action.

import Contract
package import EventLoop
package import Features
package import HostSystem

/// Performs verified bindings.
///
/// *Owner/thread*: the loop's thread.
package final class ActionRunner {
    private let loop: Loop
    /// The environment that `environment NAME…` picks from; nothing else of it reaches a program.
    private let environment: [String: String]
    private let starts: ProgramStarts
    private var programs: [ObjectIdentifier: RunningProgram] = [:]
    /// The user whom a uid counts for.
    private let owner: (UInt32) -> UInt32
    /// Programs that could not be stopped and are answered for; shutting down does not wait for them.
    private var unstoppable: [ObjectIdentifier: RunningProgram] = [:]
    private var quota = ProgramQuota()
    private var leftovers = Leftovers()
    /// Looks for leftovers a while after a program has ended; made where this process adopts them.
    private var leftoverTimer: Timer?
    /// Everybody who waits for the last program to go.
    private var onIdle: [() -> Void] = []
    private var isStopping = false

    /// How many programs are running or about to.
    package var programCount: Int { programs.count + starts.count }
    /// Told of processes that programs left behind: how many were found, of which user (nil where that cannot be told), and
    /// how many there are of all users.
    package var onLeftovers: ((_ found: Int, _ uid: UInt32?, _ all: Int) -> Void)?
    /// How many processes that programs left behind run now; nil where they are not counted.
    package var leftoverCount: Int? { lookForLeftovers() ? leftovers.count : nil }

    /// - Parameter owner: the user whose programs those of a uid count as.
    package init(loop: Loop, environment: [String: String], owner: @escaping (UInt32) -> UInt32 = { $0 }) {
        self.loop = loop
        starts = ProgramStarts(loop: loop)
        self.environment = environment
        self.owner = owner
    }

    /// Performs the action that was verified, and says once what it came to; at once where that is known at once.
    package func perform(_ proof: consuming VerifiedActionBinding, then answer: @escaping (Performance) -> Void) {
        switch proof.action.performer {
        case .hosted: answer(.failed(.notPerformable(action: proof.action.name)))
        case .respond(let template):
            answer(.answered(Responding.answer(template, of: proof.action, inputs: proof.inputs)))
        case .exec(let template):
            run(template, proof.action.limits, proof.inputs, for: owner(proof.caller.uid), then: answer)
        }
    }

    /// Stops every program, also one that is started later; says when the last is gone, or can only be waited for.
    package func stopAll(then onIdle: @escaping () -> Void) {
        isStopping = true
        self.onIdle.append(onIdle)
        for program in programs.values { program.cancel() }
        starts.cancelWaiting()
        reportIfIdle()
    }

    private func run(
        _ template: ProgramTemplate, _ limits: ActionLimits, _ inputs: [Value.Member], for uid: UInt32,
        then answer: @escaping (Performance) -> Void
    ) {
        lookForLeftovers()
        let owner = LeftoverOwner(uid: uid, isDetached: limits.isDetached)
        if let limit = quota.limitReached(by: owner) {
            return answer(.failed(.tooManyPrograms(limit: limit)))
        }
        quota.take(owner)
        let start = ProcessStart(
            program: template.program, arguments: template.vector(for: inputs),
            environment: environment.filter { limits.environment.contains($0.key) }, directory: "/",
            isRead: !limits.isDetached)
        starts.add(start, of: owner) { [self] started in
            switch started {
            case .success(let child):
                if leftoverTimer != nil { leftovers.didStart(child.processID, owner) }
                if limits.isDetached {
                    child.leaveAlone { [weak self] in self?.didEnd(child.processID, owner) }
                    answer(.launched(Execution(kind: "exec", durationMs: 0)))
                } else {
                    follow(child, start, limits, owner, answer)
                }
            case .failure(let error):
                quota.give(owner)
                answer(.failed(Self.reason(error, template.program)))
            case nil:
                quota.give(owner)
                answer(.cancelled(Execution(kind: "exec", durationMs: 0)))
            }
            reportIfIdle()
        }
    }

    private static func reason(_ error: LoopError, _ program: String) -> RunningError {
        if case .untrusted(let fault) = error { return .untrusted(program: program, reason: fault.description) }
        return .notStarted(program: program, code: error.codeName ?? "EINVAL", reason: error.description)
    }

    private func follow(
        _ child: ChildProcess, _ start: ProcessStart, _ limits: ActionLimits, _ owner: LeftoverOwner,
        _ answer: @escaping (Performance) -> Void
    ) {
        do throws(LoopError) {
            var key: ObjectIdentifier?
            let program = try RunningProgram(loop: loop, child: child, limits: limits, answer: answer) { [weak self] in
                if let key { self?.forget(key, owner) }
            }
            let id = ObjectIdentifier(program)
            key = id
            program.onUnstoppable = { [weak self] in self?.stopWaiting(for: id) }
            programs[id] = program
            if isStopping { program.cancel() }
        } catch {
            didEnd(child.processID, owner)
            answer(.failed(Self.reason(error, start.program)))
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
        guard programs.isEmpty, starts.count == 0 else { return }
        let waiting = onIdle
        onIdle = []
        for tell in waiting { tell() }
    }

    // MARK: What is counted

    private func didEnd(_ processID: Int32, _ owner: LeftoverOwner) {
        quota.give(owner)
        leftovers.didEnd(processID, nowNs: HostClock.monotonicNs)
        // A little later: timers count in milliseconds and may fire within the last of them.
        leftoverTimer?.start(after: Limits.leftoverTime + .milliseconds(10))
    }

    /// Has what programs leave behind counted, in a process that adopts orphans.
    ///
    /// *Throws*: `failed`, which libuv has no reason for today.
    package func countLeftovers() throws(LoopError) {
        leftoverTimer = try Timer(loop: loop) { [weak self] in self?.lookForLeftovers() }
    }

    /// Answers whether it could be seen which there are.
    @discardableResult
    private func lookForLeftovers() -> Bool {
        guard leftoverTimer != nil, let adopted = loop.adoptedProcesses() else { return false }
        let change = leftovers.look(at: adopted, starting: starts.current, nowNs: HostClock.monotonicNs)
        for owner in change.gone { quota.give(owner) }
        for owner in change.found { quota.take(owner) }
        for (uid, found) in Dictionary(grouping: change.found, by: { $0?.uid }) {
            onLeftovers?(found.count, uid, leftovers.count)
        }
        return true
    }
}
