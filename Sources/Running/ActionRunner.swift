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
    private var quota = ProgramQuota()
    /// Everybody who waits for the last program to go.
    private var onIdle: [() -> Void] = []

    /// How many programs are running.
    package var programCount: Int { programs.count }

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

    /// Stops every program; says when the last is gone.
    package func stopAll(then onIdle: @escaping () -> Void) {
        guard !programs.isEmpty else { return onIdle() }
        self.onIdle.append(onIdle)
        for program in programs.values { program.cancel() }
    }

    private func run(
        _ template: ProgramTemplate, _ limits: ActionLimits, _ inputs: [Value.Member], for uid: UInt32,
        then answer: @escaping (Performance) -> Void
    ) {
        if let limit = quota.limitReached(by: uid, isDetached: limits.isDetached) {
            return answer(.failed(.tooManyPrograms(limit: limit)))
        }
        let start = ProcessStart(
            program: template.program, arguments: template.vector(for: inputs),
            environment: environment.filter { limits.environment.contains($0.key) }, directory: "/")
        do {
            if limits.isDetached {
                try ChildProcess.launch(loop: loop, start: start) { [weak self] in
                    self?.quota.give(uid, isDetached: true)
                }
                quota.take(uid, isDetached: true)
                answer(.launched(Execution(kind: "exec", durationMs: 0)))
            } else {
                try follow(start, limits, uid, answer)
            }
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
        key = ObjectIdentifier(program)
        programs[ObjectIdentifier(program)] = program
        quota.take(uid, isDetached: false)
    }

    private func forget(_ key: ObjectIdentifier, _ uid: UInt32) {
        programs[key] = nil
        quota.give(uid, isDetached: false)
        guard programs.isEmpty else { return }
        let waiting = onIdle
        onIdle = []
        for tell in waiting { tell() }
    }
}
