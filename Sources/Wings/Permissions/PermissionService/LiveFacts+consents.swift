// Users' own answers to permissions that the table has `from consent`: the ledger keeps them, and a book answers.

import Contract
import FactSources
import Features
import Ledger
import PermissionRules
import Serving

extension LiveFacts {
    /// Keeps a user's own answer; nil takes it back.
    func set(
        consent isGranted: Bool?, to permission: Permission, for subject: Subject, by author: Author,
        then done: @escaping Changed
    ) {
        let value = isGranted.map { FactValue.permission($0 ? .authorized : .denied) }
        change(LedgerFact(.permission(permission), value), of: subject, author, done)
    }

    /// What users said of permissions.
    var consents: AnswerBook {
        guard let book = books[.permission] else { preconditionFailure("answers about permissions are in a book") }
        return book
    }
}

extension AnswerBook.Answer {
    /// What a user said of a permission.
    var isGranted: Bool { value == .permission(.authorized) }
}
