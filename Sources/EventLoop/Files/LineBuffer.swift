// The lines of a log between the code that logs and the descriptor that takes them.
//
// Whoever logs must not wait for a reader, so the buffer has a limit, and past it lines are lost. They are counted, and as
// soon as half of the buffer is free again a line in their place says how many:
//
//     outcome code=ok.performed id=5e2-2046 …
//     lines lost count=97954
//     outcome code=ok.performed id=5e2-100001 …
//
// Half, and not one line's room: a reader that is a little too slow would else read a report for every other line. Lines
// that a failed write takes with it are counted in the same way, and so is what a report counted that was not written.

internal import Synchronization

/// Finished lines that wait to be written, up to a limit in bytes, and a count of those that found no room.
///
/// *Owner/thread*: lines may be appended on any thread; one `LineWriter` takes them out.
package final class LineBuffer: Sendable {
    private struct Content {
        var bytes: [UInt8] = []
        /// *Units*: bytes at the front that are written.
        var head = 0
        /// *Units*: bytes written since the buffer was made.
        var writtenCount = 0
        /// Whether the line at the head is written in part: its rest must follow, or the next line would end it.
        var isHeadBegun = false
        /// *Units*: lines lost since the last report.
        var lostCount = 0
        /// The report that waits: how many bytes are written when it is, and the lines that it counts.
        var report: (end: Int, lostCount: Int)?

        var count: Int { bytes.count - head }
    }

    private static let newline = UInt8(ascii: "\n")

    private let content = Mutex(Content())
    /// *Units*: bytes.
    private let byteLimit: Int
    /// Makes the line that reports lost ones, with its end.
    private let makeReport: @Sendable (Int) -> [UInt8]

    /// Makes an empty buffer.
    package init(byteLimit: Int, makeReport: @escaping @Sendable (_ lostCount: Int) -> [UInt8]) {
        self.byteLimit = byteLimit
        self.makeReport = makeReport
    }

    /// Takes one line with its end, or counts it as lost where there is no room.
    ///
    /// *Cost*: a lock and a copy of the line.
    package func append(_ line: [UInt8]) {
        content.withLock { content in
            reportIfRoom(&content)
            // What follows a lost line waits for the report, which stands in the lost line's place.
            guard content.lostCount == 0, content.count + line.count <= byteLimit else { return content.lostCount += 1 }
            content.bytes += line
        }
    }

    /// *Units*: bytes that wait.
    package var byteCount: Int { content.withLock { $0.count } }

    /// What to write next: as many whole lines as fit into `byteLimit`, or one that is longer; empty where nothing waits.
    func next(byteLimit: Int) -> [UInt8] {
        content.withLock { content in
            reportIfRoom(&content)
            let rest = content.bytes[content.head...]
            guard rest.count > byteLimit else { return Array(rest) }
            if let end = rest.prefix(byteLimit).lastIndex(of: Self.newline) { return Array(rest[...end]) }
            return Array(rest.firstIndex(of: Self.newline).map { rest[...$0] } ?? rest)
        }
    }

    /// Forgets that many bytes, which were written.
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

    /// Counts all that waits as lost, but for the rest of a line that is written in part.
    func lose() {
        content.withLock { content in
            let waiting = content.bytes[content.head...]
            var kept: ArraySlice<UInt8> = []
            if content.isHeadBegun { kept = waiting.firstIndex(of: Self.newline).map { waiting[...$0] } ?? waiting }
            content.lostCount += waiting.dropFirst(kept.count).count { $0 == Self.newline }
            if let report = content.report, report.end > content.writtenCount + kept.count {
                // The report is no line of the log: what it counted is lost, itself is not.
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
