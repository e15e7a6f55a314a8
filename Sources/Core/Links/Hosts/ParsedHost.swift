/// A host that is checked but not yet written.
enum ParsedHost: Sendable {
    /// No authority.
    case none
    /// An authority without host, as in `file:///`.
    case empty
    /// A domain that still has to be percent-decoded and lower-cased.
    case domain(ByteRange)
    /// A domain that `DomainToASCII` wrote. The parser stores it, because a layout without references copies fast.
    case converted
    case ipv4(UInt32)
    case ipv6(IPv6Address)
    /// The host of a scheme that is not special.
    case opaque(ByteRange)
}
