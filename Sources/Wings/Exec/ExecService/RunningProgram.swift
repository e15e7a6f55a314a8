// One program from its start to its answer. It ends in one of three ways, each exactly once: by itself, because it writes
// more than its action allows, or because it is interrupted: its time is over, its caller hung up, the dispatcher shuts down.
//
//     by itself         SIGKILL to what it left in its group, the answer
//     told to end       SIGTERM to the group; the answer as soon as its leader has ended; SIGKILL to the group after a grace
//                       period, whether or not the leader has ended by then: a grandchild that ignores SIGTERM is killed too
//     … and SIGKILL does not end it: it became another user, or waits for a disk. The answer all the same; the program
//                       goes on, unfollowed but counted, until it ends
//
// In each of them the leader is reaped last, so that its number names no other group meanwhile (ChildProcess).
//
// What is not kept is read slowly. Sixteen programs that print without end would else take all of the dispatcher's time, and
// with it the others' turns; so they wait for room in their pipes as they would for a slow reader.
//
// The answer never waits for a pipe. Once the program has ended, what is in the pipes is read and they are closed; a
// process that still holds one gets SIGPIPE when it writes.

import Contract
import EventLoop
import ExecRules
import Features
import HostSystem

/// A program that performs an action.
///
/// *Owner/thread*: the loop's thread; held by its runner until `onGone`.
final class RunningProgram {
    private enum Stop {
        case output
        case interrupted(Interruption)
    }

    private enum Phase {
        case running
        /// Told to end.
        case asked
        case killed
        /// Killed in vain, and answered for.
        case unstoppable
    }

    private static let terminate: Int32 = 15
    private static let kill: Int32 = 9
    /// The most that a pipe holds, and so the most that a program can have left in it at its end.
    ///
    /// *Units*: bytes. *Source*: `pipe-max-size` of pipe(7); without privileges a pipe cannot be made larger.
    private static let pipeBytes = 1 << 20

    /// How long it is from one read of what is only counted to the next: 32 MB in a second.
    private static let countingPause = Duration.milliseconds(2)

    private let child: any ProgramProcess
    private let loop: Loop
    private let limits: ActionLimits
    /// The statuses by which it refuses the link, with the sentence of each.
    private let refusals: [Int32: String]
    private var output: CapturedStream
    private var errors: CapturedStream
    private var timer: Timer?
    private var countingTimer: Timer?
    private var stopReason: Stop?
    private var phase = Phase.running
    private var answer: ((Performance) -> Void)?
    private var onGone: (() -> Void)?
    /// Told once where the program is answered for and goes on all the same; `onGone` follows when it has ended.
    var onUnstoppable: (() -> Void)?
    /// The name under which its runner can be asked to stop it.
    let ticket: Int?
    /// Its process id, and the number of its group and session; nil for a unit.
    var processID: Int32? { child.processID }

    /// Follows a program that was just started.
    ///
    /// *Throws*: `LoopError.failed` with the system's reason; the program is killed then, and neither closure is called.
    init(
        loop: Loop, child: any ProgramProcess, limits: ActionLimits, refusals: [Int32: String], ticket: Int?,
        answer: @escaping (Performance) -> Void, onGone: @escaping () -> Void
    ) throws(LoopError) {
        self.loop = loop
        self.limits = limits
        self.refusals = refusals
        self.ticket = ticket
        output = CapturedStream(limit: limits.outputBytes)
        errors = CapturedStream(limit: limits.outputBytes)
        self.child = child
        self.answer = answer
        self.onGone = onGone
        do {
            timer = try Timer(loop: loop) { [weak self] in self?.timerDidFire() }
        } catch {
            child.signalAll(Self.kill)
            child.close()
            throw error
        }
        timer?.start(after: limits.timeout)
        child.onEnd = { [weak self] end in self?.didEnd(end) }
        capture(child.output, as: \.output)
        capture(child.errors, as: \.errors)
    }

    private func capture(_ stream: UnixStream?, as captured: ReferenceWritableKeyPath<RunningProgram, CapturedStream>) {
        stream?.startReading(
            { [weak self] bytes in
                guard let self else { return }
                self[keyPath: captured].append(bytes)
                if self[keyPath: captured].isFull { readLater(stream) }
                if limits.failsOverOutput, self[keyPath: captured].isOver { end(.output) }
            }, onEnd: {})
    }

    /// Leaves a stream alone for a moment.
    private func readLater(_ stream: UnixStream?) {
        // While the answer is put together nothing is to wait for.
        guard answer != nil else { return }
        if countingTimer == nil {
            countingTimer = try? Timer(loop: loop) { [weak self] in
                self?.child.output?.resume()
                self?.child.errors?.resume()
            }
        }
        guard let countingTimer else { return }
        stream?.pause()
        if !countingTimer.isRunning { countingTimer.start(after: Self.countingPause) }
    }

    /// Tells the program to end, unless it was told so already.
    func stop(because cause: Interruption) { end(.interrupted(cause)) }

    private func timerDidFire() {
        switch phase {
        case .running: stop(because: .timeout(limits.timeout))
        case .asked:
            phase = .killed
            child.signalAll(Self.kill)
            if child.end == nil { timer?.start(after: child.killTime) } else { leave() }
        case .killed: giveUp()
        case .unstoppable: break
        }
    }

    private func end(_ reason: Stop) {
        guard phase == .running, child.end == nil else { return }
        (stopReason, phase) = (reason, .asked)
        child.signalAll(Self.terminate)
        timer?.start(after: Limits.killGrace)
    }

    private func didEnd(_ end: ProgramEnding) {
        // After an end by itself nothing of the group may go on; who was asked to end has the rest of the grace period.
        if phase != .asked { child.signalAll(Self.kill) }
        say(end)
        if phase != .asked || !child.hasOtherProcesses() { leave() }
    }

    private func giveUp() {
        phase = .unstoppable
        timer.take()?.close()
        child.unreference()
        say(nil)
        onUnstoppable.take()?()
    }

    /// Answers, unless that was done, with what the program has written by now.
    private func say(_ end: ProgramEnding?) {
        guard let answer = answer.take() else { return }
        countingTimer.take()?.close()
        child.output?.readAvailable(byteLimit: Self.pipeBytes)
        child.errors?.readAvailable(byteLimit: Self.pipeBytes)
        child.output?.close()
        child.errors?.close()
        answer(performance(end))
    }

    private func performance(_ end: ProgramEnding?) -> Performance {
        let exit: ChildProcess.Exit? =
            switch end {
            case .exit(let exit): exit
            case .outOfMemory(let exit): exit
            case .unknown, nil: nil
            }
        var execution = Execution(
            .exec, duration: .nanoseconds(HostClock.monotonicNs - child.startedNs),
            exit: exit.map(Self.exit), stdout: output.report, stderr: errors.report)
        execution.unit = child.unitName
        if case .outOfMemory = end { return outOfMemory(&execution) }
        switch stopReason {
        case .interrupted(let cause): return .stopped(execution, cause)
        case .output: return overOutput(execution)
        case nil:
            // What was left in the pipes counts too, so that the outcome does not depend on who was faster.
            if limits.failsOverOutput, output.isOver || errors.isOver { return overOutput(execution) }
            if case .code(let code) = exit {
                if let sentence = refusals[code] {
                    return .failed(RunningError(.failedRefused, sentence, execution))
                }
                return .ended(execution, isSuccess: limits.successCodes.contains(code))
            }
            if end == .unknown {
                let code: OutcomeCode = limits.hasNoEffect ? .failedExit : .unknownEffect
                return .failed(RunningError(code, Self.lost, execution))
            }
            return .ended(execution, isSuccess: false)
        }
    }

    private static let lost = "The program was started, and the service manager no longer says how it ended."

    private func outOfMemory(_ execution: inout Execution) -> Performance {
        execution.unitResult = "oom-kill"
        let message = "The program and what it has started needed more memory than they may have, and were stopped."
        return .failed(RunningError(.failedLimit, message, execution))
    }

    private func overOutput(_ execution: Execution) -> Performance {
        let message =
            "The program wrote more than \(limits.outputBytes) bytes to its standard "
            + (output.isOver ? "output" : "error") + (stopReason == nil ? "." : " and was stopped.")
        return .failed(RunningError(.failedLimit, message, execution))
    }

    private static func exit(_ exit: ChildProcess.Exit) -> Execution.Exit {
        switch exit {
        case .code(let code): .code(code)
        case .signal(let signal): .signal(signal)
        }
    }

    private func leave() {
        timer.take()?.close()
        child.close()
        onUnstoppable = nil
        onGone.take()?()
    }
}
