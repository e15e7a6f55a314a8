// Whose facts count: the caller's own, unless it names another and may. A delegate, as the table lists them, speaks for the
// users and accounts it serves; what the machine as a whole has is nobody's to speak for but an operator's.

import Contract
import Features
import Routing

extension Server {
    /// The subject of a call; nil for the caller's own.
    func subject(_ text: String?, for caller: Caller) throws(SubjectError) -> Subject? {
        guard let text else { return nil }
        guard text.utf8.count <= Limits.ledgerTextBytes, !text.utf8.contains(0), let subject = Subject(text) else {
            throw .malformed
        }
        guard subject != caller.subject else { return nil }
        guard speaks(caller, for: subject) else { throw .notDelegated }
        return subject
    }

    /// Whether the caller may name another subject.
    func speaks(_ caller: Caller, for subject: Subject) -> Bool {
        isOperator(caller) || subject != .machine && caller.isMember(of: snapshot.ruleset.delegateGroups)
    }

    /// What a call that names a subject is answered with if that one does not count.
    static func reply(to error: SubjectError) -> Reply {
        switch error {
        case .malformed: .failure(.invalidParameter(parameter: Parameter.subject.rawValue))
        case .notDelegated: .failure(.permissionDenied)
        }
    }
}
