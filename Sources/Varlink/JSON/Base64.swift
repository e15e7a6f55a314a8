/// Bytes as the text of a JSON string.
///
/// *Source*: RFC 4648, section 4: 64 characters, with padding. Only the one canonical text of some bytes is read.
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    /// The text of some bytes.
    package static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var group: UInt32 = 0
            for place in 0..<3 { group = group << 8 | (place < count ? UInt32(bytes[start + place]) : 0) }
            for place in 0..<4 {
                text.append(place <= count ? alphabet[Int(group >> UInt32(18 - 6 * place) & 63)] : padding)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text; nil for a text that `text(of:)` does not make.
    package static func bytes(of text: String) -> [UInt8]? {
        var digits = Array(text.utf8)
        guard digits.count % 4 == 0 else { return nil }
        while digits.last == padding { digits.removeLast() }
        guard text.utf8.count - digits.count <= 2 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3 + 2)
        for start in stride(from: 0, to: digits.count, by: 4) {
            let count = min(4, digits.count - start)
            var group: UInt32 = 0
            for place in 0..<4 {
                guard let value = place < count ? value(of: digits[start + place]) : 0 else { return nil }
                group = group << 6 | value
            }
            // Of a padded group the bits behind its last byte are zero.
            guard group << UInt32(8 * count) == 0 else { return nil }
            for place in 0..<(count - 1) { bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(16 - 8 * place))) }
        }
        return bytes
    }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a") + 26)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0") + 52)
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
