// One program from its start to its answer. It ends in one of three ways, each exactly once: by itself, because its time
// is over, or because the dispatcher shuts down. In the last two its whole process group is told to end, and killed after
// a grace period, whether or not its leader has ended by then: a grandchild that ignores SIGTERM is killed too.
//
// The answer never waits for a pipe. Once the program has ended, what is in the pipes is read and they are closed; a
// grandchild that still holds one gets SIGPIPE when it writes.

import Contract
import EventLoop
import Features

/// A program that performs an action.
///
/// *Owner/thread*: the loop's thread; held by its runner until `onGone`.
final class RunningProgram {
    private enum Stop {
        case timeout
        case shutdown
    }

    private static let terminate: Int32 = 15
    private static let kill: Int32 = 9
    /// The most that a pipe holds, and so the most that a program can have left in it at its end.
    ///
    /// *Units*: bytes. *Source*: `pipe-max-size` of pipe(7); without privileges a pipe cannot be made larger.
    private static let pipeBytes = 1 << 20

    private let child: ChildProcess
    private let limits: ActionLimits
    private let startedNs = HostClock.monotonicNs
    private var output: CapturedStream
    private var errors: CapturedStream
    private var timer: Timer?
    private var stop: Stop?
    /// Whether the whole group was killed.
    private var isKilled = false
    private var answer: ((Performance) -> Void)?
    private var onGone: (() -> Void)?

    /// Starts the program.
    ///
    /// *Throws*: `LoopError.failed` with the system's reason; neither closure is called then.
    init(
        loop: Loop, start: ProcessStart, limits: ActionLimits, answer: @escaping (Performance) -> Void,
        onGone: @escaping () -> Void
    ) throws(LoopError) {
        self.limits = limits
        output = CapturedStream(limit: limits.outputBytes)
        errors = CapturedStream(limit: limits.outputBytes)
        child = try ChildProcess(loop: loop, start: start)
        self.answer = answer
        self.onGone = onGone
        do {
            timer = try Timer(loop: loop) { [weak self] in self?.timerDidFire() }
        } catch {
            child.signalGroup(Self.kill)
            child.close()
            throw error
        }
        timer?.start(after: limits.timeout)
        child.onExit = { [weak self] exit in self?.didExit(exit) }
        child.output?.startReading({ [weak self] in self?.output.append($0) }, onEnd: {})
        child.errors?.startReading({ [weak self] in self?.errors.append($0) }, onEnd: {})
    }

    /// Stops the program because the dispatcher shuts down.
    func cancel() {
        end(.shutdown)
    }

    private func timerDidFire() {
        if stop == nil {
            end(.timeout)
        } else {
            isKilled = true
            child.signalGroup(Self.kill)
            if child.exit != nil { leave() }
        }
    }

    private func end(_ reason: Stop) {
        guard stop == nil, answer != nil else { return }
        stop = reason
        child.signalGroup(Self.terminate)
        timer?.start(after: Limits.killGrace)
    }

    private func didExit(_ exit: ChildProcess.Exit) {
        child.output?.readAvailable(byteLimit: Self.pipeBytes)
        child.errors?.readAvailable(byteLimit: Self.pipeBytes)
        child.output?.close()
        child.errors?.close()
        let answer = answer
        self.answer = nil
        answer?(performance(exit))
        // The leader is gone; what it left behind has the rest of the grace period, which the timer ends. Signal 0 only
        // asks whether there is anything.
        if stop == nil || isKilled || !child.signalGroup(0) { leave() }
    }

    private func performance(_ exit: ChildProcess.Exit) -> Performance {
        let execution = Execution(
            kind: "exec", durationMs: (HostClock.monotonicNs - startedNs) / 1_000_000,
            exit: Self.exit(exit), stdout: output.report, stderr: errors.report)
        switch stop {
        case .timeout: return .timedOut(execution, limit: limits.timeout)
        case .shutdown: return .cancelled(execution)
        case nil:
            if case .code(let code) = exit {
                return .ended(execution, isSuccess: limits.successCodes.contains(code))
            }
            return .ended(execution, isSuccess: false)
        }
    }

    private static func exit(_ exit: ChildProcess.Exit) -> Execution.Exit {
        switch exit {
        case .code(let code): .code(code)
        case .signal(let signal): .signal(signal)
        }
    }

    private func leave() {
        timer?.close()
        timer = nil
        child.close()
        let onGone = onGone
        self.onGone = nil
        onGone?()
    }
}
