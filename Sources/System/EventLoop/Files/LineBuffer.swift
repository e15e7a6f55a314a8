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

internal import Glibc
internal import Synchronization

/// Finished lines that wait to be written, up to a limit in bytes, and a count of the lines that found no room.
///
/// *Owner/thread*: lines may be appended on any thread; one `LineWriter` removes them.
package final class LineBuffer: Sendable {
    /// What waits: the bytes from `head` to `end`.
    ///
    /// The storage has twice the limit, so the waiting bytes are moved to its front only once per `limit` bytes written, and
    /// an append needs no allocation. The system gives a page of it memory when the page is first used.
    @safe private struct Content: ~Copyable {
        private let storage: UnsafeMutableRawPointer
        private let capacity: Int
        private(set) var head = 0
        private(set) var end = 0
        /// *Units*: bytes written since the buffer was created.
        var writtenCount = 0
        /// True if the line at the head is partly written: its rest must follow, or the next line would be joined to it.
        var isHeadBegun = false
        /// *Units*: lines lost since the last report.
        var lostCount = 0
        /// *Units*: lines lost since the buffer was created.
        private(set) var totalLostCount = 0
        /// The waiting report: `writtenCount` once it is written, and the lines that it counts.
        var report: (end: Int, lostCount: Int)?

        var count: Int { end - head }

        init(capacity: Int) {
            unsafe storage = .allocate(byteCount: capacity, alignment: 1)
            self.capacity = capacity
        }

        deinit { unsafe storage.deallocate() }

        /// What waits, as long as nothing is appended or removed.
        var waiting: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: storage + head, count: count) }

        /// The room for one more line, of at most so many bytes.
        func room(_ byteLimit: Int) -> LineRoom {
            unsafe LineRoom(storage + end, capacity: min(byteLimit, capacity - end))
        }

        /// Counts bytes as waiting that were written into the room.
        mutating func extend(by count: Int) { end += count }

        /// Removes bytes at the front.
        mutating func removeFirst(_ count: Int) {
            head += count
            guard head > capacity / 2 || head == end else { return }
            unsafe _ = memmove(storage, storage + head, self.count)
            (head, end) = (0, self.count)
        }

        /// Counts lines that are lost.
        mutating func lose(_ count: Int) {
            lostCount += count
            totalLostCount += count
        }

        /// Removes all but so many bytes at the front.
        mutating func keepFirst(_ count: Int) { end = head + count }
    }

    private let content: Mutex<Content>
    /// *Units*: bytes.
    private let byteLimit: Int
    /// The byte that ends a line.
    private let lineEnd: UInt8
    /// Writes the line that reports lost lines, with its line end.
    private let writeReport: @Sendable (Int, inout LineRoom) -> Void

    /// Creates an empty buffer.
    ///
    /// - Parameter lineEnd: of entries that have line ends in them, another byte.
    package init(
        byteLimit: Int, lineEnd: UInt8 = UInt8(ascii: "\n"),
        writeReport: @escaping @Sendable (_ lostCount: Int, inout LineRoom) -> Void
    ) {
        content = Mutex(Content(capacity: 2 * (byteLimit + Self.reportBytes)))
        self.byteLimit = byteLimit
        self.lineEnd = lineEnd
        self.writeReport = writeReport
    }

    /// *Units*: bytes of a report at most; a longer one is cut.
    private static let reportBytes = 1024

    /// Has one line with its line end written in place, and counts it as lost if there is no room.
    ///
    /// *Cost*: a lock, and what the line takes; no allocation.
    package func append(_ write: (inout LineRoom) -> Void) {
        content.withLock { content in
            if content.lostCount > 0 { reportIfRoom(&content) }
            // Lines after a lost line wait for the report, which takes the lost line's place.
            guard content.lostCount == 0 else { return content.lose(1) }
            var room = content.room(byteLimit - content.count)
            write(&room)
            if room.isExceeded { content.lose(1) } else { content.extend(by: room.count) }
        }
    }

    /// *Units*: lines lost since the buffer was created.
    package var totalLostCount: Int { content.withLock { $0.totalLostCount } }

    /// *Units*: bytes that wait to be written.
    package var byteCount: Int { content.withLock { $0.count } }

    /// Has the next bytes written, and removes those that were: as many whole lines as fit into `byteLimit`, or one longer
    /// line.
    ///
    /// - Parameter write: returns how many bytes it wrote. Appending waits for it.
    /// - Returns: nil if nothing waits.
    func next<Written: Sendable>(
        byteLimit: Int, _ write: (UnsafeRawBufferPointer) -> (result: Written, count: Int)
    ) -> Written? {
        content.withLock { content in
            reportIfRoom(&content)
            guard content.count > 0 else { return nil }
            let waiting = unsafe content.waiting
            let count = unsafe wholeLines(in: waiting, byteLimit: byteLimit)
            let (result, written) = unsafe write(UnsafeRawBufferPointer(rebasing: waiting[..<count]))
            didWrite(min(written, count), &content)
            return result
        }
    }

    private func wholeLines(in waiting: UnsafeRawBufferPointer, byteLimit: Int) -> Int {
        guard waiting.count > byteLimit else { return waiting.count }
        if let end = unsafe waiting.prefix(byteLimit).lastIndex(of: lineEnd) { return end + 1 }
        return unsafe waiting.firstIndex(of: lineEnd).map { $0 + 1 } ?? waiting.count
    }

    private func didWrite(_ written: Int, _ content: inout Content) {
        guard written > 0 else { return }
        content.writtenCount += written
        content.isHeadBegun = unsafe content.waiting[written - 1] != lineEnd
        if let report = content.report, report.end <= content.writtenCount { content.report = nil }
        content.removeFirst(written)
    }

    /// Counts all waiting lines as lost, except the rest of a line that is partly written.
    func lose() {
        content.withLock { content in
            let waiting = unsafe content.waiting
            var kept = 0
            if content.isHeadBegun {
                kept = unsafe waiting.firstIndex(of: lineEnd).map { $0 + 1 } ?? waiting.count
            }
            let isReportLost = content.report.map { $0.end > content.writtenCount + kept } ?? false
            // The report is not a line of the log: the lines it counts are lost, the report itself is not.
            content.lose(unsafe waiting.dropFirst(kept).count { $0 == lineEnd } - (isReportLost ? 1 : 0))
            if isReportLost, let report = content.report {
                content.lostCount += report.lostCount
                content.report = nil
            }
            content.keepFirst(kept)
        }
    }

    private func reportIfRoom(_ content: inout Content) {
        guard content.lostCount > 0, content.report == nil, content.count <= byteLimit / 2 else { return }
        var room = content.room(Self.reportBytes)
        writeReport(content.lostCount, &room)
        content.extend(by: room.count)
        content.report = (content.writtenCount + content.count, content.lostCount)
        content.lostCount = 0
    }
}
