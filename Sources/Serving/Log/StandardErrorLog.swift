// The daemon's log on standard error. One event looks like this, by where it goes:
//
//     a file or a pipe    table in force files=1 revision=43b0b60e0ae8b127 routes=1
//     a terminal          14:03:22.187 table in force files=1 revision=43b0b60e0ae8b127 routes=1
//     the journal         MESSAGE=table in force files=1 revision=43b0b60e0ae8b127 routes=1
//                         PRIORITY=5
//                         SYSLOG_IDENTIFIER=deeplinkd
//                         MESSAGE_ID=28bca83e8d0c4c24b7ae9c1fde0db67b
//
// Libraries do not log; this target and the program do. This type only makes the lines and entries. They wait in a buffer
// until the loop is about to wait itself, and a `LineWriter` writes them: a reader that stalls costs lines, which are
// counted, and never the loop's time.

import Conf
import Contract
package import EventLoop
import HostSystem
package import Logging

/// Makes lines of log events, for standard error, or entries for the journal.
package struct StandardErrorLog: LogHandler {
    package var logLevel = Logger.Level.info
    package var metadata: Logger.Metadata = [:]
    /// The lines that wait to be written.
    package let lines: LineBuffer
    let form: LogForm

    /// Logs in a form.
    package init(_ form: LogForm = .plain) {
        self.form = form
        lines = LineBuffer(byteLimit: Limits.logBytes, lineEnd: form.lineEnd) { lostCount in
            LogEntry(.warning, "lines lost", [("count", "\(lostCount)")]).bytes(form)
        }
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        lines.append(LogEntry(event.level, event.message.description, pairs(of: event)).bytes(form))
    }

    /// The event's own metadata goes before the handler's, which has none as a rule.
    private func pairs(of event: LogEvent) -> [(key: String, value: String)] {
        let own = event.metadata ?? [:]
        let merged = metadata.isEmpty ? own : metadata.merging(own) { _, new in new }
        return merged.map { ($0.key, $0.value.description) }
    }
}
