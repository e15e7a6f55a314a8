// Editors name a place by its line and by a column in UTF-16 code units (or in bytes, where an editor offers that). One line
// of many megabytes may have thousands of diagnostics, so no function here reads a whole line: the code units are counted
// once, block by block.

import Varlink

/// How an editor counts columns.
package enum ColumnUnit: Sendable {
    case utf16, utf8
}

/// A place as an editor names it.
package struct EditorPosition: Equatable, Sendable {
    /// *Units*: from 0.
    package var line: Int
    /// *Units*: from 0, in the unit that was agreed on.
    package var column: Int

    package init(line: Int, column: Int) { (self.line, self.column) = (line, column) }
}

/// The lines of one text.
///
/// *Cost*: one pass over the text to build, and one block for each look-up.
package struct LineMap: Sendable {
    private let bytes: [UInt8]
    private let unit: ColumnUnit
    /// Where each line begins.
    private let starts: [Int]
    /// Units that begin before each block of bytes.
    private let marks: [Int]

    private static let blockBytes = 1024

    /// Finds the lines of a text; one ends with LF, CRLF or CR, as editors count them.
    package init(_ bytes: [UInt8], unit: ColumnUnit) {
        (self.bytes, self.unit) = (bytes, unit)
        var starts = [0]
        var marks: [Int] = []
        marks.reserveCapacity(bytes.count / Self.blockBytes + 1)
        var units = 0
        for (offset, byte) in bytes.enumerated() {
            if offset % Self.blockBytes == 0 { marks.append(units) }
            units += Self.units(of: byte, unit)
            if byte == 0x0A || byte == 0x0D && (offset + 1 == bytes.count || bytes[offset + 1] != 0x0A) {
                starts.append(offset + 1)
            }
        }
        (self.starts, self.marks) = (starts, marks)
    }

    /// The number of lines.
    package var count: Int { starts.count }

    /// The place of an offset.
    package func position(of offset: Int) -> EditorPosition {
        let offset = max(0, min(offset, bytes.count))
        let line = self.line(of: offset)
        return EditorPosition(line: line, column: units(before: offset) - units(before: starts[line]))
    }

    /// The offset of a place; a place behind the end of its line is the end of that line.
    package func offset(of position: EditorPosition) -> Int {
        guard position.line >= 0 else { return 0 }
        guard position.line < starts.count else { return bytes.count }
        let (start, end) = (starts[position.line], contentEnd(of: position.line))
        guard position.column > 0 else { return start }
        let wanted = units(before: start) + min(position.column, bytes.count)
        guard wanted < units(before: end) else { return end }
        var (low, high) = (start / Self.blockBytes, end / Self.blockBytes)
        while low < high {
            let middle = (low + high + 1) / 2
            if middle < marks.count, marks[middle] <= wanted { low = middle } else { high = middle - 1 }
        }
        var (offset, count) = (low * Self.blockBytes, low < marks.count ? marks[low] : 0)
        if offset < start { (offset, count) = (start, units(before: start)) }
        while offset < end, count < wanted || bytes[offset] & 0xC0 == 0x80 {
            let step = Self.units(of: bytes[offset], unit)
            // Half of a surrogate pair is the place before the pair.
            if count + step > wanted { break }
            count += step
            offset += 1
        }
        return offset
    }

    /// The number of the line with an offset.
    package func line(of offset: Int) -> Int {
        var (low, high) = (0, starts.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if starts[middle] <= offset { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// The bytes of a line, without what ends it.
    package func range(ofLine line: Int) -> Range<Int> {
        guard starts.indices.contains(line) else { return bytes.count..<bytes.count }
        return starts[line]..<contentEnd(of: line)
    }

    private func contentEnd(of line: Int) -> Int {
        guard line + 1 < starts.count else { return bytes.count }
        let end = starts[line + 1] - 1
        return end > starts[line] && bytes[end] == 0x0A && bytes[end - 1] == 0x0D ? end - 1 : end
    }

    private func units(before offset: Int) -> Int {
        let block = min(offset / Self.blockBytes, marks.count - 1)
        guard block >= 0 else { return 0 }
        var units = marks[block]
        for index in block * Self.blockBytes..<offset { units += Self.units(of: bytes[index], unit) }
        return units
    }

    /// The units that begin with a byte: a character of four bytes has two in UTF-16.
    private static func units(of byte: UInt8, _ unit: ColumnUnit) -> Int {
        switch unit {
        case .utf8: 1
        case .utf16: byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
        }
    }
}

extension LineMap {
    /// The place of a range as LSP writes it.
    func range(_ range: Range<Int>) -> Value {
        .object([
            .init("start", Self.value(position(of: range.lowerBound))),
            .init("end", Self.value(position(of: range.upperBound))),
        ])
    }

    private static func value(_ position: EditorPosition) -> Value {
        .object([
            .init("line", .integer(Int64(position.line))), .init("character", .integer(Int64(position.column))),
        ])
    }
}
