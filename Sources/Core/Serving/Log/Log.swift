// The daemon's log on standard error. One event looks like this, by where it goes:
//
//     a file or a pipe    table in force files=1 revision=43b0b60e0ae8b127 routes=1
//     a terminal          14:03:22.187 table in force files=1 revision=43b0b60e0ae8b127 routes=1
//     the journal         MESSAGE=table in force files=1 revision=43b0b60e0ae8b127 routes=1
//                         PRIORITY=5
//                         SYSLOG_IDENTIFIER=deeplinkd
//                         MESSAGE_ID=503afae0ed26417f88efa842f5b44bc8
//
// What varies is put in as `key=value`, sorted by key, so that a reader finds it with `grep` and the journal with
// `journalctl DEEPLINKD_ROUTE=say`. Other targets do not log. Each line is written in place, in a buffer where it waits
// until the loop is about to wait itself; then a `LineWriter` writes it: a reader that stalls costs lines, which are
// counted, and never the loop's time.

import Contract
package import EventLoop

/// The daemon's log.
package struct Log: Sendable {
    /// What varies in a line: values by their keys, which are literals.
    package typealias Fields = [String: String]

    /// The field that each key has in the journal, in the order of the fields; other keys are in the message alone.
    ///
    /// `CODE_LINE` and others without the prefix have meanings of their own in the journal.
    private static let fields = [
        (key: "code", name: "DEEPLINKD_CODE"), ("feature", "DEEPLINKD_FEATURE"), ("id", "DEEPLINKD_OUTCOME_ID"),
        ("uid", "DEEPLINKD_PEER_UID"), ("route", "DEEPLINKD_ROUTE"), ("subject", "DEEPLINKD_SUBJECT"),
        ("source", "DEEPLINKD_SOURCE"), ("target", "DEEPLINKD_TARGET"), ("trace", "TRACE_ID"),
    ]

    /// The lines that wait to be written.
    package let lines: LineBuffer
    let form: LogForm
    private let level: LogLevel

    /// Logs in a form, with the lines of a level and of all levels above it.
    package init(_ form: LogForm = .plain, level: LogLevel = .info) {
        (self.form, self.level) = (form, level)
        lines = LineBuffer(byteLimit: Limits.logBytes, lineEnd: form.lineEnd) { lostCount, line in
            form.begin(.warning, .linesLost, in: &line)
            line.append(" count=\(lostCount)")
            _ = form.beginFields(.warning, .linesLost, in: &line)
            line.append(form.lineEnd)
        }
    }

    /// Writes a line of what an operator must mend.
    package func error(_ message: LogMessage, _ fields: @autoclosure () -> Fields = [:]) {
        write(.error, message, fields())
    }
    /// Writes a line of what may need mending.
    package func warning(_ message: LogMessage, _ fields: @autoclosure () -> Fields = [:]) {
        write(.warning, message, fields())
    }
    /// Writes a line of what operators do, or the daemon by itself.
    package func notice(_ message: LogMessage, _ fields: @autoclosure () -> Fields = [:]) {
        write(.notice, message, fields())
    }
    /// Writes a line of a call.
    package func info(_ message: LogMessage, _ fields: @autoclosure () -> Fields = [:]) {
        write(.info, message, fields())
    }
    /// Writes a line of connections, or of what calls wait for.
    func debug(_ message: LogMessage, _ fields: @autoclosure () -> Fields = [:]) { write(.debug, message, fields()) }

    /// Writes a line, unless the log leaves out its level; the fields are made for a line that is written.
    func write(_ level: LogLevel, _ message: LogMessage, _ fields: @autoclosure () -> Fields) {
        guard has(level) else { return }
        let fields = fields()
        lines.append { line in
            form.begin(level, message, in: &line)
            for (key, value) in fields.sorted(by: { $0.key < $1.key }) {
                line.append(" \(key)=")
                line.append(value: value.utf8.span)
            }
            if form.beginFields(level, message, in: &line) {
                for (key, name) in Self.fields {
                    if let value = fields[key] { line.append(field: name, value.utf8.span) }
                }
            }
            line.append(form.lineEnd)
        }
    }

    /// *Units*: lines that found no reader in time; nil for none.
    var lostLines: Int? { lines.totalLostCount > 0 ? lines.totalLostCount : nil }

    /// Whether the log has lines of a level.
    func has(_ level: LogLevel) -> Bool { level.priority <= self.level.priority }
}
