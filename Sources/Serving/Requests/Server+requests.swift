// Every request but `open`, which `Pipeline.swift` serves. Each is answered exactly once; what takes time answers later.

import Contract
import EventLoop
import FactSources
import Features
import Logging
import Routing

extension Server {
    /// Serves one request of a connection.
    func serve(_ request: Request, for session: Session, reply: @escaping (Reply) -> Void) {
        let caller = session.caller
        guard mayCall(request.method, caller: caller) else { return reply(.failure(.permissionDenied)) }
        facts.advance()
        switch request {
        case .open(let url, let timings, let subject, let key):
            openLink(url, timings: timings, subject: subject, key: key, caller: caller, reply: reply)
        case .verify(let url, let subject): verify(url, subject, for: session, reply: reply)
        case .perform(let binding): perform(binding, for: session) { reply(.outcome($0)) }
        case .explain(let url, let candidates, let subject):
            explain(url, caller, subject, candidates: candidates, reply: reply)
        case .list(let subject, let after): list(subject, after: after, caller, reply: reply)
        case .describe(let name, let subject): describe(name, subject, caller, reply: reply)
        case .watch(let subject): watch(subject, for: session, reply: reply)
        case .setToggle(let feature, let on, let subject):
            setToggle(feature, on, subject: subject, caller, reply: reply)
        case .setRuntime(let feature, let on): setRuntime(feature, on, caller, reply: reply)
        case .status: reply(.status(status(for: caller, ownCalls: session.callCount)))
        case .reload: reloadTable(then: reply)
        case .override(let fact, let status, let ttlMs): reply(override(fact, status, ttlMs: ttlMs, caller))
        case .backup(let path): backUp(to: path, for: user(of: caller), reply: reply)
        case .getInfo: reply(.service(Self.service))
        case .getInterfaceDescription(let name):
            let text = Interface(rawValue: name)?.text
            reply(text.map(Reply.description) ?? .failure(.interfaceNotFound(interface: name)))
        }
    }

    private static let service = ServiceDescription(
        vendor: "deeplinkd", product: "deeplinkd", version: Version.text,
        url: "file:///usr/share/doc/deeplinkd/README.md")

    // MARK: Verify, Perform, Explain

    private func verify(_ url: String, _ name: String?, for session: Session, reply: @escaping (Reply) -> Void) {
        let caller = session.caller
        func stop(_ outcome: consuming Outcome) {
            reply(.verified(recorded(outcome, caller), binding: nil, expiresAfterMs: nil))
        }
        let subject: Subject?
        do {
            subject = try self.subject(name, for: caller)
        } catch .notDelegated {
            return stop(Outcome(RequestError.notDelegated))
        } catch {
            return reply(Self.reply(to: error))
        }
        clearLink(LinkRequest(url: url, caller: caller, subject: subject)) { [self] clearance in
            switch consume clearance {
            case .stopped(let outcome, _): stop(outcome)
            case .cleared(let proof, let draft):
                let outcome = recorded(Outcome(wouldPerform: draft), caller)
                do {
                    let name = try keep(proof, draft, for: session)
                    let lifetimeMs = Limits.bindingLifetime.wholeMilliseconds
                    reply(.verified(outcome, binding: name, expiresAfterMs: name.map { _ in lifetimeMs }))
                } catch {
                    log.error("no random bits", metadata: ["error": "\(error)"])
                    stop(Outcome(RequestError.noRandomBits))
                }
            }
        }
    }

    private func perform(_ binding: String, for session: Session, reply: @escaping (Outcome) -> Void) {
        let caller = session.caller
        guard !isShuttingDown else { return reply(recorded(.shuttingDown, caller)) }
        do {
            let held = try take(binding, for: session)
            // What a source says now may differ from what it said when the binding was made.
            facts.gathering.whenReady(held.draft.binding.feature, for: held.subject) { [self] in
                perform(held, caller, reply)
            }
        } catch {
            reply(recorded(Outcome(error), caller))
        }
    }

    private func perform(_ held: HeldBinding, _ caller: Caller, _ reply: @escaping (Outcome) -> Void) {
        guard !isShuttingDown else { return reply(recorded(.shuttingDown, caller)) }
        guard let proof = held.take() else { return reply(recorded(Outcome(BindingError.unknown), caller)) }
        guard snapshot.isCurrent(proof) else { return reply(recorded(Outcome(BindingError.stale), caller)) }
        perform(proof, held.draft, reply: reply)
    }

    private func explain(
        _ url: String, _ caller: Caller, _ name: String?, candidates: Bool, reply: @escaping (Reply) -> Void
    ) {
        let subject: Subject?
        do {
            subject = try self.subject(name, for: caller)
        } catch .notDelegated {
            return reply(.explained(Outcome(RequestError.notDelegated), candidates: nil))
        } catch {
            return reply(Self.reply(to: error))
        }
        func explain() -> Explanation {
            Explanation(
                of: url, in: snapshot.ruleset, facts: snapshot.store.facts, caller: caller, subject: subject)
        }
        func answer(_ explanation: Explanation) {
            reply(.explained(explanation.outcome, candidates: candidates ? explanation.candidates : nil))
        }
        let explanation = explain()
        let feature = explanation.route.map { snapshot.ruleset.routes[$0].binding.feature }
        let holder = subject ?? caller.subject
        guard let feature, !facts.gathering.isReady(feature, for: holder) else { return answer(explanation) }
        facts.gathering.whenReady(feature, for: holder) { answer(explain()) }
    }

    // MARK: Features

    private func list(_ name: String?, after: String?, _ caller: Caller, reply: @escaping (Reply) -> Void) {
        do {
            let subject = try subject(name, for: caller)
            let features = snapshot.ruleset.catalogue.features.indices
            facts.gathering.whenReady(features, for: subject ?? caller.subject) { [self] in
                reply(page(after: after, caller, subject))
            }
        } catch {
            reply(Self.reply(to: error))
        }
    }

    /// The page of features after the one of that path; the first page where it is nil.
    private func page(after path: String?, _ caller: Caller, _ subject: Subject?) -> Reply {
        let features = snapshot.ruleset.catalogue.features
        var first = 0
        if let path {
            guard let last = features.firstIndex(where: { $0.path == path }) else {
                return .failure(.invalidParameter(parameter: Parameter.after.rawValue))
            }
            first = last + 1
        }
        let page = FeaturePage(of: features[first...].indices.lazy.map { self.summary(of: $0, caller, subject) })
        return .features(page.features, next: page.next)
    }

    /// Answers what the features are now, and from now on what changes.
    private func watch(_ name: String?, for session: Session, reply: (Reply) -> Void) {
        do {
            let subject = try subject(name, for: session.caller)
            watches?.add(session, of: subject, features: snapshot.ruleset.catalogue.features.indices)
        } catch {
            reply(Self.reply(to: error))
        }
    }

    /// Every feature in short, parents before their children.
    func features(for caller: Caller, subject: Subject?) -> [FeatureReport] {
        snapshot.ruleset.catalogue.features.indices.map { summary(of: $0, caller, subject) }
    }

    /// A feature with the names of what it owns, without its constraints.
    private func summary(of number: Int, _ caller: Caller, _ subject: Subject?) -> FeatureReport {
        var report = report(on: number, caller, subject)
        report.constraints = nil
        return report
    }

    private func describe(
        _ name: String, _ subjectName: String?, _ caller: Caller, reply: @escaping (Reply) -> Void
    ) {
        do {
            let subject = try subject(subjectName, for: caller)
            guard let feature = snapshot.ruleset.catalogue.feature(named: name) else {
                return reply(Self.noSuchFeature)
            }
            facts.gathering.whenReady(feature, for: subject ?? caller.subject) { [self] in
                reply(describe(name, subject, caller))
            }
        } catch {
            reply(Self.reply(to: error))
        }
    }

    private func describe(_ name: String, _ subject: Subject?, _ caller: Caller) -> Reply {
        let ruleset = snapshot.ruleset
        guard let number = ruleset.catalogue.feature(named: name) else { return Self.noSuchFeature }
        return .feature(report(on: number, caller, subject))
    }

    /// A feature with its constraints and the names of what it owns, as many as may be told.
    private func report(on number: Int, _ caller: Caller, _ subject: Subject?) -> FeatureReport {
        let ruleset = snapshot.ruleset
        let feature = ruleset.catalogue.features[number]
        let assessment = Verifier.assess(
            number, in: ruleset.catalogue, facts: snapshot.store.facts, caller: caller, subject: subject)
        let refusal = assessment.refusal
        let names = ruleset.names(ofFeature: number, byteLimit: Limits.namesBytesPerFeature)
        return FeatureReport(
            path: feature.path, name: feature.name, parent: feature.parent.map { ruleset.catalogue.features[$0].path },
            description: feature.description,
            status: refusal.map { $0.code.outcomeClass == .pending ? .pending : .blocked } ?? .available,
            code: refusal?.code, primary: refusal?.primary, constraints: assessment.constraints, actions: names.actions,
            routes: names.routes, unlisted: names.unlisted > 0 ? names.unlisted : nil)
    }
}
