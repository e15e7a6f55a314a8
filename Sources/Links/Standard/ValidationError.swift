/// Something the standard remarks on but accepts.
package struct ValidationError: Equatable, Sendable {
    /// What was remarked on.
    package let rule: URLRule
    /// *Units*: bytes from the beginning of the text as it was sent.
    package let offset: Int
}
