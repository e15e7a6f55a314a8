/// The kinds of daemons: one serves every user of the host, the other its own user.
package enum Instance: String, CaseIterable, Sendable {
    case system, user

    /// Those of the kind, in a sentence: "user instances".
    package var plural: String {
        switch self {
        case .system: "the system instance"
        case .user: "user instances"
        }
    }
}
