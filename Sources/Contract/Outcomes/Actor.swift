/// Who can lift what stands in the way of a request.
package enum Actor: String, CaseIterable, Sendable {
    /// The program that sent the request.
    case client
    /// The person in front of it.
    case user
    /// Somebody else whom the user can only wait for, such as a parent who approves a purchase.
    case thirdPerson
    /// Who runs this machine.
    case administrator
    /// Who wrote the client or the action.
    case developer
    /// Nobody: the condition is a fact of this machine.
    case nobody
}
