/// How names and paths are written in a table.
package enum Name {
    /// Whether the text has letters, digits, `-` and `_`, and begins with a letter or `_`.
    package static func isName(_ text: String) -> Bool { isName(Array(text.utf8).span) }

    /// Whether the text has parts between single dots, each of letters, digits, `-` and `_`, that begin with no `-`.
    ///
    /// *Source*: the stores accept `com.acme.premium.1month`, whose parts may begin with a digit.
    package static func isProductID(_ text: String) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            // With a letter before it, a part that begins with a digit is a name.
            part.utf8.first.map(isDigit) == true ? isName("_" + part) : isName(String(part))
        }
    }

    /// Whether the text has digits alone.
    package static func isNumber(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(isDigit) }

    /// Whether the bytes are a name.
    static func isName(_ text: Span<UInt8>) -> Bool {
        guard !text.isEmpty, isStart(text[0]) else { return false }
        for index in text.indices {
            let byte = text[index]
            guard isStart(byte) || byte == 0x2D || isDigit(byte) else { return false }
        }
        return true
    }

    /// Whether the path is absolute, and the same by every way of reading it.
    package static func isPlainPath(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return path.hasPrefix("/") && parts.dropFirst().allSatisfy { !["", ".", ".."].contains($0) }
    }

    private static func isStart(_ byte: UInt8) -> Bool { byte == 0x5F || isLetter(byte) }

    /// Whether the byte is an ASCII letter.
    static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    /// Whether the byte is an ASCII digit.
    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
