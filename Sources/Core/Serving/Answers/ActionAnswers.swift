import Contract
import Features

/// The answers of one action that are kept, and those that are being fetched.
///
/// It lives as long as tables say the same of the action.
///
/// *Owner/thread*: the loop's thread.
final class ActionAnswers {
    let rule: CacheRule
    /// *Units*: nanoseconds.
    let freshNs: Int64
    /// *Units*: nanoseconds.
    private let keptNs: Int64
    var kept: [AnswerKey: KeptAnswer] = [:]
    var fetches: [AnswerKey: AnswerFetch] = [:]
    /// *Units*: bytes, roughly, for each user.
    var bytes: [UInt32: Int] = [:]

    init(_ rule: CacheRule) {
        self.rule = rule
        (freshNs, keptNs) = (rule.freshFor.wholeNanoseconds, rule.keptFor.wholeNanoseconds)
    }

    /// True if an answer is too old to be given at all.
    func isOver(_ answer: KeptAnswer, nowNs: Int64) -> Bool { nowNs - answer.fetchedNs > keptNs }

    /// True if an answer needs no new one.
    func isFresh(_ answer: KeptAnswer, nowNs: Int64) -> Bool { nowNs - answer.fetchedNs <= freshNs }
}

/// An answer that is being fetched, and the links that wait for it.
final class AnswerFetch {
    /// Takes the answer: one that was kept, or the end of the performance.
    typealias Waiter = (connection: Int?, then: (GivenAnswer) -> Void)

    var waiters: [Waiter] = []
    /// How often the answers were cleared before it began.
    let epoch: Int

    init(epoch: Int) { self.epoch = epoch }
}
