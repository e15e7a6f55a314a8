public import Contract

/// The answer to one question of an authorisation flow.
public enum PermissionAnswer: String, WireEnumeration {
    /// The person was asked elsewhere, in the settings for example: the source is asked again.
    case asked
    /// The person says yes.
    ///
    /// It is kept where the permission's source is `consent`; any other source is asked again instead.
    case granted
    /// The person says no; kept as a yes is.
    case denied
    /// The person is not to be asked for this one now; the flow goes on with the next one.
    case skip
    /// The flow ends, and what is not granted stays as it is.
    case cancel

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

/// How fast the questions of an authorisation flow are answered.
public enum QuestionPace: String, WireEnumeration {
    /// By a program: each within 5 seconds.
    case machine
    /// By a person: each within 5 minutes.
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
