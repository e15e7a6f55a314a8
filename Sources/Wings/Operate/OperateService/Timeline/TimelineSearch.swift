// A search goes through records in their order, on the disk and then in memory. It does not stop at what it passes over: the
// indices of records show whether others are missing between them.
//
//     found 17 · passed over 18 · (19 and 20 are missing) · passed over 21 · found 22, with 2 missing before it

/// How far a search has come.
struct TimelineCursor: Equatable, Sendable {
    /// The number of the last record that it has passed.
    private(set) var number: UInt64
    /// Its index; nil where it is not known.
    private var index: UInt32?
    /// At least how many records are missing since the last one that was found.
    private(set) var missing: UInt64 = 0
    /// Whether the search has still to pass the last record that the caller has.
    private var awaits: Bool

    /// Begins behind a record that the caller has, or with the oldest one.
    init(after number: UInt64? = nil) { (self.number, awaits) = (number ?? 0, number != nil) }

    /// Passes a record; false where the caller has it.
    mutating func pass(index: UInt32, number: UInt64) -> Bool {
        guard number > self.number else {
            if number == self.number { (self.index, awaits) = (index, false) }
            return false
        }
        note(firstIndex: index)
        (self.index, self.number) = (index, number)
        return true
    }

    /// Passes several records at once, none of which is looked for.
    mutating func pass(firstIndex: UInt32, count: Int, numbers: ClosedRange<UInt64>) {
        guard numbers.upperBound > number else {
            // Its last record is the one that the caller has, or older.
            if numbers.upperBound == number {
                (index, awaits) = (firstIndex &+ UInt32(truncatingIfNeeded: count) &- 1, false)
            }
            return
        }
        if numbers.lowerBound > number { note(firstIndex: firstIndex) } else { awaits = false }
        (index, number) = (firstIndex &+ UInt32(truncatingIfNeeded: count) &- 1, numbers.upperBound)
    }

    /// Goes on somewhere else: what lies between is not asked for.
    mutating func leap() { index = nil }

    /// Takes note that records are gone.
    mutating func lose() { missing += 1 }

    /// Hands out how many are missing before a record that is found.
    mutating func takeMissing() -> UInt64 {
        defer { missing = 0 }
        return missing
    }

    private mutating func note(firstIndex: UInt32) {
        if awaits {
            // What the caller knows is gone, and maybe what came next.
            (awaits, index) = (false, nil)
            missing += 1
        }
        // A run of the daemon begins with 0.
        guard let index, firstIndex != 0, firstIndex != index &+ 1 else { return }
        let between = firstIndex &- index &- 1
        missing += between < 1 << 31 ? UInt64(between) : 1
    }
}

/// What a search has found so far.
struct TimelineSearch: Sendable {
    /// How many records it is to find.
    enum Extent: Sendable {
        /// As many as there are, a part at a time.
        case all
        /// The last ones, so many.
        case last(Int)
    }

    /// A record that was found.
    struct Found: Sendable {
        let start: Int
        /// At least how many are missing before it.
        let missing: UInt64
    }

    /// *Units*: bytes of records that are found at once.
    static let partBytes = 256 << 10

    var filter: TimelineFilter
    let extent: Extent
    /// Records from this number on are looked for somewhere else.
    var end = UInt64.max
    var cursor: TimelineCursor
    /// The records that were found, one after the other.
    private(set) var bytes: [UInt8] = []
    private(set) var found: [Found] = []

    init(_ filter: TimelineFilter, _ extent: Extent = .all, from cursor: TimelineCursor = .init()) {
        (self.filter, self.extent, self.cursor) = (filter, extent, cursor)
    }

    /// Whether as much was found as is found at once.
    var isFull: Bool {
        switch extent {
        case .all: bytes.count >= Self.partBytes
        case .last: false
        }
    }

    /// Whether records of these numbers, users and times may be passed over unread.
    func mayPassOver(_ numbers: ClosedRange<UInt64>, users: UInt64, ms: ClosedRange<Int64>) -> Bool {
        // The one with the caller's last record shows which comes next.
        numbers.upperBound < cursor.number || !filter.mayTake(users: users, ms: ms)
    }

    /// Goes through records; stops before `end`, where it is full, and where no whole record stands.
    mutating func scan(_ records: Span<UInt8>) {
        var at = 0
        while !isFull, let length = TimelineRecord.length(in: records, at: at) {
            let number = TimelineRecord.number(in: records, at: at)
            guard number < end else { return }
            if cursor.pass(index: TimelineRecord.index(in: records, at: at), number: number),
                filter.takes(records, at: at)
            {
                add(records.extracting(at..<(at + length)))
            }
            at += length
        }
    }

    private mutating func add(_ record: Span<UInt8>) {
        found.append(Found(start: bytes.count, missing: cursor.takeMissing()))
        bytes.reserveCapacity(bytes.count + record.count)
        for index in record.indices { bytes.append(record[index]) }
        if case .last(let count) = extent, found.count >= 2 * max(1, count) { keepLast(count) }
    }

    /// Drops all but the last records.
    mutating func keepLast(_ count: Int) {
        guard found.count > count else { return }
        let start = count == 0 ? bytes.count : found[found.count - count].start
        found = found.suffix(count).map { Found(start: $0.start - start, missing: $0.missing) }
        bytes.removeFirst(start)
    }

    /// Goes through the entries in memory.
    mutating func scan(_ ring: TimelineRing) {
        for chunk in ring.chunks where !isFull {
            let numbers = chunk.firstNumber...max(chunk.firstNumber, chunk.lastNumber)
            if mayPassOver(numbers, users: chunk.users, ms: chunk.ms) {
                cursor.pass(firstIndex: chunk.firstIndex, count: chunk.count, numbers: numbers)
            } else {
                scan(chunk.bytes.span.extracting(first: chunk.end))
            }
        }
    }

    /// The entries that were found, from one on.
    func entries(from first: Int = 0) -> [(entry: TimelineEntry, missing: UInt64)] {
        found[first...].map { (TimelineEntry(in: bytes.span, at: $0.start), $0.missing) }
    }
}
