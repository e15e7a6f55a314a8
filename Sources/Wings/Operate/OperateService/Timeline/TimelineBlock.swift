// Records on the disk stand in blocks, each with a checksum, and a file begins with a head. All numbers are little-endian:
//
//     head     magic, first number of the file, then what the file before it has: times, users, last number; checksum
//     block    magic, bytes, count, first index, first and last number, times, users; checksum; the records
//
// A file says what the one before it has because a file is never changed where it was written: so the daemon knows what each
// holds from the first bytes of the next one.

/// What is known of some records without reading them.
struct TimelineSummary: Equatable, Sendable {
    var count = 0
    var firstIndex: UInt32 = 0
    var firstNumber: UInt64 = 0
    var lastNumber: UInt64 = 0
    var minMs = Int64.max
    var maxMs = Int64.min
    var users: UInt64 = 0

    /// The numbers of its first and its last record.
    var numbers: ClosedRange<UInt64> { firstNumber...max(firstNumber, lastNumber) }

    /// The times of its records; any time where there is no record.
    var ms: ClosedRange<Int64> { minMs <= maxMs ? minMs...maxMs : Int64.min...Int64.max }

    init() {}

    /// Looks at whole records.
    init(of records: Span<UInt8>) {
        var at = 0
        while let length = TimelineRecord.length(in: records, at: at) {
            let number = TimelineRecord.number(in: records, at: at)
            if count == 0 { (firstIndex, firstNumber) = (TimelineRecord.index(in: records, at: at), number) }
            let wallMs = TimelineRecord.wallMs(in: records, at: at)
            (count, lastNumber) = (count + 1, number)
            (minMs, maxMs) = (min(minMs, wallMs), max(maxMs, wallMs))
            users |= TimelineRecord.users(in: records, at: at)
            at += length
        }
    }

    /// Adds what follows.
    mutating func add(_ next: TimelineSummary) {
        if count == 0 { (firstIndex, firstNumber) = (next.firstIndex, next.firstNumber) }
        count += next.count
        lastNumber = next.lastNumber
        (minMs, maxMs, users) = (min(minMs, next.minMs), max(maxMs, next.maxMs), users | next.users)
    }
}

/// A block of a file.
enum TimelineBlock {
    /// *Units*: bytes before the records.
    static let headBytes = 64
    private static let magic: UInt32 = 0x4B42_4C54
    private static let checksumAt = 56

    /// The block of some records.
    static func bytes(of records: [UInt8], _ summary: TimelineSummary) -> [UInt8] {
        var head = [UInt8](repeating: 0, count: headBytes)
        head.store(magic, at: 0)
        head.store(UInt32(truncatingIfNeeded: records.count), at: 4)
        head.store(UInt32(truncatingIfNeeded: summary.count), at: 8)
        head.store(summary.firstIndex, at: 12)
        head.store(summary.firstNumber, at: 16)
        head.store(summary.lastNumber, at: 24)
        head.store(UInt64(bitPattern: summary.minMs), at: 32)
        head.store(UInt64(bitPattern: summary.maxMs), at: 40)
        head.store(summary.users, at: 48)
        var sum = Checksum()
        sum.add(head.span.extracting(first: checksumAt))
        sum.add(records.span)
        head.store(sum.value, at: checksumAt)
        return head + records
    }

    /// What the head at a place says of the records behind it; nil where there is none with all its records.
    static func head(in bytes: Span<UInt8>, at start: Int) -> (summary: TimelineSummary, records: Range<Int>)? {
        guard bytes.count - start >= headBytes, bytes.u32(start) == magic else { return nil }
        let length = Int(bytes.u32(start + 4))
        guard length <= bytes.count - start - headBytes else { return nil }
        var summary = TimelineSummary()
        (summary.count, summary.firstIndex) = (Int(bytes.u32(start + 8)), bytes.u32(start + 12))
        (summary.firstNumber, summary.lastNumber) = (bytes.u64(start + 16), bytes.u64(start + 24))
        summary.minMs = Int64(bitPattern: bytes.u64(start + 32))
        summary.maxMs = Int64(bitPattern: bytes.u64(start + 40))
        summary.users = bytes.u64(start + 48)
        return (summary, (start + headBytes)..<(start + headBytes + length))
    }

    /// Whether the head and the records of a block are as they were written.
    static func isIntact(_ bytes: Span<UInt8>, at start: Int, _ records: Range<Int>) -> Bool {
        var sum = Checksum()
        sum.add(bytes.extracting(start..<(start + checksumAt)))
        sum.add(bytes.extracting(records))
        return sum.value == bytes.u64(start + checksumAt)
    }

    /// Where the next intact block begins at or behind a place; nil where there is none.
    static func next(in bytes: Span<UInt8>, from start: Int) -> Int? {
        var at = start
        while bytes.count - at >= headBytes {
            if bytes[at] == UInt8(truncatingIfNeeded: magic), let (_, records) = head(in: bytes, at: at),
                isIntact(bytes, at: at, records)
            {
                return at
            }
            at += 1
        }
        return nil
    }
}

/// The head of a file.
enum TimelineFileHead {
    static let byteCount = 64
    private static let magic: UInt64 = 0x314C_4D49_544C_44
    private static let checksumAt = 56

    /// The head of a file whose first record has a number, behind a file with records; nil for the first file.
    static func bytes(_ firstNumber: UInt64, behind before: TimelineSummary?) -> [UInt8] {
        var head = [UInt8](repeating: 0, count: byteCount)
        head.store(magic, at: 0)
        head.store(firstNumber, at: 8)
        if let before {
            head.store(before.firstNumber, at: 16)
            head.store(before.lastNumber, at: 24)
            head.store(UInt64(bitPattern: before.minMs), at: 32)
            head.store(UInt64(bitPattern: before.maxMs), at: 40)
            head.store(before.users, at: 48)
        }
        var sum = Checksum()
        sum.add(head.span.extracting(first: checksumAt))
        head.store(sum.value, at: checksumAt)
        return head
    }

    /// What a file says of itself and of the one before it; nil where it has no head.
    static func read(_ bytes: Span<UInt8>) -> (firstNumber: UInt64, before: TimelineSummary)? {
        guard bytes.count >= byteCount, bytes.u64(0) == magic else { return nil }
        var sum = Checksum()
        sum.add(bytes.extracting(first: checksumAt))
        guard sum.value == bytes.u64(checksumAt) else { return nil }
        var before = TimelineSummary()
        (before.firstNumber, before.lastNumber) = (bytes.u64(16), bytes.u64(24))
        before.minMs = Int64(bitPattern: bytes.u64(32))
        before.maxMs = Int64(bitPattern: bytes.u64(40))
        before.users = bytes.u64(48)
        return (bytes.u64(8), before)
    }
}

/// A checksum that shows torn writes and flipped bits; against people it shows nothing.
struct Checksum {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Adds bytes, eight at a time.
    mutating func add(_ bytes: Span<UInt8>) {
        var (sum, at) = (value ^ UInt64(bytes.count), 0)
        while at + 8 <= bytes.count {
            sum = Self.mix(sum, bytes.u64(at))
            at += 8
        }
        while at < bytes.count {
            sum = Self.mix(sum, UInt64(bytes[at]))
            at += 1
        }
        value = sum
    }

    private static func mix(_ sum: UInt64, _ word: UInt64) -> UInt64 {
        let product = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
        return product ^ product >> 29
    }
}

extension [UInt8] {
    /// Writes a number at a place, the lowest byte first.
    mutating func store<Number: FixedWidthInteger>(_ number: Number, at place: Int) {
        for byte in 0..<(Number.bitWidth / 8) {
            self[place + byte] = UInt8(truncatingIfNeeded: number >> Number(8 * byte))
        }
    }
}
