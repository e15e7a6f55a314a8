// What moves facts: users' and operators' switches, and overrides.

import Conf
import Contract
import Features
import HostSystem
import Ledger
import Routing

/// The calls that move switches, and that override facts.
///
/// *Owner/thread*: the loop's thread.
struct ChangeCalls {
    let server: Server

    private var facts: LiveFacts { server.facts }
    private var callers: CallerRules { server.callers }
    private var snapshot: Snapshot { server.snapshot }

    // MARK: Switches

    /// Moves a user's own switch.
    func setToggle(
        _ name: String, _ on: Bool?, subject text: String?, _ caller: Caller, reply: @escaping (Reply) -> Void
    ) throws(ParameterError) {
        let subject = try callers.subject(text, for: caller) ?? caller.subject
        let path = try path(of: name, requiring: .toggle, for: caller)
        facts.set(toggle: on, of: path, for: subject, by: server.user(of: caller)) { result in
            if case .success = result { noteToggle(on, of: path, for: subject, caller) }
            reply(self.reply(to: result, of: .features, for: caller))
        }
    }

    private func noteToggle(_ on: Bool?, of path: String, for subject: Subject, _ caller: Caller) {
        var fields: Log.Fields = ["feature": path, "to": Self.word(for: on), "uid": "\(caller.uid)"]
        if subject != caller.subject { fields["subject"] = "\(subject)" }
        server.log.info(.toggle, fields)
    }

    private static func word(for on: Bool?) -> String { on.map { $0 ? "on" : "off" } ?? "default" }

    /// Moves an operator's switch.
    func setRuntime(
        _ name: String, _ on: Bool?, _ caller: Caller, reply: @escaping (Reply) -> Void
    ) throws(ParameterError) {
        let path = try path(of: name, requiring: .runtime, for: caller)
        server.log.notice(.runtimeSwitch, ["feature": path, "to": Self.word(for: on), "uid": "\(caller.uid)"])
        facts.set(runtime: on, of: path, by: caller.uid) {
            reply(self.reply(to: $0, of: .features, for: caller))
        }
    }

    /// The path of a feature that declares a switch of that kind itself.
    private func path(
        of name: String, requiring kind: FactKind, for caller: Caller
    ) throws(ParameterError) -> String {
        let feature = snapshot.ruleset.catalogue.features[try server.feature(named: name, for: caller)]
        guard feature.constraints.contains(where: { $0.kind == kind }) else { throw .invalid(.feature) }
        return feature.path
    }

    /// The reply to a change that the ledger was to keep.
    func reply(to result: Result<Bool, LedgerError>, of interface: Interface, for caller: Caller) -> Reply {
        switch result {
        case .success(let isDurable): .switched(isDurable: isDurable)
        case .failure(let error):
            .notKept(
                interface, code: error.code(for: callers.audience(of: caller)),
                reason: error.sentence(for: callers.audience(of: caller)))
        }
    }

    // MARK: Overrides

    /// Overrides a fact, or ends its override.
    func override(
        _ fact: String, _ status: String?, ttlMs: Int64?, _ caller: Caller
    ) throws(ParameterError) -> Reply {
        guard snapshot.ruleset.profile == .development else { return .notDevelopment }
        let longestMs = Limits.overrideTimeLimit.wholeMilliseconds
        let lifetimeMs = ttlMs ?? Limits.overrideTime.wholeMilliseconds
        guard (1...longestMs).contains(lifetimeMs) else { throw .invalid(.ttlMs) }
        var reader = FactReader(catalogue: snapshot.ruleset.catalogue)
        var diagnostics = Diagnostics()
        let source = reader.read(fact: fact, status: status, diagnostics: &diagnostics)
        guard !diagnostics.hasErrors else {
            return .badFact(diagnostics.inOrder.map { $0.report(in: [source]) })
        }
        server.log.warning(.factOverridden, ["fact": "\(fact)", "status": status ?? "source", "uid": "\(caller.uid)"])
        guard let status else {
            facts.overrides.remove(reader.facts)
            facts.applyOverrides()
            return .overridden(endsAfterMs: nil)
        }
        let endsNs = HostClock.monotonicNs + lifetimeMs * 1_000_000
        guard facts.overrides.add(reader.facts, text: "\(fact) \(status)", endsNs: endsNs) else {
            throw .invalid(.fact)
        }
        facts.applyOverrides()
        return .overridden(endsAfterMs: lifetimeMs)
    }
}
