/// The reply of a source to one question.
package enum SourceReply: Equatable, Sendable {
    /// The facts that were asked for: all platforms together, or one fact; one that is missing is at its default.
    ///
    /// *Shape*: `note` is a sentence for the user whose fact it is, such as a policy's; of at most
    /// `Limits.noteBytes` bytes, the rest is cut off.
    case facts([FactKey: FactValue], note: String? = nil)
    /// The answer of an administrator's policy, which stands in the place of the source's: `facts` or `undetermined`.
    ///
    /// *Shape*: `by` is the name of the policy, as evidence has it.
    indirect case ruled(by: String, SourceReply)
    /// The source did its work, and what it found is no answer: its last answer no longer counts.
    ///
    /// *Shape*: `reason` is one sentence for people, without its full stop.
    case undetermined(reason: String)
    /// The source could not do its work: its last answer counts for its grace.
    case failed(reason: String)
}
