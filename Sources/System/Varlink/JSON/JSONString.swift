/// A string as it stands in a JSON text: checked, but not yet taken out.
///
/// Names and flags of a call are only ever compared, so most strings of a message are never copied.
package struct JSONString {
    /// Where its bytes stand, quotes excluded.
    let range: Range<Int>
    let isEscaped: Bool

    /// Whether the string is `text`, byte for byte after unescaping.
    package func equals(_ text: String, in bytes: Span<UInt8>) -> Bool {
        if isEscaped {
            // An escape takes at most six bytes for each of the text's, so a long string need not be unescaped.
            guard range.count <= 6 * text.utf8.count else { return false }
            return unescaped(in: bytes).elementsEqual(text.utf8)
        }
        return ByteScan.equal(bytes.extracting(range), text.utf8.span)
    }

    /// The string's text.
    ///
    /// *Cost*: one allocation above 15 bytes, and a second one where there are escapes.
    package func text(in bytes: Span<UInt8>) -> String {
        if isEscaped { return String(decoding: unescaped(in: bytes), as: UTF8.self) }
        // The reader has checked the bytes already; the check is what safe code pays for making a string of them.
        guard let text = try? UTF8Span(validating: bytes.extracting(range)) else { return "" }
        return String(copying: text)
    }

    private func unescaped(in bytes: Span<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        var at = range.lowerBound
        while at < range.upperBound {
            guard bytes[at] == UInt8(ascii: "\\"), at + 1 < range.upperBound else {
                result.append(bytes[at])
                at += 1
                continue
            }
            at = Self.unescape(bytes, at: at, limit: range.upperBound, to: &result)
        }
        return result
    }

    /// Appends what the escape at `at` stands for, and returns where it ends.
    private static func unescape(_ bytes: Span<UInt8>, at: Int, limit: Int, to result: inout [UInt8]) -> Int {
        switch bytes[at + 1] {
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "u"):
            guard let (scalar, end) = scalar(bytes, at: at, limit: limit) else { return limit }
            UTF8.encode(scalar).map { result.append(contentsOf: $0) }
            return end
        case let byte: result.append(byte)
        }
        return at + 2
    }

    /// The scalar that the `\u` escape at `at` stands for, its second half included; nil if it stands for none.
    static func scalar(_ bytes: Span<UInt8>, at: Int, limit: Int) -> (Unicode.Scalar, end: Int)? {
        guard let first = unit(bytes, at: at, limit: limit) else { return nil }
        if let scalar = Unicode.Scalar(first) { return (scalar, at + 6) }
        guard first < 0xDC00, let second = unit(bytes, at: at + 6, limit: limit), 0xDC00...0xDFFF ~= second,
            let scalar = Unicode.Scalar(0x10000 + (UInt32(first - 0xD800) << 10) + UInt32(second - 0xDC00))
        else { return nil }
        return (scalar, at + 12)
    }

    /// The four hexadecimal digits of the escape at `at`, or nil where there is none.
    static func unit(_ bytes: Span<UInt8>, at: Int, limit: Int) -> UInt16? {
        guard at + 6 <= limit, bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == UInt8(ascii: "u") else { return nil }
        var unit: UInt16 = 0
        for offset in at + 2..<at + 6 {
            let digit: UInt8
            switch bytes[offset] {
            case let byte where UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte: digit = byte - UInt8(ascii: "0")
            case let byte where UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte: digit = byte - UInt8(ascii: "a") + 10
            case let byte where UInt8(ascii: "A")...UInt8(ascii: "F") ~= byte: digit = byte - UInt8(ascii: "A") + 10
            default: return nil
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}
