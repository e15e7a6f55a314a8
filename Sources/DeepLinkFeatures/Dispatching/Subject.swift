import Features

/// Whose toggles, permissions and purchases count.
public enum Subject: Hashable, Sendable {
    /// The machine as a whole: the right one for a program with one user.
    case machine
    /// A user of this machine.
    case user(id: UInt32)
    /// An account of a service, named as the program names it.
    case account(String)

    /// As the verifier has it.
    var known: Features.Subject {
        switch self {
        case .machine: .machine
        case .user(let id): .uid(id)
        case .account(let name): .account(name)
        }
    }
}
