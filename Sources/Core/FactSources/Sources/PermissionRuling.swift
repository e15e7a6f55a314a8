package import Features

/// An administrator's policy on permissions, which is asked before their sources.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
package protocol PermissionRuling: AnyObject {
    /// As evidence names it.
    ///
    /// *Shape*: as a source's: `policy:/etc/deeplinkd/permissions.policy`.
    var name: String { get }

    /// Called when the policy may say something else; set by the owner.
    var onChange: (() -> Void)? { get set }

    /// Asks what the policy says of one permission of one subject.
    ///
    /// - Parameter reply: called once, on the loop's thread, maybe before this returns.
    func rule(on question: FactQuestion, _ reply: @escaping (PermissionVerdict) -> Void)

    /// Frees what it holds; questions that are open may still be answered, and the answers are dropped.
    func close()
}

/// What a policy says of one permission of one subject.
package enum PermissionVerdict: Equatable, Sendable {
    /// *Shape*: `sentence` is shown to the subject that is refused.
    case ruled(PermissionStatus, sentence: String?)
    /// The policy cannot be read, so it may forbid the permission.
    ///
    /// *Shape*: `reason` is one sentence for people, without its full stop.
    case undetermined(reason: String)
    /// No rule is about them, and the permission's source answers.
    case open
}

/// Stands for a policy that a table names and the host cannot read: it leaves every permission undetermined.
final class MissingPolicy: PermissionRuling {
    let name: String
    var onChange: (() -> Void)?

    init(path: String) { name = "policy:" + path }

    func rule(on question: FactQuestion, _ reply: @escaping (PermissionVerdict) -> Void) {
        reply(.undetermined(reason: "this host reads no policies"))
    }

    func close() { onChange = nil }
}
