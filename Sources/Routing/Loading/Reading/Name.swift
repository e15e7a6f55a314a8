/// How names and paths are written in a table.
enum Name {
    /// Whether the text has letters, digits, `-` and `_`, and begins with a letter or `_`; so each part between dots.
    static func isName(_ text: String, dots: Bool = false) -> Bool {
        let parts = dots ? text.split(separator: ".", omittingEmptySubsequences: false) : [text[...]]
        return parts.allSatisfy { isName(Array($0.utf8).span) }
    }

    /// Whether the bytes are a name without dots.
    static func isName(_ text: Span<UInt8>) -> Bool {
        guard !text.isEmpty, isStart(text[0]) else { return false }
        for index in text.indices {
            let byte = text[index]
            guard isStart(byte) || byte == 0x2D || isDigit(byte) else { return false }
        }
        return true
    }

    /// Whether the path is absolute, and the same by every way of reading it.
    static func isPlainPath(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return path.hasPrefix("/") && parts.dropFirst().allSatisfy { !["", ".", ".."].contains($0) }
    }

    private static func isStart(_ byte: UInt8) -> Bool { byte == 0x5F || isLetter(byte) }

    /// Whether the byte is an ASCII letter.
    static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    /// Whether the byte is an ASCII digit.
    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
