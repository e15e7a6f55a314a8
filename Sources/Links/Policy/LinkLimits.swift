internal import Contract

/// What a link may at most be.
package struct LinkLimits: Equatable, Sendable {
    /// *Units*: bytes of the text as sent.
    package var urlBytes: Int
    /// *Units*: path segments, the host of a custom scheme among them.
    package var segments: Int
    /// *Units*: items of the query that are not empty.
    package var queryItems: Int

    /// Makes limits; what is not said is the project's default.
    package init(
        urlBytes: Int = Limits.urlBytes, segments: Int = Limits.segments, queryItems: Int = Limits.queryItems
    ) {
        self.urlBytes = urlBytes
        self.segments = segments
        self.queryItems = queryItems
    }
}
