internal import Links

// Finds the query keys that a route names in a link, which has them in any order. To compare each with each by their
// texts dominates the time of a match with several keys. So the keys of a link become words once, and then one pass
// without branches finds the items that have a key. Up to seven bytes the word is the key itself; of longer keys the
// texts are compared too.

/// The keys of a link's query as words, made when the first route asks for them.
struct LinkKeys {
    /// A key as a word; never zero.
    struct Word {
        fileprivate let bits: UInt64
        /// True if keys with this word are equal.
        fileprivate var isKey: Bool { bits < Self.longMark }

        private static let longMark: UInt64 = 0xFF << 56

        /// The word of `count` bytes from `start` on.
        init(_ bytes: Span<UInt8>, at start: Int, count: Int) {
            let text = SegmentKey.word(bytes, at: start, count: min(8, count))
            bits =
                count < 8
                ? text | UInt64(truncatingIfNeeded: count &+ 1) &<< 56
                : text &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(truncatingIfNeeded: count) | Self.longMark
        }
    }

    /// The numbers of the items that may have a key, in order.
    struct Items: Sequence, IteratorProtocol {
        fileprivate var found: UInt32
        /// The items without words.
        fileprivate var rest: Range<Int>

        @inline(__always)
        mutating func next() -> Int? {
            if found != 0 {
                defer { found &= found &- 1 }
                return found.trailingZeroBitCount
            }
            return rest.isEmpty ? nil : rest.removeFirst()
        }
    }

    /// *Units*: items that have words; further ones are compared by their texts.
    private static let most = 16

    /// Zero for an item whose key no route may read.
    private var words = InlineArray<16, UInt64>(repeating: 0)
    /// *Units*: items of the link; negative until they are read.
    private var count = -1

    /// The items that may have the key with a word.
    @inline(__always)
    mutating func items(_ word: Word, _ link: borrowing Link, _ bytes: Span<UInt8>) -> Items {
        if count < 0 { read(link, bytes) }
        let words = words.span
        var found: UInt32 = 0
        for index in 0..<min(Self.most, count) {
            found |= (words[index] == word.bits ? 1 : 0) &<< UInt32(truncatingIfNeeded: index)
        }
        return Items(found: found, rest: min(Self.most, count)..<count)
    }

    /// True if an item of `items` certainly has the key.
    @inline(__always)
    func knows(_ word: Word, at item: Int) -> Bool { word.isKey && item < Self.most }

    @inline(never)
    private mutating func read(_ link: borrowing Link, _ bytes: Span<UInt8>) {
        count = link.queryItemCount
        for index in 0..<min(Self.most, count) {
            let item = link.queryItem(index)
            guard item.keyBreach == nil else { continue }
            words[index] = Word(bytes, at: Int(item.key.start), count: item.key.range.count).bits
        }
    }
}
