// A link that has to wait, from the step that waits to the reply. LinkPath.swift makes it, with what is known by then.
//
//     claim      with a key: write down that the request begins                              Server+idempotency.swift
//     redirect   where the action is another link: pass again, with that one                 PendingLink+redirect.swift
//     sources    ask the files and services that keep the feature's facts, and pass again    FactSources/Core/FactSources/Gathering
//     instead    blocked, and the table says what else is performed: perform that       PendingLink+instead.swift
//     wait       with a time: wait until what blocks it is lifted, and pass again            WaitingLinks.swift
//     journal    where the action says so: write down that it begins                         PendingLink+journal.swift
//     perform    use up the proof: the action happens, or does not                           Running/ActionRunner.swift
//     finish     the result becomes the outcome                                              Routing/Decision/OutcomeMapping.swift
//     settle     with a key: write down the outcome                                          Server+idempotency.swift

package import Contract
import FactSources
import Features
package import Routing

/// A link whose reply comes later than its call returns.
///
/// With a key it is performed at most once, however often the request is sent. If it is given up before the action
/// begins, because its deadline passes or its caller hangs up, the key is forgotten, and a repeated request is performed.
///
/// *Owner/thread*: the loop's thread; held by what it waits for.
package final class PendingLink {
    /// Where it goes on.
    package enum Step: ~Copyable {
        /// Its key is written down.
        case claim
        /// It is taken up to the gate.
        case pass
        /// The sources of the feature are asked, and it is taken up to the gate again.
        case sources(ofFeature: Int)
        /// The sources of a binding's feature are asked, and the binding is performed.
        case held(HeldBinding)
        /// It was taken up to the gate.
        case passed(Passage)
    }

    /// Takes the outcome, and the name of the binding where one is kept.
    package typealias Answer = (Outcome, BindingName?) -> Void

    var request: LinkRequest
    unowned let server: Server
    private var step: Step?
    private(set) var deadline: CallDeadline?
    /// Nil once the caller was answered, or its deadline has passed.
    private var answer: Answer?
    /// True once it is performed, or its outcome is known.
    var hasEnded = false
    /// The place among those of its action, while it is verified anew because its turn has come.
    var place: LanePlace?
    /// What the journal has of it, from its beginning to its end.
    var entry: BegunLink?
    /// What else is performed because its feature is blocked; nil while nothing is.
    var instead: InsteadAction?
    /// The interceptors that it has passed or still has to; nil before its proof.
    var interception: Interception?
    /// The names of the interceptors that acted, and of those the ones that are lines `rewrite`.
    var (names, rewriteNames): ([String], [String]) = ([], [])
    /// The text that a second table has not been asked about yet, as it was sent.
    var uncompared: String?
    /// The text that was handed on, where the link is none of the table's.
    var handedOn: String?
    /// The path of the feature that blocks it, while it waits until that is lifted.
    var blockedFeature: String?

    /// Goes on with a request from a step.
    package init(_ request: LinkRequest, _ step: consuming Step, of server: Server) {
        (self.request, self.server) = (request, server)
        self.step = consume step
        guard request.stopwatch == nil else { return }
        self.request.stopwatch = server.notes.stopwatch(request.traceparent, isOfTurn: false)
    }

    /// True if nothing may be performed any more.
    var isOver: Bool { hasEnded || answer == nil }

    /// Goes on; `answer` is called once.
    package func begin(then answer: @escaping Answer) {
        self.answer = answer
        if let length = request.deadline {
            deadline = CallDeadline(length, on: server.loop)
            answerAtDeadline()
        }
        guard let step = step.take() else { preconditionFailure("a link begins once") }
        switch consume step {
        case .claim: claim()
        case .pass: rewrite()
        case .sources(let feature): server.ask(feature, for: request) { [self] in pass(awaited: feature) }
        case .held(let held): server.ask(held.feature, for: request) { [self] in perform(held) }
        case .passed(let passage): goOn(passage)
        }
    }

    /// Has the caller answered when its deadline passes, because nothing is performed yet.
    func answerAtDeadline() {
        guard let deadline else { return }
        deadline.onPass = { [self] in
            let outcome = Outcome(RequestError.interrupted(.deadline(deadline.length)))
            finish(server.recorded(outcome, of: request))
        }
    }

    /// Has what else is performed stopped when the deadline passes: the link is answered with what blocks it.
    func stopInsteadAtDeadline() {
        guard let deadline, let waiter = request.waiter else { return }
        deadline.onPass = { [server] in
            server.runner.stop(waiter.connection, because: .deadline(deadline.length))
        }
    }

    // MARK: Steps

    private func claim() {
        server.claim(request) { [self] refused in
            if let refused { finish(refused) } else { rewrite() }
        }
    }

    /// Takes the link up to the gate, once its sources have answered.
    ///
    /// - Parameter feature: whose sources have been asked for it.
    func pass(awaited feature: Int? = nil) {
        guard !isOver else { return giveUp() }
        server.pass(request, awaited: feature) { [self] passage in
            if let sent = uncompared.take() { server.path.compare(request, sent: sent, passage) }
            goOn(passage)
        }
    }

    private func goOn(_ passage: consuming Passage) {
        // The deadline may have passed while a source was asked.
        guard !isOver else { return giveUp() }
        // Where it is not performed after all, the place is the next one's.
        let place = self.place.take()
        switch consume passage {
        case .stopped(let stop):
            block(stop)
        case .cleared(let link):
            request.stopwatch?.enter(.decide)
            server.waits.forget(self)
            (interception, names) = (nil, rewriteNames)
            if case .redirect(let template) = link.proof.action.performer { return redirect(link, by: template) }
            switch request.goal {
            case .perform: perform(link, in: place)
            case .keep: keep(link)
            }
        }
    }

    /// Ends with an outcome of a link that is not performed.
    func end(_ outcome: Outcome) {
        guard !isOver else { return giveUp() }
        hasEnded = true
        let outcome = recorded(outcome)
        request.key.settle(outcome) { [self] in finish(outcome) }
    }

    /// Ends without an action after the caller was answered.
    func giveUp() {
        place = nil
        guard !hasEnded else { return }
        hasEnded = true
        endEntry { [self] in request.key.settle(nil) {} }
    }

    /// Names and logs an outcome, with the URLs that the link had before.
    func recorded(_ outcome: consuming Outcome, as name: OutcomeName? = nil) -> Outcome {
        if !request.trail.via.isEmpty { outcome.via = request.trail.via }
        if !names.isEmpty { outcome.interceptors = names }
        if let report = instead?.report { outcome.instead = report }
        return server.recorded(outcome, of: request, as: name)
    }

    /// Answers the caller, once the end of the link's entry is written down.
    func finish(_ outcome: Outcome, binding: BindingName? = nil) {
        // From now on nothing is performed, also while the end is written down.
        let answer = answer.take()
        if answer != nil { deadline?.end() }
        if server.path.isIntercepted { server.observe(outcome, of: request) }
        endEntry { [server, languages = request.languages] in
            answer?(server.snapshot.translated(outcome, for: languages), binding)
        }
    }

    // MARK: Verify

    private func keep(_ link: consuming ClearedLink) {
        do {
            let name = try BindingName.random()
            let outcome = Outcome(wouldPerform: link.draft(in: server.snapshot.ruleset))
            var binding: BindingName?
            if let waiter = request.waiter, server.keep(link, as: name, for: waiter) { binding = name }
            finish(recorded(outcome), binding: binding)
        } catch {
            server.log.error("no random bits", ["error": "\(error)"])
            end(Outcome(RequestError.noRandomBits))
        }
    }

    // MARK: Perform

    private func perform(_ held: HeldBinding) {
        guard !server.isShuttingDown else { return finish(server.recorded(.shuttingDown, of: request)) }
        do throws(BindingError) {
            perform(try held.take(in: server.snapshot))
        } catch {
            finish(server.recorded(Outcome(error), of: request))
        }
    }

    /// Performs what was verified, and settles the key before the reply.
    ///
    /// If the caller has gone, nothing is performed but what waits for no caller.
    ///
    /// - Parameter place: what it has since its turn came, where it was verified anew then.
    func perform(_ link: consuming ClearedLink, in place: LanePlace? = nil) {
        if server.path.isIntercepted, interception == nil,
            let interception = Interception(link, of: request, in: server.snapshot.ruleset)
        {
            return intercept(link, interception, in: place)
        }
        if link.proof.action.limits.isJournaled, entry == nil { return writeDown(link) }
        if let url = link.unmatchedURL, !mayHandOn(url, link) { return }
        hasEnded = true
        let (waiter, name) = (request.waiter, entry?.name ?? server.outcomeNames.next())
        let order = PerformanceOrder(
            link.draft(in: server.snapshot.ruleset), outcomeID: name.text, activationToken: request.activationToken,
            traceparent: request.traceOfAction, key: request.key?.key, isAwaited: waiter?.isAwaited ?? true,
            ticket: waiter?.connection)
        var answerKey = link.proof.action.limits.cache == nil ? nil : AnswerKey(link)
        var proof = link.release()
        if let other = interception?.takeReplacement(in: server.snapshot) {
            answerKey = nil
            proof = other
        }
        (order.place, order.hops, order.app) = (place, request.trail.hops, request.app)
        order.onTurn = { [self] proof, place in judgeAgain(proof, place) }
        if let deadline {
            deadline.onPass = { [server] in
                if let waiter { server.runner.stop(waiter.connection, because: .deadline(deadline.length)) }
            }
        }
        server.notes.began(request, Outcome(wouldPerform: order.draft))
        request.stopwatch?.enter(.perform)
        order.stopwatch = request.stopwatch
        func didPerform(_ performance: Performance) {
            var outcome = Outcome(performance, of: order.draft)
            noteHandedOn(&outcome)
            outcome = recorded(outcome, as: name)
            if let hold = entry?.hold {
                return settle(hold, performance, outcome, hasSecrets: order.draft.hasSecrets)
            }
            let isBegun = performance.wasBegun
            // A durable link has its key settled with itself, also when no sender waits any more.
            if let keeper = order.keeper, keeper.hasLink {
                keeper.settle(isBegun ? outcome : nil) { [self] in finish(outcome) }
            } else {
                // A link that was not accepted may be sent again.
                request.key.settle(isBegun && order.keeper == nil ? outcome : nil, hasSecrets: order.draft.hasSecrets) {
                    [self] in
                    finish(outcome)
                }
            }
        }
        if waiter?.hasGone == true, !proof.action.limits.isDetached { return didPerform(.notBegun(.hangUp)) }
        if let answerKey { return take(proof, answerKey, order, as: name, then: didPerform) }
        server.runner.perform(proof, order, then: didPerform)
    }
}
