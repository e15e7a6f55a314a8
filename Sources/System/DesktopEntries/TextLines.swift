/// A text of bytes as lines that keep their ends, so that it can be put together again byte by byte.
package struct TextLines {
    /// A line, and the bytes that end it: `\n`, `\r\n`, or none for the last one.
    package struct Line: Equatable {
        package var content: [UInt8]
        package var end: [UInt8]

        /// A line of these bytes.
        package init(content: [UInt8], end: [UInt8]) { (self.content, self.end) = (content, end) }

        /// The whole line.
        var bytes: [UInt8] { content + end }
    }

    package var lines: [Line]

    /// Cuts a text at its line ends.
    package init(_ bytes: [UInt8]) {
        var lines: [Line] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let newline = rest.firstIndex(of: UInt8(ascii: "\n")) else {
                lines.append(Line(content: Array(rest), end: []))
                break
            }
            var content = Array(rest[..<newline])
            let isDOS = content.last == UInt8(ascii: "\r")
            if isDOS { content.removeLast() }
            lines.append(Line(content: content, end: isDOS ? Array("\r\n".utf8) : Array("\n".utf8)))
            rest = rest[(newline + 1)...]
        }
        self.lines = lines
    }

    /// The whole text.
    package var bytes: [UInt8] { Array(lines.lazy.flatMap(\.bytes)) }

    /// What ends a new line: the end of the first line, as editors do it.
    package var usualEnd: [UInt8] { lines.first.map(\.end).flatMap { $0.isEmpty ? nil : $0 } ?? Array("\n".utf8) }
}
