// The methods of io.deeplinkd.Dispatch. Calls of the usual form do not come here: their links take the path of
// LinkPath.swift from the bytes on.

package import Contract
import FactSources
import Features
import Routing

/// The calls about links and actions.
///
/// *Owner/thread*: the loop's thread.
struct LinkCalls: CallGroup {
    unowned let server: Server

    var handlers: [Handler] {
        [Handler(open), Handler(verify), Handler(perform), Handler(explain), Handler(build)]
    }

    private func open(_ call: ServedCall<OpenLink>) throws(ParameterError) {
        let request = call.request
        var link = try server.request(request.target, request.subject, request.languages, of: call.session)
        link.isTimed = request.isTimed
        try link.take(
            activationToken: request.activationToken, key: request.idempotencyKey, waitMs: request.waitMs,
            deadlineMs: request.deadlineMs, traceparent: request.traceparent,
            hops: request.hops, with: request.with, for: server)
        call.session.answer { server.path.take(link, writing: &$0) }
    }

    private func verify(_ call: ServedCall<VerifyLink>) throws(ParameterError) {
        let link = try server.request(
            call.request.target, call.request.subject, call.request.languages, of: call.session, goal: .keep)
        call.session.answer { server.path.take(link, writing: &$0) }
    }

    private func perform(_ call: ServedCall<PerformBinding>) throws(ParameterError) {
        let (name, waiter) = (call.request.binding, Waiter(call.session))
        let wanted = try LanguageList.read(call.request.languages)
        let languages = server.snapshot.ruleset.catalogue.isTranslated ? wanted : nil
        call.session.answer { server.path.perform(binding: name.utf8.span, for: waiter, languages, writing: &$0) }
    }

    private func explain(_ call: ServedCall<ExplainLink>) throws(ParameterError) {
        let request = try server.request(
            call.request.target, call.request.subject, call.request.languages, of: call.session)
        let wantsCandidates = call.request.wantsCandidates
        let sight = server.sight(of: request.caller)
        func explanation() -> Explanation { server.snapshot.explanation(of: request, for: sight) }
        func answer(_ explanation: Explanation) {
            call.reply(
                ExplainLink.Answer {
                    $0.outcome = server.snapshot.translated(explanation.outcome, for: request.languages)
                    $0.preview = explanation.preview
                    $0.candidates = wantsCandidates ? explanation.candidates : nil
                })
        }
        if call.request.facts != nil {
            guard server.callers.isOperator(call.caller) else { return call.reply(VarlinkError.permissionDenied) }
            guard call.request.subject == nil else { throw .invalid(.facts) }
        }
        guard server.snapshot.hasTable else {
            let outcome = Outcome(RequestError.noTable)
            return call.reply(
                ExplainLink.Answer { ($0.outcome, $0.candidates) = (outcome, wantsCandidates ? [] : nil) })
        }
        if let facts = call.request.facts {
            return answer(try server.snapshot.explanation(of: request, given: facts, for: sight))
        }
        let (first, gathering) = (explanation(), server.facts.gathering)
        guard let feature = first.feature, !gathering.isReady(feature, for: request.holder) else {
            return answer(first)
        }
        gathering.whenReady([feature], for: request.holder) { answer(explanation()) }
    }

    private func build(_ call: ServedCall<BuildLink>) -> any Reply {
        server.snapshot.link(call.request, for: server.sight(of: call.caller))
    }
}

extension Server {
    /// The request of a connection's call.
    ///
    /// *Throws*: where there is not one of URL and action, the subject or a language is none, or the caller may not name it.
    package func request(
        _ target: Target, _ subject: String?, _ tags: [String]?, of session: Session, goal: LinkRequest.Goal = .perform
    ) throws(ParameterError) -> LinkRequest {
        if let fault = target.fault { throw .invalid(fault) }
        return LinkRequest(
            target, caller: session.caller, subject: try callers.subject(subject, for: session.caller), goal: goal,
            waiter: Waiter(session), languages: try LanguageList.read(tags))
    }
}
