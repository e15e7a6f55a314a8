// All questions of one table and the calls that wait for them: a state machine whose inputs are events with their times
// and whose outputs are effects. It reads no clock and calls no other code, so every schedule of calls, replies and
// delays can be tested without a loop.
//
// Effects come out in order: a fact is reported before the calls that waited for it continue.
//
// Questions that count for every subject are put to their sources when the table takes effect. After a failure they are
// put again by the next call that needs them, at most once a second, and without a call too, but ever more rarely.
// Questions about one subject are put when one of its calls needs them, and after a failure again only then: no source is
// asked about users who make no calls.

internal import Features

/// Every question, its state, and the calls that wait.
struct Inquiries {
    /// One thing to be done.
    enum Effect: Equatable {
        case ask(FactQuestion, ticket: UInt64)
        /// nil where nothing asks for the fact any more.
        case tell(FactQuestion, LatestAnswer?)
        /// The call of that number waits no longer.
        case release(Int)
    }

    private struct Waiter {
        let deadlineMs: Int64
        var missing: [FactQuestion: UInt64]
    }

    private struct Entry {
        var inquiry: Inquiry
        var told: LatestAnswer?
        var waiters: Set<Int> = []
    }

    private let timing: SourceTiming
    private var entries: [FactQuestion: Entry] = [:]
    private var waiters: [Int: Waiter] = [:]
    /// Questions that change by time alone.
    private var timed: Set<FactQuestion> = []
    private var effects: [Effect] = []
    private var effectIndex = 0
    private var ticket: UInt64 = 0
    private var nextWaiter = 0

    init(timing: SourceTiming) {
        self.timing = timing
    }

    /// *Units*: questions.
    var count: Int { entries.count }

    /// Every question with its latest answer.
    func latestAnswers(nowMs: Int64) -> [(question: FactQuestion, latest: LatestAnswer)] {
        entries.map { ($0.key, $0.value.inquiry.latest(nowMs: nowMs)) }
    }

    /// The latest answer to a question; nil where it is not asked.
    func latest(_ question: FactQuestion, nowMs: Int64) -> LatestAnswer? {
        entries[question]?.inquiry.latest(nowMs: nowMs)
    }

    /// When something changes by time alone; nil if nothing will.
    ///
    /// *Cost*: linear in the questions that are open or in trouble, and in the calls that wait.
    var nextMs: Int64? {
        let byQuestion = timed.lazy.compactMap { entries[$0]?.inquiry.nextMs }.min()
        let byWaiter = waiters.values.lazy.map(\.deadlineMs).min()
        return [byQuestion, byWaiter].compactMap(\.self).min()
    }

    /// The next thing to be done, in order; nil when all is done.
    mutating func nextEffect() -> Effect? {
        guard effectIndex < effects.count else {
            effects.removeAll(keepingCapacity: true)
            effectIndex = 0
            return nil
        }
        effectIndex += 1
        return effects[effectIndex - 1]
    }

    // MARK: The table

    /// Begins a question that counts for every subject: its answer is unknown, and its source is asked.
    mutating func begin(_ question: FactQuestion, nowMs: Int64) {
        guard entries[question] == nil else { return }
        entries[question] = Entry(inquiry: Inquiry(timing: timing, retriesByItself: true))
        update(question, nowMs: nowMs)
    }

    /// Forgets a question; who waited for it waits for the rest.
    mutating func end(_ question: FactQuestion) {
        guard let entry = entries.removeValue(forKey: question) else { return }
        timed.remove(question)
        effects.append(.tell(question, nil))
        for waiter in entry.waiters.sorted() { drop(question, from: waiter) }
    }

    /// Forgets the answers about subjects, except those that a call waits for or a source is being asked for.
    mutating func endIdleSubjects() {
        for (question, entry) in entries
        where question.subject != nil && entry.waiters.isEmpty && entry.inquiry.asked == nil {
            end(question)
        }
    }

    /// The questions that are asked.
    var questions: some Collection<FactQuestion> { entries.keys }

    // MARK: What happens

    /// A call needs answers; gives the number under which it is released, or nil if it need not wait.
    mutating func need(_ questions: [FactQuestion], deadlineMs: Int64, nowMs: Int64) -> Int? {
        var missing: [FactQuestion: UInt64] = [:]
        for question in questions {
            missing[question] = wish(question, nowMs: nowMs)
        }
        guard !missing.isEmpty else { return nil }
        nextWaiter += 1
        for question in missing.keys { entries[question]?.waiters.insert(nextWaiter) }
        waiters[nextWaiter] = Waiter(deadlineMs: nowMs.advanced(byAtMost: deadlineMs), missing: missing)
        return nextWaiter
    }

    /// Until when a call that needs these could go on without waiting, and there is nothing to ask for it; `Int64.min` if it
    /// has to wait.
    func freshUntilMs(_ questions: [FactQuestion]) -> Int64 {
        questions.reduce(.max) { min($0, entries[$1]?.inquiry.freshUntilMs ?? .min) }
    }

    /// Asks whatever is due of these.
    mutating func refresh(_ questions: [FactQuestion], nowMs: Int64) {
        for question in questions { _ = wish(question, nowMs: nowMs) }
    }

    /// A source replied; a reply to a question that is no longer open is dropped.
    mutating func take(
        _ reply: SourceReply, to question: FactQuestion, ticket: UInt64, asOfMs: Int64, lifetime: AnswerLifetime,
        nowMs: Int64
    ) {
        let isTaken = entries[question]?.inquiry
            .take(reply, ticket: ticket, asOfMs: asOfMs, lifetime: lifetime, nowMs: nowMs)
        if isTaken == true { update(question, nowMs: nowMs) }
    }

    /// A source said that its answer may be another.
    mutating func change(_ question: FactQuestion, nowMs: Int64) {
        guard entries[question] != nil else { return }
        entries[question]?.inquiry.change()
        update(question, nowMs: nowMs)
    }

    /// A source announced that its answers about subjects may have changed: only new calls ask again.
    mutating func changeSubjects(where isAffected: (FactQuestion) -> Bool) {
        for question in entries.keys where question.subject != nil && isAffected(question) {
            entries[question]?.inquiry.change()
        }
    }

    /// Time passed.
    mutating func advance(toMs nowMs: Int64) {
        for question in timed where entries[question]?.inquiry.nextMs.map({ $0 <= nowMs }) == true {
            entries[question]?.inquiry.advance(toMs: nowMs)
            update(question, nowMs: nowMs)
        }
        for (number, waiter) in waiters where waiter.deadlineMs <= nowMs { release(number) }
    }

    /// Lets every call go on.
    mutating func releaseAll() {
        for number in waiters.keys.sorted() { release(number) }
    }
}

extension Inquiries {
    /// Wishes for an answer to a question; gives the wish to wait for, or nil if there is none to wait for.
    private mutating func wish(_ question: FactQuestion, nowMs: Int64) -> UInt64? {
        if entries[question] == nil {
            // What counts for everybody is begun with its table, or not asked at all.
            guard question.subject != nil else { return nil }
            entries[question] = Entry(inquiry: Inquiry(timing: timing, retriesByItself: false))
        }
        entries[question]?.inquiry.need(nowMs: nowMs)
        update(question, nowMs: nowMs)
        return entries[question]?.inquiry.unsettledWish()
    }

    /// Says everything that follows from a question's state.
    private mutating func update(_ question: FactQuestion, nowMs: Int64) {
        guard var entry = entries[question] else { return }
        if entry.inquiry.isToBeAsked {
            ticket += 1
            entry.inquiry.ask(ticket: ticket, nowMs: nowMs)
            effects.append(.ask(question, ticket: ticket))
        }
        let latest = entry.inquiry.latest(nowMs: nowMs)
        if entry.told != latest {
            entry.told = latest
            effects.append(.tell(question, latest))
        }
        if entry.inquiry.nextMs == nil { timed.remove(question) } else { timed.insert(question) }
        entries[question] = entry
        for waiter in entry.waiters.sorted() where isSettled(question, for: waiter) { drop(question, from: waiter) }
    }

    private func isSettled(_ question: FactQuestion, for waiter: Int) -> Bool {
        guard let inquiry = entries[question]?.inquiry, let wish = waiters[waiter]?.missing[question] else {
            return true
        }
        return inquiry.isLate || inquiry.settledWish >= wish
    }

    private mutating func drop(_ question: FactQuestion, from waiter: Int) {
        entries[question]?.waiters.remove(waiter)
        waiters[waiter]?.missing[question] = nil
        if waiters[waiter]?.missing.isEmpty == true { release(waiter) }
    }

    private mutating func release(_ number: Int) {
        guard let waiter = waiters.removeValue(forKey: number) else { return }
        for question in waiter.missing.keys { entries[question]?.waiters.remove(number) }
        effects.append(.release(number))
    }
}
