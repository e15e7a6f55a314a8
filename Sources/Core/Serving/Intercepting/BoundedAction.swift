import Conf
import Contract
import FactSources
import Features
import Routing
import Varlink

extension Server {
    /// Performs an action of an interceptor, which has `Limits.interceptorTime` for its answer.
    ///
    /// - Parameter done: takes the outcome, within the call where it is known at once; a late one is `failed.timeout`.
    func performBounded(
        _ link: consuming ClearedLink, for request: LinkRequest, then done: @escaping (Outcome) -> Void
    ) {
        let (name, ticket) = (outcomeNames.next(), nextInterceptorTicket())
        let order = PerformanceOrder(
            link.draft(in: snapshot.ruleset), outcomeID: name.text, traceparent: request.traceOfLink, ticket: ticket)
        order.hops = request.trail.hops
        var answer: ((Outcome) -> Void)? = done
        let deadline = CallDeadline(Limits.interceptorTime, on: loop)
        deadline?.onPass = { [self] in
            runner.stop(ticket, because: .deadline(Limits.interceptorTime))
            answer.take()?(Outcome(RequestError.interrupted(.deadline(Limits.interceptorTime))))
        }
        runner.perform(link.release(), order) { performance in
            deadline?.end()
            answer.take()?(Outcome(performance, of: order.draft))
        }
    }

    /// Takes the action of an interceptor up to the gate of its feature, once the sources of that have answered.
    ///
    /// - Parameter proceed: takes nil where the feature is not available, or another table is in force by now.
    func clear(
        _ binding: ActionBinding, _ inputs: @escaping (Action) -> [Value.Member], for request: LinkRequest,
        then proceed: @escaping (consuming ClearedLink?) -> Void
    ) {
        let ruleset = snapshot.ruleset
        let clear = { [self] in
            guard snapshot.ruleset === ruleset else { return proceed(nil) }
            let passage = ruleset.pass(
                binding, inputs: inputs(ruleset.catalogue.actions[binding.action]), cache: snapshot.cache,
                caller: request.caller, subject: request.subject)
            switch consume passage {
            case .cleared(let link): proceed(link)
            case .stopped: proceed(nil)
            }
        }
        guard !facts.gathering.isReady(binding.feature, for: request.holder) else { return clear() }
        ask(binding.feature, for: request, then: clear)
    }
}

extension Outcome {
    /// Why an interceptor refuses a link: the `reason` that its service gives, or else what became of it.
    ///
    /// *Shape*: one sentence.
    var reasonOfRefusal: String {
        let details = execution?.details.flatMap { try? ValueDecoder.decode(Array($0.utf8).span) }
        guard let reason = details?["reason"]?.text ?? execution?.reason, !reason.isEmpty else { return message }
        return Escaping.printable(reason).hasSuffix(".") ? Escaping.printable(reason) : Escaping.printable(reason) + "."
    }
}
