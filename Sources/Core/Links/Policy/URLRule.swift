// The rules of the URL Standard that a text can break, under the standard's names in camel case. A few are worded
// differently in the standard; their comments explain how. Breaking some rules makes the text invalid. Breaking the
// others is only a validation error; the dispatcher's policy refuses some of those.

/// A rule of the URL Standard.
///
/// *Source*: WHATWG URL, section 1.1, "Writing", the table of validation errors.
package enum URLRule: String, CaseIterable, Sendable {
    case domainToASCII, domainInvalidCodePoint, hostInvalidCodePoint
    case ipv4EmptyPart, ipv4TooManyParts, ipv4NonNumericPart, ipv4NonDecimalPart, ipv4OutOfRangePart
    case ipv6Unclosed, ipv6InvalidCompression, ipv6TooManyPieces, ipv6MultipleCompression, ipv6InvalidCodePoint
    case ipv6TooFewPieces, ipv4InIPv6TooManyPieces, ipv4InIPv6InvalidCodePoint, ipv4InIPv6OutOfRangePart
    case ipv4InIPv6TooFewParts
    case invalidURLUnit, specialSchemeMissingFollowingSolidus, missingSchemeNonRelativeURL, invalidReverseSolidus
    case invalidCredentials, hostMissing, portOutOfRange, portInvalid
    case fileInvalidWindowsDriveLetter, fileInvalidWindowsDriveLetterHost
    /// A TAB, CR or LF that parsing removes; the standard calls it `invalidURLUnit`.
    case tabOrNewline
    /// A control or blank around the URL that parsing removes; the standard calls it `invalidURLUnit`.
    case outerBlank
    /// Invalid UTF-8; the standard has no such rule, because it reads code points.
    case invalidUTF8
    /// A host that is not ASCII, when ICU is not installed to convert it.
    case hostNotASCII
    /// A text longer than `URLParser.maximumBytes`.
    case textTooLong

    /// The error message: one plain sentence.
    package var sentence: String {
        switch self {
        case .domainToASCII: "The host has no ASCII form."
        case .domainInvalidCodePoint: "The domain contains a forbidden character."
        case .hostInvalidCodePoint: "The host contains a forbidden character."
        case .ipv4EmptyPart: "An IPv4 address ends with a dot."
        case .ipv4TooManyParts: "An IPv4 address has more than four parts."
        case .ipv4NonNumericPart: "A part of an IPv4 address is not a number."
        case .ipv4NonDecimalPart: "A part of an IPv4 address is written in hexadecimal or octal."
        case .ipv4OutOfRangePart: "A part of an IPv4 address is too large."
        case .ipv6Unclosed: "An IPv6 address lacks its closing bracket."
        case .ipv6InvalidCompression: "An IPv6 address begins with a single colon."
        case .ipv6TooManyPieces: "An IPv6 address has more than eight pieces."
        case .ipv6MultipleCompression: "An IPv6 address is compressed in more than one place."
        case .ipv6InvalidCodePoint: "An IPv6 address contains an invalid character."
        case .ipv6TooFewPieces: "An IPv6 address has fewer than eight pieces."
        case .ipv4InIPv6TooManyPieces: "An IPv6 address has no room for the IPv4 address at its end."
        case .ipv4InIPv6InvalidCodePoint:
            "The IPv4 address in an IPv6 address contains an invalid character."
        case .ipv4InIPv6OutOfRangePart: "A part of the IPv4 address in an IPv6 address is above 255."
        case .ipv4InIPv6TooFewParts: "The IPv4 address in an IPv6 address has fewer than four parts."
        case .invalidURLUnit:
            "A character should be percent-encoded, or a percent sign is not followed by two hexadecimal digits."
        case .specialSchemeMissingFollowingSolidus: "The scheme is not followed by two slashes."
        case .missingSchemeNonRelativeURL: "The text does not begin with a scheme."
        case .invalidReverseSolidus: "A backslash is used as a slash."
        case .invalidCredentials: "The URL contains a user name or password."
        case .hostMissing: "The URL has no host but needs one."
        case .portOutOfRange: "The port is above 65535."
        case .portInvalid: "The port is not a number."
        case .fileInvalidWindowsDriveLetter: "A path begins with a drive letter."
        case .fileInvalidWindowsDriveLetterHost: "A drive letter is in the place of the host."
        case .tabOrNewline: "The URL contains a TAB, CR or LF."
        case .outerBlank: "A control character or blank precedes or follows the URL."
        case .invalidUTF8: "The text is not valid UTF-8."
        case .hostNotASCII:
            "The host is not ASCII, and ICU is not installed to convert it (Debian: libicu72 or later)."
        case .textTooLong: "The text is longer than the limit of the parser."
        }
    }
}
