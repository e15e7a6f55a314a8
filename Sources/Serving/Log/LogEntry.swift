// One event of the log, and its bytes in each form. What varies is put in as `key=value`, sorted by key, so that a reader
// finds it with `grep` and the journal with `journalctl DEEPLINKD_ROUTE=say`.

import Conf
import HostSystem
import Logging

/// One event of the log.
struct LogEntry {
    /// The field that each key has in the journal, in the order of the fields; other keys are in the message alone.
    ///
    /// `CODE_LINE` and others without the prefix have meanings of their own in the journal.
    static let fields: [(key: String, name: String)] = [
        ("code", "DEEPLINKD_CODE"), ("feature", "DEEPLINKD_FEATURE"), ("id", "DEEPLINKD_OUTCOME_ID"),
        ("uid", "DEEPLINKD_PEER_UID"), ("route", "DEEPLINKD_ROUTE"), ("subject", "DEEPLINKD_SUBJECT"),
        ("source", "DEEPLINKD_SOURCE"),
    ]

    let level: Logger.Level
    let message: String
    let pairs: [(key: String, value: String)]
    /// A field that is not in the line: the feature of a route, which the route tells.
    let feature: String?

    init(
        _ level: Logger.Level, _ message: String, _ pairs: [(key: String, value: String)], feature: String? = nil
    ) {
        (self.level, self.message, self.feature) = (level, message, feature)
        self.pairs = pairs.sorted { $0.key < $1.key }
    }

    /// The event in a form, with the end of its line or entry.
    func bytes(_ form: LogForm) -> [UInt8] {
        switch form {
        case .plain: Array((line + "\n").utf8)
        case .terminal(let hasColours): Array((HostClock.timeOfDay + " " + (hasColours ? coloured : line) + "\n").utf8)
        case .journal: Array((Self.messageStart + line + Self.afterMessage(level, message) + ownFields + "\0").utf8)
        }
    }

    /// *Shape*: `table in force files=1 routes=1`, without control characters.
    private var line: String { Escaping.printable(message) + ending }

    private var ending: String {
        pairs.map { " " + Escaping.printable($0.key) + "=" + Escaping.printable(Self.quoted($0.value)) }.joined()
    }

    private var coloured: String {
        let code: String? =
            switch level {
            case .critical, .error: "1;31"
            case .warning: "1;33"
            case .notice: "1"
            case .info: nil
            case .debug, .trace: "2"
            }
        return code.map { "\u{1B}[\($0)m\(Escaping.printable(message))\u{1B}[0m" + ending } ?? line
    }

    /// In quotes where the value could be taken for more than one; quotes and backslashes in them are escaped.
    private static func quoted(_ value: String) -> String {
        guard value.isEmpty || value.utf8.contains(where: { $0 == 0x20 || $0 == 0x22 }) else { return value }
        return "\"" + value.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
    }

    // MARK: The journal's fields

    /// The first field, whose value is the line.
    static let messageStart = "MESSAGE="

    /// The fields behind the message, as `JournalOutput` expects them: the priority is the second field.
    static func afterMessage(_ level: Logger.Level, _ message: String) -> String {
        let id = MessageID.ids[message].map { "MESSAGE_ID=\($0)\n" } ?? ""
        return "\nPRIORITY=\(priority(level))\nSYSLOG_IDENTIFIER=deeplinkd\n" + id
    }

    /// A value of `-` says that there is none.
    private var ownFields: String {
        Self.fields.map { key, name in
            let value = pairs.first { $0.key == key }?.value ?? (key == "feature" ? feature : nil)
            return value.map { $0 == "-" ? "" : name + "=" + Escaping.printable($0) + "\n" } ?? ""
        }.joined()
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
