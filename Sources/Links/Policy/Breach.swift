/// A breach of the policy by one query key, query value or fragment.
///
/// It is kept and not thrown, because nothing looks at items that no route declares.
package struct Breach: Equatable, Sendable {
    /// The rule that the text breaks.
    package let rule: PolicyRule
    /// Where, in the canonical URL.
    ///
    /// Where that was in the text as sent, `Link.offset(of:)` works out: it takes a walk through the text, and one link can
    /// have a breach for each of its items.
    let place: UInt32
}
