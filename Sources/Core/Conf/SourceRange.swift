/// A place in a configuration file, as a range of its bytes.
package struct SourceRange: Equatable, Hashable, Sendable {
    /// The file's number among the files of one run.
    package var file: Int
    /// *Units*: bytes from the start of the file.
    package var offset: Int
    /// *Units*: bytes; at least one where a caret is to be shown.
    package var length: Int

    package init(file: Int, offset: Int, length: Int) {
        self.file = file
        self.offset = offset
        self.length = length
    }

    /// A part of this range, counted from its start and kept inside it.
    package func part(at offset: Int, length: Int) -> SourceRange {
        let start = min(max(offset, 0), self.length)
        return SourceRange(
            file: file, offset: self.offset + start, length: max(1, min(length, self.length - start)))
    }
}
