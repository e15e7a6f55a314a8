package import Features

/// A source that has the system ask the person, by a dialogue of the system's own.
///
/// *Owner/thread*: the loop's thread.
package protocol SourcePrompter: AnyObject {
    /// Has the user of one program asked.
    ///
    /// What the person said counts as far as the source says so afterwards, when it is asked again.
    ///
    /// - Parameters:
    ///   - usage: what the person may read in the dialogue, if it takes such a text; nil where there is none.
    ///   - reply: called once, maybe before this returns; not after `cancel`. The caller sets the deadline, and cancels.
    /// - Returns: the number by which the question is cancelled; nil if it has its answer.
    func request(
        of process: CallerProcess, explaining usage: String?, reply: @escaping (PromptResult) -> Void
    ) -> UInt64?

    /// Ends a question without an answer; the dialogue is closed.
    func cancel(_ number: UInt64)
}
