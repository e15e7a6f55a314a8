/// The host of a link.
package struct Host: Equatable, Sendable {
    /// The kind of a host.
    package enum Kind: Sendable {
        /// No host, or an empty one.
        case none
        /// A domain in lower-case ASCII, of a special scheme.
        case domain
        /// An IPv4 address in four decimal parts; the text may have had another notation.
        case ipv4
        /// An IPv6 address in its shortest form, in brackets.
        case ipv6
        /// The host of a custom scheme, as written.
        case opaque
    }

    /// The kind of the host.
    package var kind: Kind
    /// The range of the host in the bytes; an IPv6 address has its brackets.
    package var range: ByteRange
}
