package import FactSources

/// Lets the user grant a permission, by a dialogue of the system's own.
///
/// *Owner/thread*: the loop's thread.
package protocol PermissionPrompter: AnyObject {
    /// Asks for the permission on behalf of one program.
    ///
    /// - Parameter reply: called once, at the deadline at the latest; maybe before this returns.
    /// - Returns: the number by which the prompt is cancelled; nil if it has its answer.
    func request(
        of process: CallerProcess, deadline: Duration, reply: @escaping (PromptAnswer) -> Void
    ) -> UInt64?

    /// Ends a prompt without an answer; the dialogue is closed.
    func cancel(_ number: UInt64)
}

/// What became of a prompt.
package enum PromptAnswer: Equatable, Sendable {
    /// The user was asked, or need not be: the source is to be asked again, and its answer counts.
    case decided
    /// The user closed the dialogue.
    case dismissed
    /// No program shows dialogues in the user's session.
    case noAgent
    /// *Shape*: `reason` is one sentence for people, without its full stop.
    case failed(reason: String)
}
