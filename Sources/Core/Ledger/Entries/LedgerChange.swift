import Contract
package import Features

/// A fact to store, with its subject and its author.
package struct LedgerChange: Hashable, Sendable {
    package let subject: Subject
    package let fact: LedgerFact
    package let author: Author

    /// *Throws*: `unusable` for an empty text, one with a NUL byte or longer than `Limits.ledgerTextBytes`, for a
    /// runtime switch of another subject than the machine, and for a value that the log has no word for.
    package init(_ fact: LedgerFact, of subject: Subject, by author: Author) throws(LedgerError) {
        try Self.check("the name", fact.key.name)
        try Self.check("the subject", subject.description)
        try Self.check("the method", author.method)
        guard fact.key.kind != .runtime || subject == .machine else {
            throw .unusable("a runtime switch belongs to the machine, not to \(subject)")
        }
        guard fact.isKeepable else {
            throw .unusable(fact.rule?.unkept ?? "\(fact.key) has a value that is not kept")
        }
        self.subject = subject
        self.fact = fact
        self.author = author
    }

    /// Whether it is made on a full disk too: an operator switches something off.
    package var isEssential: Bool { fact.key.kind == .runtime && fact.value == .off }

    /// SQLite and this program compare texts byte by byte; a NUL would end the text early for one of them.
    package static func check(_ what: String, _ text: String) throws(LedgerError) {
        let count = text.utf8.count
        guard count <= Limits.ledgerTextBytes else {
            throw .unusable("\(what) has \(count) bytes, the limit is \(Limits.ledgerTextBytes)")
        }
        guard count > 0, !text.utf8.contains(0) else { throw .unusable("\(what) is empty or holds a NUL byte") }
    }
}
