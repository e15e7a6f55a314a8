// The dispatcher's policy: the URLs that it refuses although the standard accepts them. Each rule closes a way in which
// two programs can read one URL as two different links, or in which a person or a log is shown a different text.
//
// The rules for decoded texts apply to host and path segments, and to query items and fragments that a route declares.
// The rules for segments apply only to host and path. The rules for the whole URL apply anywhere in it.

internal import Contract

/// A rule of the dispatcher's policy.
package enum PolicyRule: String, CaseIterable, Sendable {
    // MARK: Rules for every decoded text

    case invalidUTF8, nul, controlCharacter, bidiControl, lineSeparator

    // MARK: Rules for host and path segments

    case encodedSeparator, dotSegment, decodesFurther, emptySegment, trailingDot

    // MARK: Rules for the whole URL

    case tabOrNewline, outerBlank, backslash, userinfo, schemeSlashes

    // MARK: Rules for domains: the hosts of the standard's special schemes, among them the web schemes http and https

    case hostTooLong, labelTooLong, emptyLabel, hostWildcard, hostCharacter, labelHyphen
    case encodedHost, mappedHost, addressNotation
    case invalidALabel, uncheckedALabel

    // MARK: Rules for the rest of web links and for files

    case portNotation, fileNotation

    // MARK: Rules for custom schemes, where the host is the first segment

    case customPort, customIPv6, slashInOpaqueForm

    /// The error message: one plain sentence.
    package var sentence: String {
        switch self {
        case .invalidUTF8: "The decoded bytes are not valid UTF-8."
        case .nul: "The decoded text contains a NUL."
        case .controlCharacter: "The decoded text contains a control character."
        case .bidiControl: "The decoded text contains a character that changes the direction of writing."
        case .lineSeparator: "The decoded text contains a line or paragraph separator."
        case .encodedSeparator:
            "A segment contains a slash, a backslash or the separator of its scheme: carry such a text in the query."
        case .dotSegment: "A segment is a single or double dot."
        case .decodesFurther: "The decoded text contains another percent escape."
        case .emptySegment: "A segment other than the last is empty."
        case .trailingDot: "The host ends with a dot."
        case .tabOrNewline: "The URL contains a TAB, CR or LF."
        case .outerBlank: "A control character or blank precedes or follows the URL."
        case .backslash: "A backslash is used as a separator."
        case .userinfo: "The URL contains a user name, a password or an at sign before the host."
        case .schemeSlashes: "The scheme is not followed by exactly two slashes: write `://` and then the host."
        case .hostTooLong: "The host has more than \(Limits.hostBytes) bytes: write a shorter name."
        case .labelTooLong: "A label of the host has more than \(Limits.labelBytes) bytes: write a shorter label."
        case .emptyLabel: "A label of the host is empty: remove the dot before it."
        case .hostWildcard: "The host contains an asterisk: write the name of a single host."
        case .hostCharacter:
            "The host contains a character that a table cannot declare: write letters, digits, hyphens and underscores."
        case .labelHyphen: "A label of the host begins or ends with a hyphen: write a name that a table can declare."
        case .encodedHost:
            "The host contains a percent escape: write the character itself, or the host's xn-- form."
        case .mappedHost:
            "A character of the host is mapped to another: write that other character, or the host's xn-- form."
        case .addressNotation:
            "An IP address is not in its shortest form: write decimal numbers without leading zeros, or IPv6 with `::` for zeros."
        case .invalidALabel: "A label of the host begins with xn-- but is not a valid IDNA label."
        case .uncheckedALabel:
            "A label of the host begins with xn--, and ICU is not installed to check it (Debian: libicu72 or later)."
        case .portNotation: "The port is empty or begins with a zero: write the number alone, or leave out its colon."
        case .fileNotation:
            "The file URL is not canonical: write `file:///` and the path, without `localhost` and without a drive letter."
        case .customPort: "A custom scheme's URL contains a port."
        case .customIPv6: "A custom scheme's URL contains an IPv6 address."
        case .slashInOpaqueForm: "A slash is used where the scheme has a separator of its own: write that separator."
        }
    }
}
