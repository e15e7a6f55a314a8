/// A half-open range of byte offsets into a link's or a record's bytes.
///
/// *Units and range*: bytes; 32 bits are enough because `URLParser.maximumBytes` bounds every text.
package struct ByteRange: Equatable, Hashable, Sendable {
    /// The offset of the first byte.
    package var start: UInt32
    /// The offset after the last byte.
    package var end: UInt32

    /// Makes a range from stored offsets.
    package init(start: UInt32, end: UInt32) {
        self.start = start
        self.end = end
    }

    /// Makes a range from array offsets, which are never negative and always fit in 32 bits here.
    package init(_ start: Int, _ end: Int) {
        self.start = UInt32(truncatingIfNeeded: start)
        self.end = UInt32(truncatingIfNeeded: end)
    }

    /// The number of bytes.
    package var count: Int { Int(end) - Int(start) }

    /// True if the range has no bytes.
    package var isEmpty: Bool { start == end }

    /// The range as array indices.
    package var indices: Range<Int> { Int(start)..<max(Int(start), Int(end)) }
}
