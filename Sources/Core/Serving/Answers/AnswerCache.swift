// The answers of actions that say `cache`. A link comes here with its proof, behind the gate, and uses it up: it gets an
// answer that is kept, joins the links that wait for one, or has it fetched.
//
//     cache for 5m stale 1h
//
//     age of the answer   the link gets           and the service
//     up to 5 minutes     the answer              is not asked
//     up to 1 hour        the answer, stale       is asked behind it, by one link at a time
//     older, or none      what the service says   is asked, once for all links that want the same
//
// A failure of the service leaves an answer that is stale; a refusal removes it, because the service is there and says
// something else. What is fetched does not end with the caller that wanted it: the next one gets it.
//
// Answers are told apart by action, subject and inputs (AnswerKey). They are lost with the process, and with a table that
// says anything else of their action.

import Contract
import Features
import Routing

/// What a link gets in place of a performance of its own.
enum GivenAnswer {
    /// An answer that was kept, with the members that the action gave.
    case kept(Outcome, CachedAnswer)
    case performed(Performance)
}

/// All answers that are kept.
///
/// *Owner/thread*: the loop's thread.
///
/// *Limits*: `Limits.cacheBytes`, `cacheBytesPerUser`, and `size` of the action; those that were not used for longest go.
final class AnswerCache {
    private let runner: () -> ActionRunner
    /// Whether a proof rests on the table and the facts in force.
    private let isCurrent: (borrowing VerifiedActionBinding) -> Bool
    /// *Units*: nanoseconds on a monotonic clock.
    private let clock: () -> Int64
    /// The user whom a uid counts for.
    private let owner: (UInt32) -> UInt32
    /// By the paths of features and the names of actions.
    private var actions: [String: ActionAnswers] = [:]
    /// By the numbers of the table's actions.
    private var byNumber: [ActionAnswers?] = []
    private var usage = AnswerUsage()
    private var useCount: UInt64 = 0
    private var epoch = 0

    /// - Parameters:
    ///   - clock: nanoseconds on a monotonic clock.
    ///   - owner: the user whom a uid counts for.
    ///   - isCurrent: whether a proof rests on the table and the facts in force.
    init(
        clock: @escaping () -> Int64, owner: @escaping (UInt32) -> UInt32,
        isCurrent: @escaping (borrowing VerifiedActionBinding) -> Bool, runner: @escaping () -> ActionRunner
    ) {
        (self.clock, self.owner, self.isCurrent, self.runner) = (clock, owner, isCurrent, runner)
    }

    /// True if the table in force has an action whose answers are kept.
    var isUsed: Bool { !actions.isEmpty }
    /// How many answers are kept.
    var count: Int { actions.values.reduce(0) { $0 + $1.kept.count } }
    /// *Units*: bytes, roughly.
    var bytes: Int { usage.all }

    // MARK: The table

    /// Goes on with the answers of actions of which a table says the same.
    func adopt(_ catalogue: FeatureCatalogue) {
        let old = actions
        actions = [:]
        byNumber = catalogue.actions.map { action in
            guard let rule = action.limits.cache else { return nil }
            let name = catalogue.features[action.feature].path + "\0" + action.name
            let answers = old[name].flatMap { $0.rule == rule ? $0 : nil } ?? ActionAnswers(rule)
            actions[name] = answers
            return answers
        }
        for (name, answers) in old where actions[name] !== answers { drop(answers) }
    }

    /// The answers of an action of the table in force; nil where none are kept.
    func answers(ofAction number: Int) -> ActionAnswers? { byNumber.indices.contains(number) ? byNumber[number] : nil }

    // MARK: Links

    /// An answer to a link that needs no new one.
    func fresh(_ link: borrowing ClearedLink, of answers: ActionAnswers) -> (answer: KeptAnswer, ageNs: Int64)? {
        guard let answer = answers.kept[AnswerKey(link)] else { return nil }
        let nowNs = clock()
        guard answers.isFresh(answer, nowNs: nowNs) else { return nil }
        use(answer)
        return (answer, nowNs - answer.fetchedNs)
    }

    /// Gives a link its answer, once.
    ///
    /// - Parameters:
    ///   - key: that of the link.
    ///   - connection: the number of the connection that waits for it.
    func take(
        _ proof: consuming VerifiedActionBinding, _ key: AnswerKey, _ order: PerformanceOrder, connection: Int?,
        then give: @escaping (GivenAnswer) -> Void
    ) {
        guard let answers = answers(ofAction: proof.binding.action) else {
            return runner().perform(proof, order) { give(.performed($0)) }
        }
        let nowNs = clock()
        if let answer = answers.kept[key], !answers.isOver(answer, nowNs: nowNs), let outcome = answer.outcome {
            use(answer)
            let isFresh = answers.isFresh(answer, nowNs: nowNs)
            give(.kept(outcome, CachedAnswer(age: .nanoseconds(nowNs - answer.fetchedNs), isStale: !isFresh)))
            guard !isFresh, answers.fetches[key] == nil, nowNs >= answer.retryNs else { return }
            return fetch(proof, key, order, for: [], answers)
        }
        if let fetch = answers.fetches[key] {
            fetch.waiters.append((connection, give))
        } else {
            fetch(proof, key, order, for: [(connection, give)], answers)
        }
    }

    /// Answers the link of a connection that is gone; what it waits for is fetched all the same.
    func giveUp(_ connection: Int) {
        for fetch in actions.values.lazy.flatMap({ $0.fetches.values }) {
            guard let place = fetch.waiters.firstIndex(where: { $0.connection == connection }) else { continue }
            return fetch.waiters.remove(at: place).then(.performed(.notBegun(.hangUp)))
        }
    }

    private func use(_ answer: KeptAnswer) {
        useCount += 1
        answer.lastUse = useCount
    }

    // MARK: Fetching

    private func fetch(
        _ proof: consuming VerifiedActionBinding, _ key: AnswerKey, _ order: PerformanceOrder,
        for waiters: [AnswerFetch.Waiter], _ answers: ActionAnswers
    ) {
        let fetch = AnswerFetch(epoch: epoch)
        fetch.waiters = waiters
        answers.fetches[key] = fetch
        let user = owner(proof.caller.uid)
        func end(_ performance: Performance) {
            if answers.fetches[key] === fetch { answers.fetches[key] = nil }
            keep(Outcome(performance, of: order.draft), key, for: user, fetch, answers)
            for waiter in fetch.waiters.released() { waiter.then(.performed(performance)) }
        }
        // It may have waited for its turn: `concurrency`.
        order.onTurn = { [self] proof, place in
            if isCurrent(proof) { return proof }
            place.leave()
            let sentence = "The table or the facts changed while the link waited for its turn."
            end(.failed(RunningError(.overloaded, sentence)))
            return nil
        }
        runner().perform(proof, order, then: end)
    }

    /// Keeps what was fetched, if it is an answer; an answer that was kept goes unless the service is out of reach.
    private func keep(
        _ outcome: Outcome, _ key: AnswerKey, for user: UInt32, _ fetch: AnswerFetch, _ answers: ActionAnswers
    ) {
        guard fetch.epoch == epoch, actions.values.contains(where: { $0 === answers }) else { return }
        let nowNs = clock()
        if outcome.isOutage {
            answers.kept[key]?.retryNs = nowNs + Limits.refreshPause.wholeNanoseconds
            return
        }
        remove(key, of: answers)
        guard let answer = KeptAnswer(outcome, key: key, fetchedNs: nowNs, user: user),
            answer.roughBytes <= min(Limits.cacheAnswerBytes, answers.rule.byteLimit)
        else { return }
        use(answer)
        answers.kept[key] = answer
        usage.add(answer, of: answers)
        makeRoom(beside: answer, of: answers)
    }

    // MARK: Room

    /// Forgets all answers, and those that are being fetched now.
    ///
    /// - Returns: how many were kept, and how many bytes they took.
    @discardableResult
    func clear() -> (answers: Int, bytes: Int) {
        let cleared = (count, bytes)
        epoch += 1
        for answers in actions.values {
            answers.kept = [:]
            answers.bytes = [:]
        }
        usage = AnswerUsage()
        return cleared
    }

    private func drop(_ answers: ActionAnswers) { for key in Array(answers.kept.keys) { remove(key, of: answers) } }

    private func remove(_ key: AnswerKey, of answers: ActionAnswers) {
        if let answer = answers.kept.removeValue(forKey: key) { usage.remove(answer, of: answers) }
    }

    private func makeRoom(beside latest: KeptAnswer, of own: ActionAnswers) {
        let user = latest.user
        func evict(beyond limit: Int, _ bytes: () -> Int, _ isCounted: (ActionAnswers, KeptAnswer) -> Bool) {
            guard bytes() > limit else { return }
            let counted = actions.values.flatMap { answers in
                answers.kept.values.filter { isCounted(answers, $0) }.map { (answers, $0) }
            }
            // To a part of the limit, so that the next answer has room without a look at all of them.
            for (answers, answer) in counted.sorted(by: { $0.1.lastUse < $1.1.lastUse }) where answer !== latest {
                guard bytes() > limit / 8 * 7 else { return }
                remove(answer.key, of: answers)
            }
        }
        evict(beyond: own.rule.byteLimit, { own.bytes[user, default: 0] }, { $0 === own && $1.user == user })
        evict(beyond: Limits.cacheBytesPerUser, { usage.users[user, default: 0] }, { $1.user == user })
        evict(beyond: Limits.cacheBytes, { usage.all }, { _, _ in true })
    }
}

/// How many bytes of answers are kept.
private struct AnswerUsage {
    private(set) var all = 0
    private(set) var users: [UInt32: Int] = [:]

    mutating func add(_ answer: KeptAnswer, of answers: ActionAnswers) { count(answer.roughBytes, answer, answers) }

    mutating func remove(_ answer: KeptAnswer, of answers: ActionAnswers) { count(-answer.roughBytes, answer, answers) }

    private mutating func count(_ bytes: Int, _ answer: KeptAnswer, _ answers: ActionAnswers) {
        all += bytes
        let (user, own) = (users[answer.user, default: 0] + bytes, answers.bytes[answer.user, default: 0] + bytes)
        users[answer.user] = user > 0 ? user : nil
        answers.bytes[answer.user] = own > 0 ? own : nil
    }
}
