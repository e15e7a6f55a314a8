// The layout of tables and of files of test cases. It changes blanks and empty lines, and nothing else:
//
//     - a block is indented by four blanks; a block on one line stays on its line
//     - one blank stands between two words, or more where the author put the words of several lines into a column
//     - at most one empty line follows another line, none follows a `{`, and none stands before a `}`
//     - a comment stays behind its line, or keeps its line, indented as the block
//     - lines end in LF, the last one too
//
// The choice of the author is between one blank and columns: a line that is out of a column is put into it. So a text that
// is in order stays as it is, and the layout of a text depends on that text alone.

package import Conf
internal import Contract

/// A table or a file of test cases in the layout of `deeplinkctl fmt`.
package struct FormattedText: Sendable {
    package let source: [UInt8]
    package let bytes: [UInt8]
    /// The line of the source that each line was made of, from 0 and in order; an empty line may be made of several.
    package let origins: [Int]
    /// Whether the layout differs from that of the source.
    package var isChanged: Bool { bytes != source }

    /// Lays out a text; nil where it has errors, which are reported.
    ///
    /// *Cost*: linear in the text. The result has at most a hundred bytes more for each line.
    package init?(_ source: [UInt8], name: String, diagnostics: inout Diagnostics) {
        let errors = diagnostics.errorCount
        let document = ConfParser.parse(source, name: name, file: 0, diagnostics: &diagnostics)
        guard diagnostics.errorCount == errors else { return nil }
        let layout = Layout(source)
        guard layout.bytes.count <= Limits.tableBytes else {
            diagnostics.report(
                .fileTooLarge, at: SourceRange(file: 0, offset: 0, length: 1),
                "in the layout of `fmt` the file has \(layout.bytes.count) bytes; at most \(Limits.tableBytes) are read",
                help: "split it and use `include`")
            return nil
        }
        // Nothing is written that does not read as the source does.
        let isSound = Self.isSame(document, layout.bytes)
        self.source = source
        (bytes, origins) = isSound ? (layout.bytes, layout.origins) : (source, [])
    }

    /// Whether a text has the statements and words of a document.
    private static func isSame(_ document: ConfDocument, _ bytes: [UInt8]) -> Bool {
        var diagnostics = Diagnostics()
        let other = ConfParser.parse(bytes, name: document.name, file: 0, diagnostics: &diagnostics)
        return !diagnostics.hasErrors && other.statements == document.statements
            && other.words.count == document.words.count
            && zip(other.words, document.words).allSatisfy { word, original in
                word.isQuoted == original.isQuoted
                    && bytes[Int(word.start)..<Int(word.end)]
                        == document.bytes[Int(original.start)..<Int(original.end)]
            }
    }
}
