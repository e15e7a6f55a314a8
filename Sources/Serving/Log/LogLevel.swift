package import Logging

/// Which lines the log has: those of a level, and of all levels above it.
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

    /// The same level of the logging library.
    package var level: Logger.Level {
        switch self {
        case .error: .error
        case .warning: .warning
        case .notice: .notice
        case .info: .info
        case .debug: .debug
        }
    }
}
