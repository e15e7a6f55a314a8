/// What the program that asks the person says of one question of a flow.
package enum PermissionAnswer: String, WireEnumeration {
    case asked
    case granted
    case denied
    case skip
    case cancel

    package static let typeName = "PermissionAnswer"
    package static let typeComment = "What came of one question."

    package var comment: String {
        switch self {
        case .asked: "The person was asked elsewhere, in the settings for example: the source is asked again."
        case .granted:
            "The person says yes. It is kept where the source is consent; any other source is asked again instead."
        case .denied:
            "The person says no. It is kept where the source is consent; any other source is asked again instead."
        case .skip: "The person is not to be asked for this one now. The flow goes on with the next one."
        case .cancel: "The flow ends, and what is not granted stays as it is."
        }
    }
}

/// How fast the questions of a flow are answered.
package enum QuestionPace: String, WireEnumeration {
    case machine
    case human

    package static let typeName = "Pace"
    package static let typeComment = "How fast the questions of a flow are answered."

    package var comment: String {
        switch self {
        case .machine: "By a program: each within 5 seconds."
        case .human: "By a person: each within 5 minutes."
        }
    }
}
