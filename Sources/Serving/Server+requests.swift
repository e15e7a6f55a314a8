// Every request but `open`, which is the Pipeline's. Each is answered exactly once; what takes time answers later.

import Contract
import EventLoop
import Features
import Logging
import Routing

extension Server {
    /// Serves one request of a connection.
    func serve(_ request: Request, for session: Session, reply: @escaping (Reply) -> Void) {
        let caller = session.caller
        guard admits(caller, to: request.method) else { return reply(.failure(.permissionDenied)) }
        facts.advance()
        switch request {
        case .open(let url, let timings, let subject, let key):
            guard !isShuttingDown else { return reply(.outcome(recorded(Outcome(.shuttingDown), caller))) }
            open(url, timings: timings, subject: subject, key: key, caller: caller, reply: reply)
        case .verify(let url, let subject): reply(verify(url, subject, for: session))
        case .perform(let binding): perform(binding, for: session) { reply(.outcome($0)) }
        case .explain(let url, let candidates, let subject):
            reply(explain(url, caller, subject, candidates: candidates))
        case .list(let subject): reply(list(subject, caller))
        case .describe(let name, let subject): reply(describe(name, subject, caller))
        case .watch: reply(.failure(.expectedMore))
        case .setToggle(let feature, let on, let subject):
            setToggle(feature, on, subject: subject, caller, reply: reply)
        case .setRuntime(let feature, let on): setRuntime(feature, on, caller, reply: reply)
        case .status: reply(.status(status(for: caller)))
        case .reload: reloadTable(then: reply)
        case .override(let fact, let status, let ttlMs): reply(override(fact, status, ttlMs: ttlMs, caller))
        case .backup(let path): backUp(to: path, reply: reply)
        case .getInfo: reply(.service(Self.service))
        case .getInterfaceDescription(let name):
            reply(Interface(rawValue: name).map(Reply.interface) ?? .failure(.interfaceNotFound(interface: name)))
        }
    }

    private static let service = ServiceDescription(
        vendor: "deeplinkd", product: "deeplinkd", version: Version.text,
        url: "file:///usr/share/doc/deeplinkd/README.md")

    // MARK: Verify, Perform, Explain

    private func verify(_ url: String, _ name: String?, for session: Session) -> Reply {
        let caller = session.caller
        guard !isShuttingDown else {
            return .verified(recorded(Outcome(.shuttingDown), caller), binding: nil, expiresAfterMs: nil)
        }
        let subject: Subject?
        do {
            subject = try self.subject(name, for: caller)
        } catch .notDelegated {
            return .verified(recorded(Outcome(.callerNotDelegated), caller), binding: nil, expiresAfterMs: nil)
        } catch {
            return Self.reply(to: error)
        }
        switch snapshot.ruleset.clear(url, cache: snapshot.cache, caller: caller, subject: subject) {
        case .stopped(let outcome): return .verified(recorded(outcome, caller), binding: nil, expiresAfterMs: nil)
        case .cleared(let proof, let outcome):
            let outcome = recorded(outcome, caller)
            do {
                let name = try keep(proof, outcome, for: session)
                return .verified(
                    outcome, binding: name, expiresAfterMs: Limits.bindingLifetime.components.seconds * 1000)
            } catch {
                log.error("no random bits", metadata: ["error": "\(error)"])
                return .verified(
                    recorded(Outcome(.failedInternal), caller), binding: nil, expiresAfterMs: nil)
            }
        }
    }

    private func perform(_ binding: String, for session: Session, reply: @escaping (Outcome) -> Void) {
        let caller = session.caller
        guard !isShuttingDown else { return reply(recorded(Outcome(.shuttingDown), caller)) }
        do {
            let held = try take(binding, for: session)
            guard let proof = held.take() else { throw BindingError.unknown }
            guard snapshot.isCurrent(proof) else { throw BindingError.stale }
            perform(proof, held.outcome, reply: reply)
        } catch let error as BindingError {
            reply(recorded(Outcome(error), caller))
        } catch {
            reply(recorded(Outcome(.failedInternal), caller))
        }
    }

    private func explain(_ url: String, _ caller: Caller, _ name: String?, candidates: Bool) -> Reply {
        do {
            let explanation = Explanation(
                of: url, in: snapshot.ruleset, facts: snapshot.store.facts, caller: caller,
                subject: try subject(name, for: caller))
            return .explained(explanation.outcome, candidates: candidates ? explanation.candidates : nil)
        } catch .notDelegated {
            return .explained(Outcome(.callerNotDelegated), candidates: nil)
        } catch {
            return Self.reply(to: error)
        }
    }

    // MARK: Features

    private func list(_ name: String?, _ caller: Caller) -> Reply {
        do {
            return .features(features(for: caller, subject: try subject(name, for: caller)))
        } catch {
            return Self.reply(to: error)
        }
    }

    /// Every feature in short, parents before their children.
    func features(for caller: Caller, subject: Subject?) -> [FeatureReport] {
        let ruleset = snapshot.ruleset
        var names = ruleset.catalogue.features.map { _ in (actions: [String](), routes: [String]()) }
        for action in ruleset.catalogue.actions { names[action.feature].actions.append(action.name) }
        for route in ruleset.routes { names[route.binding.feature].routes.append(route.name) }
        return names.indices.map { number in
            var report = report(on: number, caller, subject)
            (report.constraints, report.actions, report.routes) = (nil, names[number].actions, names[number].routes)
            return report
        }
    }

    private func describe(_ name: String, _ subjectName: String?, _ caller: Caller) -> Reply {
        do {
            let subject = try subject(subjectName, for: caller)
            let ruleset = snapshot.ruleset
            guard let number = ruleset.catalogue.feature(named: name) else {
                return .failure(.invalidParameter(parameter: Parameter.feature.rawValue))
            }
            var report = report(on: number, caller, subject)
            report.actions = ruleset.catalogue.actions.filter { $0.feature == number }.map(\.name)
            report.routes = ruleset.routes.filter { $0.binding.feature == number }.map(\.name)
            return .feature(report)
        } catch {
            return Self.reply(to: error)
        }
    }

    /// A feature with its constraints, without the names of what it owns.
    private func report(on number: Int, _ caller: Caller, _ subject: Subject?) -> FeatureReport {
        let ruleset = snapshot.ruleset
        let feature = ruleset.catalogue.features[number]
        let assessment = Verifier.assess(
            number, in: ruleset.catalogue, facts: snapshot.store.facts, caller: caller, subject: subject)
        let refusal = assessment.refusal
        return FeatureReport(
            path: feature.path, name: feature.name, parent: feature.parent.map { ruleset.catalogue.features[$0].path },
            description: feature.description,
            status: refusal.map { $0.code.outcomeClass == .pending ? .pending : .blocked } ?? .available,
            code: refusal?.code, primary: refusal?.primary, constraints: assessment.constraints)
    }
}
