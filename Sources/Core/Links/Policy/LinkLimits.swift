internal import Contract

/// The limits on the size of a link.
package struct LinkLimits: Equatable, Sendable {
    /// *Units*: bytes of the text as sent.
    package var urlBytes = Limits.urlBytes
    /// *Units*: segments; the host of a custom scheme counts as one.
    package var segments = Limits.segments
    /// *Units*: query items that are not empty.
    package var queryItems = Limits.queryItems

    /// Makes the project's limits.
    package init() {}
}
