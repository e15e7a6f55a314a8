package import Links

/// What a matching link was taken apart into.
///
/// Reused from link to link: it is written, never reallocated.
package struct Match: Sendable {
    /// The number of the rule, as `RouteIndexBuilder.add` returned it.
    package internal(set) var rule = 0
    /// How many of `captures` are set.
    package internal(set) var captureCount = 0
    /// The values of the pattern's captures in its order, as ranges of the link's bytes.
    ///
    /// A tail's place holds an empty range; its segments are in `tail`.
    package internal(set) var captures = InlineArray<16, ByteRange>(repeating: ByteRange(start: 0, end: 0))
    /// The segments that the tail took, named or not; empty where there is none, and for the lone empty segment of
    /// `/a/` under `/a/**`.
    package internal(set) var tail = 0..<0
    /// For each declared query condition of the rule the number of its item in the link; nil where the link has none.
    package internal(set) var queryItems = MatchedItems()

    /// Makes an empty match.
    package init() {}

    /// The captured text of one named capture that is not the tail; an empty range past the last.
    package func capture(_ index: Int) -> ByteRange {
        index >= 0 && index < captureCount ? captures[index] : ByteRange(start: 0, end: 0)
    }
}
