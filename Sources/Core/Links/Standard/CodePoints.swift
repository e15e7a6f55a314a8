/// Classifies single code points of valid UTF-8 for the standard and for the policy.
enum CodePoints {
    /// True if a byte above 0x7F begins a C1 control or a noncharacter; neither is a URL code point.
    static func isControlOrNoncharacter(_ text: Span<UInt8>, at offset: Int) -> Bool {
        let second = text.byte(at: offset + 1) ?? 0
        let third = text.byte(at: offset + 2) ?? 0
        switch text[offset] {
        case 0xC2: return second < 0xA0
        case 0xEF where second == 0xB7: return third >= 0x90 && third < 0xB0
        case 0xEF where second == 0xBF: return third >= 0xBE
        case 0xF0...0xF4: return second & 15 == 15 && third == 0xBF && (text.byte(at: offset + 3) ?? 0) >= 0xBE
        default: return false
        }
    }

    /// The policy rule that the code point at an offset violates; nil if the code point may be displayed.
    ///
    /// *Shape*: C0, DEL, C1 (U+0080–9F); U+061C, U+200E/F, U+202A–E, U+2066–9; U+2028/9.
    /// *Source*: Unicode's `Bidi_Control` property; the general categories Cc, Zl and Zp.
    static func breach(_ text: Span<UInt8>, at offset: Int) -> PolicyRule? {
        let byte = text[offset]
        if byte < 0x80 {
            if byte == 0 { return .nul }
            return byte < ASCII.blank || byte == ASCII.delete ? .controlCharacter : nil
        }
        let second = text.byte(at: offset + 1) ?? 0
        let third = text.byte(at: offset + 2) ?? 0
        switch (byte, second) {
        case (0xC2, 0x80...0x9F): return .controlCharacter
        case (0xD8, 0x9C): return .bidiControl
        case (0xE2, 0x80):
            if third == 0xA8 || third == 0xA9 { return .lineSeparator }
            return third == 0x8E || third == 0x8F || (0xAA...0xAE).contains(third) ? .bidiControl : nil
        case (0xE2, 0x81): return (0xA6...0xA9).contains(third) ? .bidiControl : nil
        default: return nil
        }
    }
}
