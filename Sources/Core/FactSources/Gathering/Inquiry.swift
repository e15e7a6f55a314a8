// The state of one question, as a state machine without a clock.
//
// Calls and change signals want the question answered anew, and each such wish has a number, one more than the last. A
// question put to the source carries the newest number; its reply settles every wish up to that. So a call waits
// exactly for an answer to a question that was asked after the call arrived, and many calls share one. While a question
// is open no second is asked: a source that hangs is asked once, not once per call.
//
// When the deadline of an open question passes, the source counts as late: the waiting calls continue without it, and
// later calls do not wait at all until the source has replied. A late reply is used for the calls after it.
//
// The last answer of a source that failed or is late does not count any longer, unless it came with a grace: a switch
// must not stay on because its service died. The grace counts from the last answer, not from the first failure: on a daemon
// that is seldom called the first failure can be hours after the service died.
//
//     grace 10s    answer at 0, failure at 4     the answer counts until 10, as stale
//                  answer at 0, failure at 15    the answer does not count

internal import Contract
internal import Features

/// One question's state.
struct Inquiry {
    /// A question that the source has not replied to.
    struct Asked: Equatable {
        /// Tells its reply from all others.
        let ticket: UInt64
        let wish: UInt64
        let deadlineMs: Int64
    }

    private let timing: SourceTiming
    /// Whether a failed source is tried again even if no call asks for it.
    private let retriesByItself: Bool
    private(set) var asked: Asked?
    /// Whether the deadline of the open question passed.
    private(set) var isLate = false
    /// When the source is tried again after a failure without a call; nil if it did not fail.
    private var retryMs: Int64?
    /// From when on a call asks the source again after a failure; nil if it did not fail.
    private var callableMs: Int64?
    private var failures = 0
    private var newestWish: UInt64 = 1
    private(set) var settledWish: UInt64 = 0
    private var answer: [FactKey: FactValue]?
    private var note: String?
    private var ruledBy: String?
    private var asOfMs: Int64?
    /// When the answer came.
    ///
    /// *Units*: milliseconds on the monotonic clock; `asOfMs` is of the calendar, which can be set back.
    private var answeredMs: Int64 = 0
    private var fault: String?
    /// When the answer has to be asked for again; nil for never.
    private var expiresMs: Int64?
    /// How long the answer counts, from `answeredMs` on, while the source does not answer.
    private var graceMs: Int64 = 0
    /// Until when the last answer counts although the source does not answer; nil while it does.
    private var graceEndsMs: Int64?

    init(timing: SourceTiming, retriesByItself: Bool) {
        self.timing = timing
        self.retriesByItself = retriesByItself
    }

    /// Whether a call may go on without waiting; if not, the wish to wait for.
    func unsettledWish() -> UInt64? {
        isLate || settledWish >= newestWish ? nil : newestWish
    }

    /// Until when a call may go on without waiting, and there is nothing to ask for it; nil if it has to wait.
    ///
    /// *Units*: milliseconds on the monotonic clock; `Int64.max` while no source replies and no table changes.
    var freshUntilMs: Int64? {
        if isLate { return .max }
        return settledWish == newestWish ? callableMs ?? expiresMs ?? .max : nil
    }

    /// Whether the source is to be asked now.
    var isToBeAsked: Bool { asked == nil && settledWish < newestWish }

    /// Whether time alone will change something.
    var nextMs: Int64? {
        [isLate ? nil : asked?.deadlineMs, retriesByItself ? retryMs : nil, graceEndsMs].compactMap(\.self).min()
    }

    /// The latest answer, as far as it counts now.
    func latest(nowMs: Int64) -> LatestAnswer {
        let isOver = graceEndsMs.map { nowMs >= $0 } ?? false
        let hasFailed = failures > 0 || isLate
        guard let answer, !isOver else {
            return LatestAnswer(
                state: .undetermined, facts: nil, asOfMs: asOfMs, fault: fault, hasFailed: hasFailed, ruledBy: ruledBy)
        }
        return LatestAnswer(
            state: graceEndsMs == nil ? .current : .stale, facts: answer, asOfMs: asOfMs, fault: fault, note: note,
            hasFailed: hasFailed, ruledBy: ruledBy)
    }

    /// A call needs the answer: wishes for a new one if there is none that lasts.
    mutating func need(nowMs: Int64) {
        guard asked == nil, settledWish == newestWish else { return }
        if let dueMs = callableMs ?? expiresMs, nowMs >= dueMs { newestWish += 1 }
    }

    /// The source says that its answer may be another; a sign of life, so it is asked even while it counts as failed.
    mutating func change() {
        if newestWish <= max(asked?.wish ?? 0, settledWish) { newestWish += 1 }
    }

    /// Notes that the source is asked.
    mutating func ask(ticket: UInt64, nowMs: Int64) {
        asked = Asked(ticket: ticket, wish: newestWish, deadlineMs: nowMs.advanced(byAtMost: timing.deadlineMs))
        isLate = false
        (retryMs, callableMs) = (nil, nil)
    }

    /// Takes a reply; false if it belongs to no open question.
    mutating func take(
        _ reply: SourceReply, ticket: UInt64, asOfMs: Int64, lifetime: AnswerLifetime, nowMs: Int64
    ) -> Bool {
        guard let asked, asked.ticket == ticket else { return false }
        self.asked = nil
        isLate = false
        settledWish = asked.wish
        note = nil
        ruledBy = nil
        take(reply, asOfMs: asOfMs, lifetime, nowMs: nowMs)
        return true
    }

    private mutating func take(_ reply: SourceReply, asOfMs: Int64, _ lifetime: AnswerLifetime, nowMs: Int64) {
        switch reply {
        case .facts(let facts, let note):
            settle(facts, nil, asOfMs: asOfMs, lifetime, nowMs: nowMs)
            self.note = note
        case .ruled(let name, let reply):
            take(reply, asOfMs: asOfMs, lifetime, nowMs: nowMs)
            ruledBy = name
        case .undetermined(let reason): settle(nil, reason, asOfMs: asOfMs, lifetime, nowMs: nowMs)
        case .failed(let reason):
            failures += 1
            // Whatever was wished for meanwhile would fail as this did.
            settledWish = newestWish
            retryMs = nowMs.advanced(byAtMost: timing.retryMs(afterFailures: failures))
            callableMs = nowMs.advanced(byAtMost: timing.firstRetryMs)
            beginTrouble(reason, nowMs: nowMs)
        }
    }

    /// Lets time pass: a deadline, a retry, the end of the grace.
    mutating func advance(toMs nowMs: Int64) {
        if let asked, !isLate, nowMs >= asked.deadlineMs {
            isLate = true
            beginTrouble("it has not answered for \(timing.deadlineMs) ms", nowMs: asked.deadlineMs)
        }
        if retriesByItself, let retryMs, nowMs >= retryMs {
            self.retryMs = nil
            newestWish += 1
        }
        if let graceEndsMs, nowMs >= graceEndsMs {
            (answer, asOfMs, self.graceEndsMs) = (nil, nil, nil)
        }
    }

    private mutating func settle(
        _ answer: [FactKey: FactValue]?, _ fault: String?, asOfMs: Int64, _ lifetime: AnswerLifetime, nowMs: Int64
    ) {
        (self.answer, self.fault, self.asOfMs, answeredMs) = (answer, fault, asOfMs, nowMs)
        expiresMs = lifetime.asksAgainAfter.map { nowMs.advanced(byAtMost: $0.wholeMilliseconds) }
        graceMs = lifetime.grace.wholeMilliseconds
        (failures, retryMs, callableMs, graceEndsMs) = (0, nil, nil, nil)
    }

    /// Ends the answer, or lets it count until its grace is over.
    private mutating func beginTrouble(_ reason: String, nowMs: Int64) {
        fault = reason
        guard graceEndsMs == nil, answer != nil else { return }
        let endsMs = answeredMs.advanced(byAtMost: graceMs)
        if nowMs < endsMs {
            graceEndsMs = endsMs
        } else {
            (answer, asOfMs) = (nil, nil)
        }
    }
}

extension Int64 {
    /// The sum, or the largest number.
    func advanced(byAtMost amount: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(amount)
        return overflow ? .max : sum
    }
}
