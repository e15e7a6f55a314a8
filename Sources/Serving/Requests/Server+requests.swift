// Every request but `open`, which `Pipeline.swift` serves. Each is answered exactly once; what takes time answers later.

import Contract
import FactSources
import Features
import Routing

extension Server {
    /// Serves one request of a connection.
    func serve(_ request: Request, for session: Session, reply: @escaping (Reply) -> Void) {
        let caller = session.caller
        guard callers.mayCall(request.method, caller: caller) else { return reply(.failure(.permissionDenied)) }
        do throws(ParameterError) {
            try serveChecked(request, for: session, reply: reply)
        } catch {
            reply(refusal(of: request.method, error, caller))
        }
    }

    /// Serves a request that the caller may make.
    ///
    /// *Throws*: where a parameter is refused, before anything is done; `reply` is not called then.
    private func serveChecked(
        _ request: Request, for session: Session, reply: @escaping (Reply) -> Void
    ) throws(ParameterError) {
        let (caller, changes) = (session.caller, ChangeCalls(server: self))
        switch request {
        case .open(let target, let timings, let subject, let key, let deadlineMs, let token, let waitMs):
            var request = try LinkRequest(target, subject, of: session, by: callers)
            request.isTimed = timings
            try request.take(activationToken: token)
            try openLink(request, key: key, deadlineMs: deadlineMs, waitMs: waitMs, reply: reply)
        case .verify(let target, let subject):
            verify(try LinkRequest(target, subject, of: session, by: callers), for: session, reply: reply)
        case .perform(let binding): performBinding(binding, for: session) { reply(.outcome($0)) }
        case .explain(let target, let candidates, let subject):
            explain(try LinkRequest(target, subject, of: session, by: callers), candidates: candidates, reply: reply)
        case .link(let route, let parameters, let scope):
            reply(snapshot.link(to: route, parameters, scope: scope, for: sight(of: caller)))
        case .list(let subject, let after): try list(subject, after: after, caller, reply: reply)
        case .describe(let name, let subject): try describe(name, subject, caller, reply: reply)
        case .watch(let subject):
            watches?.add(session, of: try callers.subject(subject, for: caller), features: everyFeature)
        case .setToggle(let feature, let on, let subject):
            try changes.setToggle(feature, on, subject: subject, caller, reply: reply)
        case .setRuntime(let feature, let on): try changes.setRuntime(feature, on, caller, reply: reply)
        case .setPermission, .setPurchase: try SettingCalls(server: self).serve(request, caller, reply: reply)
        case .subscribe, .acknowledge, .channels, .clear:
            try ChannelCalls(server: self).serve(request, for: session, reply: reply)
        case .authorise, .answer, .consents, .withdraw:
            try FlowCalls(server: self).serve(request, for: session, reply: reply)
        case .ingest, .products, .purchases, .restore, .watchPurchases, .startTrial:
            try PurchaseCalls(server: self).serve(request, for: session, reply: reply)
        case .status: reply(.report(status(for: caller, ownCalls: session.callCount)))
        case .table(let after, let files): reply(table(after: after, files: files, caller))
        case .reload: reloadTable(then: reply)
        case .override(let fact, let status, let ttlMs): reply(try changes.override(fact, status, ttlMs: ttlMs, caller))
        case .backup:
            copies.send(
                to: session, of: user(of: caller), while: { [self] in mayStream(to: session) }, refuse: reply)
        case .getInfo: reply(.report(ServiceDescription.own))
        case .getInterfaceDescription(let name):
            let text = Interface(rawValue: name)?.text
            reply(text.map(Reply.description) ?? .failure(.interfaceNotFound(interface: name)))
        }
    }

    // MARK: Verify, Perform, Explain

    private func verify(_ request: LinkRequest, for session: Session, reply: @escaping (Reply) -> Void) {
        let caller = request.caller
        func stop(_ outcome: consuming Outcome) {
            reply(.verified(recorded(outcome, caller, request.subject), binding: nil, expiresAfterMs: nil))
        }
        clearLink(request) { [self] clearance in
            switch consume clearance {
            case .stopped(let outcome, _): stop(outcome)
            case .cleared(let proof, let draft):
                let outcome = recorded(Outcome(wouldPerform: draft), caller, request.subject)
                do {
                    let name = try keep(proof, draft, for: session)
                    let lifetimeMs = Limits.bindingLifetime.wholeMilliseconds
                    reply(.verified(outcome, binding: name, expiresAfterMs: name.map { _ in lifetimeMs }))
                } catch {
                    log.error("no random bits", ["error": "\(error)"])
                    stop(Outcome(RequestError.noRandomBits))
                }
            }
        }
    }

    private func performBinding(_ name: String, for session: Session, reply: @escaping (Outcome) -> Void) {
        let (caller, waiter) = (session.caller, Waiter(session))
        guard !isShuttingDown else { return reply(recorded(.shuttingDown, caller)) }
        do {
            let held = try bindings.take(name, by: session.number, nowNs: clock())
            // What a source says now may differ from what it said when the binding was made.
            facts.gathering.whenReady(held.draft.binding.feature, for: held.subject) { [self] in
                held.perform(for: waiter, of: caller, by: self, reply)
            }
        } catch {
            reply(recorded(Outcome(error), caller))
        }
    }

    private func explain(_ request: LinkRequest, candidates: Bool, reply: @escaping (Reply) -> Void) {
        func answer(_ explanation: Explanation) {
            reply(
                .explained(
                    explanation.outcome, candidates: candidates ? explanation.candidates : nil,
                    preview: explanation.preview))
        }
        guard snapshot.hasTable else {
            return reply(.explained(Outcome(RequestError.noTable), candidates: candidates ? [] : nil))
        }
        let explanation = snapshot.explanation(of: request, for: sight(of: request.caller))
        guard let feature = explanation.feature, !facts.gathering.isReady(feature, for: request.holder) else {
            return answer(explanation)
        }
        facts.gathering.whenReady(feature, for: request.holder) { [self] in
            answer(snapshot.explanation(of: request, for: sight(of: request.caller)))
        }
    }

    // MARK: Features

    private func list(
        _ name: String?, after: String?, _ caller: Caller, reply: @escaping (Reply) -> Void
    ) throws(ParameterError) {
        let subject = try callers.subject(name, for: caller)
        facts.gathering.whenReady(everyFeature, for: subject ?? caller.subject) { [self] in
            let page = reports(for: caller, subject).page(after: after)
            reply(page.map { .features($0.features, next: $0.next) } ?? .refusing(.after))
        }
    }

    private func describe(
        _ name: String, _ subjectName: String?, _ caller: Caller, reply: @escaping (Reply) -> Void
    ) throws(ParameterError) {
        let subject = try callers.subject(subjectName, for: caller)
        let feature = try feature(named: name, for: caller)
        facts.gathering.whenReady(feature, for: subject ?? caller.subject) { [self] in
            // Another table may be in force by now.
            let number = snapshot.ruleset.catalogue.feature(named: name, for: sight(of: caller))
            reply(number.map { .feature(reports(for: caller, subject).report(on: $0)) } ?? .refusing(.feature))
        }
    }

    private func table(after: String?, files: Bool, _ caller: Caller) -> Reply {
        guard !files || callers.audience(of: caller) == .operator else { return .failure(.permissionDenied) }
        guard snapshot.hasTable else { return .report(TableContents()) }
        let page = TablePages(snapshot, for: sight(of: caller)).page(after: after, files: files)
        return page.map { .report($0) } ?? .refusing(.after)
    }

    /// The numbers of all features of the table in force.
    private var everyFeature: Range<Int> { snapshot.ruleset.catalogue.features.indices }

    private func reports(for caller: Caller, _ subject: Subject?) -> FeatureReports {
        FeatureReports(snapshot, caller: caller, subject: subject, audience: sight(of: caller))
    }

    /// The number of a feature that the caller is told of, by its path or a name that is unique.
    func feature(named name: String, for caller: Caller) throws(ParameterError) -> Int {
        guard let number = snapshot.ruleset.catalogue.feature(named: name, for: sight(of: caller)) else {
            throw snapshot.hasTable ? .invalid(.feature) : .noTable
        }
        return number
    }

    // MARK: Parameters that are refused

    /// The reply to a call of a method with a parameter that is refused.
    private func refusal(of method: Method, _ error: ParameterError, _ caller: Caller) -> Reply {
        switch error {
        case .invalid(let parameter): return .refusing(parameter)
        // Nothing is wrong with the name of a switch or product, or with the caller: the next table may declare it, and grant it.
        case .noTable where [.setToggle, .setRuntime, .setPermission, .setPurchase].contains(method):
            return .notKept(method.interface, code: "table.invalid", reason: Outcome(RequestError.noTable).message)
        case .noTable: return .refusing(.feature)
        case .notDelegated where !method.answersOutcome: return .failure(.permissionDenied)
        case .notDelegated:
            // An explanation has no name and is not logged.
            let outcome = method == .explain ? Outcome(RequestError.notDelegated) : recorded(.notDelegated, caller)
            return method.refusal(with: outcome) ?? .failure(.permissionDenied)
        }
    }
}

extension Reply {
    /// The error that a parameter's value cannot be.
    fileprivate static func refusing(_ parameter: Parameter) -> Reply {
        .failure(.invalidParameter(parameter: parameter.rawValue))
    }
}

extension ServiceDescription {
    /// The daemon.
    fileprivate static let own = ServiceDescription {
        ($0.vendor, $0.product, $0.version) = ("deeplinkd", "deeplinkd", Version.text)
        $0.url = "file:///usr/share/doc/deeplinkd/README.md"
        $0.interfaces = Interface.allCases.map(\.rawValue)
    }
}
