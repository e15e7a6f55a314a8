internal import Contract

/// Makes untrusted text fit for a terminal.
package enum Escaping {
    /// The text with control, bidi-control, line-separator and invisible characters written as `\u{…}`; tabs become blanks.
    ///
    /// A terminal obeys control characters, bidi controls change the order in which a line is shown, and two texts that look
    /// alike can differ by invisible characters. The joiners (U+200C, U+200D) and the variation selectors of the first plane
    /// are invisible too, but stay: words of many languages and most emoji are written with them.
    package static func printable(_ text: String) -> String {
        escaping(text) { $0 == "\t" ? " " : "\\u{\(String($0.value, radix: 16))}" }
    }

    /// A JSON text with the same characters as JSON escapes; its value does not change.
    ///
    /// Only the strings of a JSON text can have such characters, and those below U+0020 are escaped already.
    package static func json(_ text: String) -> String {
        // Two units above U+FFFF, as JSON has it.
        escaping(text) { scalar in
            String(scalar).utf16.map { "\\u" + $0.digits(4, radix: 16) }.joined()
        }
    }

    private static func escaping(_ text: String, with escape: (Unicode.Scalar) -> String) -> String {
        guard !isPlainASCII(text.utf8), text.unicodeScalars.contains(where: needsEscape) else { return text }
        return text.unicodeScalars.reduce(into: "") { $0 += needsEscape($1) ? escape($1) : String($1) }
    }

    /// Whether the text has only printable ASCII, as nearly every text: bytes are tested faster than scalars.
    private static func isPlainASCII(_ text: String.UTF8View) -> Bool {
        let bytes = text.span
        for index in bytes.indices where !(0x20...0x7E).contains(bytes[index]) { return false }
        return true
    }

    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E, 0x200C, 0x200D, 0xFE00...0xFE0F: false
        case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
        // Bidi controls are among them.
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
