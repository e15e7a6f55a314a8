/// The result of a question that the system asks a person, as polkit's agent does.
package enum PromptResult: Hashable, Sendable {
    /// The person was asked, or need not be: the permission's source says what the answer is.
    case asked
    /// The person said no, did not authenticate, or closed the question.
    case denied
    /// No program shows the system's questions in the person's session: the person was not asked.
    case noAgent
    /// The question could not be asked, or what asked it has gone.
    ///
    /// *Shape*: a sentence for the caller, which names no path of the host.
    case failed(String)
}
