// The handlers of calls: one handler for each method, found by the type of the call.
//
//     var handlers: [Handler] { [Handler(ingest), Handler(products)] }
//
//     private func ingest(_ call: ServedCall<IngestLicences>) throws(ParameterError) { … call.reply(IngestReport()) … }
//
// Each group of calls lists its handlers, and `Server.makeHandlers` joins the groups. A test holds that every method of
// the program's interfaces has one.

package import Contract
package import Features
package import Ledger
import Routing

/// A call while it is served.
package struct ServedCall<Call: Method> {
    package let request: Call
    /// The connection that it came by.
    package let session: Session
    /// Answers it, once: with the answer of its method or an error.
    ///
    /// A method that streams gives its session a stream in place of that.
    package let reply: (any Reply) -> Void

    /// Who has made it.
    package var caller: Caller { session.caller }
}

/// Serves the calls of one method.
package struct Handler {
    let method: any Method.Type
    /// *Throws*: where a parameter is refused, before anything is done; the call is not answered then.
    let serve: (any Method, Session, @escaping (any Reply) -> Void) throws(ParameterError) -> Void

    /// Serves with a function that may answer later.
    package init<Call: Method>(_ serve: @escaping (ServedCall<Call>) throws(ParameterError) -> Void) {
        method = Call.self
        self.serve = { (request, session, reply) throws(ParameterError) in
            guard let request = request as? Call else { preconditionFailure("a handler gets calls of its method") }
            try serve(ServedCall(request: request, session: session, reply: reply))
        }
    }

    /// Serves with a function that answers at once.
    package init<Call: Method>(_ answer: @escaping (ServedCall<Call>) throws(ParameterError) -> any Reply) {
        self.init { (call: ServedCall<Call>) throws(ParameterError) in call.reply(try answer(call)) }
    }
}

/// What serves some methods of one interface.
protocol CallGroup {
    /// The handlers of these methods.
    var handlers: [Handler] { get }
}

extension ServedCall where Call.Answer == ChangeAnswer {
    /// Answers with a change that the ledger was to keep.
    package func reply(to result: Result<Bool, LedgerError>) {
        switch result {
        case .success(let isDurable): reply(ChangeAnswer(isDurable: isDurable))
        case .failure(let error):
            reply(NotKept(Call.interface, error, for: session.server.callers.audience(of: caller)))
        }
    }
}

extension Server {
    /// What serves each method.
    func makeHandlers() -> [Handler] {
        let groups: [any CallGroup] = [
            LinkCalls(server: self), FeatureCalls(server: self), MonitorCalls(server: self),
        ]
        return groups.flatMap { $0.handlers } + services.flatMap { $0.handlers }
    }

    /// Serves one request of a connection.
    func serve(_ request: any Method, for session: Session, reply: @escaping (any Reply) -> Void) {
        let (method, caller) = (type(of: request), session.caller)
        guard callers.mayCall(method, caller: caller) else { return reply(VarlinkError.permissionDenied) }
        guard let handler = handlers[ObjectIdentifier(method)] else {
            return reply(VarlinkError.methodNotImplemented(method: method.name))
        }
        do throws(ParameterError) {
            try handler.serve(request, session, reply)
        } catch {
            reply(refusal(of: method, error, caller))
        }
    }

    /// The reply to a call of a method with a parameter that is refused.
    private func refusal<Call: Method>(of method: Call.Type, _ error: ParameterError, _ caller: Caller) -> any Reply {
        switch error {
        case .invalid(let parameter): return VarlinkError.refusing(parameter)
        // Nothing is wrong with the name of a switch or product, or with the caller: the next table may declare it, and grant it.
        case .noTable where Call.Answer.self == ChangeAnswer.self:
            return NotKept(Call.interface, code: "table.invalid", reason: Outcome(RequestError.noTable).message)
        case .noTable: return VarlinkError.refusing(.feature)
        case .notDelegated where !Call.answersOutcome: return VarlinkError.permissionDenied
        case .notDelegated:
            // An explanation has no name and is not logged.
            let isNamed = Call.self != ExplainLink.self
            let outcome = isNamed ? recorded(.notDelegated, caller) : Outcome(RequestError.notDelegated)
            return Call.refusal(with: outcome) ?? VarlinkError.permissionDenied
        }
    }
}

extension VarlinkError {
    /// The error that a parameter's value cannot be.
    static func refusing(_ parameter: Parameter) -> VarlinkError { .invalidParameter(parameter: parameter.rawValue) }
}
