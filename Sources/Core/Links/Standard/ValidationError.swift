/// A violation that the standard reports but accepts.
package struct ValidationError: Equatable, Sendable {
    /// The violated rule.
    package let rule: URLRule
    /// *Units*: bytes from the beginning of the text as sent.
    package let offset: Int
}
