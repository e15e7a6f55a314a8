/// A decoded path as text, rooted (`/a/b`) or not (`a/b`): what a pattern is held against where there is no link.
///
/// Every link is read as a rooted list (`podcast:a/b`, `podcast://a/b` and `https://host/a/b` are all `/a/b`), and so is
/// every pattern of a table; only bare text has the difference, and there a rooted pattern takes rooted text alone.
/// *Shape*: `/a/b` in, rooted and [a, b] out; `/` is rooted and [""].
package struct PathText: Equatable, Sendable {
    package let isRooted: Bool
    /// At least one, and only the last may be empty.
    package let segments: [[UInt8]]

    /// Cuts the text at its slashes; nil where no link has such a path: no segment at all, an empty one before the last,
    /// or text that the policy of links refuses.
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
