/// A part of a path or query between two separators, with what a look at its bytes taught.
struct Piece {
    /// The part in the canonical URL.
    let range: ByteRange
    /// Whether its bytes are its decoded text, and nothing in them can break a rule but a leading dot.
    let isPlain: Bool

    /// The offset of the separator after it, or the end.
    var stop: Int { Int(range.end) }

    /// Whether it holds no byte.
    var isEmpty: Bool { range.isEmpty }

    /// Reads a segment: from an offset up to the next slash.
    ///
    /// - Parameter isPathPlain: whether it is known that the whole path needs no decoding.
    init(segmentOf bytes: Span<UInt8>, from start: Int, to end: Int, isPathPlain: Bool) {
        var isPlain = true
        var stop = start
        if isPathPlain {
            while stop < end, bytes[stop] != ASCII.slash { stop += 1 }
        } else {
            while stop < end, case let byte = bytes[stop], byte != ASCII.slash {
                if byte == ASCII.percent || byte == ASCII.backslash { isPlain = false }
                stop += 1
            }
        }
        range = ByteRange(start, stop)
        self.isPlain = isPlain
    }

    /// Reads a part of a query: from an offset up to the next `&`, or the next `=` where that comes first and ends it.
    init(itemOf bytes: Span<UInt8>, from start: Int, to end: Int, endsAtEquals: Bool) {
        let other = endsAtEquals ? ASCII.equals : ASCII.ampersand
        var isPlain = true
        var stop = start
        while stop < end, case let byte = bytes[stop], byte != ASCII.ampersand, byte != other {
            if byte == ASCII.percent || byte == ASCII.plus { isPlain = false }
            stop += 1
        }
        range = ByteRange(start, stop)
        self.isPlain = isPlain
    }
}
