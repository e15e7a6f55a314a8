// A source of facts: a file, a service, the machine, a store's library. A source is asked one question and replies with
// facts, now or later, on the loop's thread; it never blocks there, so what has to wait on a disk or a library goes
// through a PoolLane. A source knows nothing of features, users' toggles or what an answer leads to, and the verifier
// never sees a source.
//
//     runtime Player          nil       [runtime Player: on], or [] for the table's default
//     platform                nil       [platform linux: 6.1, platform debian: 12]: all of them, the others are absent
//     another kind's fact     uid:1000  that fact of the user, with its dates, without prompting the user
//
// The clock is a fact too, but one that cannot be late: ClockSource is read, not asked.
//
// When a source is asked, how long a call waits for it, how long its last answer counts and when it is tried again is decided
// in Inquiries, the same for all.

package import Features

/// A source of facts.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
package protocol FactSource: AnyObject {
    /// As evidence names it.
    ///
    /// *Shape*: one or a few words, the same for as long as the source lives: `polkit`, `file:/run/app/switch`.
    var name: String { get }

    /// How long its answers can be used.
    var lifetime: AnswerLifetime { get }

    /// Called when answers may have changed: those about one subject or, with nil, about the host and everybody.
    ///
    /// Set by the owner.
    var onChange: ((Subject?) -> Void)? { get set }

    /// Asks one question.
    ///
    /// - Parameter reply: called once, on the loop's thread, maybe before this returns.
    func ask(_ question: FactQuestion, _ reply: @escaping (SourceReply) -> Void)

    /// What has the system ask the person; nil where the caller's program asks.
    var prompter: (any SourcePrompter)? { get }

    /// Frees what it holds; questions that are open may still be answered, and the answers are dropped.
    func close()
}

extension FactSource {
    /// Does nothing: what was never opened need not be closed.
    package func close() {}

    /// The system asks nothing by itself.
    package var prompter: (any SourcePrompter)? { nil }
}
