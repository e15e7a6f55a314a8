/// One word of a statement, as a range over the file's bytes.
///
/// *Shape*: a quoted word's range holds its quotes and escapes; `ConfDocument.text(of:)` takes them away.
package struct Word: Equatable, Sendable {
    /// *Units*: bytes from the start of the file.
    package var start: UInt32
    package var end: UInt32
    package var isQuoted: Bool

    package init(start: Int, end: Int, isQuoted: Bool) {
        self.start = UInt32(truncatingIfNeeded: start)
        self.end = UInt32(truncatingIfNeeded: end)
        self.isQuoted = isQuoted
    }
}
