/// A cursor that reads a range of a text byte by byte and decodes escapes: it reads `%41` as `A`.
///
/// *Cost*: no allocation. To look ahead, copy the cursor.
struct PercentDecoding {
    /// The offset of the next byte, or of the escape that holds it.
    private(set) var offset: Int
    private let end: Int

    init(_ range: ByteRange) {
        offset = Int(range.start)
        end = Int(range.end)
    }

    /// True if no byte is left.
    var isAtEnd: Bool { offset >= end }

    /// Reads the next byte; nil at the end.
    @inline(__always)
    mutating func next(_ text: Span<UInt8>) -> UInt8? {
        guard offset < end, let byte = text.byte(at: offset) else { return nil }
        guard byte == ASCII.percent, offset + 2 < end, let high = text.byte(at: offset + 1)?.hexValue,
            let low = text.byte(at: offset + 2)?.hexValue
        else {
            offset += 1
            return byte
        }
        offset += 3
        return high << 4 | low
    }
}
