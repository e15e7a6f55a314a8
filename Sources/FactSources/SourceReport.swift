/// What stands about one question, for people who ask how the daemon is.
package struct SourceReport: Equatable, Sendable {
    package let question: Question
    /// The source's name, as evidence has it.
    package let source: String
    package let standing: Standing
}
