// Every request by its method. Each is answered exactly once; what takes time answers later.

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
            var request = try self.request(target, subject, of: session)
            request.isTimed = timings
            try request.take(activationToken: token, key: key, waitMs: waitMs, deadlineMs: deadlineMs, for: self)
            session.answer { [path] in path.take(request, writing: &$0) }
        case .verify(let target, let subject):
            let request = try self.request(target, subject, of: session, goal: .keep)
            session.answer { [path] in path.take(request, writing: &$0) }
        case .perform(let binding):
            session.answer { [path] in path.perform(binding: binding.utf8.span, for: Waiter(session), writing: &$0) }
        case .explain(let target, let candidates, let subject):
            explain(try self.request(target, subject, of: session), candidates: candidates, reply: reply)
        case .link(let route, let parameters, let scope):
            reply(snapshot.link(to: route, parameters, scope: scope, for: sight(of: caller)))
        case .list(let subject, let after): try list(subject, after: after, caller, reply: reply)
        case .describe(let name, let subject): try describe(name, subject, caller, reply: reply)
        case .watch(let subject):
            watches.add(session, of: try callers.subject(subject, for: caller))
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
        case .check: reload?.check(reply)
        case .reload: reloadTable(then: reply)
        case .override(let fact, let status, let ttlMs): reply(try changes.override(fact, status, ttlMs: ttlMs, caller))
        case .backup: sendCopy(to: session, refuse: reply)
        case .getInfo: reply(.report(ServiceDescription.own))
        case .getInterfaceDescription(let name): reply(.description(ofInterface: name))
        }
    }

    // MARK: Links

    /// The request of a connection's call.
    ///
    /// *Throws*: where there is not one of URL and action, the subject is none, or the caller may not name it.
    func request(
        _ target: Target, _ subject: String?, of session: Session, goal: LinkRequest.Goal = .perform
    ) throws(ParameterError) -> LinkRequest {
        if let fault = target.fault { throw .invalid(fault) }
        return LinkRequest(
            target, caller: session.caller, subject: try callers.subject(subject, for: session.caller), goal: goal,
            waiter: Waiter(session))
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

    private func sendCopy(to session: Session, refuse: @escaping (Reply) -> Void) {
        copies.send(
            to: session, of: user(of: session.caller), while: { [self] in mayStream(to: session) }, refuse: refuse)
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
    /// The description of an interface, or that there is none.
    fileprivate static func description(ofInterface name: String) -> Reply {
        Interface(rawValue: name).map { .description($0.text) } ?? .failure(.interfaceNotFound(interface: name))
    }

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
