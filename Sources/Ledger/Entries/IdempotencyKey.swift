package import Features

/// A word with which a caller names one request of its own, so that sending it again does not do it again.
///
/// It is the caller's and the subject's together: what a delegate calls its request for a user is another key than what
/// the user calls a request of its own, and neither sees the other's.
package struct IdempotencyKey: Hashable, Sendable {
    /// The calling user, or who owns that subordinate uid: for whom the key and its outcome are counted.
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
