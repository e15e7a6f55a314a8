// The methods of io.deeplinkd.Permissions.

import Authorising
import Contract
import FactSources
import Features
import HostSystem
import Routing

/// Flows and consents as calls use them.
///
/// *Owner/thread*: the loop's thread.
struct FlowCalls {
    let server: Server

    /// Serves one request of the interface.
    ///
    /// *Throws*: where a parameter is refused, before anything is done.
    func serve(
        _ request: Request, for session: Session, reply: @escaping (Reply) -> Void
    ) throws(ParameterError) {
        if case .authorise(let target, let feature, let pace, let isInitiated) = request {
            try authorise(
                target, feature: feature, pace: pace ?? .human, isInitiated: isInitiated, for: session, reply: reply)
        } else if case .answer(let flow, let permission, let answer) = request {
            reply(try self.answer(flow, permission, answer, session.caller))
        } else if case .consents = request {
            reply(consents(of: session.caller))
        } else if case .withdraw(let permission) = request {
            try withdraw(permission, session.caller, reply: reply)
        } else {
            preconditionFailure("a request of another interface")
        }
    }

    // MARK: Authorise

    /// Answers a call with the flow of a feature, a link or an action.
    ///
    /// *Throws*: where there is not one of the three, or the caller is told of no such feature.
    private func authorise(
        _ target: Target, feature name: String?, pace: QuestionPace, isInitiated: Bool, for session: Session,
        reply: @escaping (Reply) -> Void
    ) throws(ParameterError) {
        guard !server.isShuttingDown else { return reply(FlowReports.completed("", FlowReports.shutdown)) }
        if let name {
            guard target == Target() else { throw .invalid(.feature) }
            let number = try server.feature(named: name, for: session.caller)
            let path = server.snapshot.ruleset.catalogue.features[number].path
            return begin(path, nil, inputs: [], pace, isInitiated, session, reply)
        }
        let request = try server.request(target, nil, of: session)
        server.pass(request) { [server] passage in
            let feature = passage.feature
            let outcome = passage.outcome(in: server.snapshot.ruleset)
            guard let feature else {
                return reply(FlowReports.rejected(server.recorded(outcome, request.caller, request.subject)))
            }
            let inputs = outcome.parameters
            guard server.mayStream(to: session) else { return reply(FlowReports.completed("", FlowReports.shutdown)) }
            let path = server.snapshot.ruleset.catalogue.features[feature].path
            begin(path, request, inputs: inputs, pace, isInitiated, session, reply)
        }
    }

    private func begin(
        _ path: String, _ request: LinkRequest?, inputs: [Value.Member], _ pace: QuestionPace, _ isInitiated: Bool,
        _ session: Session, _ reply: (Reply) -> Void
    ) {
        do throws(LoopError) {
            let stream = FlowStream(
                try HostFacts.randomName(), of: path, request, inputs: inputs, server.snapshot.ruleset.revision,
                session,
                in: server.flows)
            session.answer(with: stream)
            server.flows.begin(stream, pace: pace, isInitiated: isInitiated)
        } catch {
            server.log.error("no random bits", ["error": "\(error)"])
            reply(FlowReports.failed("The system has no random bits to name a flow."))
        }
    }

    // MARK: Answers

    /// Takes what a program says of a question.
    ///
    /// *Throws*: without a permission, where one is needed.
    private func answer(
        _ flow: String, _ permission: String?, _ answer: PermissionAnswer, _ caller: Caller
    ) throws(ParameterError) -> Reply {
        guard permission != nil || answer == .cancel else { throw .invalid(.permission) }
        do throws(FlowAnswerError) {
            try server.flows.answer(flow, user: caller.uid, permission: permission, answer)
            return .taken
        } catch {
            switch error {
            case .unknownFlow: return .unknownFlow
            case .notAsked: return .notAsked
            }
        }
    }

    // MARK: Consents

    /// What the caller said of permissions whose source is consent.
    private func consents(of caller: Caller) -> Reply {
        let kept = server.facts.consents.consents(of: caller.subject).sorted { $0.key.name < $1.key.name }
        return .consents(
            kept.map { key, consent in
                ConsentReport {
                    ($0.permission, $0.isGranted, $0.asOfMs) = (key.name, consent.isGranted, consent.asOfMs)
                }
            })
    }

    /// Takes back what the caller said of a permission.
    ///
    /// *Throws*: where there is no permission of that name.
    private func withdraw(_ name: String, _ caller: Caller, reply: @escaping (Reply) -> Void) throws(ParameterError) {
        guard let permission = Permission(name) else { throw .invalid(.permission) }
        server.facts.set(
            consent: nil, to: permission, for: caller.subject, by: server.user(of: caller), .withdraw
        ) { [server] result in
            if case .success = result {
                server.log.info("consent withdrawn", ["permission": "\(permission)", "uid": "\(caller.uid)"])
            }
            reply(ChangeCalls(server: server).reply(to: result, of: .permissions, for: caller))
        }
    }
}
