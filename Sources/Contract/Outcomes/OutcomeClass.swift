/// How a client handles an outcome: the part of the code before the first dot.
package enum OutcomeClass: String, WireEnumeration {
    case ok
    case rejected
    case blocked
    case pending
    case failed
    case unknown

    package static let typeName = "OutcomeClass"
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
