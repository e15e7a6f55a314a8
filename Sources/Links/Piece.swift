/// A part of a path or query between two separators, with what a look at its bytes taught.
struct Piece {
    /// What kind of part it is.
    enum Kind {
        case path, key, value
    }

    /// The part in the canonical URL.
    let range: ByteRange
    /// Whether its bytes are its decoded text, and nothing in them can break a rule but a leading dot.
    let isPlain: Bool

    /// The offset of the separator after it, or the end.
    var stop: Int { Int(range.end) }

    /// Whether it holds no byte.
    var isEmpty: Bool { range.isEmpty }

    /// Reads from an offset up to the kind's separator: `/`, `=` or `&`, or `&` alone.
    ///
    /// - Parameter isPlain: whether it is known that nothing in the whole path or query has to be decoded.
    init(_ bytes: Span<UInt8>, from start: Int, to end: Int, _ kind: Kind, isPlain isAllPlain: Bool) {
        let separator = kind == .path ? ASCII.slash : ASCII.ampersand
        let other = kind == .key ? ASCII.equals : separator
        guard !isAllPlain else {
            var stop = start
            while stop < end, bytes[stop] != separator, bytes[stop] != other { stop += 1 }
            range = ByteRange(start, stop)
            isPlain = true
            return
        }
        let toDecode = kind == .path ? ASCII.backslash : ASCII.plus
        var isPlain = true
        var stop = start
        while stop < end {
            let byte = bytes[stop]
            if byte == separator || byte == other { break }
            if byte == ASCII.percent || byte == toDecode { isPlain = false }
            stop += 1
        }
        range = ByteRange(start, stop)
        self.isPlain = isPlain
    }
}
