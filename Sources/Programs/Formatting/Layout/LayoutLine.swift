internal import Conf

/// One line of a text that is laid out: its words, and the columns in which its author put them.
struct LayoutLine {
    /// What stands on a line.
    enum Kind {
        case empty, comment
        /// A statement without a block of several lines.
        case statement
        /// A statement whose block begins behind the line.
        case opening
        /// The `}` that ends such a block.
        case closing
    }

    let kind: Kind
    let words: [ArraySlice<UInt8>]
    let comment: ArraySlice<UInt8>?
    /// How many of the words may stand in columns: all, or those up to the `{` of a block on the line.
    let alignedCount: Int
    /// Whether a whole block stands on the line.
    var hasBlock: Bool { kind == .statement && alignedCount < words.count }
    /// *Units*: blanks behind each word, up to the next one or to the comment, as a reader sees them.
    let blanks: [Int]
    /// *Units*: columns before the comment, from 0.
    let commentColumn: Int

    init(_ line: ConfLine, of bytes: [UInt8], at start: Int) {
        let words = line.words.map { bytes[Int($0.start)..<Int($0.end)] }
        self.words = words
        comment = line.comment.map { bytes[$0] }
        let opens = words.firstIndex { Self.isWord($0, UInt8(ascii: "{")) }
        let isClosing = words.count == 1 && Self.isWord(words[0], UInt8(ascii: "}"))
        kind =
            words.isEmpty
            ? comment == nil ? .empty : .comment
            : isClosing ? .closing : opens == words.count - 1 ? .opening : .statement
        alignedCount = opens.map { $0 == words.count - 1 ? $0 : $0 + 1 } ?? words.count
        var ruler = Ruler(bytes, start)
        blanks = line.words.indices.map { index in
            let next = index + 1 < line.words.count ? Int(line.words[index + 1].start) : line.comment?.lowerBound
            guard let next else { return 0 }
            let end = ruler.column(of: Int(line.words[index].end))
            return ruler.column(of: next) - end
        }
        commentColumn = line.comment.map { ruler.column(of: $0.lowerBound) } ?? 0
    }

    /// Whether a word is that byte alone; a quoted one has its quotes.
    private static func isWord(_ word: ArraySlice<UInt8>, _ byte: UInt8) -> Bool {
        word.count == 1 && word.first == byte
    }
}

/// Counts the columns of one line from left to right.
///
/// *Units*: Unicode scalars, as diagnostics count them; a tab goes to the next multiple of eight.
private struct Ruler {
    private let bytes: [UInt8]
    private var offset: Int
    private var column = 0

    init(_ bytes: [UInt8], _ start: Int) { (self.bytes, offset) = (bytes, start) }

    /// The column of an offset, which is not before the one that was asked for last.
    mutating func column(of target: Int) -> Int {
        while offset < target {
            column = bytes[offset] == 0x09 ? (column / 8 + 1) * 8 : column + (bytes[offset].beginsScalar ? 1 : 0)
            offset += 1
        }
        return column
    }
}

extension UInt8 {
    /// Whether it is the first byte of a Unicode scalar.
    var beginsScalar: Bool { self & 0xC0 != 0x80 }
}
