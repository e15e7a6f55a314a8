// Converts offsets to lines, columns and excerpts. One line of many megabytes may have thousands of diagnostics, so no
// function here reads a whole line: scalars are counted once, block by block, when the text is taken in, and an excerpt
// reads only the bytes that it shows.

/// Finds lines and columns in one file's bytes.
///
/// *Cost*: one pass over the file to build, and one block per look-up.
package struct SourceText: Sendable {
    /// The piece of a line around a place, cut to what fits a screen.
    struct Excerpt {
        let before: String
        let marked: String
        let after: String
        let isCutBefore: Bool
        let isCutAfter: Bool
    }

    package let name: String
    /// Whether there is no text: an empty file, or one that could not be read.
    var isEmpty: Bool { bytes.isEmpty }
    package let bytes: [UInt8]
    private let marks: [Mark]

    /// What lies before a block; kept for each block, not for each line, for a text may be line breaks alone.
    private struct Mark {
        /// Scalars that begin before it.
        var scalars = 0
        /// Lines that end before it.
        var lines = 0
        /// Where the line begins that the block's first byte belongs to.
        var lineStart = 0
    }

    private static let blockBytes = 4096
    /// *Units*: scalars shown of a line, and of them those before the place where the line is cut there.
    private static let (width, lead, longestLead) = (120, 40, 100)

    /// Takes a parsed document's text.
    package init(_ document: ConfDocument) {
        self.init(name: document.name, bytes: document.bytes)
    }

    /// Finds the lines of a text.
    ///
    /// *Cost*: one pass.
    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        var marks: [Mark] = []
        var mark = Mark()
        for (offset, byte) in bytes.enumerated() {
            if offset % Self.blockBytes == 0 { marks.append(mark) }
            if Self.beginsScalar(byte) { mark.scalars += 1 }
            guard byte == 0x0A else { continue }
            mark.lines += 1
            mark.lineStart = offset + 1
        }
        self.marks = marks
    }

    /// Line and column of an offset.
    ///
    /// *Units*: both from 1; columns count Unicode scalars, as editors do.
    package func position(of offset: Int) -> (line: Int, column: Int) {
        let offset = max(0, min(offset, bytes.count))
        let (line, start) = line(of: offset)
        return (line + 1, scalarCount(before: offset) - scalarCount(before: start) + 1)
    }

    /// The line that a range begins in, as far as it can be shown; a range counts on its first line alone.
    func excerpt(of range: SourceRange) -> Excerpt {
        let offset = max(0, min(range.offset, bytes.count))
        let lineStart = line(of: offset).start
        // A scalar has four bytes at most, so an end that is further away is never shown.
        let furthest = min(bytes.count, offset + 4 * Self.width + 8)
        var lineEnd = bytes[offset..<furthest].firstIndex(of: 0x0A) ?? furthest
        if lineEnd > lineStart, bytes[lineEnd - 1] == 0x0D { lineEnd -= 1 }
        let start = min(offset, lineEnd)
        let isCutBefore = position(of: start).column > Self.longestLead
        let from = isCutBefore ? stepBack(Self.lead, from: start, to: lineStart) : lineStart
        let to = stepForward(Self.width, from: from, to: lineEnd)
        var end = max(start, min(to, start + max(0, range.length)))
        while end < to, !Self.beginsScalar(bytes[end]) { end += 1 }
        return Excerpt(
            before: text(from..<start), marked: text(start..<end), after: text(end..<max(end, to)),
            isCutBefore: isCutBefore, isCutAfter: to < lineEnd)
    }

    /// The line that an offset of the text is in, counted from 0, and where it begins.
    private func line(of offset: Int) -> (number: Int, start: Int) {
        guard let (block, mark) = mark(before: offset) else { return (0, 0) }
        var (number, start) = (mark.lines, mark.lineStart)
        for next in block..<offset where bytes[next] == 0x0A {
            number += 1
            start = next + 1
        }
        return (number, start)
    }

    private func scalarCount(before offset: Int) -> Int {
        guard let (block, mark) = mark(before: offset) else { return 0 }
        return bytes[block..<offset].reduce(mark.scalars) { $0 + (Self.beginsScalar($1) ? 1 : 0) }
    }

    /// The block that an offset is in: where it begins, and what lies before it.
    private func mark(before offset: Int) -> (start: Int, mark: Mark)? {
        let block = min(offset / Self.blockBytes, marks.count - 1)
        return block < 0 ? nil : (block * Self.blockBytes, marks[block])
    }

    private func stepBack(_ scalars: Int, from offset: Int, to limit: Int) -> Int {
        var (offset, left) = (offset, scalars)
        while offset > limit, left > 0 {
            offset -= 1
            if Self.beginsScalar(bytes[offset]) { left -= 1 }
        }
        return offset
    }

    private func stepForward(_ scalars: Int, from offset: Int, to limit: Int) -> Int {
        var (offset, left) = (offset, scalars)
        while offset < limit {
            if Self.beginsScalar(bytes[offset]) {
                if left == 0 { break }
                left -= 1
            }
            offset += 1
        }
        return offset
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private static func beginsScalar(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }
}
