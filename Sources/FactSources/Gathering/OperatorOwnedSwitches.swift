internal import Contract
internal import Features

/// The runtime switches that an operator has set, whatever their sources answer.
enum OperatorOwnedSwitches: Equatable {
    case some(Set<FactKey>)
    /// Every one: operators may have set any of them, and it is not known which.
    case all

    /// Whether a switch is among them.
    func contains(_ key: FactKey) -> Bool {
        switch self {
        case .some(let keys): keys.contains(key)
        case .all: key.kind == .runtime
        }
    }
}
