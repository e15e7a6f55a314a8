/// Cuts a record into decoded segments, query items and a fragment, and applies the rules of decoded texts.
///
/// Paths are split at raw slashes before decoding, and each part is decoded once. It works on the canonical URL;
/// offsets of refusals are found afterwards by walking the text as sent beside it, so accepted links pay nothing for them.
struct LinkCutter: ~Copyable {
    private var link: Link
    private let path: ByteRange
    private let query: ByteRange?
    private let fragment: ByteRange?
    private let layout: URLLayout

    init(_ record: consuming URLRecord) {
        path = record.path
        query = record.query
        fragment = record.fragment
        layout = record.layout
        link = Link(record)
    }

    /// Cuts everything.
    ///
    /// *Throws*: `.forbidden` for a segment, `.tooManySegments`, `.tooManyItems`.
    mutating func cut(_ text: Span<UInt8>, limits: LinkLimits) throws(LinkError) {
        try cutSegments(text, limit: limits.segments)
        if let query { try cutQuery(query, text, limit: limits.queryItems) }
        if let fragment {
            let isPlain = !link.bytes[fragment.indices].contains(ASCII.percent)
            let value = decode(fragment, isPlain: isPlain, plusIsBlank: false)
            link.fragment = Link.Fragment(value: value, breach: breach(of: value, from: fragment, text))
        }
    }

    /// Hands out the link that was cut.
    consuming func finish() -> Link { link }

    // MARK: Segments

    private mutating func cutSegments(_ text: Span<UInt8>, limit: Int) throws(LinkError) {
        let hostIsSegment = !link.isWeb && !link.host.range.isEmpty
        var start = Int(path.start)
        let end = Int(path.end)
        if start < end, link.bytes[start] == ASCII.slash { start += 1 }
        if hostIsSegment {
            let host = Piece(link.bytes.span, from: Int(link.host.range.start), to: Int(link.host.range.end), .path)
            try append(host, .host, text, limit)
            if path.isEmpty { return }
        }
        while true {
            let piece = Piece(link.bytes.span, from: start, to: end, .path)
            if piece.isEmpty, piece.stop < end {
                throw .forbidden(.path, rule: .emptySegment, offset: offsetAsSent(start, text))
            }
            try append(piece, .path, text, limit)
            guard piece.stop < end else { return }
            start = piece.stop + 1
        }
    }

    private mutating func append(
        _ piece: Piece, _ component: Link.Component, _ text: Span<UInt8>, _ limit: Int
    ) throws(LinkError) {
        guard link.segments.count < limit else { throw .tooManySegments(count: segmentCount, limit: limit) }
        let decoded = decode(piece.range, isPlain: piece.isPlain, plusIsBlank: false)
        if !piece.isPlain || link.bytes[piece.range.indices].first == ASCII.dot,
            let finding = TextPolicy.firstBreach(link.bytes.span, decoded, isSegment: true)
        {
            let canonical = offset(ofDecoded: finding.offset, in: piece.range)
            let isRaw = link.bytes[canonical] == ASCII.backslash
            throw .forbidden(
                component, rule: isRaw ? .backslash : finding.rule, offset: offsetAsSent(canonical, text))
        }
        link.segments.append(decoded)
    }

    /// The segments of the whole link, for the evidence of a refusal.
    private var segmentCount: Int {
        let hasHost = !link.isWeb && !link.host.range.isEmpty
        guard !path.isEmpty else { return 1 }
        let inner = link.bytes[path.indices].dropFirst().count { $0 == ASCII.slash }
        return inner + 1 + (hasHost ? 1 : 0)
    }

    // MARK: Query

    private mutating func cutQuery(_ range: ByteRange, _ text: Span<UInt8>, limit: Int) throws(LinkError) {
        let end = Int(range.end)
        var start = Int(range.start)
        while start < end {
            let key = Piece(link.bytes.span, from: start, to: end, .key)
            var value = Piece(link.bytes.span, from: key.stop, to: key.stop, .value)
            if key.stop < end, link.bytes[key.stop] == ASCII.equals {
                value = Piece(link.bytes.span, from: key.stop + 1, to: end, .value)
            }
            start = value.stop + 1
            // Empty items are none, as in the standard's decoding of forms.
            guard value.stop > key.range.start else { continue }
            guard link.queryItems.count < limit else { throw .tooManyItems(count: itemCount(range), limit: limit) }
            let decodedKey = decode(key.range, isPlain: key.isPlain, plusIsBlank: true)
            let decodedValue = decode(value.range, isPlain: value.isPlain, plusIsBlank: true)
            link.queryItems.append(
                QueryItem(
                    key: decodedKey, value: decodedValue, keyBreach: breach(of: decodedKey, from: key.range, text),
                    valueBreach: breach(of: decodedValue, from: value.range, text)))
        }
    }

    /// The items of the whole query, for the evidence of a refusal.
    private func itemCount(_ range: ByteRange) -> Int {
        link.bytes[range.indices].split(separator: ASCII.ampersand).count
    }

    // MARK: Decoding

    /// Decodes a range of the canonical URL once; without anything to decode it is the range itself.
    private mutating func decode(_ range: ByteRange, isPlain: Bool, plusIsBlank: Bool) -> ByteRange {
        if isPlain { return range }
        let start = link.bytes.count
        var cursor = PercentDecoding(range)
        while true {
            let offset = cursor.offset
            guard let byte = cursor.next(link.bytes.span) else { break }
            // An escaped plus is a plus.
            let isBlank = plusIsBlank && byte == ASCII.plus && cursor.offset == offset + 1
            link.bytes.append(isBlank ? ASCII.blank : byte)
        }
        return ByteRange(start, link.bytes.count)
    }

    /// The objection to a value; a range that needed no decoding is printable ASCII.
    private func breach(of decoded: ByteRange, from range: ByteRange, _ text: Span<UInt8>) -> Breach? {
        guard decoded != range,
            let finding = TextPolicy.firstBreach(link.bytes.span, decoded, isSegment: false)
        else { return nil }
        let offset = offsetAsSent(offset(ofDecoded: finding.offset, in: range), text)
        return Breach(rule: finding.rule, offset: offset)
    }

    // MARK: Offsets of refusals

    /// The place in the canonical URL of a byte of a decoded range.
    private func offset(ofDecoded offset: Int, in range: ByteRange) -> Int {
        var cursor = PercentDecoding(range)
        for _ in 0..<offset { _ = cursor.next(link.bytes.span) }
        return min(cursor.offset, link.bytes.count - 1)
    }

    /// The place in the text as sent of an offset into the canonical URL.
    private func offsetAsSent(_ offset: Int, _ text: Span<UInt8>) -> Int {
        SentOffset.find(
            offset, link.bytes.span, text,
            anchors: [
                (link.host.range.start, layout.hostText.start), (path.start, pathStartAsSent),
                (query?.start ?? .max, layout.query?.start ?? 0),
                (fragment?.start ?? .max, layout.fragment?.start ?? 0),
            ])
    }

    /// A list begins with a slash, and the layout's text after it.
    private var pathStartAsSent: UInt32 {
        if case .list = layout.path, layout.pathText.start > 0 { return layout.pathText.start - 1 }
        return layout.pathText.start
    }
}
