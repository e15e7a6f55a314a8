// Refuses segment text that no link can have, so that a table has no literal that never matches.
//
// The refusals are those of the policy of links, applied to the literals of the table.

/// The reasons to refuse decoded segment text.
enum SegmentText {
    /// The reason why no segment of a link contains `text`; nil if one may.
    static func refusal(ofPart text: [UInt8]) -> String? {
        guard let string = String(validating: text, as: UTF8.self) else { return "is not valid UTF-8" }
        for scalar in string.unicodeScalars {
            switch scalar.value {
            case 0x00...0x1F, 0x7F...0x9F: return "contains a control character"
            case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
                return "contains a character that reverses the direction of text"
            case 0x2028, 0x2029: return "contains a line separator"
            case 0x2F: return "contains a slash"
            case 0x5C: return "contains a backslash"
            default: break
            }
        }
        return hasEscape(text) ? "contains a percent sign and two hexadecimal digits" : nil
    }

    /// The reason why no segment of a link equals `text`; nil if one may.
    static func refusal(ofWhole text: [UInt8]) -> String? {
        if text == [0x2E] || text == [0x2E, 0x2E] { return "is a dot segment" }
        return refusal(ofPart: text)
    }

    private static func hasEscape(_ text: [UInt8]) -> Bool {
        guard text.count >= 3 else { return false }
        for index in 0..<text.count - 2 where text[index] == UInt8(ascii: "%") {
            if ByteText.isHexDigit(text[index + 1]) && ByteText.isHexDigit(text[index + 2]) { return true }
        }
        return false
    }
}
