// A link, against which routes are matched. It is a URL that the standard and the dispatcher's policy both accept,
// split into decoded segments and query items.
//
//   text → URLRecord (the standard) → LinkPolicy (refuses URLs that the standard accepts) → LinkCutter → Link
//
// Every part is a range of one array. The array holds the canonical URL, then the decoded form of each part that needs
// decoding. A part without escapes is a range of the URL itself. So a link is one allocation, a capture is a range too,
// and matching, logging and the action all use the same bytes.
//
// Web and custom schemes give the same list of segments. A custom scheme's host is the first segment unless it is empty:
// `podcast://favourites/rock`, `podcast:///favourites/rock`, `podcast:/favourites/rock`, `podcast:favourites/rock` and
// `https://example.com/favourites/rock` are all [favourites, rock]. A link without host and path (`podcast:`,
// `podcast://`) equals `podcast:/`: one empty segment, the root. `SegmentSeparator` says how `spotify:track:7` is cut.

package import Contract

/// A parsed URL, ready to be matched.
package struct Link: Sendable {
    /// The canonical URL, followed by the decoded texts.
    package var bytes: [UInt8]
    /// *Units*: bytes of the canonical URL, which is at the start of `bytes`.
    package let hrefCount: Int
    /// The scheme in lower case, without its colon.
    package let scheme: ByteRange
    /// True if the scheme is `http` or `https`.
    package let isWeb: Bool
    /// The host; under a custom scheme it is also the first segment.
    package let host: Host
    /// The port of a web link, written or the scheme's default; nil for custom schemes, whose links have no port.
    package let port: UInt16?
    /// The fragment; nil if there is none.
    package var fragment: Fragment?

    /// The decoded segments; only the last may be empty.
    package internal(set) var segments = InlineList<8, ByteRange>(filler: ByteRange(0, 0))
    var queryItems = InlineList<4, QueryItem>(filler: QueryItem(key: ByteRange(0, 0), value: ByteRange(0, 0)))

    /// The text that was parsed; nil if the input was bytes (see `keep`).
    private var sent: String?
    /// True if the text as sent is the canonical URL, as in nearly every link; then `href` makes no second string.
    private let isCanonical: Bool
}

extension Link {
    /// Makes a link without parts of a record.
    ///
    /// Here, so that the compiler's own initialiser makes it in one go: members that are set one after the other are set in a
    /// copy, which is then copied.
    init(_ record: borrowing URLRecord, bytes: consuming [UInt8], sent: String?, isCanonical: Bool) {
        let isWeb = record.layout.kind.isWeb
        self.init(
            bytes: bytes, hrefCount: bytes.count, scheme: record.scheme, isWeb: isWeb,
            host: record.host ?? Host(kind: .none, range: ByteRange(0, 0)),
            port: isWeb ? record.port ?? record.layout.kind.defaultPort : nil, sent: sent, isCanonical: isCanonical)
    }

    /// The canonical URL of a link, without its parts.
    package struct Canonical: Sendable {
        /// The URL, and decoded texts of the link behind it.
        package let bytes: [UInt8]
        /// How many of the bytes are the URL.
        package let count: Int
        private let scheme: ByteRange

        fileprivate init(_ link: borrowing Link) {
            (bytes, count, scheme) = (link.bytes, link.hrefCount, link.scheme)
        }

        /// The URL.
        package var text: String { String(decoding: bytes[..<count], as: UTF8.self) }
        /// The scheme in lower case, without its colon.
        package var schemeText: String { String(decoding: bytes[scheme.indices], as: UTF8.self) }
    }

    /// The canonical URL, to keep without the link.
    package var canonical: Canonical { Canonical(self) }

    /// The component of a URL that an error is about.
    package enum Component: String, Sendable {
        case scheme, userinfo, host, port, path, query, fragment
    }

    /// The text after `#`, percent-decoded once.
    package struct Fragment: Equatable, Sendable {
        /// The decoded text; a plus stays a plus, because a fragment is not a form.
        package var value: ByteRange
        /// The policy violation, if any, for routes that declare the fragment.
        package var breach: Breach?
    }

    /// The canonical URL.
    package var href: String {
        if isCanonical, let sent { return sent }
        return text(ByteRange(0, hrefCount))
    }

    /// *Units and range*: segments, one or more.
    package var segmentCount: Int { segments.count }

    /// The decoded text of the segment at an index below `segmentCount`; only the last may be empty.
    package func segment(_ index: Int) -> ByteRange { segments[index] }

    /// *Units*: query items that are not empty; `a&&b` has two.
    package var queryItemCount: Int { queryItems.count }

    /// The item at an index below `queryItemCount`, in the order of the URL.
    package func queryItem(_ index: Int) -> QueryItem { queryItems[index] }

    /// The text of a range of this link; U+FFFD replaces invalid UTF-8, which a breach reports.
    package func text(_ range: ByteRange) -> String {
        String(decoding: bytes[range.indices.clamped(to: bytes.indices)], as: UTF8.self)
    }

    /// The offset in the text as sent of a breach of this link.
    ///
    /// *Units*: bytes from the beginning of the text.
    /// *Cost*: linear in the text.
    package func offset(of breach: Breach) -> Int {
        let place = Int(breach.place)
        guard !isCanonical, let sent else { return place }
        let text = sent.utf8
        // In the canonical URL and in the text, the first such mark opens the query or the fragment.
        let mark = bytes[..<place].contains(ASCII.hash) ? ASCII.hash : ASCII.question
        guard let written = bytes.firstIndex(of: mark), let original = text.firstIndex(of: mark) else { return place }
        let anchor = UInt32(truncatingIfNeeded: text.distance(from: text.startIndex, to: original))
        return SentOffset.find(
            place, bytes.span, text.span, anchors: [(UInt32(truncatingIfNeeded: written), anchor)])
    }

    /// Stores a text that was parsed as bytes, because the offset of a breach may be needed in it.
    mutating func keep(_ text: Span<UInt8>) {
        guard sent == nil, !isCanonical else { return }
        guard let valid = try? UTF8Span(validating: text) else { return }
        sent = String(copying: valid)
    }

    /// Parses a URL and checks it against the policy.
    ///
    /// - Parameter separators: the schemes whose opaque form is not cut at slashes.
    ///
    /// *Limits*: `limits`; the text's length is checked before anything is read.
    /// *Throws*: `.invalid` if the standard rejects the text, `.forbidden` if the policy refuses it, `.tooLong`,
    /// `.tooManySegments` and `.tooManyItems` past a limit.
    /// *Cost*: linear; one allocation for a plain link of up to eight segments and four query items.
    package static func parse(
        _ text: Span<UInt8>, limits: LinkLimits = LinkLimits(), separators: SegmentSeparators = SegmentSeparators(),
        toASCII: DomainToASCII = .standard
    ) throws(LinkError) -> Link {
        try parse(text, as: nil, limits, separators, toASCII)
    }

    /// Parses a URL and checks it against the policy.
    package static func parse(
        _ text: String, limits: LinkLimits = LinkLimits(), separators: SegmentSeparators = SegmentSeparators(),
        toASCII: DomainToASCII = .standard
    ) throws(LinkError) -> Link {
        let utf8 = text.utf8
        return try parse(utf8.span, as: text, limits, separators, toASCII)
    }

    private static func parse(
        _ text: Span<UInt8>, as string: String?, _ limits: LinkLimits, _ separators: SegmentSeparators,
        _ toASCII: DomainToASCII
    ) throws(LinkError) -> Link {
        guard text.count <= limits.urlBytes else { throw .tooLong(length: text.count, limit: limits.urlBytes) }
        var parser = URLParser(toASCII: toASCII)
        try parser.parse(text)
        try LinkPolicy.check(parser.record, text, toASCII)
        let bytes = parser.takeBytes()
        // A copy of the cleaned text equals the text as sent if cleaning removed nothing.
        let isCanonical = parser.record.isCopy && bytes.count == text.count
        var link = Link(parser.record, bytes: bytes, sent: string, isCanonical: isCanonical)
        let separator = separators.isEmpty ? ASCII.slash : separators.separator(of: link, parser.record)
        try LinkCutter(parser.record, separator: separator, limits: limits).cut(&link, text)
        return consume link
    }
}

extension SegmentSeparators {
    /// The byte at which the path of a link is cut: a slash, but for the opaque form of a scheme with a separator.
    ///
    /// *Cost*: a link that is not opaque pays one comparison.
    fileprivate func separator(of link: borrowing Link, _ record: borrowing URLRecord) -> UInt8 {
        guard case .opaque = record.layout.path else { return ASCII.slash }
        return self[link.text(link.scheme)]?.byte ?? ASCII.slash
    }
}
