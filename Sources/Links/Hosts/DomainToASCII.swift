internal import IDNA

/// How a domain that is not ASCII becomes one that is, and how labels that begin `xn--` are checked.
///
/// The parser settles ASCII domains by itself (the standard's conversion is lower-casing there, and labels beginning
/// `xn--` are taken as they are) and asks this only when a byte above 0x7F shows up; the policy asks it about labels that
/// begin `xn--`. So whatever tables the conversion needs stay untouched by plain links.
/// *Source*: WHATWG URL, section 3.3, "domain to ASCII"; UTS #46.
package struct DomainToASCII: Sendable {
    /// What came of a conversion.
    package enum Answer: Sendable {
        /// The domain in ASCII, lower case.
        case domain([UInt8])
        /// The domain cannot be converted; the parser refuses the URL for this rule.
        case refused(URLRule)
    }

    /// Converts a percent-decoded domain; its bytes need not be valid UTF-8.
    package let convert: @Sendable (_ domain: [UInt8]) -> Answer

    /// Makes a conversion from a function.
    package init(_ convert: @escaping @Sendable (_ domain: [UInt8]) -> Answer) {
        self.convert = convert
    }

    /// The standard's conversion, by ICU; where ICU is not installed, every domain is refused as `hostNotASCII`.
    package static let standard = DomainToASCII { domain in
        switch UTS46.toASCII(domain) {
        case .ascii(let bytes): .domain(bytes)
        case .refused: .refused(.domainToASCII)
        case .libraryMissing: .refused(.hostNotASCII)
        }
    }
}
