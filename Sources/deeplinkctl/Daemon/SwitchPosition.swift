import ArgumentParser

/// Where a switch is to stand.
enum SwitchPosition: String, ExpressibleByArgument, CaseIterable {
    case on
    case off
    /// Where the table has it.
    case `default`

    /// Where a call puts it.
    init(isOn: Bool?) {
        self = isOn.map { $0 ? .on : .off } ?? .default
    }

    /// As calls have it.
    var isOn: Bool? {
        switch self {
        case .on: true
        case .off: false
        case .default: nil
        }
    }
}
