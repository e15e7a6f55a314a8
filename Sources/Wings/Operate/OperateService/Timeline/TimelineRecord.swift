// One entry of the timeline as bytes, the same in memory and on the disk. All numbers are little-endian:
//
//     0   length of the record, 2 bytes        36  time in the queue, 4 bytes, in microseconds
//     2   kind, 1 byte                         40  time of sources, 4 bytes
//     3   flags, 1 byte                        44  link that began, 4 bytes; 0: it ended at once
//     4   index in its run, 4 bytes            48  time of performing, 8 bytes
//     8   number, 8 bytes                      56  time until what blocked it was lifted, 8 bytes
//     16  wall clock, 8 bytes                  64  whole time, 8 bytes
//     24  uid of the caller, 4 bytes           72  lengths of seven texts, 2 bytes each; the texts follow
//     28  user that the caller counts for, 4 bytes
//     32  user that the subject is, 4 bytes; all ones: none
//
// The number is the wall clock in microseconds, or the next free number where the clock stood still or was set back. So it
// grows from run to run, and tells a user when an entry was made, which the user knows, but not how many entries others
// have. The index counts the entries of one run of the daemon: two records that follow each other and whose indices do not
// show that others are missing.

import Varlink

/// The parts of a record that are not texts.
struct TimelineHead: Equatable, Sendable {
    /// What a record says.
    enum Kind: UInt8, Sendable {
        /// A link waits.
        case began
        /// A link has its outcome.
        case ended
        /// The daemon began to note links: what came before was noted by another run.
        case started
    }

    var kind = Kind.ended
    /// Whether its feature is one that only operators are told of.
    var isHidden = false
    var index: UInt32 = 0
    var number: UInt64 = 0
    /// *Units*: milliseconds since 1970 UTC.
    var wallMs: Int64 = 0
    var uid: UInt32 = 0
    /// The user that the caller counts for.
    var user: UInt32 = 0
    /// The user whose facts counted; nil where these were no user's.
    var subjectUser: UInt32?
    /// The same of the beginning and the end of a link, in one run of the daemon; 0 for one that ended at once.
    var link: UInt32 = 0
    /// *Units*: microseconds, of this and the following four.
    var queuedUs: UInt32 = 0
    var sourcesUs: UInt32 = 0
    var performedUs: UInt64 = 0
    var waitedUs: UInt64 = 0
    var totalUs: UInt64 = 0
}

/// Reads and writes records.
enum TimelineRecord {
    /// The texts of a record, in their order.
    enum Text: Int, CaseIterable {
        case code, id, route, feature, action, subject, inputs
    }

    /// *Units*: bytes before the texts.
    static let headBytes = textsAt + 2 * Text.allCases.count
    /// *Units*: bytes before the lengths of the texts.
    static let textsAt = 72
    /// *Units*: bytes of one text; a longer one is cut.
    static let textBytes = 512
    /// *Units*: bytes of a record.
    static let mostBytes = headBytes + textBytes * Text.allCases.count

    private static let noUser = UInt32.max
    private static let hiddenFlag: UInt8 = 1

    // MARK: Writing

    /// Writes a record but for its texts and its length.
    ///
    /// - Parameter at: has room for the longest record.
    @inline(__always)
    static func write(_ head: TimelineHead, to output: inout MutableSpan<UInt8>, at start: Int) {
        // One look at the bounds for all of them.
        var output = output._mutatingExtracting(start..<(start + headBytes))
        output[2] = head.kind.rawValue
        output[3] = head.isHidden ? hiddenFlag : 0
        output.store(head.index, at: 4)
        output.store(head.number, at: 8)
        output.store(head.wallMs, at: 16)
        output.store(head.uid, at: 24)
        output.store(head.user, at: 28)
        output.store(head.subjectUser ?? noUser, at: 32)
        output.store(head.queuedUs, at: 36)
        output.store(head.sourcesUs, at: 40)
        output.store(head.link, at: 44)
        output.store(head.performedUs, at: 48)
        output.store(head.waitedUs, at: 56)
        output.store(head.totalUs, at: 64)
    }

    /// Writes one text; the texts of a record are written in their order.
    ///
    /// - Parameter end: where the text before it ends; where this one ends afterwards.
    @inline(__always)
    static func write(
        _ text: Text, _ bytes: Span<UInt8>, to output: inout MutableSpan<UInt8>, at start: Int, _ end: inout Int
    ) {
        let text = start + textsAt + 2 * text.rawValue
        output.store(UInt16(truncatingIfNeeded: min(bytes.count, textBytes)), at: text)
        if bytes.count <= textBytes {
            ByteScan.copy(bytes, to: &output, at: end)
        } else {
            ByteScan.copy(bytes.extracting(first: textBytes), to: &output, at: end)
        }
        end += min(bytes.count, textBytes)
    }

    /// Writes the length of a record whose texts end at a place.
    @inline(__always)
    static func finish(_ output: inout MutableSpan<UInt8>, at start: Int, _ end: Int) {
        output.store(UInt16(truncatingIfNeeded: end - start), at: start)
    }

    // MARK: Reading

    /// The length of the record at a place; nil where no whole record stands there.
    ///
    /// All that is read of a record with a length lies inside it, also where its bytes are damaged.
    static func length(in bytes: Span<UInt8>, at start: Int) -> Int? {
        guard start >= 0, bytes.count - start >= headBytes else { return nil }
        let length = Int(bytes.u16(start))
        guard length >= headBytes, length <= bytes.count - start,
            TimelineHead.Kind(rawValue: bytes[start + 2]) != nil
        else { return nil }
        var sum = headBytes
        for text in 0..<Text.allCases.count { sum += Int(bytes.u16(start + textsAt + 2 * text)) }
        return sum == length ? length : nil
    }

    /// The parts of a record that are not texts.
    static func head(in bytes: Span<UInt8>, at start: Int) -> TimelineHead {
        let subject = bytes.u32(start + 32)
        return TimelineHead(
            kind: kind(in: bytes, at: start), isHidden: bytes[start + 3] & hiddenFlag != 0,
            index: index(in: bytes, at: start), number: number(in: bytes, at: start),
            wallMs: wallMs(in: bytes, at: start), uid: bytes.u32(start + 24), user: bytes.u32(start + 28),
            subjectUser: subject == noUser ? nil : subject, link: bytes.u32(start + 44),
            queuedUs: bytes.u32(start + 36), sourcesUs: bytes.u32(start + 40), performedUs: bytes.u64(start + 48),
            waitedUs: bytes.u64(start + 56), totalUs: bytes.u64(start + 64))
    }

    /// The kind of the record at a place.
    static func kind(in bytes: Span<UInt8>, at start: Int) -> TimelineHead.Kind {
        TimelineHead.Kind(rawValue: bytes[start + 2]) ?? .ended
    }

    /// Its index among the entries of its run.
    static func index(in bytes: Span<UInt8>, at start: Int) -> UInt32 { bytes.u32(start + 4) }

    /// Its number.
    static func number(in bytes: Span<UInt8>, at start: Int) -> UInt64 { bytes.u64(start + 8) }

    /// When it was made, in milliseconds since 1970 UTC.
    static func wallMs(in bytes: Span<UInt8>, at start: Int) -> Int64 { Int64(bitPattern: bytes.u64(start + 16)) }

    /// Whether a record is about a user's link: as the caller, or as the one whose facts counted.
    static func isAbout(_ user: UInt32, in bytes: Span<UInt8>, at start: Int) -> Bool {
        bytes.u32(start + 28) == user || bytes.u32(start + 24) == user || bytes.u32(start + 32) == user
    }

    /// The users that a record is about, as one bit each of 64.
    static func users(in bytes: Span<UInt8>, at start: Int) -> UInt64 {
        mask(of: bytes.u32(start + 28)) | mask(of: bytes.u32(start + 24)) | mask(of: bytes.u32(start + 32))
    }

    /// The bit of a user.
    static func mask(of user: UInt32) -> UInt64 { 1 << UInt64((user &* 0x9E37_79B1) >> 26) }

    /// Where a text stands.
    static func range(of text: Text, in bytes: Span<UInt8>, at start: Int) -> Range<Int> {
        var from = start + headBytes
        for before in 0..<text.rawValue { from += Int(bytes.u16(start + textsAt + 2 * before)) }
        return from..<(from + Int(bytes.u16(start + textsAt + 2 * text.rawValue)))
    }
}
