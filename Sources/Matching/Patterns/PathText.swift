/// A decoded path as text, rooted (`/a/b`) or not (`a/b`), to match against a pattern without a link.
///
/// Every link has a rooted path (`podcast:a/b`, `podcast://a/b` and `https://host/a/b` all have `/a/b`), and every
/// pattern of a table is rooted. Only plain text can be unrooted. A rooted pattern accepts only rooted text.
/// *Shape*: `/a/b` in, rooted and [a, b] out; `/` is rooted and [""].
package struct PathText: Equatable, Sendable {
    package let isRooted: Bool
    /// At least one segment; only the last may be empty.
    package let segments: [[UInt8]]

    /// Splits the text at its slashes.
    ///
    /// Returns nil for a path that no link has: one without segments, with an empty segment before the last, or with
    /// text that the policy of links refuses.
    package init?(_ text: Span<UInt8>) {
        let bytes = ByteText.array(text)
        guard let first = bytes.first else { return nil }
        isRooted = first == UInt8(ascii: "/")
        segments = bytes.dropFirst(isRooted ? 1 : 0).split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
        ).map(Array.init)
        guard !segments.dropLast().contains([]) else { return nil }
        guard segments.allSatisfy({ SegmentText.refusal(ofWhole: $0) == nil }) else { return nil }
    }
}
