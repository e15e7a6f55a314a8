/// How a client handles an outcome: the part of the code before the first dot.
///
/// No further classes will be added.
public enum OutcomeClass: String, WireEnumeration {
    /// Performed, accepted or delivered.
    case ok
    /// The request or the caller is at fault; the same request will never succeed.
    case rejected
    /// A constraint is not met; a remedy may lift it.
    case blocked
    /// It cannot be decided yet; the same request may succeed later.
    case pending
    /// The action was attempted and did not succeed.
    case failed
    /// The action may or may not have happened.
    case unknown

    package static let typeComment = "How to handle an outcome. No further classes will be added."

    package var comment: String {
        switch self {
        case .ok: "Performed, accepted or delivered."
        case .rejected: "The request or the caller is at fault; the same request will never succeed."
        case .blocked: "A constraint is definitely not met; a remedy may lift it."
        case .pending: "It cannot be decided yet, or a flow is running; the same request may succeed later."
        case .failed: "The action was attempted and did not succeed."
        case .unknown: "The action may or may not have happened."
        }
    }
}
