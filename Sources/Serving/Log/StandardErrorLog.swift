// The daemon's log: one line per event on standard error, `key=value` behind the message. Under the service manager a line
// begins with its priority, which the journal takes off and files. Libraries do not log; this target and the program do.
//
// This type only makes the lines. They wait in a buffer until the loop is about to wait itself, and a `LineWriter` writes
// them: a reader that stalls costs lines, which are counted, and never the loop's time.

import Conf
import Contract
package import EventLoop
package import Logging

/// Makes lines of log events, for standard error.
package struct StandardErrorLog: LogHandler {
    /// *Units*: bytes that most lines fit in.
    private static let usualBytes = 160

    package var logLevel = Logger.Level.info
    package var metadata: Logger.Metadata = [:]
    /// The lines that wait to be written.
    package let lines: LineBuffer
    /// Whether standard error is the journal, which reads `<N>` as the priority.
    private let hasPriorities: Bool

    /// Finds out from the environment whether the journal reads along.
    package init(environment: [String: String]) {
        let hasPriorities = environment["JOURNAL_STREAM"] != nil
        self.hasPriorities = hasPriorities
        lines = LineBuffer(byteLimit: Limits.logBytes) { lostCount in
            Array(((hasPriorities ? "<\(Self.priority(.warning))>" : "") + "lines lost count=\(lostCount)\n").utf8)
        }
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var line = line(for: event)
        line.append(UInt8(ascii: "\n"))
        lines.append(line)
    }

    /// The event as one line, without its end.
    ///
    /// *Cost*: every outcome is such a line, so it is put together in place.
    func line(for event: LogEvent) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(Self.usualBytes)
        line += start(of: event.level).utf8
        line += Escaping.printable(event.message.description).utf8
        for (key, value) in pairs(of: event) {
            line.append(UInt8(ascii: " "))
            line += Escaping.printable(key).utf8
            line.append(UInt8(ascii: "="))
            line += Escaping.printable(Self.quoted(value.description)).utf8
        }
        return line
    }

    /// What goes before the message: the journal reads `<6>` as the priority.
    func start(of level: Logger.Level) -> String { hasPriorities ? "<\(Self.priority(level))>" : "" }

    /// The event's own metadata goes before the handler's, which has none as a rule.
    private func pairs(of event: LogEvent) -> [Logger.Metadata.Element] {
        let own = event.metadata ?? [:]
        let merged = metadata.isEmpty ? own : metadata.merging(own) { _, new in new }
        return merged.sorted { $0.key < $1.key }
    }

    /// In quotes where the value could be taken for more than one; quotes and backslashes in them are escaped.
    private static func quoted(_ value: String) -> String {
        guard needsQuotes(value.utf8) else { return value }
        return "\"" + value.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
    }

    private static func needsQuotes(_ value: String.UTF8View) -> Bool {
        let bytes = value.span
        for index in bytes.indices where bytes[index] == 0x20 || bytes[index] == 0x22 { return true }
        return bytes.isEmpty
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
