// The policy rules for a decoded text. A route compares a segment and an action receives it, so a segment may hold neither
// a separator nor an escape that another program would decode. A declared value is free text, but must not mislead a
// person who reads it.

/// The policy for one decoded text.
enum TextPolicy {
    /// A violated rule, and its offset in the decoded text.
    struct Finding {
        let rule: PolicyRule
        /// *Units*: bytes from the beginning of the decoded range.
        let offset: Int
    }

    /// The first violation in a decoded text; invalid UTF-8 takes precedence.
    static func firstBreach(_ bytes: Span<UInt8>, _ range: ByteRange, isSegment: Bool) -> Finding? {
        let text = bytes.extracting(range.indices)
        var all: UInt8 = 0
        for index in text.indices { all |= text[index] }
        if all >= 0x80, let offset = text.firstInvalidUTF8 { return Finding(rule: .invalidUTF8, offset: offset) }
        if isSegment, isDots(text) { return Finding(rule: .dotSegment, offset: 0) }
        let plain = isSegment ? PlainBytes.decodedSegment : .decodedText
        var index = 0
        while true {
            index = plain.endOfStretch(in: text, from: index)
            guard let byte = text.byte(at: index) else { return nil }
            if let rule = CodePoints.breach(text, at: index) { return Finding(rule: rule, offset: index) }
            switch byte {
            case ASCII.slash where isSegment, ASCII.backslash where isSegment:
                return Finding(rule: .encodedSeparator, offset: index)
            case ASCII.percent where isSegment && text.hasHexPair(at: index + 1):
                return Finding(rule: .decodesFurther, offset: index)
            default: index += 1
            }
        }
    }

    private static func isDots(_ text: Span<UInt8>) -> Bool {
        guard text.count == 1 || text.count == 2 else { return false }
        return text[0] == ASCII.dot && text[text.count - 1] == ASCII.dot
    }
}
