package import Contract
package import Features
import Routing

extension Server {
    /// As whom a caller is told of features and routes.
    package func sight(of caller: Caller) -> Audience { path.sight(of: caller) }

    /// The user whom what a caller has kept counts for.
    package func user(of caller: Caller) -> UInt32 { subordinates.owner(of: caller.uid) }

    /// Names the outcome and notes it in the log, which never holds a URL or a value.
    ///
    /// - Parameter subject: whose facts counted; nil for the caller's own.
    package func recorded(_ outcome: consuming Outcome, _ caller: Caller, _ subject: Subject? = nil) -> Outcome {
        recorded(outcome, caller, subject, as: outcomeNames.next())
    }

    /// The same of a request.
    func recorded(_ outcome: consuming Outcome, of request: LinkRequest, as name: OutcomeName? = nil) -> Outcome {
        let (caller, name) = (request.caller, name ?? outcomeNames.next())
        return recorded(outcome, caller, request.subject, as: name, request.stopwatch, trace: request.trace)
    }

    /// The same of a request that was not begun.
    func recorded(_ error: RequestError, of request: LinkRequest) -> Outcome { recorded(Outcome(error), of: request) }

    /// Names and notes the outcome of a call that was refused before its link was read.
    func recorded(_ error: RequestError, _ caller: Caller) -> Outcome { recorded(Outcome(error), caller) }

    /// Names and notes an outcome.
    ///
    /// - Parameters:
    ///   - stopwatch: nil for what nothing measures.
    ///   - trace: the name of the trace that the request is part of.
    func recorded(
        _ outcome: consuming Outcome, _ caller: Caller, _ subject: Subject?, as name: OutcomeName,
        _ stopwatch: LinkStopwatch? = nil, trace: String? = nil
    ) -> Outcome {
        outcome.outcomeId = name.text
        notes.note(outcome, id: name.digits.span, caller: caller, subject: subject, stopwatch, trace: trace)
        return outcome
    }

    /// Notes what a call waits for.
    func noteWait(for what: String, feature: @autoclosure () -> String, _ request: LinkRequest) {
        log.debug("call waits", ["for": what, "feature": feature(), "uid": "\(request.caller.uid)"])
    }

    /// Keeps a proof for a connection; false where the connection is gone, since no other could perform it.
    @discardableResult
    func keep(_ link: consuming ClearedLink, as name: BindingName, for waiter: Waiter) -> Bool {
        guard connections.contains(waiter.session) else { return false }
        bindings.keep(
            link, as: name, connection: waiter.connection, user: waiter.session.user.uid, nowNs: clock())
        return true
    }
}
