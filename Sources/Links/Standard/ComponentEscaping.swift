// Which bytes may stand for themselves where a link is written, so narrow that no reader takes them for anything else.
//
// The standard leaves more bytes alone than RFC 3986 allows (`|`, `[`, `^` in paths), and readers that follow the RFC
// refuse them; the RFC leaves alone some that readers of forms take for separators (`+`, `;`, `'` in queries). What is
// kept here is common ground: the standard writes it as it is, the RFC allows it, and forms see no separator in it. So a
// URL written with these sets is canonical already: parsing it changes no byte.

/// The percent-encode set of one component, for decoded text that is to be written into a URL.
///
/// *Source*: RFC 3986, section 3.3 (`pchar`) and 3.4; WHATWG URL, sections 1.3 and 5 (forms).
enum ComponentEscaping {
    /// A segment of a path.
    case segment
    /// A key or a value of a form.
    case form
    /// The text after `#`.
    case fragment

    /// Whether the byte stands for itself in this component.
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

    /// Writes a text, every byte that is not kept as `%` and two hexadecimal digits.
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
