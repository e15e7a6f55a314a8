package import Features

/// An administrator's policy on the facts of one kind, which is asked before their sources.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
package protocol FactRuling: AnyObject {
    /// As evidence names it.
    ///
    /// *Shape*: as a source's: `policy:/etc/deeplinkd/permissions.policy`.
    var name: String { get }

    /// The kind of the facts that it is about.
    var kind: FactKind { get }

    /// Called when the policy may say something else; set by the owner.
    var onChange: (() -> Void)? { get set }

    /// Asks what the policy says of one fact of one subject.
    ///
    /// - Parameter reply: called once, on the loop's thread, maybe before this returns; with nil where no rule is about
    ///   them, and the fact's source answers. `facts` and `undetermined` stand in the place of the source's answer.
    func rule(on question: FactQuestion, _ reply: @escaping (SourceReply?) -> Void)

    /// Frees what it holds; questions that are open may still be answered, and the answers are dropped.
    func close()
}
