/// How a domain that is not ASCII becomes one that is.
///
/// The parser settles ASCII domains by itself (the standard's conversion is lower-casing there, and labels beginning
/// `xn--` are taken as they are) and asks this only when a byte above 0x7F shows up, so that whatever tables the
/// conversion needs stay untouched by plain links.
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

    /// Takes no domain that is not ASCII already.
    package static let asciiOnly = DomainToASCII { _ in .refused(.hostNotASCII) }
}
