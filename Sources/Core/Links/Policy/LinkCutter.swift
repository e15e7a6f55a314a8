internal import Contract

/// Splits a record into decoded segments, query items and a fragment, and applies the rules for decoded texts.
///
/// The path is split before decoding, at raw slashes or at the separator of an opaque form (see `SegmentSeparator`), and
/// each part is decoded once. All of this works on the canonical
/// URL. Offsets in the text as sent are computed only for errors, by walking through both, so accepted links do not pay.
struct LinkCutter: ~Copyable {
    private let path: ByteRange
    private let query: ByteRange?
    private let fragment: ByteRange?
    private let hostIsPlain: Bool
    private let pathIsPlain: Bool
    private let fragmentIsPlain: Bool
    private let limits: LinkLimits
    /// The byte between two segments of the path.
    private let separator: UInt8
    /// The offsets of host, path, query and fragment in the text as sent.
    private let sent: (host: UInt32, path: UInt32, query: UInt32, fragment: UInt32)

    init(_ record: borrowing URLRecord, separator: UInt8 = ASCII.slash, limits: LinkLimits) {
        path = record.path
        query = record.query
        fragment = record.fragment
        hostIsPlain = record.layout.hostNeeds.isPlain
        pathIsPlain = record.layout.pathNeeds.isPlain
        fragmentIsPlain = record.layout.fragmentNeeds.isPlain
        self.limits = limits
        self.separator = separator
        sent = (
            record.layout.hostText.start, record.layout.pathStart, record.layout.query?.start ?? 0,
            record.layout.fragment?.start ?? 0
        )
    }

    /// Adds all segments, query items and the fragment to the link that was made from the record.
    ///
    /// *Throws*: `.forbidden` for a segment, `.tooManySegments`, `.tooManyItems`.
    func cut(_ link: inout Link, _ text: Span<UInt8>) throws(LinkError) {
        try cutSegments(&link, text)
        if let query { try cutQuery(query, &link, text) }
        if let fragment {
            // Without an escape the fragment is its own decoded text, even if it has validation errors.
            let isPlain = fragmentIsPlain || fragment.indices.allSatisfy { link.bytes[$0] != ASCII.percent }
            let value = decode(fragment, of: &link, isPlain: isPlain, plusIsBlank: false)
            let breach = breach(of: value, from: fragment, &link, text)
            link.fragment = Link.Fragment(value: value, breach: breach)
        }
    }

    // MARK: Segments

    private func cutSegments(_ link: inout Link, _ text: Span<UInt8>) throws(LinkError) {
        let hostIsSegment = !link.isWeb && !link.host.range.isEmpty
        var start = Int(path.start)
        let end = Int(path.end)
        if start < end, link.bytes[start] == ASCII.slash { start += 1 }
        if hostIsSegment {
            let host = Piece(
                segmentOf: link.bytes.span, from: Int(link.host.range.start), to: Int(link.host.range.end),
                isPathPlain: hostIsPlain)
            try append(host, .host, to: &link, text)
            if path.isEmpty { return }
        }
        if separator != ASCII.slash { try refuseSlash(link, text) }
        while true {
            let piece = Piece(
                segmentOf: link.bytes.span, from: start, to: end, separator: separator, isPathPlain: pathIsPlain)
            if piece.isEmpty, piece.stop < end {
                throw .forbidden(.path, rule: .emptySegment, offset: offsetAsSent(start, link, text))
            }
            try append(piece, .path, to: &link, text)
            guard piece.stop < end else { return }
            start = piece.stop + 1
        }
    }

    /// Refuses a raw slash in an opaque form that has another separator.
    private func refuseSlash(_ link: borrowing Link, _ text: Span<UInt8>) throws(LinkError) {
        for offset in path.indices where link.bytes[offset] == ASCII.slash {
            throw .forbidden(.path, rule: .slashInOpaqueForm, offset: offsetAsSent(offset, link, text))
        }
    }

    private func append(
        _ piece: Piece, _ component: Link.Component, to link: inout Link, _ text: Span<UInt8>
    ) throws(LinkError) {
        guard link.segments.count < limits.segments else {
            throw .tooManySegments(count: segmentCount(of: link), limit: limits.segments)
        }
        let decoded = decode(piece.range, of: &link, isPlain: piece.isPlain, plusIsBlank: false)
        let beginsWithDot = !piece.isEmpty && link.bytes[Int(piece.range.start)] == ASCII.dot
        if !piece.isPlain || beginsWithDot,
            let finding = TextPolicy.firstBreach(link.bytes.span, decoded, isSegment: true)
                ?? separator(in: decoded, link)
        {
            let canonical = offset(ofDecoded: finding.offset, in: piece.range, of: link)
            let isRaw = link.bytes[canonical] == ASCII.backslash
            throw .forbidden(
                component, rule: isRaw ? .backslash : finding.rule, offset: offsetAsSent(canonical, link, text))
        }
        link.segments.append(decoded)
    }

    /// The separator of an opaque form, if a decoded segment of it holds one.
    private func separator(in decoded: ByteRange, _ link: borrowing Link) -> TextPolicy.Finding? {
        guard separator != ASCII.slash else { return nil }
        for offset in decoded.indices where link.bytes[offset] == separator {
            return TextPolicy.Finding(rule: .encodedSeparator, offset: offset - Int(decoded.start))
        }
        return nil
    }

    /// The number of segments of the whole link, for the error.
    private func segmentCount(of link: borrowing Link) -> Int {
        let hasHost = !link.isWeb && !link.host.range.isEmpty
        guard !path.isEmpty else { return 1 }
        let inner = link.bytes[path.indices].dropFirst().count { $0 == separator }
        return inner + 1 + (hasHost ? 1 : 0)
    }

    // MARK: Query

    private func cutQuery(_ range: ByteRange, _ link: inout Link, _ text: Span<UInt8>) throws(LinkError) {
        let end = Int(range.end)
        var start = Int(range.start)
        while start < end {
            let key = Piece(itemOf: link.bytes.span, from: start, to: end, endsAtEquals: true)
            let hasValue = key.stop < end && link.bytes[key.stop] == ASCII.equals
            let value = Piece(
                itemOf: link.bytes.span, from: hasValue ? key.stop + 1 : key.stop, to: hasValue ? end : key.stop,
                endsAtEquals: false)
            start = value.stop + 1
            // Empty items are skipped, as in the standard's form decoding.
            guard value.stop > key.range.start else { continue }
            guard link.queryItems.count < limits.queryItems else {
                let count = link.bytes[range.indices].split(separator: ASCII.ampersand).count
                throw .tooManyItems(count: count, limit: limits.queryItems)
            }
            let decodedKey = decode(key.range, of: &link, isPlain: key.isPlain, plusIsBlank: true)
            let decodedValue = decode(value.range, of: &link, isPlain: value.isPlain, plusIsBlank: true)
            let keyBreach = breach(of: decodedKey, from: key.range, &link, text)
            let valueBreach = breach(of: decodedValue, from: value.range, &link, text)
            link.queryItems.append(
                QueryItem(key: decodedKey, value: decodedValue, keyBreach: keyBreach, valueBreach: valueBreach))
        }
    }

    // MARK: Decoding

    /// Decodes a range of the canonical URL once; a range with nothing to decode is returned as it is.
    @inline(__always)
    private func decode(_ range: ByteRange, of link: inout Link, isPlain: Bool, plusIsBlank: Bool) -> ByteRange {
        isPlain ? range : link.appendDecoded(range, plusIsBlank: plusIsBlank)
    }

    /// The breach of a decoded text; nil for a range that needed no decoding, because it is printable ASCII.
    private func breach(
        of decoded: ByteRange, from range: ByteRange, _ link: inout Link, _ text: Span<UInt8>
    ) -> Breach? {
        guard decoded != range,
            let finding = TextPolicy.firstBreach(link.bytes.span, decoded, isSegment: false)
        else { return nil }
        link.keep(text)
        let place = offset(ofDecoded: finding.offset, in: range, of: link)
        return Breach(rule: finding.rule, place: UInt32(truncatingIfNeeded: place))
    }

    // MARK: Offsets of errors

    /// The offset in the canonical URL of a byte of a decoded range.
    private func offset(ofDecoded offset: Int, in range: ByteRange, of link: borrowing Link) -> Int {
        var cursor = PercentDecoding(range)
        for _ in 0..<offset { _ = cursor.next(link.bytes.span) }
        return min(cursor.offset, link.bytes.count - 1)
    }

    /// The offset in the text as sent of a byte of the canonical URL.
    private func offsetAsSent(_ offset: Int, _ link: borrowing Link, _ text: Span<UInt8>) -> Int {
        SentOffset.find(
            offset, link.bytes.span, text,
            anchors: [
                (link.host.range.start, sent.host), (path.start, sent.path),
                (query?.start ?? .max, sent.query), (fragment?.start ?? .max, sent.fragment),
            ])
    }
}
