internal import Contract

/// The limits on the size of a link.
package struct LinkLimits: Equatable, Sendable {
    /// *Units*: bytes of the text as sent.
    package var urlBytes: Int
    /// *Units*: segments; the host of a custom scheme counts as one.
    package var segments: Int
    /// *Units*: query items that are not empty.
    package var queryItems: Int

    /// Makes limits; each argument defaults to the project's limit.
    package init(
        urlBytes: Int = Limits.urlBytes, segments: Int = Limits.segments, queryItems: Int = Limits.queryItems
    ) {
        self.urlBytes = urlBytes
        self.segments = segments
        self.queryItems = queryItems
    }
}
