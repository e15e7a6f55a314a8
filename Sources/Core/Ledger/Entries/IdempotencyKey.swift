package import Features

/// A caller's name for one of its requests: a request that is sent again under the same name is not carried out again.
///
/// A key belongs to a caller and a subject together. A delegate's key for a user and the user's own key of the same
/// text are two keys, and neither caller sees the other's.
package struct IdempotencyKey: Hashable, Sendable {
    /// The calling user, or the owner of that subordinate uid.
    ///
    /// The key and its outcome count against this user's limits.
    package let caller: UInt32
    package let subject: Subject
    package let text: String

    /// *Throws*: `unusable` for an empty text, one with a NUL byte or longer than `Limits.ledgerTextBytes`.
    package init(_ text: String, of subject: Subject, by caller: UInt32) throws(LedgerError) {
        try LedgerChange.check("the idempotency key", text)
        try LedgerChange.check("the subject", subject.description)
        self.caller = caller
        self.subject = subject
        self.text = text
    }
}
