/// The host of a link.
package struct Host: Equatable, Sendable {
    /// What the host is.
    package enum Kind: Sendable {
        /// No host, or an empty one.
        case none
        /// A domain in lower-case ASCII, of a special scheme.
        case domain
        /// An IPv4 address in four decimal parts, however it was written.
        case ipv4
        /// An IPv6 address, shortest form, in brackets.
        case ipv6
        /// The host of a custom scheme, as it was written.
        case opaque
    }

    /// What the host is.
    package var kind: Kind
    /// Where its text stands in the bytes; an IPv6 address with its brackets.
    package var range: ByteRange
}
