import ArgumentParser

/// The new position of a switch.
enum SwitchPosition: String, ExpressibleByArgument, CaseIterable {
    case on
    case off
    /// The position that the table declares.
    case `default`

    /// The position that a call sets.
    init(isOn: Bool?) {
        self = isOn.map { $0 ? .on : .off } ?? .default
    }

    /// The position as a call's parameter; nil for the default.
    var isOn: Bool? {
        switch self {
        case .on: true
        case .off: false
        case .default: nil
        }
    }
}
