/// A breach of the policy by one query key, query value or fragment.
///
/// It is kept and not thrown, because nothing looks at items that no route declares.
package struct Breach: Equatable, Sendable {
    /// The rule that the text breaks.
    package let rule: PolicyRule
    private let storedOffset: UInt32

    /// *Units*: bytes from the beginning of the URL as it was sent.
    package var offset: Int { Int(storedOffset) }

    /// Makes a breach at an offset into the text as it was sent.
    package init(rule: PolicyRule, offset: Int) {
        self.rule = rule
        storedOffset = UInt32(truncatingIfNeeded: offset)
    }
}
