// From sources to the store. This is the glue between Inquiries, which knows what is to be done, the sources, which are
// asked, and the FactStore, which the verifier's snapshot is taken from. It owns one timer.
//
//     a table comes into force    adopt(catalogue)           its questions replace the old ones; what stays keeps its word
//     a call needs a feature      isReady, whenReady(then)   asks what is due; goes on when all replied, or are late
//     a source replies            store.set(…)               with evidence: whose word, of when, how fresh
//     a source says nothing       store.set(unknown)         never the default, which could be `on`
//
// A switch that somebody else speaks for (an operator, who has the last word) is left to them: its source is asked as
// before, and its word is put into the store when the other is done.

internal import Contract
package import EventLoop
package import Features
package import HostSystem

/// Asks the sources that the table in force needs, and keeps their answers in the store.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
package final class FactGathering {
    /// Told after facts moved in the store.
    package var onMove: (() -> Void)?

    private let loop: Loop
    private let store: FactStore
    private let sources: SourceSet
    private let lane: PoolLane
    private let timing: SourceTiming
    private let timer: Timer
    private(set) var needs = FactNeeds()
    private(set) var inquiries: Inquiries
    /// Sources that the table in force names.
    private var declared: [Question: (origin: SwitchOrigin, source: any RuntimeSource)] = [:]
    /// What somebody else tells for the time being.
    var left = LeftSwitches.some([])
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
        listen()
    }

    // MARK: The table

    /// Puts a table's needs in force, as a whole.
    ///
    /// What the old table asked of the same source keeps its answer; what only the old one asked is forgotten, in the
    /// store too. Until a source of the new one has replied its fact is unknown.
    package func adopt(_ catalogue: FeatureCatalogue) {
        guard !isClosed else { return }
        needs = FactNeeds(of: catalogue) { sources.given(for: $0) != nil }
        let subjects = needs.subjectQuestions
        for question in Array(inquiries.questions) where !isKept(question, subjects) { forget(question) }
        for (question, origin) in needs.common {
            if let origin, declared[question] == nil { declare(question, origin) }
            inquiries.begin(question, nowMs: nowMs)
        }
        work()
    }

    private func isKept(_ question: Question, _ subjects: FactNeeds.OfFeature) -> Bool {
        switch question {
        case .platforms, .runtime:
            guard let origin = needs.common[question] else { return false }
            return declared[question]?.origin == origin
        case .permission(let permission, _): return subjects.permissions.contains(permission)
        case .purchase(let product, _): return subjects.products.contains(product)
        }
    }

    private func forget(_ question: Question) {
        inquiries.end(question)
        declared.removeValue(forKey: question)?.source.close()
    }

    private func declare(_ question: Question, _ origin: SwitchOrigin) {
        guard case .runtime(let feature) = question else { return }
        let source: any RuntimeSource =
            switch origin {
            case .file(let path): FileSwitch(path: path, lane: lane, loop: loop)
            case .varlink(let path, let method):
                VarlinkSwitch(path: path, method: method, feature: feature, loop: loop)
            }
        source.onChange = { [weak self] in self?.changed(question) }
        declared[question] = (origin, source)
    }

    // MARK: Calls

    /// Whether a call can be decided now: whether every source that the feature needs has answered, or is late.
    ///
    /// Asks what is due. Where a source wants to be asked for every call, only `whenReady` ever finds it ready.
    ///
    /// - Parameter feature: its number in the table in force; for any other there is nothing to wait for.
    /// *Cost*: a look at each of the feature's questions, some hundred nanoseconds; none for a feature without sources.
    package func isReady(_ feature: Int, for subject: Subject) -> Bool {
        guard needs.features.indices.contains(feature), !isClosed else { return true }
        let questions = needs.features[feature].questions(for: subject)
        let nowMs = nowMs
        if questions.isEmpty || inquiries.isFresh(questions, nowMs: nowMs) { return true }
        inquiries.refresh(questions, nowMs: nowMs)
        work()
        return inquiries.isSettled(questions)
    }

    /// Calls `then` when a call can be decided, at once if it can be now, and after the deadline in any case.
    ///
    /// Whoever is called takes a new snapshot of the facts.
    package func whenReady(
        _ feature: Int, for subject: Subject, deadline: Duration? = nil, then: @escaping () -> Void
    ) {
        guard needs.features.indices.contains(feature), !isClosed else { return then() }
        whenReady([feature], for: subject, deadline: deadline, then: then)
    }

    /// The same for several features at once, as lists of them need it.
    package func whenReady(
        _ features: some Sequence<Int>, for subject: Subject, deadline: Duration? = nil, then: @escaping () -> Void
    ) {
        var questions: [Question] = []
        var seen: Set<Question> = []
        for feature in features where needs.features.indices.contains(feature) {
            questions += needs.features[feature].questions(for: subject).filter { seen.insert($0).inserted }
        }
        wait(for: questions, deadline: deadline, then: then)
    }

    /// The same for all that counts for everybody: the time to begin serving.
    package func whenSettled(then: @escaping () -> Void) {
        wait(for: Array(needs.common.keys), deadline: nil, then: then)
    }

    private func wait(for questions: [Question], deadline: Duration?, then: @escaping () -> Void) {
        guard !questions.isEmpty, !isClosed else { return then() }
        let waitMs = deadline?.wholeMilliseconds ?? timing.deadlineMs
        guard let call = inquiries.need(questions, deadlineMs: waitMs, nowMs: nowMs) else {
            work()
            return then()
        }
        calls[call] = then
        work()
    }

    /// Asks whatever is due of what counts for everybody, with no call that waits for it.
    package func refresh() {
        inquiries.refresh(Array(needs.common.keys), nowMs: nowMs)
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
        for (_, source) in declared.values { source.close() }
        declared = [:]
        sources.close()
        onMove = nil
    }
}

// MARK: - Doing what is to be done

extension FactGathering {
    /// *Units*: milliseconds on the monotonic clock.
    var nowMs: Int64 { sources.clock.monotonicMs }

    private func listen() {
        sources.platforms?.onChange = { [weak self] in self?.changed(.platforms) }
        for (path, source) in sources.switches {
            source.onChange = { [weak self] in self?.changed(.runtime(path)) }
        }
        sources.permissions?.onChange = { [weak self] subject in
            self?.changed(subject) { if case .permission = $0 { true } else { false } }
        }
        sources.purchases?.onChange = { [weak self] subject in
            self?.changed(subject) { if case .purchase = $0 { true } else { false } }
        }
    }

    private func changed(_ question: Question) {
        inquiries.change(question, nowMs: nowMs)
        work()
    }

    /// One subject's facts are asked for at once, since somebody may be watching them; everybody's only as calls come.
    private func changed(_ subject: Subject?, _ isOfKind: (Question) -> Bool) {
        guard let subject else { return inquiries.changeSubjects(where: isOfKind) }
        for question in Array(inquiries.questions) where question.subject == subject && isOfKind(question) {
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
    private func work() {
        guard !isWorking, !isClosed else { return }
        isWorking = true
        var isMoved = false
        while let effect = inquiries.nextEffect() {
            switch effect {
            case .ask(let question, let ticket): if !isClosed { ask(question, ticket) }
            case .tell(let question, let standing): isMoved = tell(standing, of: question) || isMoved
            case .forget(let question): isMoved = tell(nil, of: question) || isMoved
            case .release(let call): calls.removeValue(forKey: call)?()
            }
        }
        isWorking = false
        if inquiries.count > Limits.subjectQuestions { inquiries.endIdleSubjects() }
        schedule()
        if isMoved { onMove?() }
    }

    private func schedule() {
        guard let nextMs = inquiries.nextMs else { return timer.cancel() }
        // What is due stays due, however often something else is done before the timer fires again.
        if nextMs > nowMs { hasLooked = false }
        timer.start(after: .milliseconds(max(0, nextMs - nowMs)))
    }

    private func ask(_ question: Question, _ ticket: UInt64) {
        switch (question, source(for: question)) {
        case (.platforms, let source as any PlatformSource):
            source.ask { [weak self] in self?.take($0.map(Answer.platforms), question, ticket) }
        case (.runtime, let source as any RuntimeSource):
            source.ask { [weak self] in self?.take($0.map(Answer.runtime), question, ticket) }
        case (.permission(let permission, let subject), let source as any PermissionSource):
            source.ask(permission, of: subject) { [weak self] in
                self?.take($0.map(Answer.permission), question, ticket)
            }
        case (.purchase(let product, let subject), let source as any PurchaseSource):
            source.ask(product, of: subject) { [weak self] in
                self?.take($0.map(Answer.purchase), question, ticket)
            }
        default: take(.failed(reason: "nobody is there to ask"), question, ticket)
        }
    }

    private func take(_ reply: SourceReply<Answer>, _ question: Question, _ ticket: UInt64) {
        guard !isClosed else { return }
        inquiries.take(
            reply, to: question, ticket: ticket, asOfMs: sources.clock.wallMs,
            lifetimeMs: source(for: question)?.lifetime.asksAgainAfter?.wholeMilliseconds, nowMs: nowMs)
        work()
    }

    /// Whom to ask; nil where nobody is there.
    func source(for question: Question) -> (any FactSource)? {
        declared[question]?.source ?? sources.given(for: question)
    }

    private func tell(_ standing: Standing?, of question: Question) -> Bool {
        if case .runtime(let path) = question, left.contains(path) { return false }
        put(standing, for: question)
        return true
    }

    /// Puts what stands into the store; nil takes it out.
    func put(_ standing: Standing?, for question: Question) {
        store.advance(toMs: sources.clock.wallMs)
        store.put(standing, for: question, from: source(for: question))
    }
}
