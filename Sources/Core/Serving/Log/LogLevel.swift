/// The lowest level of the lines in the log: lines of all levels above it are in the log too.
package enum LogLevel: String, CaseIterable, Sendable {
    /// What an operator must mend.
    case error
    /// What may need mending, such as a connection that was refused.
    case warning
    /// What operators do, and what the daemon does by itself: no line for a call.
    case notice
    /// A line for each call.
    case info
    /// Connections that come and go, and what calls wait for.
    case debug

    /// The level of the environment: info if it names none.
    ///
    /// *Throws*: `badVariable`.
    package static func named(in environment: [String: String]) throws(StartError) -> Self {
        let name = "DEEPLINKD_LOG_LEVEL"
        guard let value = environment[name] else { return .info }
        guard let level = Self(rawValue: value) else {
            let words = allCases.map(\.rawValue).joined(separator: ", ")
            throw .badVariable(name: name, value: value, words: "one of \(words)")
        }
        return level
    }

    /// The priority of a line in the journal; a level above another has a lower one.
    ///
    /// *Source*: syslog(3).
    var priority: UInt32 {
        switch self {
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .debug: 7
        }
    }

    /// What makes a terminal show a message in the colour of its level; nil for its usual colour.
    var colour: StaticString? {
        switch self {
        case .error: "\u{1B}[1;31m"
        case .warning: "\u{1B}[1;33m"
        case .notice: "\u{1B}[1m"
        case .info: nil
        case .debug: "\u{1B}[2m"
        }
    }
}
