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
        switch request {
        case .open(let url, let timings):
            guard !isShuttingDown else { return reply(.outcome(recorded(Outcome(.shuttingDown), caller))) }
            open(url, timings: timings, caller: caller) { reply(.outcome($0)) }
        case .verify(let url): reply(verify(url, for: session))
        case .perform(let binding): perform(binding, for: session) { reply(.outcome($0)) }
        case .explain(let url, let candidates): reply(explain(url, caller, candidates: candidates))
        case .list: reply(.features(features(for: caller)))
        case .describe(let name): reply(describe(name, caller))
        case .status: reply(.status(status(for: caller)))
        case .reload: reloadTable(then: reply)
        case .getInfo: reply(.service(Self.service))
        case .getInterfaceDescription(let name):
            reply(Interface(rawValue: name).map(Reply.interface) ?? .failure(.interfaceNotFound(interface: name)))
        }
    }

    private static let service = ServiceDescription(
        vendor: "deeplinkd", product: "deeplinkd", version: Version.text,
        url: "file:///usr/share/doc/deeplinkd/README.md")

    // MARK: Verify, Perform, Explain

    private func verify(_ url: String, for session: Session) -> Reply {
        let caller = session.caller
        guard !isShuttingDown else {
            return .verified(recorded(Outcome(.shuttingDown), caller), binding: nil, expiresAfterMs: nil)
        }
        switch snapshot.ruleset.clear(url, cache: snapshot.cache, caller: caller) {
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

    private func explain(_ url: String, _ caller: Caller, candidates: Bool) -> Reply {
        let explanation = Explanation(of: url, in: snapshot.ruleset, facts: snapshot.store.facts, caller: caller)
        return .explained(explanation.outcome, candidates: candidates ? explanation.candidates : nil)
    }

    // MARK: Features

    private func features(for caller: Caller) -> [FeatureReport] {
        snapshot.ruleset.catalogue.features.indices.map { report(on: $0, caller, isWhole: false) }
    }

    private func describe(_ name: String, _ caller: Caller) -> Reply {
        guard let feature = snapshot.ruleset.catalogue.feature(named: name) else {
            return .failure(.invalidParameter(parameter: Parameter.feature.rawValue))
        }
        return .feature(report(on: feature, caller, isWhole: true))
    }

    private func report(on number: Int, _ caller: Caller, isWhole: Bool) -> FeatureReport {
        let ruleset = snapshot.ruleset
        let feature = ruleset.catalogue.features[number]
        let assessment = Verifier.assess(number, in: ruleset.catalogue, facts: snapshot.store.facts, caller: caller)
        let refusal = assessment.refusal
        return FeatureReport(
            path: feature.path, name: feature.name, parent: feature.parent.map { ruleset.catalogue.features[$0].path },
            description: feature.description,
            status: refusal.map { $0.code.outcomeClass == .pending ? .pending : .blocked } ?? .available,
            code: refusal?.code, primary: refusal?.primary, constraints: isWhole ? assessment.constraints : nil,
            actions: ruleset.catalogue.actions.filter { $0.feature == number }.map(\.name),
            routes: ruleset.routes.filter { $0.binding.feature == number }.map(\.name))
    }
}
