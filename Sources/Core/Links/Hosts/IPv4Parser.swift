// Parses IPv4 addresses: a domain whose last label is a number is one, or an error. Browsers read `127.1`, `0x7f.1` and
// `017700000001` as 127.0.0.1, so this parser does too, and it must not accept `1.2.3.256` as a domain.

/// The IPv4 parser, preceded by the standard's check that a domain ends in a number.
///
/// *Source*: WHATWG URL, section 3.5, "ends in a number checker", "IPv4 parser", "IPv4 number parser".
enum IPv4Parser {
    /// One dot-separated part.
    private struct Part {
        var offset: Int
        /// The number, or `beyond` if it is larger: all numbers past the largest address are treated alike.
        var value: UInt64 = 0
        var isEmpty = true
        var isNumber = true
        var isAllDigits = true
        var isDecimal = true
        /// True if a dot ends the part.
        var isFollowed = false
    }

    private static let beyond: UInt64 = 1 << 40

    /// Reads an ASCII domain as an address; nil if the domain does not end in a number.
    ///
    /// *Throws*: `.invalid` if the domain ends in a number but is not an address.
    static func parse(
        _ text: Span<UInt8>, _ range: ByteRange, notes: inout ValidationNotes
    ) throws(LinkError) -> UInt32? {
        guard let partCount = partCountIfEndsInNumber(text, range) else { return nil }
        guard partCount <= 4 else { throw .invalid(rule: .ipv4TooManyParts, offset: Int(range.start)) }
        var cursor = PercentDecoding(range)
        // There are at most four parts, so they fit.
        var values = InlineArray<4, UInt64>(repeating: 0)
        var count = 0
        while true {
            let part = nextPart(text, &cursor)
            if part.isEmpty, !part.isFollowed, count > 0 {
                notes.note(.ipv4EmptyPart, at: part.offset)
                break
            }
            guard part.isNumber, !part.isEmpty else { throw .invalid(rule: .ipv4NonNumericPart, offset: part.offset) }
            if !part.isDecimal { notes.note(.ipv4NonDecimalPart, at: part.offset) }
            if part.value > 255 { notes.note(.ipv4OutOfRangePart, at: part.offset) }
            values[count] = part.value
            count += 1
            if !part.isFollowed { break }
        }
        return try address(values, count, at: Int(range.start))
    }

    private static func address(
        _ values: InlineArray<4, UInt64>, _ count: Int, at offset: Int
    ) throws(LinkError) -> UInt32 {
        let last = count - 1
        guard values[last] < 1 << UInt64(8 * (5 - count)) else {
            throw .invalid(rule: .ipv4OutOfRangePart, offset: offset)
        }
        var address = UInt32(truncatingIfNeeded: values[last])
        for index in 0..<last {
            guard values[index] <= 255 else { throw .invalid(rule: .ipv4OutOfRangePart, offset: offset) }
            address |= UInt32(truncatingIfNeeded: values[index]) << UInt32(8 * (3 - index))
        }
        return address
    }

    /// The number of labels, without an empty one after a final dot; nil if the last label is neither all digits nor a
    /// number in any notation.
    private static func partCountIfEndsInNumber(_ text: Span<UInt8>, _ range: ByteRange) -> Int? {
        var count = 0
        var cursor = PercentDecoding(range)
        var label = cursor
        var candidate = cursor
        while let byte = cursor.next(text) {
            guard byte == ASCII.dot else { continue }
            count += 1
            candidate = label
            label = cursor
        }
        if !label.isAtEnd {
            count += 1
            candidate = label
        }
        let part = nextPart(text, &candidate)
        return !part.isEmpty && (part.isAllDigits || part.isNumber) ? count : nil
    }

    private static func nextPart(_ text: Span<UInt8>, _ cursor: inout PercentDecoding) -> Part {
        var part = Part(offset: cursor.offset)
        let radix = readPrefix(text, &cursor, &part)
        while let byte = cursor.next(text) {
            if byte == ASCII.dot {
                part.isFollowed = true
                break
            }
            part.isEmpty = false
            if !byte.isDigit { part.isAllDigits = false }
            guard let digit = byte.hexValue, digit < radix else {
                part.isNumber = false
                continue
            }
            part.value = min(part.value * UInt64(radix) + UInt64(digit), beyond)
        }
        return part
    }

    /// Skips `0x`, or the `0` of an octal number, and returns the radix; `0` alone is decimal.
    private static func readPrefix(
        _ text: Span<UInt8>, _ cursor: inout PercentDecoding, _ part: inout Part
    ) -> UInt8 {
        var ahead = cursor
        guard ahead.next(text) == ASCII.zero else { return 10 }
        let afterZero = ahead
        guard let second = ahead.next(text), second != ASCII.dot else { return 10 }
        part.isEmpty = false
        part.isDecimal = false
        if second.lowered == 0x78 {
            part.isAllDigits = false
            cursor = ahead
            return 16
        }
        cursor = afterZero
        return 8
    }
}
