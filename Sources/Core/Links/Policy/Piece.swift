/// A path segment, query key or query value, and whether it needs decoding.
struct Piece {
    /// The range of the piece in the canonical URL.
    let range: ByteRange
    /// True if the bytes are their own decoded text, in which only a leading dot can violate a rule.
    let isPlain: Bool

    /// The offset of the separator after the piece, or the end.
    var stop: Int { Int(range.end) }

    /// True if the piece has no bytes.
    var isEmpty: Bool { range.isEmpty }

    /// Reads a segment, from an offset up to the next separator.
    ///
    /// - Parameter isPathPlain: true if the whole path is known to need no decoding.
    init(
        segmentOf bytes: Span<UInt8>, from start: Int, to end: Int, separator: UInt8 = ASCII.slash, isPathPlain: Bool
    ) {
        var isPlain = true
        var stop = start
        if isPathPlain {
            while stop < end, bytes[stop] != separator { stop += 1 }
        } else {
            while stop < end, case let byte = bytes[stop], byte != separator {
                if byte == ASCII.percent || byte == ASCII.backslash { isPlain = false }
                stop += 1
            }
        }
        range = ByteRange(start, stop)
        self.isPlain = isPlain
    }

    /// Reads a query key or value, up to the next `&`, or up to an earlier `=` if `endsAtEquals`.
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
