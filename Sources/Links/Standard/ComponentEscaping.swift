// The bytes that stay unescaped when a link is written. The sets are so narrow that all programs read these bytes alike.
//
// The standard keeps more bytes unescaped than RFC 3986 allows (`|`, `[`, `^` in paths), and programs that follow the RFC
// refuse them. The RFC keeps some that form decoders read as separators (`+`, `;`, `'` in queries). A byte is kept here
// only if the standard keeps it, the RFC allows it, and form decoders read no separator in it. So a URL written with
// these sets is already canonical: parsing it changes no byte.

/// The percent-encode set of one component, for writing decoded text into a URL.
///
/// *Source*: RFC 3986, section 3.3 (`pchar`) and 3.4; WHATWG URL, sections 1.3 and 5 (forms).
enum ComponentEscaping {
    /// A path segment.
    case segment
    /// A query key or value.
    case form
    /// The text after `#`.
    case fragment

    /// True if the byte stays unescaped in this component.
    func keeps(_ byte: UInt8) -> Bool {
        if byte.isLetter || byte.isDigit { return true }
        return switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"),
            UInt8(ascii: ","), ASCII.colon, ASCII.at:
            true
        case ASCII.ampersand, UInt8(ascii: "'"), ASCII.plus, UInt8(ascii: ";"), ASCII.equals: self != .form
        case ASCII.slash, ASCII.question: self != .segment
        default: false
        }
    }

    /// Writes a text, in which each byte that is not kept becomes `%` and two hexadecimal digits.
    func write(_ text: [UInt8], to output: inout [UInt8]) {
        for byte in text {
            guard !keeps(byte) else {
                output.append(byte)
                continue
            }
            output.append(ASCII.percent)
            output.append(UInt8.hexDigit(byte >> 4))
            output.append(UInt8.hexDigit(byte & 15))
        }
    }
}
