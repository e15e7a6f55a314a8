// The path of one link through the daemon: of a URL or of an action by its name; of `Open`, `Verify` and `Perform`; whether a
// program, a channel or the daemon itself performs its action.
//
//     call → pass (Routing/Clearing): the intake, the text, the route, the inputs, the gate → perform (Performing) → reply
//
// It goes straight on, from the bytes of the call to the bytes of the reply, until a step has to wait:
//
//     open t://lists/rock                           the reply is written                          answered
//     open t://photos, and a file has the switch    the file is read first                        waits: PendingLink
//     open t://editor, whose action is `exec`       the program ends first                        waits: PendingLink
//     open t://price, and the answer is kept        the reply is written                          answered
//     open t://lists/rock with a key                the ledger writes down that it begins         waits: PendingLink
//
// The reply to a link that reaches its action is written from prepared pieces, and no outcome is made of it. One that is
// stopped has an outcome, written where the reply goes. What has to wait goes on in PendingLink.swift, with its proof.

import Contract
import FactSources
import Features
import HostSystem
import Routing

/// How far a link has come when its call returns.
enum Progress {
    /// Its reply is written.
    case answered
    /// It goes on later, from where `begin` is called.
    case waits(PendingLink)
}

/// The path of links through one table.
///
/// A class of constants, made with each table: what a call reads of the server would be retained and checked for
/// exclusive access on every call.
///
/// *Owner/thread*: the loop's thread.
final class LinkPath {
    private unowned let server: Server
    let ruleset: Ruleset
    private let snapshot: Snapshot
    private let cache: VerificationCache
    private let gathering: FactGathering
    private let runner: ActionRunner
    let callers: CallerRules
    private let names: OutcomeNames
    private let notes: LinkNotes
    private let replies: PreparedReplies
    private let answers: AnswerCache
    /// True if the table has interceptors: then no link goes straight on.
    let isIntercepted: Bool
    /// True if links may have another link inside.
    private let unwraps: Bool
    /// Compares each link with a second table; nil where the table names none.
    let shadow: ShadowComparison?
    /// True if the table says of any feature what else is performed where it is blocked.
    private let hasInsteads: Bool
    /// Why no link is taken: there is no table, or the daemon ends.
    let refusal: RequestError?

    /// Makes the path of the server's table in force.
    init(_ server: Server, refusal: RequestError? = nil) {
        (self.server, self.refusal) = (server, refusal)
        snapshot = server.snapshot
        cache = server.snapshot.cache
        ruleset = server.snapshot.ruleset
        gathering = server.facts.gathering
        runner = server.runner
        callers = server.callers
        names = server.outcomeNames
        notes = server.notes
        answers = server.answers
        isIntercepted = ruleset.rewrites.contains { $0.target != .wrapped } || !ruleset.catalogue.interceptors.isEmpty
        unwraps = ruleset.unmatched != nil
        hasInsteads = ruleset.catalogue.hasInsteads
        shadow = refusal == nil ? server.shadow : nil
        replies = PreparedReplies(ruleset, server.answers)
    }

    // MARK: Calls

    /// Takes a URL that a call carries and nothing else, as nearly every call does.
    func take(
        _ url: Span<UInt8>, to goal: LinkRequest.Goal, for waiter: Waiter, writing writer: inout JSONWriter
    ) -> Progress {
        let caller = waiter.session.caller
        notes.start()
        guard goesStraight(url) else { return .waits(waiting(request(url, to: goal, for: waiter), .pass)) }
        let passage =
            refusal == nil
            ? ruleset.pass(url, cache: cache, caller: caller, for: sight(of: caller)) : refused()
        if let shadow { shadow.compare(url, sent: url, passage) }
        guard let step = goOn(passage, caller, nil, goal, waiter, &writer) else { return .answered }
        return .waits(waiting(request(url, to: goal, for: waiter), step))
    }

    private func request(_ url: Span<UInt8>, to goal: LinkRequest.Goal, for waiter: Waiter) -> LinkRequest {
        let text = String(decoding: url.indices.map { url[$0] }, as: UTF8.self)
        return LinkRequest(Target(url: text), caller: waiter.session.caller, subject: nil, goal: goal, waiter: waiter)
    }

    /// Takes a URL or a named action with all that its call says.
    func take(_ request: LinkRequest, writing writer: inout JSONWriter) -> Progress {
        notes.start()
        if request.key != nil { return .waits(waiting(request, .claim)) }
        // The log's line of a link that goes straight on has no trace.
        guard request.isPlain(in: ruleset.catalogue), goesStraight((request.target.url ?? "").utf8.span) else {
            return .waits(waiting(request, .pass))
        }
        let passage = pass(request)
        if shadow != nil { compare(request, passage) }
        guard
            let step = goOn(
                passage, request.caller, request.subject, request.goal, request.waiter,
                mayWait: request.wait != nil, &writer)
        else { return .answered }
        return .waits(waiting(request, step))
    }

    private func goesStraight(_ url: Span<UInt8>) -> Bool { !isIntercepted && !(unwraps && WrappedLink.maybe(url)) }

    /// The link of a request that came in this turn.
    private func waiting(_ request: consuming LinkRequest, _ step: consuming PendingLink.Step) -> PendingLink {
        request.stopwatch = notes.stopwatch(request.traceparent, isOfTurn: true)
        return PendingLink(request, step, of: server)
    }

    /// Performs a binding of `Verify`; the texts of its outcome are put into languages, unless they are nil.
    func perform(
        binding name: Span<UInt8>, for waiter: Waiter, _ languages: LanguageList?, writing writer: inout JSONWriter
    ) -> Progress {
        let caller = waiter.session.caller
        notes.start()
        func refuse(_ outcome: Outcome) -> Progress {
            tell(StoppedLink(outcome), caller, nil, &writer)
            return .answered
        }
        if refusal == .shuttingDown { return refuse(Outcome(RequestError.shuttingDown)) }
        do throws(BindingError) {
            let held = try server.bindings.take(name, by: waiter.connection, nowNs: server.clock())
            let subject = held.subject == caller.subject ? nil : held.subject
            // A source may say something else now than when the binding was made.
            var step: PendingLink.Step? = .held(held)
            if languages == nil, !isIntercepted, gathering.isReady(held.feature, for: held.subject) {
                step = goOn(.cleared(try held.take(in: snapshot)), caller, subject, .perform, waiter, &writer)
            }
            guard let step else { return .answered }
            let request = LinkRequest(Target(), caller: caller, subject: subject, waiter: waiter, languages: languages)
            return .waits(waiting(request, step))
        } catch {
            return refuse(Outcome(error))
        }
    }

    // MARK: Steps

    /// Takes a request up to the gate: against the facts in force, or with what the person confirmed of this one.
    func pass(_ request: LinkRequest) -> Passage {
        guard refusal == nil else { return refused() }
        guard request.trail.hops <= LinkHops.most else {
            return .stopped(StoppedLink(Outcome(RequestError.tooManyHops)))
        }
        let audience = sight(of: request.caller)
        if request.app != nil {
            return ruleset.passUnmatched(
                request.target.url ?? "", cache: cache, caller: request.caller, subject: request.subject, for: audience)
        }
        if let facts = request.confirmed?.facts(in: snapshot) {
            return ruleset.pass(
                request.target, facts: facts, caller: request.caller, subject: request.subject, for: audience)
        }
        return ruleset.pass(
            request.target, cache: cache, caller: request.caller, subject: request.subject, for: audience,
            now: request.isTimed ? { HostClock.monotonicNs } : nil)
    }

    private func refused() -> Passage {
        .stopped(StoppedLink(Outcome(refusal ?? .noTable)))
    }

    /// Goes on from the gate to the reply.
    ///
    /// - Parameter mayWait: true if the link may wait until what blocks it is lifted.
    ///
    /// Returns: the step that has to wait; nil where the reply is written.
    ///
    /// *Cost*: a request is not made for it, because a copy retains each part of a caller.
    @inline(__always)
    private func goOn(
        _ passage: consuming Passage, _ caller: Caller, _ subject: Subject?, _ goal: LinkRequest.Goal,
        _ waiter: Waiter?, mayWait: Bool = false, _ writer: inout JSONWriter
    ) -> PendingLink.Step? {
        if let feature = passage.feature, !gathering.isReady(feature, for: subject ?? caller.subject) {
            return .sources(ofFeature: feature)
        }
        switch consume passage {
        case .stopped(let stop):
            if mayWait, WaitingLinks.mayBeLifted(stop) { return .passed(.stopped(stop)) }
            if hasInsteads, goal == .perform, stop.instead(in: ruleset) != nil { return .passed(.stopped(stop)) }
            tell(stop, caller, subject, &writer)
            return nil
        case .cleared(let link):
            guard waiter?.hasGone != true, let form = replies.form(for: link, in: ruleset) else {
                return .passed(.cleared(link))
            }
            switch goal {
            case .perform:
                guard let reply = form.performed, reply.fits(linkBytes: link.byteCount) else {
                    return giveKept(link, form, subject, &writer)
                }
                perform(link, reply, form, subject, &writer)
            case .keep:
                guard form.verified.fits(linkBytes: link.byteCount), let waiter,
                    let name = try? BindingName.random()
                else { return .passed(.cleared(link)) }
                keep(link, as: name, form, subject, waiter, &writer)
            }
            return nil
        }
    }

    // MARK: Replies

    /// Performs a link whose action answers by itself, and writes the reply.
    private func perform(
        _ link: consuming ClearedLink, _ reply: PreparedAnswer, _ form: PreparedReplies.Form, _ subject: Subject?,
        _ writer: inout JSONWriter
    ) {
        let revision = link.proof.stateRevision
        // An answer of this kind cannot fail.
        begin(link, .okPerformed, reply.frame, form, subject, &writer)
        runner.perform(link.release(), as: reply, to: &writer)
        revision.write(to: &writer)
        reply.frame.writeEnd(to: &writer)
    }

    /// Gives a link an answer that was kept and needs no new one, and writes the reply.
    ///
    /// Returns: the step that has to wait where there is none.
    private func giveKept(
        _ link: consuming ClearedLink, _ form: PreparedReplies.Form, _ subject: Subject?, _ writer: inout JSONWriter
    ) -> PendingLink.Step? {
        guard let (reply, answers) = form.kept, let (answer, ageNs) = self.answers.fresh(link, of: answers),
            reply.fits(linkBytes: link.byteCount)
        else { return .passed(.cleared(link)) }
        let revision = link.proof.stateRevision
        begin(link, .okPerformed, reply.frame, form, subject, &writer)
        runner.repeatAnswer(link.release(), answer, ageMs: ageNs / 1_000_000, as: reply, to: &writer)
        revision.write(to: &writer)
        reply.frame.writeEnd(to: &writer)
        return nil
    }

    /// Keeps the proof of a link until its connection performs it, and writes the reply.
    private func keep(
        _ link: consuming ClearedLink, as name: BindingName, _ form: PreparedReplies.Form, _ subject: Subject?,
        _ waiter: Waiter, _ writer: inout JSONWriter
    ) {
        let frame = form.verified.frame
        begin(link, .okWouldPerform, frame, form, subject, &writer)
        form.verified.write(link.proof.inputs, to: &writer)
        link.proof.stateRevision.write(to: &writer)
        frame.write(before: .binding, to: &writer)
        writer.verbatim(name.digits.span)
        frame.writeEnd(to: &writer)
        server.keep(link, as: name, for: waiter)
    }

    /// Notes the outcome of a link, and writes the reply up to what the link brings.
    private func begin(
        _ link: borrowing ClearedLink, _ code: OutcomeCode, _ frame: PreparedReply, _ form: PreparedReplies.Form,
        _ subject: Subject?, _ writer: inout JSONWriter
    ) {
        let id = names.next()
        frame.write(before: .outcomeId, to: &writer)
        writer.verbatim(id.digits.span)
        frame.write(before: .url, to: &writer)
        link.writeURL(to: &writer)
        frame.write(before: .route, to: &writer)
        link.withRouteName { route in
            writer.inside(route)
            let names = form.names
            notes.note(
                code, id: id.digits.span, route: route, feature: names.feature.span, action: names.action.span,
                inputs: names.inputs.span, caller: link.proof.caller, subject: subject
            ) { Outcome(wouldPerform: link.draft(in: ruleset)).parameters }
        }
    }

    /// Notes an outcome, and writes it as its caller may see it.
    private func tell(_ stop: StoppedLink, _ caller: Caller, _ subject: Subject?, _ writer: inout JSONWriter) {
        let (name, audience) = (names.next(), callers.audience(of: caller))
        notes.note(stop.outcome, id: name.digits.span, caller: caller, subject: subject, nil, isOfTurn: true)
        // The question of a confirmation has the values of this link.
        let reports =
            stop.outcome.code == .confirmationRequired
            ? WrittenReports(stop.outcome.constraints, stop.outcome.remedies, for: audience)
            : stop.refusal?.reports(for: audience)
        stop.outcome.append(id: name, reports: reports, for: audience, to: &writer)
    }
}
