/// The words and the comment of one line, for what is done with a text beside reading its statements.
///
/// *Shape*: in a text without errors the words are those of the parser, braces and `;` among them.
package struct ConfLine: Sendable {
    package private(set) var words: [Word] = []
    /// From the `#` up to the last character that is no blank; nil for a line without a comment.
    package private(set) var comment: Range<Int>?
    /// Where the next line begins.
    package private(set) var end: Int

    /// Reads the line that begins at an offset.
    ///
    /// *Cost*: linear in the line.
    package init(_ bytes: [UInt8], at start: Int) {
        end = start
        while end < bytes.count, bytes[end] != 0x0A {
            switch bytes[end] {
            case 0x20, 0x09, 0x0D: end += 1
            case UInt8(ascii: "#"): readComment(bytes)
            case UInt8(ascii: "\""): readQuotedWord(bytes)
            default: readBareWord(bytes)
            }
        }
        if end < bytes.count { end += 1 }
    }

    private mutating func readComment(_ bytes: [UInt8]) {
        let start = end
        end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        let last = bytes[start..<end].lastIndex { !Self.isBlank($0) } ?? start
        comment = start..<last + 1
    }

    private mutating func readQuotedWord(_ bytes: [UInt8]) {
        let start = end
        end += 1
        while end < bytes.count, bytes[end] != 0x0A {
            let byte = bytes[end]
            end += 1
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\"), end < bytes.count, bytes[end] != 0x0A { end += 1 }
        }
        words.append(Word(start: start, end: end, isQuoted: true))
    }

    private mutating func readBareWord(_ bytes: [UInt8]) {
        let start = end
        while end < bytes.count, bytes[end] != 0x0A, !Self.isBlank(bytes[end]) { end += 1 }
        words.append(Word(start: start, end: end, isQuoted: false))
    }

    /// A carriage return stands before a line feed only, in a text without errors.
    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}
