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
        if byte.isLetter || byte.isDigit || "-._~!$()*,:@".utf8.contains(byte) { return true }
        if "&'+;=".utf8.contains(byte) { return self != .form }
        return (byte == ASCII.slash || byte == ASCII.question) && self != .segment
    }

    /// Writes a text, in which each byte that is not kept becomes `%` and two hexadecimal digits.
    func write(_ text: some Sequence<UInt8>, to output: inout [UInt8]) {
        for byte in text {
            output += keeps(byte) ? [byte] : [ASCII.percent, .hexDigit(byte >> 4), .hexDigit(byte & 15)]
        }
    }
}
