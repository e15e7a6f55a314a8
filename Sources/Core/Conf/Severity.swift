/// The severity of a diagnostic: an error, a warning or a note.
package enum Severity: String, Sendable, CaseIterable {
    /// The table is not loaded.
    case error
    /// The table is loaded; `--strict` makes an error of it.
    case warning
    /// A daemon of this machine would refuse or lack something. The table may be for another machine, so a note changes
    /// neither the exit status nor `--strict`.
    case note
}

extension Severity: Comparable {
    /// Whether one is less bad than another.
    package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .note: 0
        case .warning: 1
        case .error: 2
        }
    }
}
