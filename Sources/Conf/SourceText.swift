// Offsets → lines, columns and the piece of a line that a person is shown. Diagnostics may stand by the thousand on one
// line of many megabytes, so nothing here ever walks a whole line: scalars are counted once, block by block, when the
// text is taken in, and an excerpt reads no more bytes than it shows.

/// Finds lines and columns in one file's bytes.
///
/// *Cost*: one pass over the file to build; a binary search and one block per look-up.
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
    private let bytes: [UInt8]
    private let lineStarts: [Int]
    /// How many scalars begin before each block.
    private let scalarsBefore: [Int]

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
        var starts = [0]
        var marks: [Int] = []
        var scalars = 0
        for (offset, byte) in bytes.enumerated() {
            if offset % Self.blockBytes == 0 { marks.append(scalars) }
            if byte == 0x0A { starts.append(offset + 1) }
            if Self.beginsScalar(byte) { scalars += 1 }
        }
        lineStarts = starts
        scalarsBefore = marks
    }

    /// Line and column of an offset.
    ///
    /// *Units*: both from 1; columns count Unicode scalars, as editors do.
    package func position(of offset: Int) -> (line: Int, column: Int) {
        let line = line(of: offset)
        let start = lineStarts[line]
        return (line + 1, scalarCount(before: max(start, min(offset, bytes.count))) - scalarCount(before: start) + 1)
    }

    /// The line that a range begins in, as far as it can be shown; a range counts on its first line alone.
    func excerpt(of range: SourceRange) -> Excerpt {
        let offset = max(0, min(range.offset, bytes.count))
        let line = line(of: offset)
        var lineEnd = line + 1 < lineStarts.count ? lineStarts[line + 1] - 1 : bytes.count
        if lineEnd > lineStarts[line], bytes[lineEnd - 1] == 0x0D { lineEnd -= 1 }
        let start = min(offset, lineEnd)
        let isCutBefore = position(of: start).column > Self.longestLead
        let from = isCutBefore ? stepBack(Self.lead, from: start, to: lineStarts[line]) : lineStarts[line]
        let to = stepForward(Self.width, from: from, to: lineEnd)
        var end = max(start, min(to, start + max(0, range.length)))
        while end < to, !Self.beginsScalar(bytes[end]) { end += 1 }
        return Excerpt(
            before: text(from..<start), marked: text(start..<end), after: text(end..<max(end, to)),
            isCutBefore: isCutBefore, isCutAfter: to < lineEnd)
    }

    private func line(of offset: Int) -> Int {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    private func scalarCount(before offset: Int) -> Int {
        guard offset > 0, !scalarsBefore.isEmpty else { return 0 }
        let block = min(offset / Self.blockBytes, scalarsBefore.count - 1)
        return bytes[(block * Self.blockBytes)..<offset].reduce(scalarsBefore[block]) { count, byte in
            count + (Self.beginsScalar(byte) ? 1 : 0)
        }
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
