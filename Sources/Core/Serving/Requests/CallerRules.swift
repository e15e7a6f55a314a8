// The rights of callers, by the table in force:
//
//     call a method            anyone, or operators alone (Method.audience)
//     name another subject     operators; delegates, for the users and accounts that they serve, not for the machine
//     set a fact in the place  operators; members of a group that the table names in `grants`, for users and accounts, not
//     of what its source says  for the machine; never delegates as such
//
// A caller that names no subject acts for itself.

package import Contract
import EventLoop
package import Features
import Routing

/// The rules about callers: the daemon's own, and those of the table in force.
package struct CallerRules {
    private let operators: OperatorRule
    private let operatorGroups: CallerRequirement
    private let delegateGroups: CallerRequirement
    private let grantingGroups: [FactKey: CallerRequirement]
    /// Users and groups that other lines of the table name.
    private let named: [CallerRequirement]
    /// True if a unit of the service manager may be asked for.
    private let looksAtUnits: Bool

    init(_ operators: OperatorRule, _ ruleset: Ruleset) {
        self.operators = operators
        (operatorGroups, delegateGroups) = (ruleset.operatorGroups, ruleset.delegateGroups)
        grantingGroups = ruleset.grantingGroups
        named = ruleset.wings.wings.flatMap { $0.callers(in: ruleset) }.filter { [.user, .group].contains($0.kind) }
        looksAtUnits = ruleset.looksAtUnits
    }

    // MARK: Callers

    /// Who is at the other end of a connection.
    ///
    /// Where the program comes from is asked now and not when it first matters. Later the process that connected is
    /// likelier to have ended, and another one to have its number. Nothing is lost by asking early: the descendants of an
    /// action stay the daemon's descendants.
    func caller(
        _ peer: PeerCredentials, from processOrigin: (_ generationLimit: Int) -> ProcessOrigin,
        unit: @autoclosure () -> String? = nil, socket: String?
    ) -> Caller {
        let unit = looksAtUnits ? unit() : nil
        let caller = Caller(uid: peer.uid, gids: [peer.gid] + peer.groups, socket: socket, unit: unit)
        let hasRights =
            operatorGroups.admits(caller) || grantingGroups.values.contains { $0.admits(caller) }
            || named.contains { $0.admits(caller) }
        guard operators.needsOrigin(uid: peer.uid, isInGroup: hasRights) else { return caller }
        let origin: Caller.Origin =
            switch processOrigin(Limits.processGenerations) {
            case .descendant: .action
            case .elsewhere: .elsewhere
            case .unknown: .unknown
            }
        return Caller(uid: caller.uid, gids: caller.gids, socket: socket, unit: unit, origin: origin)
    }

    /// Whether the caller steers the daemon.
    package func isOperator(_ caller: Caller) -> Bool {
        operators.admits(caller, isInGroup: operatorGroups.admits(caller))
    }

    /// Whether a process that has just connected steers the daemon; no where the kernel does not give its groups.
    func isOperator(_ arrival: Arrival) -> Bool {
        arrival.peer.map { isOperator(caller($0, from: arrival.peerOrigin, socket: nil)) } ?? false
    }

    /// Whether the caller is an operator, or one of those whom a line of the table gives a right.
    ///
    /// A program that an action started has none: its arguments come from a link.
    package func hasRight(_ caller: Caller, ofThose lines: [CallerRequirement]) -> Bool {
        isOperator(caller)
            || lines.contains { $0.admits(caller) } && operators.admits(caller, isInGroup: true)
    }

    /// As whom replies see the caller.
    package func audience(of caller: Caller) -> Audience { isOperator(caller) ? .operator : .anyone }

    /// Whether the caller may call a method.
    func mayCall(_ method: any Method.Type, caller: Caller) -> Bool { method.audience == .anyone || isOperator(caller) }

    // MARK: Subjects

    /// The subject of a call; nil for the caller's own.
    package func subject(_ text: String?, for caller: Caller) throws(ParameterError) -> Subject? {
        guard let text else { return nil }
        let subject = try Self.subject(text)
        guard subject != caller.subject else { return nil }
        guard mayName(subject, caller: caller) else { throw .notDelegated }
        return subject
    }

    private static func subject(_ text: String) throws(ParameterError) -> Subject {
        guard text.utf8.count <= Limits.ledgerTextBytes, !text.utf8.contains(0), let subject = Subject(text) else {
            throw .invalid(.subject)
        }
        return subject
    }

    /// The subject whose fact a call sets, its own for nil, where the caller may set it.
    package func subject(_ text: String?, toSet key: FactKey, for caller: Caller) throws(ParameterError) -> Subject {
        let isOperator = isOperator(caller)
        guard isOperator || maySet(key, caller: caller) else { throw .notDelegated }
        guard let text else { return caller.subject }
        let subject = try Self.subject(text)
        guard isOperator || subject != .machine else { throw .notDelegated }
        return subject
    }

    /// Whether the table grants the caller to set a fact.
    ///
    /// The same programs as of operators are excluded: the arguments of a program that an action started come from a link.
    private func maySet(_ key: FactKey, caller: Caller) -> Bool {
        grantingGroups[key].map { $0.admits(caller) && operators.admits(caller, isInGroup: true) } ?? false
    }

    /// Whether the caller may name another subject.
    func mayName(_ subject: Subject, caller: Caller) -> Bool {
        isOperator(caller) || subject != .machine && delegateGroups.admits(caller)
    }
}

extension Ruleset {
    /// True if the table compares callers by their units.
    fileprivate var looksAtUnits: Bool {
        let required = catalogue.constraints.lazy.joined().compactMap { $0.rule as? CallerRequirement }
        return required.contains { $0.kind == .unit }
            || wings.wings.contains { $0.callers(in: self).contains { $0.kind == .unit } }
    }
}
