/// The escapes of a quoted word: `\"`, `\\`, `\n`, `\t` and `\u{…}`, no others.
package enum QuotedText {
    /// What an escape that begins at a backslash stands for.
    enum Escape: Equatable {
        /// The scalar and how many bytes the escape takes, its backslash among them.
        case scalar(Unicode.Scalar, length: Int)
        case unknown
        /// `\u{…}` without one to six hex digits of a Unicode scalar.
        case badScalar
    }

    /// Reads the escape whose backslash is the first of these bytes.
    static func escape(at bytes: ArraySlice<UInt8>) -> Escape {
        switch bytes.dropFirst().first {
        case UInt8(ascii: "\""): return .scalar("\"", length: 2)
        case UInt8(ascii: "\\"): return .scalar("\\", length: 2)
        case UInt8(ascii: "n"): return .scalar("\n", length: 2)
        case UInt8(ascii: "t"): return .scalar("\t", length: 2)
        case UInt8(ascii: "u"): return scalarEscape(bytes)
        default: return .unknown
        }
    }

    /// A text as a quoted word that reads back as the same text, whatever is in it.
    package static func quoted(_ text: String) -> String {
        var word = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": word += "\\" + String(scalar)
            case ..<" ", "\u{7F}": word += "\\u{" + String(scalar.value, radix: 16) + "}"
            default: word.unicodeScalars.append(scalar)
            }
        }
        return word + "\""
    }

    /// The text between the quotes, all escapes known to be good; a bad one stays as it is written.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
        var text: [UInt8] = []
        var rest = bytes
        while !rest.isEmpty {
            if let scalar = takeEscape(&rest) { text += String(scalar).utf8 } else { text.append(rest.removeFirst()) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// How many of these bytes write the first `count` bytes of the text.
    static func writtenLength(of count: Int, in bytes: ArraySlice<UInt8>) -> Int {
        var (rest, left) = (bytes, count)
        while left > 0, !rest.isEmpty {
            if let scalar = takeEscape(&rest) {
                left -= Unicode.UTF8.width(scalar)
            } else {
                left -= 1
                rest.removeFirst()
            }
        }
        return bytes.count - rest.count
    }

    /// Removes the escape at the front; nil if there is none or a bad one.
    private static func takeEscape(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard rest.first == UInt8(ascii: "\\"), case .scalar(let scalar, let length) = escape(at: rest) else {
            return nil
        }
        rest.removeFirst(length)
        return scalar
    }

    private static func scalarEscape(_ bytes: ArraySlice<UInt8>) -> Escape {
        let digits = bytes.dropFirst(3).prefix { $0 != UInt8(ascii: "}") }
        guard bytes.dropFirst(2).first == UInt8(ascii: "{"), (1...6).contains(digits.count),
            bytes.dropFirst(3 + digits.count).first == UInt8(ascii: "}"),
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
            !digits.contains(UInt8(ascii: "+")), let scalar = Unicode.Scalar(value)
        else { return .badScalar }
        return .scalar(scalar, length: digits.count + 4)
    }
}
