// Gathers facts from the sources that a table names, and puts them into the store. Inquiries decides what is to be
// done, the sources are asked, and the verifier's snapshot is taken from the FactStore. This type connects the three,
// and owns one timer.
//
//     a table comes into force    adopt(catalogue)           its questions replace the old ones; what stays keeps its answer
//     a call needs a feature      isReady, whenReady(then)   asks what is due; goes on when all replied, or are late
//     a source replies            store.set(…)               with evidence: which source, of when, how fresh
//     a source does not answer    store.set(unknown)         never the default, which could be `on`
//
// A fact that an operator has set is left as it is: its source is asked as before, and its answer is put into the store once
// the operator's setting is cleared.

internal import Contract
package import EventLoop
package import Features
package import HostSystem

/// Asks the sources that the table in force needs, and keeps their answers in the store.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
package final class FactGathering {
    /// Called after facts moved in the store.
    package var onMove: (() -> Void)?
    /// Called after sources answered, or did not: `reports` may be others.
    package var onAnswer: (() -> Void)?

    /// Called when a source gives no answer any more, or gives answers again.
    package var onSourceChange: ((SourceChange) -> Void)?

    let loop: Loop
    let store: FactStore
    let sources: SourceSet
    let lane: PoolLane
    private let timing: SourceTiming
    private let timer: Timer
    private(set) var needs = FactNeeds()
    /// What is asked, and which calls wait for it.
    var inquiries: Inquiries { didSet { freshUntilMs.forget() } }
    /// What was found out about features since the inquiries last changed.
    private var freshUntilMs = FreshnessMarks()
    /// Sources that the table in force names.
    var declared: [FactKey: (origin: any FactOrigin, source: any FactSource)] = [:]
    /// Facts that operators have set, so that their sources' answers stay out of the store; nil where that may be any.
    var operatorOwned: Set<FactQuestion>? = []
    /// The administrator's policy that the table in force names, with its file.
    var ruling: (path: String, policy: any FactRuling)?
    /// The questions that the policy has left to their sources.
    var unruled: Set<FactQuestion> = []
    private var troubles = SourceTroubles()
    private var calls: [Int: () -> Void] = [:]
    private var isWorking = false
    private var isClosed = false
    /// Whether the loop has looked for answers since something was due.
    private var hasLooked = false

    /// Begins with no table, and so with no questions.
    ///
    /// *Throws*: `failed`, which libuv has no reason for today.
    package init(
        loop: Loop, store: FactStore, sources: SourceSet, timing: SourceTiming = .standard
    ) throws(LoopError) {
        self.loop = loop
        self.store = store
        self.sources = sources
        self.timing = timing
        lane = PoolLane(loop: loop)
        inquiries = Inquiries(timing: timing)
        timer = try Timer(loop: loop) {}
        timer.setFire { [weak self] in self?.timePassed() }
        for source in sources.all { listen(to: source) }
    }

    // MARK: The table

    /// Puts a table's needs in force, as a whole.
    ///
    /// What the old table asked of the same source keeps its answer; what only the old one asked is forgotten, in the
    /// store too. Until a source of the new one has replied its fact is unknown. A fact that needs a source and has none
    /// is unsupported, unless others put it into the store.
    ///
    /// - Parameter sourced: facts that something else than a source puts into the store.
    package func adopt(_ catalogue: FeatureCatalogue, sourced: Set<FactKey> = []) {
        guard !isClosed else { return }
        adoptRuling(of: catalogue)
        needs = FactNeeds(of: catalogue, usualOrigin: sources.usualOrigin, ruled: ruling?.policy.kind) {
            sources.given(for: $0) != nil
        }
        freshUntilMs = FreshnessMarks(featureCount: needs.features.count)
        store.set(sourceless: needs.sourceless.subtracting(sourced))
        for question in Array(inquiries.questions) where !isKept(question) { inquiries.end(question) }
        let left = declared.filter { !$0.value.origin.isEqual(to: needs.origins[$0.key]) }
        for key in left.keys { declared[key] = nil }
        for (key, origin) in needs.origins where declared[key] == nil { declare(key, origin) }
        for question in needs.host { inquiries.begin(question, nowMs: nowMs) }
        work()
        // Last: whom a closed source has a person asked for looks again at once, at what the new table says.
        for (_, source) in left.values { source.close() }
    }

    private func isKept(_ question: FactQuestion) -> Bool {
        let isNeeded = question.subject == nil ? needs.host.contains(question) : needs.own.contains(question.key)
        let (old, new) = (declared[question.key]?.origin, needs.origins[question.key])
        return isNeeded && (old?.isEqual(to: new) ?? (new == nil))
    }

    // MARK: Calls

    /// Whether a call that was decided a moment ago stands: whether there was nothing to ask for it.
    ///
    /// Asks what is due, and then says no, also where a source answered at once: the call was decided without its answer.
    /// Where a source wants to be asked for every call, only `whenReady` ever finds it ready.
    ///
    /// - Parameter feature: its number in the table in force; for any other there is nothing to wait for.
    /// *Cost*: a comparison for a feature without sources, and for one whose sources are asked about the host alone and have
    /// answered; else a look at each of the feature's questions.
    package func isReady(_ feature: Int, for subject: Subject) -> Bool {
        if let untilMs = freshUntilMs[feature], untilMs == .max || nowMs < untilMs { return true }
        let questions = needs.questions(of: feature, for: subject)
        let untilMs = isClosed ? .max : inquiries.freshUntilMs(questions)
        if !needs.dependsOnSubject(feature) { freshUntilMs[feature] = untilMs }
        if untilMs == .max || nowMs < untilMs { return true }
        inquiries.refresh(questions, nowMs: nowMs)
        work()
        return false
    }

    /// Calls `then` when a call that needs some features can be decided, at once if it can be now, and after the deadline in
    /// any case.
    ///
    /// The callee takes a new snapshot of the facts.
    package func whenReady(_ features: some Sequence<Int>, for subject: Subject, then: @escaping () -> Void) {
        var seen: Set<FactQuestion> = []
        wait(
            for: features.flatMap { needs.questions(of: $0, for: subject) }.filter { seen.insert($0).inserted },
            then: then)
    }

    /// The same for all that counts for everybody: the time to begin serving.
    package func whenSettled(then: @escaping () -> Void) { wait(for: Array(needs.host), then: then) }

    private func wait(for questions: [FactQuestion], then: @escaping () -> Void) {
        guard !questions.isEmpty, !isClosed else { return then() }
        guard let call = inquiries.need(questions, deadlineMs: timing.deadlineMs, nowMs: nowMs) else {
            work()
            return then()
        }
        calls[call] = then
        work()
    }

    /// Has the sources of a feature asked again, as if each had announced a change; `whenReady` waits for them.
    package func askAgain(_ feature: Int, for subject: Subject) {
        for question in needs.questions(of: feature, for: subject) { inquiries.change(question, nowMs: nowMs) }
        work()
    }

    /// Asks whatever is due of what counts for everybody and for some subjects, with no call that waits for it.
    package func refresh(for subjects: some Sequence<Subject>) {
        let own = subjects.flatMap { subject in needs.own.map { FactQuestion($0, of: subject) } }
        inquiries.refresh(Array(needs.host) + own, nowMs: nowMs)
        work()
    }

    /// Lets every call go on, and lets go of all sources, those that the host gave included.
    package func close() {
        guard !isClosed else { return }
        inquiries.releaseAll()
        work()
        isClosed = true
        timer.close()
        lane.close()
        for source in declared.values.map(\.source) + sources.all { source.close() }
        ruling?.policy.close()
        ruling = nil
        declared = [:]
        (onMove, onAnswer, onSourceChange) = (nil, nil, nil)
    }
}

// MARK: - Doing what is to be done

extension FactGathering {
    /// *Units*: milliseconds on the monotonic clock.
    var nowMs: Int64 { sources.clock.monotonicMs }

    /// Has a source tell of changes.
    func listen(to source: any FactSource) {
        source.onChange = { [weak self, weak source] subject in
            if let source { self?.changed(source, subject) }
        }
    }

    /// The host's and one subject's facts are asked for at once, since a client may be watching them; everybody's only as calls
    /// come.
    private func changed(_ changed: any FactSource, _ subject: Subject?) {
        let isOfSource = { [self] question in source(for: question) === changed }
        if subject == nil { inquiries.changeSubjects(where: isOfSource) }
        for question in Array(inquiries.questions) where question.subject == subject && isOfSource(question) {
            inquiries.change(question, nowMs: nowMs)
        }
        work()
    }

    /// What has arrived is taken before time passes: a turn of the loop begins with its timers, so after a stall an answer
    /// that is there already would count as late, and taken right after that would make bindings stale.
    private func timePassed() {
        hasLooked.toggle()
        guard !hasLooked else { return timer.start(after: .milliseconds(1)) }
        inquiries.advance(toMs: nowMs)
        work()
    }

    /// Does all that is to be done; what follows from it is done by the same turn.
    ///
    /// A source may reply and a call may come back while this runs: both only add to the list.
    func work() {
        guard !isWorking, !isClosed else { return }
        isWorking = true
        var (isMoved, isAnswered) = (false, false)
        while let effect = inquiries.nextEffect() {
            switch effect {
            case .ask(let question, let ticket): if !isClosed { ask(question, ticket) }
            case .tell(let question, let latest):
                isAnswered = true
                let source = source(for: question).nameInEvidence
                if let change = troubles.note(latest, on: question, of: source) { onSourceChange?(change) }
                if putPolicy(latest, on: question) { isMoved = true }
                if isOperatorOwned(question) { break }
                put(latest, for: question)
                isMoved = true
            case .release(let call): calls.removeValue(forKey: call)?()
            }
        }
        isWorking = false
        if inquiries.count > Limits.subjectQuestions { inquiries.endIdleSubjects() }
        schedule()
        if isMoved { onMove?() }
        if isAnswered { onAnswer?() }
    }

    private func schedule() {
        guard let nextMs = inquiries.nextMs else { return timer.cancel() }
        // What is due stays due, however often something else is done before the timer fires again.
        if nextMs > nowMs { hasLooked = false }
        timer.start(after: .milliseconds(max(0, nextMs - nowMs)))
    }

    /// Asks the question's source.
    func askSource(_ question: FactQuestion, _ ticket: UInt64) {
        guard let source = source(for: question) else {
            // What a policy leaves open, and nothing answers, has no fact.
            return take(ruling == nil ? .failed(reason: "the fact has no source") : .facts([:]), question, ticket)
        }
        source.ask(question) { [weak self] in self?.take($0, question, ticket) }
    }

    /// Takes the answer to a question, of its source or of what stands before it.
    func take(_ reply: SourceReply, _ question: FactQuestion, _ ticket: UInt64) {
        guard !isClosed else { return }
        inquiries.take(
            reply, to: question, ticket: ticket, asOfMs: sources.clock.wallMs,
            lifetime: source(for: question)?.lifetime ?? AnswerLifetime(isAnnounced: false, asksAgainAfter: nil),
            nowMs: nowMs)
        work()
    }

    /// The source to ask; nil where there is none.
    func source(for question: FactQuestion) -> (any FactSource)? { source(of: question.key) }

    /// What has the system ask a person for what a fact needs; nil where the caller's program asks.
    package func prompter(of key: FactKey) -> (any SourcePrompter)? { source(of: key)?.prompter }

    /// The source of a fact, whichever subject it is about; nil where there is none.
    func source(of key: FactKey) -> (any FactSource)? { declared[key]?.source ?? sources.given(for: key) }
}
