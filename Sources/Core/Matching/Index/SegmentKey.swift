// A segment's text as two machine words, for fast comparison in the index.
//
// A text of up to 15 bytes fits into the words with its length, so a lookup compares two words and loads nothing else.
// A longer text is represented by its hash and its length. Equal words then mean only probably equal texts, and the
// table compares the bytes.
//
// This file is marked unsafe, because it loads eight bytes at once if eight are there. The load is bounds-checked. It
// counts as unsafe only because it may read any bit pattern, and every bit pattern is a valid UInt64. Byte loops in its
// place made matching 30 to 40 % slower.

/// A text of the index as two words.
struct SegmentKey {
    /// The first eight bytes, or a hash of all bytes.
    let first: UInt64
    /// The next seven bytes and, above them, the length plus one; for long texts 0xFF, then 24 bits of length.
    ///
    /// Never zero.
    let second: UInt64

    static let inlineLimit = 15
    private static let longMark: UInt64 = 0xFF << 56

    /// True if the words hold a hash of the text and not the text itself.
    var isLong: Bool { second >= Self.longMark }

    /// *Units*: bytes of the text; those of a text of 16 MiB and more are not counted, and no table has one.
    var count: Int { Int(isLong ? second >> 32 & 0xFF_FFFF : (second >> 56) - 1) }

    /// The text, where the words hold it.
    var inlineText: [UInt8] { (0..<count).map(inlineByte) }

    /// A byte of the text, where the words hold it.
    func inlineByte(_ index: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: index < 8 ? first >> (index * 8) : second >> ((index - 8) * 8))
    }

    /// The words as a table stores them.
    init(first: UInt64, second: UInt64) { (self.first, self.second) = (first, second) }

    /// The words of the bytes in `range`, which lies inside `bytes`.
    init(_ bytes: Span<UInt8>, _ range: Range<Int>) { self.init(bytes, at: range.lowerBound, count: range.count) }

    /// The words of `count` bytes from `start` on.
    @inline(__always)
    init(_ bytes: Span<UInt8>, at start: Int, count: Int) {
        if count <= 8 {
            first = Self.word(bytes, at: start, count: count)
            second = UInt64(truncatingIfNeeded: count &+ 1) &<< 56
        } else if count <= Self.inlineLimit {
            first = Self.word(bytes, at: start, count: 8)
            second =
                Self.word(bytes, at: start &+ 8, count: count &- 8) | UInt64(truncatingIfNeeded: count &+ 1) &<< 56
        } else {
            first = Self.hash(bytes, start..<start + count)
            second = Self.longMark | UInt64(truncatingIfNeeded: count & 0xFF_FFFF) << 32
        }
    }

    /// A hash of (parent, key) that is spread over 64 bits.
    func hash(under parent: UInt32) -> UInt64 {
        let seed = UInt64(parent) &* 0x9E37_79B9_7F4A_7C15
        let product = (first ^ seed ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: second ^ 0xE703_7ED1_A0B4_28DB)
        return product.high ^ product.low
    }

    private static func hash(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
        var state: UInt64 = 0x8EBC_6AF0_9C88_C6E3
        var offset = range.lowerBound
        while offset < range.upperBound {
            let count = min(8, range.upperBound - offset)
            let product = (state ^ word(bytes, at: offset, count: count)).multipliedFullWidth(by: 0x5899_65CC_7537_4CC3)
            state = product.high ^ product.low
            offset += count
        }
        return state
    }

    /// True if `count` bytes of two texts are equal; compares eight at a time.
    static func isEqual(_ left: Span<UInt8>, _ i: Int, _ right: Span<UInt8>, _ j: Int, count: Int) -> Bool {
        var done = 0
        while done < count {
            let step = min(8, count - done)
            guard word(left, at: i + done, count: step) == word(right, at: j + done, count: step) else { return false }
            done += 8
        }
        return true
    }

    /// At most eight bytes from `offset` on as a word; the first byte is the lowest.
    ///
    /// Near the end of the bytes, the last eight bytes are loaded and shifted. So the last segment of a link, which is
    /// nearly always there, needs no loop either.
    @inline(__always)
    static func word(_ bytes: Span<UInt8>, at offset: Int, count: Int) -> UInt64 {
        // Wrapping shifts: the compiler need not check for counts that cannot occur.
        let mask = UInt64.max &>> (UInt64(truncatingIfNeeded: 8 &- count) &* 8)
        if count == 0 { return 0 }
        let missing = offset &+ 8 &- bytes.count
        if missing <= 0 {
            let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
            return UInt64(littleEndian: word) & mask
        }
        if bytes.count >= 8 {
            let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: bytes.count &- 8, as: UInt64.self)
            return (UInt64(littleEndian: word) &>> (UInt64(truncatingIfNeeded: missing) &* 8)) & mask
        }
        return wordByBytes(bytes, at: offset, count: count)
    }

    private static func wordByBytes(_ bytes: Span<UInt8>, at offset: Int, count: Int) -> UInt64 {
        var word: UInt64 = 0
        for index in 0..<count { word |= UInt64(bytes[offset + index]) << (index * 8) }
        return word
    }
}
