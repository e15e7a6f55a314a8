/// The runtime switches that somebody else speaks for, whatever their sources say.
enum LeftSwitches: Equatable {
    /// Those of the features of these paths.
    case some(Set<String>)
    /// Every one: somebody may have spoken for any of them, and nobody can tell for which.
    case all

    /// Whether the switch of a feature is among them.
    func contains(_ path: String) -> Bool {
        switch self {
        case .some(let paths): paths.contains(path)
        case .all: true
        }
    }
}
