/// A host that was checked but not yet written.
enum ParsedHost: Sendable {
    /// No authority at all.
    case none
    /// An authority without host, as in `file:///`.
    case empty
    /// A domain to be percent-decoded and lower-cased.
    case domain(ByteRange)
    /// A domain that `DomainToASCII` wrote; the parser holds it, because a layout without references copies fast.
    case converted
    case ipv4(UInt32)
    case ipv6(IPv6Address)
    /// The host of a scheme that is not special.
    case opaque(ByteRange)
}
