// Performs actions, and nothing without proof: the one way in takes a `VerifiedActionBinding` and uses it up. There is no
// other function in this target that starts a program or answers for an action.

import Contract
package import EventLoop
package import Features

/// Performs verified bindings.
///
/// *Owner/thread*: the loop's thread.
package final class ActionRunner {
    private let loop: Loop
    /// The environment that `environment NAME…` picks from; nothing else of it reaches a program.
    private let environment: [String: String]
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

    /// How many programs are running.
    package var programCount: Int { programs.count }
    /// Told of processes that programs left behind: how many were found, of which user (nil where that cannot be told), and
    /// how many there are of all users.
    package var onLeftovers: ((_ found: Int, _ uid: UInt32?, _ all: Int) -> Void)?
    /// How many processes that programs left behind run now; nil where they are not counted.
    package var leftoverCount: Int? { lookForLeftovers() ? leftovers.count : nil }

    /// - Parameter owner: the user whose programs those of a uid count as.
    package init(loop: Loop, environment: [String: String], owner: @escaping (UInt32) -> UInt32 = { $0 }) {
        self.loop = loop
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

    /// Stops every program; says when the last is gone, or can only be waited for.
    package func stopAll(then onIdle: @escaping () -> Void) {
        guard !programs.isEmpty else { return onIdle() }
        self.onIdle.append(onIdle)
        for program in programs.values { program.cancel() }
    }

    private func run(
        _ template: ProgramTemplate, _ limits: ActionLimits, _ inputs: [Value.Member], for uid: UInt32,
        then answer: @escaping (Performance) -> Void
    ) {
        lookForLeftovers()
        if let limit = quota.limitReached(by: uid, isDetached: limits.isDetached) {
            return answer(.failed(.tooManyPrograms(limit: limit)))
        }
        let start = ProcessStart(
            program: template.program, arguments: template.vector(for: inputs),
            environment: environment.filter { limits.environment.contains($0.key) }, directory: "/")
        do {
            if limits.isDetached {
                var session: Int32 = 0
                session = try ChildProcess.launch(loop: loop, start: start) { [weak self] in
                    self?.didEnd(session, LeftoverOwner(uid: uid, isDetached: true))
                }
                didStart(session, LeftoverOwner(uid: uid, isDetached: true))
                answer(.launched(Execution(kind: "exec", durationMs: 0)))
            } else {
                try follow(start, limits, uid, answer)
            }
        } catch .untrusted(let fault) {
            answer(.failed(.untrusted(program: template.program, reason: fault.description)))
        } catch {
            answer(
                .failed(
                    .notStarted(
                        program: template.program, code: error.codeName ?? "EINVAL", reason: error.description)))
        }
    }

    private func follow(
        _ start: ProcessStart, _ limits: ActionLimits, _ uid: UInt32, _ answer: @escaping (Performance) -> Void
    ) throws(LoopError) {
        var key: ObjectIdentifier?
        let program = try RunningProgram(loop: loop, start: start, limits: limits, answer: answer) {
            [weak self] in
            if let key { self?.forget(key, uid) }
        }
        let id = ObjectIdentifier(program)
        key = id
        program.onUnstoppable = { [weak self] in self?.stopWaiting(for: id) }
        programs[id] = program
        didStart(program.processID, LeftoverOwner(uid: uid, isDetached: false))
    }

    private func forget(_ key: ObjectIdentifier, _ uid: UInt32) {
        guard let program = programs.removeValue(forKey: key) ?? unstoppable.removeValue(forKey: key) else { return }
        didEnd(program.processID, LeftoverOwner(uid: uid, isDetached: false))
        reportIfIdle()
    }

    private func stopWaiting(for key: ObjectIdentifier) {
        unstoppable[key] = programs.removeValue(forKey: key)
        reportIfIdle()
    }

    private func reportIfIdle() {
        guard programs.isEmpty else { return }
        let waiting = onIdle
        onIdle = []
        for tell in waiting { tell() }
    }

    // MARK: What is counted

    private func didStart(_ processID: Int32, _ owner: LeftoverOwner) {
        quota.take(owner.uid, isDetached: owner.isDetached)
        if leftoverTimer != nil { leftovers.didStart(processID, owner) }
    }

    private func didEnd(_ processID: Int32, _ owner: LeftoverOwner) {
        quota.give(owner.uid, isDetached: owner.isDetached)
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
        let change = leftovers.look(at: adopted, nowNs: HostClock.monotonicNs)
        for owner in change.gone { quota.give(owner) }
        for owner in change.found { quota.take(owner) }
        for (uid, found) in Dictionary(grouping: change.found, by: { $0?.uid }) {
            onLeftovers?(found.count, uid, leftovers.count)
        }
        return true
    }
}
