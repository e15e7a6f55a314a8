/// A parsed URL of the standard: its canonical text, and where the components stand in it.
///
/// *Shape*: `HTTP://EXAMPLE.com/a b` → `http://example.com/a%20b`, scheme 0..<4, host 7..<18, path 18..<24.
/// *Source*: WHATWG URL, section 4.1.
package struct URLRecord: Sendable {
    /// The canonical URL, all of it ASCII.
    package let bytes: [UInt8]
    /// The scheme without its colon.
    package let scheme: ByteRange
    /// The user name, escaped; empty if there is none.
    package let username: ByteRange
    /// The password, escaped; empty if there is none.
    package let password: ByteRange
    /// The host, nil if the URL has no authority; an empty host is not nil.
    package let host: Host?
    /// The port that is not the scheme's default.
    package let port: UInt16?
    /// The path: of special schemes it begins with a slash, of others it may be empty or one opaque string.
    package let path: ByteRange
    /// The query without its mark, nil if there is none.
    package let query: ByteRange?
    /// The fragment without its mark, nil if there is none.
    package let fragment: ByteRange?
    /// What the standard remarks on: the first place of each rule.
    package let validationErrors: [ValidationError]
    /// Where the components stand in the cleaned text.
    let layout: URLLayout

    /// Parses an absolute URL.
    ///
    /// *Throws*: `.invalid` with the rule and the offset into `text`.
    /// *Cost*: linear; one allocation for a plain URL.
    package static func parse(
        _ text: Span<UInt8>, toASCII: DomainToASCII = .standard
    ) throws(LinkError) -> URLRecord {
        guard text.count <= URLParser.maximumBytes else {
            throw .invalid(rule: .textTooLong, offset: URLParser.maximumBytes)
        }
        let cleaned = CleanedText(text)
        if !cleaned.isASCII { try checkUTF8(text) }
        do throws(LinkError) {
            guard cleaned.tabOrNewline == nil else {
                return try record(cleaned.stripped(text).span, text, cleaned, toASCII)
            }
            return try record(text.extracting(cleaned.range), text, cleaned, toASCII)
        } catch {
            guard case .invalid(let rule, let offset) = error else { throw error }
            throw .invalid(rule: rule, offset: cleaned.offsetAsSent(offset, in: text))
        }
    }

    /// Parses an absolute URL.
    package static func parse(_ text: String, toASCII: DomainToASCII = .standard) throws(LinkError) -> URLRecord {
        let utf8 = text.utf8
        return try parse(utf8.span, toASCII: toASCII)
    }

    private static func record(
        _ text: Span<UInt8>, _ sent: Span<UInt8>, _ cleaned: CleanedText, _ toASCII: DomainToASCII
    ) throws(LinkError) -> URLRecord {
        var parser = URLParser(toASCII: toASCII)
        try parser.locate(text)
        let record = URLWriter(parser).write(text)
        guard text.count != sent.count else { return record }
        return record.remarking(cleaned, sent)
    }

    /// The record with its remarks placed in the text as sent, and with what cleaning removed.
    private func remarking(_ cleaned: CleanedText, _ sent: Span<UInt8>) -> URLRecord {
        var errors = validationErrors.map {
            ValidationError(rule: $0.rule, offset: cleaned.offsetAsSent($0.offset, in: sent))
        }
        if let offset = cleaned.tabOrNewline { errors.append(ValidationError(rule: .tabOrNewline, offset: offset)) }
        if cleaned.range.count != sent.count {
            let offset = cleaned.range.lowerBound > 0 ? 0 : cleaned.range.upperBound
            errors.append(ValidationError(rule: .outerBlank, offset: offset))
        }
        return URLRecord(
            bytes: bytes, scheme: scheme, username: username, password: password, host: host, port: port, path: path,
            query: query, fragment: fragment, validationErrors: errors, layout: layout)
    }

    private static func checkUTF8(_ text: Span<UInt8>) throws(LinkError) {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: text)
        } catch {
            throw .invalid(rule: .invalidUTF8, offset: error.byteOffsets.lowerBound)
        }
    }
}
