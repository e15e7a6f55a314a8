/// The person or program that can remove the obstacle to a request.
package enum Actor: String, WireEnumeration {
    case client
    case user
    case thirdPerson
    case administrator
    case developer
    case nobody

    package static let typeComment = "Who can carry out a remedy."

    package var comment: String {
        switch self {
        case .client: "The program that sent the request."
        case .user: "The person in front of it."
        case .thirdPerson: "Another person whom the user can only wait for, such as a parent who approves a purchase."
        case .administrator: "Who runs this machine."
        case .developer: "Who wrote the client or the action."
        case .nobody: "The condition is a fact of this machine, and cannot be lifted."
        }
    }
}
