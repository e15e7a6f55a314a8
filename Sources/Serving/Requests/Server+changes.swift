// What moves facts: users' and operators' switches, overrides, and the copy of the ledger.

import Conf
import Contract
import Features
import HostSystem
import Ledger
import Logging
import Routing

extension Server {
    // MARK: Switches

    /// Moves a user's own switch.
    func setToggle(
        _ name: String, _ on: Bool?, subject text: String?, _ caller: Caller, reply: @escaping (Reply) -> Void
    ) {
        do {
            let subject = try subject(text, for: caller) ?? caller.subject
            guard let path = path(of: name, requiring: .toggle) else { return reply(Self.noSuchFeature) }
            facts.set(toggle: on, of: path, for: subject, by: user(of: caller)) { [self] in
                reply(self.reply(to: $0, for: caller))
            }
        } catch {
            reply(Self.reply(to: error))
        }
    }

    /// Moves an operator's switch.
    func setRuntime(_ name: String, _ on: Bool?, _ caller: Caller, reply: @escaping (Reply) -> Void) {
        guard let path = path(of: name, requiring: .runtime) else { return reply(Self.noSuchFeature) }
        log.notice(
            "runtime switch",
            metadata: [
                "feature": "\(path)", "to": "\(on.map { $0 ? "on" : "off" } ?? "default")", "uid": "\(caller.uid)",
            ])
        facts.set(runtime: on, of: path, by: caller.uid) { [self] in reply(self.reply(to: $0, for: caller)) }
    }

    static let noSuchFeature = Reply.failure(.invalidParameter(parameter: Parameter.feature.rawValue))

    /// The path of a feature that declares a switch of that kind itself.
    private func path(of name: String, requiring kind: ConstraintReport.Kind) -> String? {
        let catalogue = snapshot.ruleset.catalogue
        guard let number = catalogue.feature(named: name) else { return nil }
        let feature = catalogue.features[number]
        return feature.constraints.contains { $0.kind == kind } ? feature.path : nil
    }

    private func reply(to result: Result<Bool, LedgerError>, for caller: Caller) -> Reply {
        switch result {
        case .success(let isDurable): .switched(isDurable: isDurable)
        case .failure(let error):
            .notKept(
                .features, code: error.code(for: audience(of: caller)),
                reason: error.sentence(for: audience(of: caller)))
        }
    }

    // MARK: Overrides

    /// Puts a fact in the place of what its source says, or ends that.
    func override(_ fact: String, _ status: String?, ttlMs: Int64?, _ caller: Caller) -> Reply {
        guard snapshot.ruleset.profile == .development else { return .notDevelopment }
        let longestMs = Limits.overrideTimeLimit.wholeMilliseconds
        let lifetimeMs = ttlMs ?? Limits.overrideTime.wholeMilliseconds
        guard (1...longestMs).contains(lifetimeMs) else {
            return .failure(.invalidParameter(parameter: Parameter.ttlMs.rawValue))
        }
        var reader = FactReader(catalogue: snapshot.ruleset.catalogue)
        var diagnostics = Diagnostics()
        let source = reader.read(fact: fact, status: status, diagnostics: &diagnostics)
        guard !diagnostics.hasErrors else {
            return .badFact(diagnostics.inOrder.map { $0.report(in: [source]) })
        }
        log.warning(
            "fact overridden",
            metadata: ["fact": "\(fact)", "status": "\(status ?? "source")", "uid": "\(caller.uid)"])
        guard let status else {
            facts.overrides.remove(reader.facts)
            facts.applyOverrides()
            return .overridden(endsAfterMs: nil)
        }
        let endsNs = HostClock.monotonicNs + lifetimeMs * 1_000_000
        guard facts.overrides.add(reader.facts, text: "\(fact) \(status)", endsNs: endsNs) else {
            return .failure(.invalidParameter(parameter: Parameter.fact.rawValue))
        }
        facts.applyOverrides()
        return .overridden(endsAfterMs: lifetimeMs)
    }

    // MARK: The ledger's copy

    /// Copies the ledger to a file, when it is the user's turn.
    func backUp(to path: String, for user: UInt32, reply: @escaping (Reply) -> Void) {
        guard path.hasPrefix("/") else {
            return reply(.failure(.invalidParameter(parameter: Parameter.path.rawValue)))
        }
        guard let ledger = facts.ledger else {
            let reason = "the daemon keeps its facts in memory: start it with --state-dir"
            return reply(.notKept(.monitor, code: "ledger.memory", reason: reason))
        }
        ledger.perform(of: user) { (ledger) throws(LedgerError) -> LedgerError? in
            do throws(LedgerError) {
                try ledger.backup(to: path)
                return nil
            } catch {
                // Thrown, it would count as the ledger's own failure, which then is closed and opened anew.
                guard error.isAboutCopy(at: path) else { throw error }
                return error
            }
        } then: { result in
            switch result {
            case .success(nil): reply(.backedUp)
            case .success(let error?), .failure(let error):
                reply(.notKept(.monitor, code: error.code, reason: "\(error)"))
            }
        }
    }
}
