// The daemon's log: one line per event on standard error, `key=value` behind the message. Under the service manager a line
// begins with its priority, which the journal takes off and files. Libraries do not log; this target and the program do.

import Conf
import EventLoop
package import Logging

/// Writes log events to standard error.
package struct StandardErrorLog: LogHandler {
    package var logLevel = Logger.Level.info
    package var metadata: Logger.Metadata = [:]
    /// Whether standard error is the journal, which reads `<N>` as the priority.
    private let hasPriorities: Bool

    /// Finds out from the environment whether the journal reads along.
    package init(environment: [String: String]) {
        hasPriorities = environment["JOURNAL_STREAM"] != nil
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        // ignored: there is no other place to say that the log cannot be written.
        _ = try? StandardStreams.write(Array((line(for: event) + "\n").utf8), to: .errors)
    }

    /// The event as one line, without its end.
    func line(for event: LogEvent) -> String {
        let merged = metadata.merging(event.metadata ?? [:]) { _, new in new }
        let pairs = merged.sorted { $0.key < $1.key }.map { " \($0.key)=\(Self.quoted("\($0.value)"))" }.joined()
        let priority = hasPriorities ? "<\(Self.priority(event.level))>" : ""
        return priority + Escaping.printable("\(event.message)" + pairs)
    }

    /// In quotes where the value could be taken for more than one; quotes and backslashes in them are escaped.
    private static func quoted(_ value: String) -> String {
        guard value.isEmpty || value.utf8.contains(where: { $0 == 0x20 || $0 == 0x22 }) else { return value }
        return "\"" + value.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
    }

    /// *Source*: syslog(3).
    private static func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
