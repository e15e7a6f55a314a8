/// A URL parsed by the standard: its canonical text and the ranges of its components.
///
/// *Shape*: `HTTP://EXAMPLE.com/a b` → `http://example.com/a%20b`, scheme 0..<4, host 7..<18, path 18..<24.
/// *Source*: WHATWG URL, section 4.1.
package struct URLRecord: Sendable {
    /// The canonical URL, in ASCII.
    package internal(set) var bytes: [UInt8] = []
    /// The scheme without its colon.
    package internal(set) var scheme = ByteRange(0, 0)
    /// The user name, escaped; empty if there is none.
    package internal(set) var username = ByteRange(0, 0)
    /// The password, escaped; empty if there is none.
    package internal(set) var password = ByteRange(0, 0)
    /// The host; nil if the URL has no authority, but not nil if the host is empty.
    package internal(set) var host: Host?
    /// The port; nil if there is none or it is the scheme's default.
    package internal(set) var port: UInt16?
    /// The path; under a special scheme it begins with a slash, otherwise it may be empty or one opaque string.
    package internal(set) var path = ByteRange(0, 0)
    /// The query without its `?`; nil if there is none.
    package internal(set) var query: ByteRange?
    /// The fragment without its `#`; nil if there is none.
    package internal(set) var fragment: ByteRange?
    /// The standard's validation errors: the first one of each rule.
    package var validationErrors: [ValidationError] { notes.errors }

    /// True if the cleaned text was already canonical.
    var isCopy = false
    var notes = ValidationNotes()
    /// The offsets of the components in the cleaned text.
    var layout = URLLayout()

    /// Parses an absolute URL.
    ///
    /// *Throws*: `.invalid` with the rule and the offset into `text`.
    /// *Cost*: linear; one allocation for a plain URL.
    package static func parse(
        _ text: Span<UInt8>, toASCII: DomainToASCII = .standard
    ) throws(LinkError) -> URLRecord {
        var parser = URLParser(toASCII: toASCII)
        try parser.parse(text)
        return parser.record
    }

    /// Parses an absolute URL.
    package static func parse(_ text: String, toASCII: DomainToASCII = .standard) throws(LinkError) -> URLRecord {
        let utf8 = text.utf8
        return try parse(utf8.span, toASCII: toASCII)
    }
}
