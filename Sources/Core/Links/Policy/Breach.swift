/// A violation of the policy by a query key, a query value or the fragment.
///
/// It is stored, not thrown, because an item that no route declares is never read.
package struct Breach: Equatable, Sendable {
    /// The rule that the text violates.
    package let rule: PolicyRule
    /// The offset in the canonical URL.
    ///
    /// `Link.offset(of:)` computes the offset in the text as sent. That takes a walk through the text, and a link can have
    /// a breach for each of its items.
    let place: UInt32
}
