// Who may do what, by the table in force:
//
//     call a method            anyone, or operators alone (Method.audience)
//     name another subject     operators; delegates, for the users and accounts that they serve, not for the machine
//
// A caller that names no subject acts for itself.

import Contract
import EventLoop
import Features
import Routing

/// The rules about callers: the daemon's own, and those of the table in force.
struct CallerRules {
    private let operators: OperatorRule
    private let operatorGroups: CallerRequirement
    private let delegateGroups: CallerRequirement

    init(_ operators: OperatorRule, _ ruleset: Ruleset) {
        self.operators = operators
        (operatorGroups, delegateGroups) = (ruleset.operatorGroups, ruleset.delegateGroups)
    }

    // MARK: Callers

    /// Who is at the other end of a connection.
    ///
    /// Where the program comes from is asked now and not when it first matters. Later the process that connected is
    /// likelier to have ended, and another one to have its number. Nothing is lost by asking early: the descendants of an
    /// action stay the daemon's descendants.
    func caller(at stream: UnixStream, _ peer: PeerCredentials, socket: String?) -> Caller {
        let caller = Caller(uid: peer.uid, gids: [peer.gid] + peer.groups, socket: socket)
        let isInGroup = operatorGroups.admits(caller)
        guard operators.needsOrigin(uid: peer.uid, isInOperatorGroup: isInGroup) else { return caller }
        let origin: Caller.Origin =
            switch stream.peerOrigin(generationLimit: Limits.processGenerations) {
            case .descendant: .action
            case .elsewhere: .elsewhere
            case .unknown: .unknown
            }
        return Caller(uid: caller.uid, gids: caller.gids, socket: socket, origin: origin)
    }

    /// Whether the caller steers the daemon.
    func isOperator(_ caller: Caller) -> Bool {
        operators.admits(caller, isInOperatorGroup: operatorGroups.admits(caller))
    }

    /// As whom replies see the caller.
    func audience(of caller: Caller) -> Audience { isOperator(caller) ? .operator : .anyone }

    /// Whether the caller may call a method.
    func mayCall(_ method: Method, caller: Caller) -> Bool { method.audience == .anyone || isOperator(caller) }

    // MARK: Subjects

    /// The subject of a call; nil for the caller's own.
    func subject(_ text: String?, for caller: Caller) throws(ParameterError) -> Subject? {
        guard let text else { return nil }
        guard text.utf8.count <= Limits.ledgerTextBytes, !text.utf8.contains(0), let subject = Subject(text) else {
            throw .invalid(.subject)
        }
        guard subject != caller.subject else { return nil }
        guard mayName(subject, caller: caller) else { throw .notDelegated }
        return subject
    }

    /// Whether the caller may name another subject.
    func mayName(_ subject: Subject, caller: Caller) -> Bool {
        isOperator(caller) || subject != .machine && delegateGroups.admits(caller)
    }
}
