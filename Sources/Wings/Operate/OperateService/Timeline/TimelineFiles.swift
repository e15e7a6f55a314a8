// The timeline on the disk, in a folder beside the ledger:
//
//     timeline/1795804462123456     a file: a head and blocks of records (TimelineBlock.swift)
//     timeline/1795826107654321     a later one; each is named after the number of its first record
//
// Records are added at the end of the last file. What a crash has left of a write is cut off by the next one. A file that
// is large or old enough gets a successor, and the oldest ones are removed when all in them is too old, or when all files
// together are too large.

import Contract
import HostSystem

/// The files of a folder, as a value: it goes to the thread pool to be written, and comes back.
struct TimelineFiles: Sendable {
    /// One file.
    struct Segment: Equatable, Sendable {
        let number: UInt64
        /// *Units*: bytes that are intact.
        var byteCount = 0
        var summary = TimelineSummary()
    }

    /// *Units*: bytes of one file.
    static let segmentBytes = 8 << 20

    let folder: String
    /// The oldest first.
    private(set) var segments: [Segment] = []
    private var days: Int
    private let byteLimit: Int

    /// Reads what there is in a folder, which is made where it is missing.
    ///
    /// *Throws*: `failed` with the system's reason; `folderTooLarge`.
    ///
    /// *Cost*: the first bytes of each file, and all of the last.
    init(in folder: String, days: Int, byteLimit: Int = Limits.timelineFileBytes) throws(LoopError) {
        (self.folder, self.days, self.byteLimit) = (folder, days, byteLimit)
        try DurableFile.createFolders(folder)
        let names = try FolderReader.read(folder, nameLimit: Self.nameLimit)
        let numbers = names.compactMap { name in UInt64(name).flatMap { String($0) == name ? $0 : nil } }.sorted()
        for number in numbers {
            guard let status = try? FileStatus(of: path(number)), status.kind == .file else { continue }
            let head = (try? FileReader.prefix(path(number), byteCount: TimelineFileHead.byteCount)) ?? []
            // A file says what the one before it has.
            if let head = TimelineFileHead.read(head.span), !segments.isEmpty, head.before.lastNumber > 0 {
                segments[segments.count - 1].summary = head.before
            }
            segments.append(Segment(number: number, byteCount: Int(status.byteCount)))
        }
        recoverLast()
    }

    /// *Units*: names; of files there are some hundreds at most.
    private static let nameLimit = 1 << 14

    /// The number of the last record; 0 where there is none.
    var lastNumber: UInt64 { segments.last.map { max($0.summary.lastNumber, $0.number) } ?? 0 }

    /// *Units*: bytes of all files.
    var byteCount: Int { segments.reduce(0) { $0 + $1.byteCount } }

    private func path(_ number: UInt64) -> String { "\(folder)/\(number)" }

    /// Finds the end of what is intact in the last file, and what it holds.
    private mutating func recoverLast() {
        guard var last = segments.last else { return }
        let bytes = (try? FileReader.prefix(path(last.number), byteCount: last.byteCount)) ?? []
        guard TimelineFileHead.read(bytes.span) != nil else {
            // Nothing in it can be told apart; the next record begins another file.
            segments[segments.count - 1].byteCount = Self.segmentBytes
            return
        }
        last.byteCount = TimelineFileHead.byteCount
        Self.walk(bytes.span) { start, summary, records in
            // A block that is damaged lies before one that is intact: only what is behind the last intact one is cut off.
            guard TimelineBlock.isIntact(bytes.span, at: start, records) else { return .damaged }
            last.summary.add(summary)
            last.byteCount = records.upperBound
            return .next
        }
        segments[segments.count - 1] = last
    }

    /// What a look at a block says of it.
    private enum Verdict {
        case next, damaged, stop
    }

    /// Goes through the blocks of a file; where one is damaged, it goes on with the next one that is intact.
    private static func walk(
        _ bytes: Span<UInt8>, _ visit: (_ start: Int, TimelineSummary, _ records: Range<Int>) -> Verdict
    ) {
        var at = TimelineFileHead.byteCount
        while at < bytes.count {
            let block = TimelineBlock.head(in: bytes, at: at)
            switch block.map({ visit(at, $0.summary, $0.records) }) ?? .damaged {
            case .next: at = block?.records.upperBound ?? bytes.count
            case .stop: return
            case .damaged:
                guard let next = TimelineBlock.next(in: bytes, from: at + 1) else { return }
                at = next
            }
        }
    }

    // MARK: Writing

    /// Adds records behind the last ones, and removes files that are too old or too many.
    ///
    /// Where it fails, nothing was added.
    /// - Parameter parts: whole records each, of one run of the daemon.
    ///
    /// *Throws*: `failed` with the system's reason; `fileChanged` where another program has written the file.
    mutating func append(_ parts: [[UInt8]], nowMs: Int64) throws(LoopError) {
        var bytes: [UInt8] = []
        var summary = TimelineSummary()
        for part in parts {
            let own = TimelineSummary(of: part.span)
            guard own.count > 0 else { continue }
            bytes += TimelineBlock.bytes(of: part, own)
            summary.add(own)
        }
        guard summary.count > 0 else { return }
        if !mayGrow(by: bytes.count, nowMs: nowMs) {
            let before = segments.last?.summary
            let head = TimelineFileHead.bytes(
                summary.firstNumber, behind: before.flatMap { $0.count > 0 || $0.lastNumber > 0 ? $0 : nil })
            var next = Segment(number: summary.firstNumber)
            try AppendedFile.append(head + bytes, to: path(next.number), at: 0)
            (next.byteCount, next.summary) = (head.count + bytes.count, summary)
            segments.append(next)
        } else if var last = segments.last {
            do throws(LoopError) {
                try AppendedFile.append(bytes, to: path(last.number), at: last.byteCount)
            } catch {
                // A file that is gone, or that another program has changed, gets a successor.
                if !["ENOSPC", "EDQUOT", "EROFS", "EIO"].contains(error.codeName) {
                    segments[segments.count - 1].byteCount = Self.segmentBytes
                }
                throw error
            }
            last.byteCount += bytes.count
            last.summary.add(summary)
            segments[segments.count - 1] = last
        }
        removeOld(nowMs: nowMs)
    }

    private func mayGrow(by count: Int, nowMs: Int64) -> Bool {
        guard let last = segments.last else { return false }
        let ageMs = nowMs - Int64(clamping: last.number / 1000)
        return last.byteCount + count <= Self.segmentBytes && ageMs < lifetimeMs / 32 && ageMs > -lifetimeMs
    }

    private var lifetimeMs: Int64 { Int64(days) * 86_400_000 }

    /// Entries from before this moment are not shown any more, and are removed with their file.
    func oldestMs(nowMs: Int64) -> Int64 { nowMs - lifetimeMs }

    /// Has another table say for how long entries are kept.
    mutating func keep(days: Int, nowMs: Int64) {
        self.days = days
        removeOld(nowMs: nowMs)
    }

    /// Removes files from the oldest on; the last one is never removed.
    private mutating func removeOld(nowMs: Int64) {
        while segments.count > 1, let oldest = segments.first {
            let isOld = oldest.summary.maxMs != .min && oldest.summary.maxMs < oldestMs(nowMs: nowMs)
            guard isOld || byteCount > byteLimit else { return }
            // ignored: a file that cannot be removed is tried again at the next start.
            try? DurableFile.remove(path(oldest.number))
            segments.removeFirst()
        }
    }

    // MARK: Reading

    /// Goes through the records of the files, up to the search's end.
    ///
    /// *Cost*: reads each file that may have what is looked for; blocks waits for the disk.
    func search(_ search: inout TimelineSearch) {
        for segment in segments where !search.isFull && segment.number < search.end {
            let (summary, isKnown) = (segment.summary, segment.summary.lastNumber > 0)
            if isKnown, summary.lastNumber < search.cursor.number { continue }
            if isKnown, !search.filter.mayTake(users: summary.users, ms: summary.ms) {
                search.cursor.leap()
                continue
            }
            guard let bytes = try? FileReader.prefix(path(segment.number), byteCount: segment.byteCount) else {
                search.cursor.lose()
                continue
            }
            Self.search(bytes.span, &search)
        }
    }

    /// Goes through the records of one file.
    private static func search(_ bytes: Span<UInt8>, _ search: inout TimelineSearch) {
        walk(bytes) { start, summary, records in
            guard !search.isFull, summary.firstNumber < search.end else { return .stop }
            if search.mayPassOver(summary.numbers, users: summary.users, ms: summary.ms) {
                search.cursor.pass(firstIndex: summary.firstIndex, count: summary.count, numbers: summary.numbers)
                return .next
            }
            guard TimelineBlock.isIntact(bytes, at: start, records) else { return .damaged }
            search.scan(bytes.extracting(records))
            return .next
        }
    }
}
