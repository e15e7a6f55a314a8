// The entries in memory: chunks of bytes, of which the oldest is used again when there are as many as there may be.
//
//     ┌ chunk, full ┐┌ chunk, full ┐┌ chunk, full ┐┌ the last one, being filled ┐
//
// Each chunk knows the first and last number, the times and the users of its records, so that most are passed over by who
// looks for some.

/// Some records in their order, and what is known of all of them.
struct TimelineChunk: Sendable {
    /// *Units*: bytes; a chunk is full where the longest record might not fit.
    static let capacity = 64 << 10

    private(set) var bytes: [UInt8]
    /// *Units*: bytes that are records.
    private(set) var end = 0
    /// Where the last one begins.
    private var lastStart = 0
    /// How many records there are.
    private(set) var count = 0
    private(set) var firstIndex: UInt32 = 0
    private(set) var firstNumber: UInt64 = 0
    private(set) var lastNumber: UInt64 = 0
    private(set) var minMs = Int64.max
    private(set) var maxMs = Int64.min
    private(set) var users: UInt64 = 0

    /// *Units*: bytes of room.
    init(byteCount: Int = Self.capacity) { bytes = [UInt8](repeating: 0, count: byteCount) }

    /// Adds a record; `write` gets the place, and gives where the record ends.
    ///
    /// Returns: whether the longest record fits behind it.
    @inline(__always)
    mutating func append(
        _ head: TimelineHead, _ write: (_ output: inout MutableSpan<UInt8>, _ start: Int) -> Int
    ) -> Bool {
        let start = end
        var output = bytes.mutableSpan
        TimelineRecord.write(head, to: &output, at: start)
        end = write(&output, start)
        TimelineRecord.finish(&output, at: start, end)
        if count == 0 { (firstIndex, firstNumber) = (head.index, head.number) }
        (lastStart, count) = (start, count + 1)
        lastNumber = head.number
        if head.wallMs < minMs { minMs = head.wallMs }
        if head.wallMs > maxMs { maxMs = head.wallMs }
        users |= TimelineRecord.mask(of: head.user) | TimelineRecord.mask(of: head.uid)
        if let subject = head.subjectUser { users |= TimelineRecord.mask(of: subject) }
        return bytes.count - end >= TimelineRecord.mostBytes
    }

    /// Removes the last record, in whose place another one is added at once.
    mutating func takeBack() { (end, count) = (lastStart, count - 1) }

    /// Begins anew with the same storage.
    mutating func clear() {
        (end, count, users) = (0, 0, 0)
        (minMs, maxMs) = (.max, .min)
    }

    /// The times of its records.
    var ms: ClosedRange<Int64> { count == 0 ? 0...0 : minMs...maxMs }
}

/// The last entries, up to a number of bytes.
///
/// *Owner/thread*: the loop's thread.
final class TimelineRing {
    /// *Units*: chunks.
    private let limit: Int
    /// The full ones, the oldest first.
    private(set) var full: [TimelineChunk] = []
    /// Without room before the first entry: a daemon without a timeline needs none.
    private(set) var last = TimelineChunk(byteCount: 0)
    /// Whether the longest record fits into the last one.
    private var hasRoom = false
    /// The index of the next entry of this run.
    private(set) var nextIndex: UInt32 = 0
    /// The number of the last entry; smaller than any of this run while there is none.
    private(set) var lastNumber: UInt64 = 0
    /// The number of the last entry that is not there any more; nil while all are.
    private(set) var evicted: UInt64?

    /// Makes an empty one.
    init(byteLimit: Int) { limit = max(2, byteLimit / TimelineChunk.capacity) }

    /// Goes on behind the entries of an earlier run.
    ///
    /// - Parameter index: of the next entry.
    func goOn(after number: UInt64, index: UInt32 = 0) {
        (lastNumber, nextIndex) = (max(lastNumber, number), max(nextIndex, index))
    }

    /// Adds an entry.
    ///
    /// - Parameters:
    ///   - head: its index and number are set here.
    ///   - wallUs: the wall clock.
    ///   - texts: writes the texts from a place on, and gives where they end.
    @inline(__always)
    func append(
        _ head: TimelineHead, wallUs: Int64,
        _ texts: (_ output: inout MutableSpan<UInt8>, _ start: Int) -> Int
    ) {
        if !hasRoom { turn() }
        var head = head
        head.index = nextIndex
        head.number = max(lastNumber &+ 1, UInt64(max(0, wallUs)))
        head.wallMs = wallUs / 1000
        nextIndex &+= 1
        lastNumber = head.number
        hasRoom = last.append(head, texts)
    }

    /// Adds an entry that is read already; its index and number are set here.
    func append(_ entry: TimelineEntry, wallUs: Int64) {
        let record = entry.record
        append(entry.head, wallUs: wallUs) { output, start in
            for index in TimelineRecord.textsAt..<record.count { output[start + index] = record[index] }
            return start + record.count
        }
    }

    /// Removes the last entry, which nothing has read, and in whose place another one is added at once.
    func takeBack() {
        last.takeBack()
        nextIndex &-= 1
    }

    /// Begins another chunk; the oldest one goes where there are as many as there may be.
    private func turn() {
        guard full.count + 1 >= limit else {
            if last.count > 0 { full.append(last) }
            last = TimelineChunk()
            return
        }
        var oldest = full.removeFirst()
        evicted = oldest.lastNumber
        oldest.clear()
        full.append(last)
        last = oldest
    }

    /// The records behind a number, of each chunk that has some.
    func parts(after number: UInt64) -> [[UInt8]] {
        chunks.compactMap { chunk in
            guard chunk.lastNumber > number else { return nil }
            var at = 0
            let bytes = chunk.bytes.span
            while TimelineRecord.number(in: bytes, at: at) <= number,
                let length = TimelineRecord.length(in: bytes, at: at)
            {
                at += length
            }
            return Array(chunk.bytes[at..<chunk.end])
        }
    }

    /// All chunks, the oldest first.
    var chunks: [TimelineChunk] { last.count == 0 ? full : full + [last] }

    /// The number of the oldest entry; nil where there is none.
    var firstNumber: UInt64? { (full.first ?? last).count == 0 ? nil : (full.first ?? last).firstNumber }
}
