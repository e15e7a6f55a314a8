// A segment's text as two machine words, which is what the index compares.
//
// Up to 15 bytes fit into the words with their length, so a lookup compares two words and fetches nothing else. A
// longer text is its hash and its length; equal words are then only probably equal texts, and the table compares the
// bytes.
//
// Marked unsafe: eight bytes are loaded at once where eight are there. The load is bounds-checked; what makes it
// "unsafe" is only that it may read any bit pattern, and every bit pattern is a UInt64. Byte loops in its place made
// matching 30 to 40 % slower.

/// A text of the index as two words.
struct SegmentKey {
    /// The first eight bytes, or a hash of all.
    let first: UInt64
    /// The next seven and, above them, the length plus one; for long texts 0xFF, then 24 bits of length.
    ///
    /// Never zero.
    let second: UInt64

    static let inlineLimit = 15
    private static let longMark: UInt64 = 0xFF << 56

    /// Whether the words stand for the text without being it.
    var isLong: Bool { second >= Self.longMark }

    /// The words of the bytes in `range`, which lies inside `bytes`.
    init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        let count = range.count
        if count <= Self.inlineLimit {
            first = Self.word(bytes, at: range.lowerBound, count: min(count, 8))
            let rest = count > 8 ? Self.word(bytes, at: range.lowerBound + 8, count: count - 8) : 0
            second = rest | UInt64(truncatingIfNeeded: count + 1) << 56
        } else {
            first = Self.hash(bytes, range)
            second = Self.longMark | UInt64(truncatingIfNeeded: count & 0xFF_FFFF) << 32
        }
    }

    /// A number that spreads over 64 bits for (parent, key).
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

    /// `count` bytes, at most eight, the first lowest.
    private static func word(_ bytes: Span<UInt8>, at offset: Int, count: Int) -> UInt64 {
        if offset + 8 <= bytes.count {
            let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
            return count == 8 ? UInt64(littleEndian: word) : UInt64(littleEndian: word) & ((1 << (count * 8)) - 1)
        }
        var word: UInt64 = 0
        for index in 0..<count { word |= UInt64(bytes[offset + index]) << (index * 8) }
        return word
    }
}
