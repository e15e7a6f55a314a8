internal import IDNA

/// Converts international domains to ASCII, and checks labels that begin `xn--`.
///
/// The parser converts ASCII domains itself: the standard lower-cases them and does not check labels that begin `xn--`.
/// It uses this conversion only for a domain with a byte above 0x7F, and the policy uses it for labels that begin `xn--`.
/// So plain links never touch the tables of the conversion.
/// *Source*: WHATWG URL, section 3.3, "domain to ASCII"; UTS #46.
package struct DomainToASCII: Sendable {
    /// The result of a conversion.
    package enum Answer: Sendable {
        /// The domain in ASCII, lower case.
        case domain([UInt8])
        /// The domain cannot be converted; the parser refuses the URL with this rule.
        case refused(URLRule)
    }

    /// Converts a percent-decoded domain; its bytes need not be valid UTF-8.
    package let convert: @Sendable (_ domain: [UInt8]) -> Answer

    /// The standard's conversion, by ICU; if ICU is not installed, it refuses every domain as `hostNotASCII`.
    package static let standard = DomainToASCII { domain in
        switch UTS46.toASCII(domain) {
        case .ascii(let bytes): .domain(bytes)
        case .refused: .refused(.domainToASCII)
        case .libraryMissing: .refused(.hostNotASCII)
        }
    }
}
