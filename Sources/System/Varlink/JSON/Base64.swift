/// Base64: bytes as text, in 64 characters.
///
/// *Source*: RFC 4648. Only the one canonical text of some bytes is read.
package enum Base64 {
    /// Which 64 characters, and whether the last group is filled up.
    package enum Form: Sendable {
        /// Section 4, with `+`, `/` and padding: bytes in our messages, and keys in PEM files.
        case padded
        /// Section 5, with `-` and `_` and without padding: keys and signed items, as RFC 7515 writes them.
        case url
    }

    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    private static let paddedAlphabet = Array((letters + "+/").utf8)
    private static let urlAlphabet = Array((letters + "-_").utf8)
    private static let padding = UInt8(ascii: "=")

    /// The text of some bytes.
    package static func text(of bytes: [UInt8], _ form: Form = .padded) -> String {
        let alphabet = form == .url ? urlAlphabet : paddedAlphabet
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var group: UInt32 = 0
            for place in 0..<3 { group = group << 8 | (place < count ? UInt32(bytes[start + place]) : 0) }
            for place in 0..<4 {
                if place <= count {
                    text.append(alphabet[Int(group >> UInt32(18 - 6 * place) & 63)])
                } else if form == .padded {
                    text.append(padding)
                }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text; nil for a text that `text(of:)` does not make.
    package static func bytes(of text: String, _ form: Form = .padded) -> [UInt8]? {
        bytes(of: Array(text.utf8), form)
    }

    /// The bytes of a text that is itself given as bytes; nil for a text that `text(of:)` does not make.
    package static func bytes(of text: [UInt8], _ form: Form = .padded) -> [UInt8]? {
        switch form {
        case .url: return bytes(ofDigits: text, form)
        case .padded:
            var digits = text
            guard digits.count % 4 == 0 else { return nil }
            while digits.last == padding { digits.removeLast() }
            guard text.count - digits.count <= 2 else { return nil }
            return bytes(ofDigits: digits, form)
        }
    }

    private static func bytes(ofDigits digits: [UInt8], _ form: Form) -> [UInt8]? {
        // One digit alone does not make a byte.
        guard digits.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3 + 2)
        for start in stride(from: 0, to: digits.count, by: 4) {
            let count = min(4, digits.count - start)
            var group: UInt32 = 0
            for place in 0..<4 {
                guard let value = place < count ? value(of: digits[start + place], form) : 0 else { return nil }
                group = group << 6 | value
            }
            // Of a short group the bits behind its last byte are zero.
            guard group << UInt32(8 * count) == 0 else { return nil }
            for place in 0..<(count - 1) { bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(16 - 8 * place))) }
        }
        return bytes
    }

    private static func value(of digit: UInt8, _ form: Form) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a") + 26)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0") + 52)
        case UInt8(ascii: "+"): form == .padded ? 62 : nil
        case UInt8(ascii: "/"): form == .padded ? 63 : nil
        case UInt8(ascii: "-"): form == .url ? 62 : nil
        case UInt8(ascii: "_"): form == .url ? 63 : nil
        default: nil
        }
    }
}
