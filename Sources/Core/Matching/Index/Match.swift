package import Links

/// The rule and the captured values of a matching link.
///
/// One value is reused for many links: it is overwritten, never reallocated.
package struct Match: Sendable {
    /// The number of the rule, as `RouteIndexBuilder.add` returned it.
    package internal(set) var rule = 0
    /// The number of values in `captures`.
    package internal(set) var captureCount = 0
    /// The captured values in the order of the pattern, as ranges of the link's bytes.
    ///
    /// The value of a tail is an empty range; its segments are in `tail`.
    package internal(set) var captures = InlineArray<16, ByteRange>(repeating: ByteRange(start: 0, end: 0))
    /// The segments of the tail, named or not; empty without a tail, and for `/a/` under `/a/**`.
    package internal(set) var tail = 0..<0
    /// For each declared query condition of the rule: the number of its item in the link; nil if the link has none.
    package internal(set) var queryItems = MatchedItems()
    /// The optional keys of the rule that the link has, and that are left out because they are at fault.
    ///
    /// *Shape*: in the order of the conditions. *Cost*: allocates if there are any.
    package internal(set) var leftOut: [LeftOut] = []

    /// An optional key that is left out.
    package struct LeftOut: Equatable, Sendable {
        /// The number of the rule's condition.
        package let condition: Int
        /// The number of the item in the link; of a repeated key the second one.
        package let item: Int
        /// What is wrong with it: `duplicate` or `invalid`.
        package let fault: QueryFault
    }

    /// Makes an empty match.
    package init() {}

    /// Forgets the items of the link before.
    mutating func forgetItems() {
        queryItems.removeAll()
        if !leftOut.isEmpty { leftOut.removeAll(keepingCapacity: true) }
    }

    /// The text of one named capture that is not the tail; an empty range for an index past the last.
    package func capture(_ index: Int) -> ByteRange {
        index >= 0 && index < captureCount ? captures[index] : ByteRange(start: 0, end: 0)
    }
}
