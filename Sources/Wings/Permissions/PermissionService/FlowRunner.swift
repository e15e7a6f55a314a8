// Runs authorisation flows: does what the machine (PermissionRules) has to have done. The machine knows no clock, no
// socket and no source; they are here:
//
//     begin             → machine.begin   → look    → sources are asked → machine.looked
//     Answer            → machine.answer  → record  → the ledger        → machine.recorded
//     machine: prompt   → polkit's agent    → machine.prompted
//     facts, a table    → machine.factsChanged, at most ten times a second
//     the timer         → machine.advance → complete
//     machine: retry    → the same path as `Open`, from the text on     → machine.retried

import Contract
import EventLoop
import FactSources
import Features
import HostSystem
import Ledger
import PermissionRules
import PermissionWire
import Routing
import Serving

/// The authorisation flows of the daemon.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
final class FlowRunner {
    private var machine = FlowMachine()
    private unowned let server: Server
    private let loop: Loop
    private var streams: [String: FlowStream] = [:]
    /// The questions that the system shows, by flow, each with its number at what has it shown.
    private var prompts: [String: (prompter: any SourcePrompter, number: UInt64)] = [:]
    private lazy var deadlines = try? Timer(loop: loop) { [weak self] in self?.timePassed() }
    private lazy var changes = try? DueTimer(loop: loop) { [weak self] in self?.factsMayDiffer() }
    private var isSettling = false
    private var isClosed = false

    init(loop: Loop, of server: Server) {
        (self.loop, self.server) = (loop, server)
    }

    /// Ends all timers.
    func close() {
        isClosed = true
        deadlines?.close()
        changes?.close()
    }

    // MARK: Calls

    /// Begins a flow, whose answers go to the stream.
    func begin(_ stream: FlowStream, pace: QuestionPace, isInitiated: Bool) {
        streams[stream.name] = stream
        let user = stream.session.caller.uid
        machine.begin(
            FlowRequest(
                name: stream.name, user: user, payer: server.user(of: stream.session.caller), pace: pace,
                isInitiated: isInitiated,
                hasLink: stream.request != nil), nowNs: HostClock.monotonicNs)
        settle()
    }

    /// Takes what a program says of a question.
    ///
    /// *Throws*: as the machine does.
    func answer(
        _ flow: String, user: UInt32, permission: String?, _ answer: PermissionAnswer
    ) throws(FlowAnswerError) {
        defer { settle() }
        try machine.answer(flow, user: user, step: permission, answer, nowNs: HostClock.monotonicNs)
    }

    /// Takes note that a call has ended, or its connection is gone.
    func didClose(_ stream: FlowStream) {
        guard streams[stream.name] != nil else { return }
        server.runner.stop(stream.session.number, because: .hangUp)
        machine.disconnect(stream.name)
        settle()
    }

    /// Ends the flows that still ask, where the daemon ends.
    func shutDown() {
        machine.shutDown()
        settle()
    }

    // MARK: Changes

    /// Looks again, soon, at what the flows ask for: facts or the table may have changed.
    func tellLater() {
        guard !machine.isEmpty, !isClosed else { return }
        changes?.fire(within: Limits.watchInterval)
    }

    private func factsMayDiffer() {
        machine.factsChanged()
        settle()
    }

    private func timePassed() {
        machine.advance(nowNs: HostClock.monotonicNs)
        settle()
    }

    // MARK: What the machine has to have done

    private func settle() {
        // What is done may call the machine again; the outer loop takes what follows.
        guard !isSettling else { return }
        isSettling = true
        while true {
            let effects = machine.takeEffects()
            if effects.isEmpty { break }
            for effect in effects { perform(effect) }
        }
        isSettling = false
        guard !isClosed else { return }
        guard let dueNs = machine.nextDeadlineNs else { return deadlines?.cancel() ?? () }
        deadlines?.start(after: .nanoseconds(max(0, dueNs - HostClock.monotonicNs)))
    }

    private func perform(_ effect: FlowMachine.Effect) {
        switch effect {
        case .tell(let flow, let news): if let stream = streams[flow] { tell(stream, news) }
        case .look(let flow, let number, let isFresh):
            if let stream = streams[flow] { look(stream, number, isFresh: isFresh) }
        case .prompt(let flow, let step): if let stream = streams[flow] { prompt(stream, step) }
        case .endPrompt(let flow, _):
            if let prompt = prompts.removeValue(forKey: flow) { prompt.prompter.cancel(prompt.number) }
        case .record(let flow, let step, let isGranted):
            if let stream = streams[flow] { record(stream, step, isGranted) }
        case .confirm(let flow, let step): streams[flow]?.confirm(FlowQuestions.feature(ofConfirmation: step))
        case .retry(let flow): if let stream = streams[flow] { retry(stream) }
        case .complete(let flow, let completion): complete(flow, completion)
        }
    }

    private func tell(_ stream: FlowStream, _ news: FlowNews) {
        let titles = FlowQuestions(server.snapshot, stream, server.sight(of: stream.session.caller))
        switch news {
        case .began(let steps):
            stream.tell(FlowReports.began(stream.name, titles.feature, steps.map(titles.report)))
        case .asking(let step, let deadlineNs):
            stream.tell(FlowReports.asking(stream.name, titles.fullReport(step), deadlineNs: deadlineNs))
        case .answered(let step, let result):
            stream.tell(FlowReports.answered(stream.name, titles.report(step), result))
        }
    }

    private func complete(_ flow: String, _ completion: FlowCompletion) {
        guard let stream = streams.removeValue(forKey: flow) else { return }
        server.log.info(
            .authorisationEnded,
            [
                "end": completion.end.name, "feature": stream.feature,
                "uid": "\(stream.session.caller.uid)",
            ])
        stream.tell(
            FlowReports.completed(flow, FlowReports.completion(completion), stream.outcome), isLast: true)
    }

    // MARK: One thing each

    /// Finds out what stands in the way of a flow's feature.
    private func look(_ stream: FlowStream, _ number: Int, isFresh: Bool) {
        let (name, caller) = (stream.name, stream.session.caller)
        func report(_ standing: FlowStanding) {
            machine.looked(name, number: number, standing, nowNs: HostClock.monotonicNs)
            settle()
        }
        guard let feature = server.snapshot.number(of: stream.feature) else { return report(.gone) }
        let gathering = server.facts.gathering
        if isFresh { gathering.askAgain(feature, for: caller.subject) }
        gathering.whenReady([feature], for: caller.subject) { [weak self] in
            guard let self, let stream = streams[name] else { return }
            // Another table may be in force by now.
            guard let feature = server.snapshot.number(of: stream.feature) else { return report(.gone) }
            let questions = FlowQuestions(server.snapshot, stream, .operator)
            report(
                questions.standing(
                    of: feature, after: machine.steps(of: name), consents: server.facts.consents,
                    nowMs: server.facts.store.nowMs
                ) { server.facts.gathering.prompter(of: .permission($0)) != nil })
        }
    }

    /// Has the system ask the person, on behalf of the program that began the flow.
    private func prompt(_ stream: FlowStream, _ step: FlowStep) {
        guard let prompter = Permission(step.name).flatMap({ server.facts.gathering.prompter(of: .permission($0)) })
        else {
            return prompted(stream.name, step, .failed("The table in force names no source that has the system ask."))
        }
        let questions = FlowQuestions(server.snapshot, stream, server.sight(of: stream.session.caller))
        let number = prompter.request(of: stream.session.process, explaining: questions.dialogue(for: step)) {
            [weak self, name = stream.name] in
            self?.prompted(name, step, $0)
        }
        if let number { prompts[stream.name] = (prompter, number) }
    }

    private func prompted(_ flow: String, _ step: FlowStep, _ result: PromptResult) {
        guard !isClosed else { return }
        prompts[flow] = nil
        machine.prompted(flow, step: step.name, result, nowNs: HostClock.monotonicNs)
        settle()
    }

    private func record(_ stream: FlowStream, _ step: FlowStep, _ isGranted: Bool) {
        let (name, caller) = (stream.name, stream.session.caller)
        guard let permission = Permission(step.name) else { preconditionFailure("a step names a permission") }
        let author = Author(
            uid: server.user(of: caller), method: AnswerQuestion.name, origin: server.audit.origin(of: stream.session))
        server.facts.set(consent: isGranted, to: permission, for: caller.subject, by: author) { [weak self] result in
            guard let self else { return }
            var failure: String?
            if case .failure(let error) = result {
                failure = "The answer was not kept: \(error.sentence(for: server.callers.audience(of: caller)))"
            }
            machine.recorded(name, failure: failure, nowNs: HostClock.monotonicNs)
            settle()
        }
    }

    /// Performs the link of a flow, as a call of `Open` would: from its text on, with everything verified again.
    private func retry(_ stream: FlowStream) {
        let name = stream.name
        guard let request = stream.request else { preconditionFailure("a flow that is retried has a link") }
        func finish(_ outcome: Outcome) {
            stream.outcome = outcome
            machine.retried(name)
            settle()
        }
        PendingLink(request, .pass, of: server).begin { outcome, _ in finish(outcome) }
    }
}
