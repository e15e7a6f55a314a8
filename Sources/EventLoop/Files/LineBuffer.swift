// Log lines between the code that logs and the descriptor that they are written to.
//
// Logging must not wait for a reader, so the buffer has a limit, and lines past it are lost. They are counted. As soon as
// half of the buffer is free again, one line in their place reports how many:
//
//     outcome code=ok.performed id=5e2-2046 …
//     lines lost count=97954
//     outcome code=ok.performed id=5e2-100001 …
//
// Half of it, not one line's room: otherwise a slightly slow reader would get a report for every other line. Lines that a
// failed write drops are counted in the same way, and so are those counted by a report that was not written.

internal import Synchronization

/// Finished lines that wait to be written, up to a limit in bytes, and a count of the lines that found no room.
///
/// *Owner/thread*: lines may be appended on any thread; one `LineWriter` removes them.
package final class LineBuffer: Sendable {
    private struct Content {
        var bytes: [UInt8] = []
        /// *Units*: bytes at the front that have been written.
        var head = 0
        /// *Units*: bytes written since the buffer was created.
        var writtenCount = 0
        /// True if the line at the head is partly written: its rest must follow, or the next line would be joined to it.
        var isHeadBegun = false
        /// *Units*: lines lost since the last report.
        var lostCount = 0
        /// The waiting report: `writtenCount` once it is written, and the lines that it counts.
        var report: (end: Int, lostCount: Int)?

        var count: Int { bytes.count - head }
    }

    private static let newline = UInt8(ascii: "\n")

    private let content = Mutex(Content())
    /// *Units*: bytes.
    private let byteLimit: Int
    /// Makes the line that reports lost lines, with its line end.
    private let makeReport: @Sendable (Int) -> [UInt8]

    /// Creates an empty buffer.
    package init(byteLimit: Int, makeReport: @escaping @Sendable (_ lostCount: Int) -> [UInt8]) {
        self.byteLimit = byteLimit
        self.makeReport = makeReport
    }

    /// Appends one line with its line end, or counts it as lost if there is no room.
    ///
    /// *Cost*: a lock and a copy of the line.
    package func append(_ line: [UInt8]) {
        append { $0 += line }
    }

    /// Has one line with its line end appended in place, and counts it as lost if there is no room.
    ///
    /// *Cost*: a lock, and what the line takes.
    package func append(_ write: (inout [UInt8]) -> Void) {
        content.withLock { content in
            reportIfRoom(&content)
            // Lines after a lost line wait for the report, which takes the lost line's place.
            guard content.lostCount == 0 else { return content.lostCount += 1 }
            let end = content.bytes.count
            write(&content.bytes)
            guard content.count > byteLimit else { return }
            content.bytes.removeSubrange(end...)
            content.lostCount += 1
        }
    }

    /// *Units*: bytes that wait to be written.
    package var byteCount: Int { content.withLock { $0.count } }

    /// The bytes to write next: as many whole lines as fit into `byteLimit`, or one longer line; empty if nothing waits.
    func next(byteLimit: Int) -> [UInt8] {
        content.withLock { content in
            reportIfRoom(&content)
            let rest = content.bytes[content.head...]
            guard rest.count > byteLimit else { return Array(rest) }
            if let end = rest.prefix(byteLimit).lastIndex(of: Self.newline) { return Array(rest[...end]) }
            return Array(rest.firstIndex(of: Self.newline).map { rest[...$0] } ?? rest)
        }
    }

    /// Removes that many bytes, which were written.
    func didWrite(_ byteCount: Int) {
        content.withLock { content in
            let written = min(byteCount, content.count)
            guard written > 0 else { return }
            content.head += written
            content.writtenCount += written
            content.isHeadBegun = content.bytes[content.head - 1] != Self.newline
            if let report = content.report, report.end <= content.writtenCount { content.report = nil }
            if content.count == 0 {
                content.bytes.removeAll(keepingCapacity: true)
                content.head = 0
            } else if content.head > content.bytes.count / 2 {
                content.bytes.removeFirst(content.head)
                content.head = 0
            }
        }
    }

    /// Counts all waiting lines as lost, except the rest of a line that is partly written.
    func lose() {
        content.withLock { content in
            let waiting = content.bytes[content.head...]
            var kept: ArraySlice<UInt8> = []
            if content.isHeadBegun { kept = waiting.firstIndex(of: Self.newline).map { waiting[...$0] } ?? waiting }
            content.lostCount += waiting.dropFirst(kept.count).count { $0 == Self.newline }
            if let report = content.report, report.end > content.writtenCount + kept.count {
                // The report is not a line of the log: the lines it counts are lost, the report itself is not.
                content.lostCount += report.lostCount - 1
                content.report = nil
            }
            (content.bytes, content.head) = (Array(kept), 0)
        }
    }

    private func reportIfRoom(_ content: inout Content) {
        guard content.lostCount > 0, content.report == nil, content.count <= byteLimit / 2 else { return }
        content.bytes += makeReport(content.lostCount)
        content.report = (content.writtenCount + content.count, content.lostCount)
        content.lostCount = 0
    }
}
