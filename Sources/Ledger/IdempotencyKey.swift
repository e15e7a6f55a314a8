package import Features

/// A word with which a caller names one request of its own, so that sending it again does not do it again.
package struct IdempotencyKey: Hashable, Sendable {
    package let subject: Subject
    package let text: String

    /// *Throws*: `unusable` for an empty text, one with a NUL byte or longer than `Limits.ledgerTextBytes`.
    package init(_ text: String, of subject: Subject) throws(LedgerError) {
        try LedgerChange.check("the idempotency key", text)
        try LedgerChange.check("the subject", subject.description)
        self.subject = subject
        self.text = text
    }
}
