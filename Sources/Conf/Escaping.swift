/// Makes untrusted text fit for a terminal.
package enum Escaping {
    /// The text with control, bidi-control, line-separator and invisible characters written as `\u{…}`; tabs become blanks.
    ///
    /// A terminal obeys control characters, bidi controls can make a line read as something else than it is, and two texts
    /// that look alike can differ by what is not seen. The joiners (U+200C, U+200D) and the variation selectors of the first
    /// plane are invisible too, and stay: words of many languages and most emoji are written with them.
    package static func printable(_ text: String) -> String {
        guard !isPlainASCII(text.utf8), text.unicodeScalars.contains(where: needsEscape) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar == "\t" {
                result += " "
            } else if needsEscape(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A JSON text with the same characters escaped as JSON has them; what it says stays the same.
    ///
    /// Such characters can stand in its strings only, and below U+0020 JSON itself has them escaped.
    package static func json(_ text: String) -> String {
        guard !isPlainASCII(text.utf8), text.unicodeScalars.contains(where: needsEscape) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            guard needsEscape(scalar) else {
                result.unicodeScalars.append(scalar)
                continue
            }
            // Two units above U+FFFF, as JSON has it.
            for unit in UTF16.encode(scalar) ?? .init() {
                let digits = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            }
        }
        return result
    }

    /// Whether nothing has to be thought about, as in nearly every text: bytes are told faster than scalars.
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
