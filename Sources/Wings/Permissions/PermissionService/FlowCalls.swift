// The methods of io.deeplinkd.Permissions, and the one that sets a permission.

import Contract
import FactSources
import Features
import HostSystem
import PermissionRules
import PermissionWire
import Routing
import Serving

/// Flows and consents as calls use them.
///
/// *Owner/thread*: the loop's thread.
struct FlowCalls {
    unowned let server: Server
    let flows: FlowRunner

    /// Those of io.deeplinkd.Permissions.
    var handlers: [Handler] {
        [Handler(authorise), Handler(answer), Handler(list), Handler(withdraw), Handler(setPermission)]
    }

    // MARK: Authorise

    /// Answers a call with the flow of a feature, a link or an action.
    ///
    /// *Throws*: where there is not one of the three, or the caller is told of no such feature.
    private func authorise(_ call: ServedCall<Authorise>) throws(ParameterError) {
        guard !server.isShuttingDown else { return call.reply(FlowReports.completed("", FlowReports.shutdown)) }
        if let name = call.request.feature {
            guard call.request.target == Target() else { throw .invalid(.feature) }
            let number = try server.feature(named: name, for: call.caller)
            let path = server.snapshot.ruleset.catalogue.features[number].path
            return begin(path, nil, languages: try LanguageList.read(call.request.languages), call)
        }
        let request = try server.request(call.request.target, nil, call.request.languages, of: call.session)
        server.follow(request) { [self, server] request, passage in
            let feature = passage.feature
            let outcome = passage.outcome(in: server.snapshot.ruleset)
            guard let feature else {
                let recorded = server.recorded(outcome, request.caller, request.subject)
                return call.reply(FlowReports.rejected(server.snapshot.translated(recorded, for: request.languages)))
            }
            guard server.mayStream(to: call.session) else {
                return call.reply(FlowReports.completed("", FlowReports.shutdown))
            }
            let path = server.snapshot.ruleset.catalogue.features[feature].path
            begin(
                path, request, action: outcome.action, inputs: outcome.parameters, languages: request.languages, call)
        }
    }

    private func begin(
        _ path: String, _ request: LinkRequest?, action: String? = nil, inputs: [Value.Member] = [],
        languages: LanguageList?, _ call: ServedCall<Authorise>
    ) {
        do throws(LoopError) {
            let stream = FlowStream(
                try HostFacts.randomName(), of: path, request, action: action, inputs: inputs,
                languages, server.snapshot.ruleset.revision, call.session, in: flows)
            call.session.answer(with: stream)
            flows.begin(stream, pace: call.request.pace ?? .human, isInitiated: call.request.isInitiated)
        } catch {
            server.log.error("no random bits", ["error": "\(error)"])
            call.reply(FlowReports.failed("The system has no random bits to name a flow."))
        }
    }

    // MARK: Answers

    /// Takes what a program says of a question.
    ///
    /// *Throws*: without a permission, where one is needed.
    private func answer(_ call: ServedCall<AnswerQuestion>) throws(ParameterError) -> any Reply {
        guard call.request.permission != nil || call.request.answer == .cancel else { throw .invalid(.permission) }
        do throws(FlowAnswerError) {
            try flows.answer(
                call.request.flow, user: call.caller.uid, permission: call.request.permission, call.request.answer)
            return EmptyAnswer()
        } catch {
            switch error {
            case .unknownFlow: return BareError.unknownFlow
            case .notAsked: return BareError.notAsked
            }
        }
    }

    // MARK: Consents

    /// What the caller said of permissions whose source is consent.
    private func list(_ call: ServedCall<ListConsents>) -> any Reply {
        let kept = server.facts.consents.answers(of: call.caller.subject).sorted { $0.key.name < $1.key.name }
        let reports = kept.map { key, consent in
            ConsentReport {
                ($0.permission, $0.isGranted, $0.asOfMs) = (key.name, consent.isGranted, consent.asOfMs)
            }
        }
        return ListConsents.Answer { $0.consents = reports }
    }

    /// Takes back what the caller said of a permission.
    ///
    /// *Throws*: where there is no permission of that name.
    private func withdraw(_ call: ServedCall<WithdrawConsent>) throws(ParameterError) {
        guard let permission = Permission(call.request.permission) else { throw .invalid(.permission) }
        server.facts.set(
            consent: nil, to: permission, for: call.caller.subject, by: server.audit.author(of: call)
        ) { [server] result in
            if case .success = result {
                server.log.info("consent withdrawn", ["permission": "\(permission)", "uid": "\(call.caller.uid)"])
            }
            call.reply(to: result)
        }
    }

    // MARK: Settings

    /// Sets a permission, or clears its setting.
    private func setPermission(_ call: ServedCall<SetPermission>) throws(ParameterError) {
        guard server.snapshot.hasTable else { throw .noTable }
        guard let permission = Permission(call.request.permission) else {
            throw server.refusal(of: .permission, to: call.caller)
        }
        let status = call.request.status.map { PermissionStatus(rawValue: $0) ?? .unknown }
        guard status != .unknown else { throw .invalid(.status) }
        try server.set(
            .permission(permission), to: status.map(FactValue.permission), shown: status?.rawValue,
            subject: call.request.subject, by: call)
    }
}
