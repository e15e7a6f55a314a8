/// One statement: a run of words and, where it has a block, the statements up to `end`.
///
/// Statements lie flat in the order of the text, a parent before its children. A tree of structs that hold strings
/// took twenty times as long to build and four times the memory for a table of a million routes.
package struct Statement: Equatable, Sendable {
    /// The index of the first word, the directive.
    package var firstWord: UInt32
    package var wordCount: UInt32
    /// The index after the last statement of the block; the next sibling's, if there is one.
    package var end: UInt32
    package var hasBlock: Bool
    /// Whether a word of it could not be read; it was reported, and its meaning is not looked at.
    package var isDamaged: Bool
}
