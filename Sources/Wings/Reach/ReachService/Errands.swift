// The actions of this wing that are under way. Each is asked of another program, which does not stop when it is no longer
// waited for. So the moment decides at which an action ends early:
//
//     before it is sent    nothing was done: the caller may send the link again
//     after it was sent    the service may act, or have acted: `unknown.effect`; with `effect none` it has failed
//
//     begin  →  markSent  →  end(performance)
//              ↘  timeout, the caller's deadline, hang-up, shutdown: end, and the runner drops what it waits for

import Contract
import EventLoop
import Features
import HostSystem
import Serving

/// One action that is under way.
///
/// *Owner/thread*: the loop's thread.
final class Errand {
    let ticket: Int?
    fileprivate let user: UInt32
    fileprivate let timeout: Duration
    /// The code of a failure after it was sent, where the action has no effect; nil where it has one.
    private let failure: OutcomeCode?
    fileprivate let deadlineNs: Int64
    private let startedNs = HostClock.monotonicNs
    /// What is known of it, without its duration.
    var about: Execution
    /// The service, the app or the unit, as the subject of a sentence.
    var subject: String
    fileprivate var answer: ((Performance) -> Void)?
    fileprivate var onEnd: (() -> Void)?
    /// Called when the end comes from outside: what the runner waits for is of no use any more.
    var onAbandoned: (() -> Void)?
    private(set) var isSent = false

    fileprivate init(
        _ ticket: Int?, _ user: UInt32, _ timeout: Duration, _ failure: OutcomeCode?, _ about: Execution,
        _ subject: String, _ answer: @escaping (Performance) -> Void
    ) {
        (self.ticket, self.user, self.timeout, self.failure) = (ticket, user, timeout, failure)
        (self.about, self.subject, self.answer) = (about, subject, answer)
        deadlineNs = startedNs + timeout.wholeNanoseconds
    }

    /// True until it is answered.
    var isOpen: Bool { answer != nil }

    /// How long it may still take.
    var timeLeft: Duration { .nanoseconds(max(0, deadlineNs - HostClock.monotonicNs)) }

    /// What is known of it, with the time that it took.
    var execution: Execution {
        var execution = about
        execution.duration = .nanoseconds(HostClock.monotonicNs - startedNs)
        return execution
    }

    /// From now on an effect is possible.
    func markSent() { isSent = true }

    /// It was not sent after all, and may be sent once more.
    func markUnsent() { isSent = false }

    /// Answers, unless that was done.
    func end(_ performance: Performance) {
        guard let answer = answer.take() else { return }
        onAbandoned = nil
        onEnd.take()?()
        answer(performance)
    }

    /// Ends with a failure.
    ///
    /// - Parameter sentence: with its full stop.
    func fail(_ code: OutcomeCode, _ sentence: String) { end(.failed(RunningError(code, sentence, execution))) }

    /// Ends because no answer came, or none that can be read.
    ///
    /// - Parameter reason: the end of a sentence about the service, without its full stop.
    func failUnanswered(_ reason: String) { failUnanswered(failure, reason) }

    /// - Parameter code: nil where the action may have had an effect.
    private func failUnanswered(_ code: OutcomeCode?, _ reason: String) {
        if let code { return fail(code, "\(subject) was called, and did not do it: \(reason).") }
        fail(.unknownEffect, "\(subject) was called, and whether it acted is not known: \(reason).")
    }

    /// Ends because what came is no answer that can be read.
    ///
    /// - Parameter reason: the end of a sentence about the service, without its full stop.
    func failUnreadable(_ reason: String) {
        about.effect = failure == nil ? "taken" : nil
        fail(.failedDecode, "\(subject) was called, and has answered what cannot be read: \(reason).")
    }

    fileprivate func end(because cause: Interruption) {
        let abandon = onAbandoned
        guard isSent else {
            end(.notBegun(cause))
            abandon?()
            return
        }
        let (timeout, cancelled): (OutcomeCode?, OutcomeCode?) =
            failure == nil ? (nil, nil) : (.failedTimeout, .failedCancelled)
        switch cause {
        case .timeout(let time), .deadline(let time):
            failUnanswered(timeout, "it did not answer within \(time)")
        case .hangUp: failUnanswered(cancelled, "the caller has hung up")
        case .shutdown: failUnanswered(cancelled, "the dispatcher has ended")
        }
        abandon?()
    }
}

/// All of them: how many each user has, and their deadlines.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
final class Errands {
    private var underWay: [ObjectIdentifier: Errand] = [:]
    private var counts: [UInt32: Int] = [:]
    /// The user whom a uid counts for.
    private let owner: (UInt32) -> UInt32
    private let timer: DueTimer

    init(loop: Loop, owner: @escaping (UInt32) -> UInt32) throws(LoopError) {
        self.owner = owner
        timer = try DueTimer(loop: loop) {}
        timer.setFire { [weak self] in self?.timePassed() }
    }

    /// Begins an errand; nil where it was refused, which is answered.
    ///
    /// - Parameters:
    ///   - about: what is known of it.
    ///   - subject: the service, the app or the unit, as the subject of a sentence.
    ///   - failure: the code of one that was sent and not answered, if its action has no effect.
    ///   - time: how long it may take in all, where that is not the action's `timeout`.
    func begin(
        _ action: Action, for uid: UInt32, _ order: PerformanceOrder, _ about: Execution, subject: String,
        failing failure: OutcomeCode, within time: Duration? = nil, then answer: @escaping (Performance) -> Void
    ) -> Errand? {
        let user = owner(uid)
        let own = counts[user, default: 0]
        guard underWay.count < Limits.outwardCalls, own < Limits.outwardCallsPerUser else {
            let limit = own < Limits.outwardCallsPerUser ? Limits.outwardCalls : Limits.outwardCallsPerUser
            let message = "\(limit) calls of other services are under way, which is as many as may be."
            answer(.failed(RunningError(.overloaded, message)))
            return nil
        }
        let errand = Errand(
            order.ticket, user, time ?? action.limits.timeout, action.limits.hasNoEffect ? failure : nil, about,
            subject, answer)
        let key = ObjectIdentifier(errand)
        underWay[key] = errand
        counts[user] = own + 1
        errand.onEnd = { [weak self] in
            self?.underWay[key] = nil
            self?.giveBack(user)
        }
        timer.fire(byNs: errand.deadlineNs)
        return errand
    }

    private func giveBack(_ user: UInt32) {
        let left = counts[user, default: 1] - 1
        counts[user] = left > 0 ? left : nil
    }

    /// Ends the errand of a ticket.
    func stop(_ ticket: Int, because cause: Interruption) {
        underWay.values.first { $0.ticket == ticket }?.end(because: cause)
    }

    /// Ends all of them.
    func stopAll() { for errand in Array(underWay.values) { errand.end(because: .shutdown) } }

    /// Ends the timer.
    func close() { timer.close() }

    private func timePassed() {
        let nowNs = HostClock.monotonicNs
        for errand in Array(underWay.values) where errand.deadlineNs <= nowNs {
            errand.end(because: .timeout(errand.timeout))
        }
        if let nextNs = underWay.values.map(\.deadlineNs).min() { timer.fire(byNs: nextNs) }
    }
}
