/// Finds lines and columns in one file's bytes.
///
/// *Cost*: one pass over the file to build, then a binary search per look-up.
package struct SourceText: Sendable {
    package let name: String
    private let bytes: [UInt8]
    private let lineStarts: [Int]

    package init(_ document: ConfDocument) {
        self.init(name: document.name, bytes: document.bytes)
    }

    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        var starts = [0]
        for (offset, byte) in bytes.enumerated() where byte == 0x0A { starts.append(offset + 1) }
        lineStarts = starts
    }

    /// Line and column of an offset.
    ///
    /// *Units*: both from 1; columns count Unicode scalars, as editors do.
    package func position(of offset: Int) -> (line: Int, column: Int) {
        let line = line(of: offset)
        let column = scalars(in: lineStarts[line]..<max(lineStarts[line], min(offset, bytes.count))).count
        return (line + 1, column + 1)
    }

    /// The line an offset stands in, without its end.
    package func lineText(at offset: Int) -> String {
        let line = line(of: offset)
        var end = line + 1 < lineStarts.count ? lineStarts[line + 1] - 1 : bytes.count
        if end > lineStarts[line], bytes[end - 1] == 0x0D { end -= 1 }
        return String(scalars(in: lineStarts[line]..<end))
    }

    /// How many columns a range takes, on its first line alone.
    package func columns(of range: SourceRange) -> Int {
        let start = min(range.offset, bytes.count)
        let line = line(of: start)
        let lineEnd = line + 1 < lineStarts.count ? lineStarts[line + 1] - 1 : bytes.count
        let end = min(start + range.length, max(start, lineEnd))
        return max(1, scalars(in: start..<end).count)
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

    private func scalars(in range: Range<Int>) -> String.UnicodeScalarView {
        String(decoding: bytes[range], as: UTF8.self).unicodeScalars
    }
}
