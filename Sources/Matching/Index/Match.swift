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

    /// Makes an empty match.
    package init() {}

    /// The text of one named capture that is not the tail; an empty range for an index past the last.
    package func capture(_ index: Int) -> ByteRange {
        index >= 0 && index < captureCount ? captures[index] : ByteRange(start: 0, end: 0)
    }
}
