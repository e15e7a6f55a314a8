/// Cuts a record into decoded segments, query items and a fragment, and applies the rules of decoded texts.
///
/// Paths are split at raw slashes before decoding, and each part is decoded once. It works on the canonical URL;
/// offsets of refusals are found afterwards by walking the text as sent beside it, so accepted links pay nothing for them.
struct LinkCutter {
    private(set) var link: Link
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
            let value = decode(fragment, plusIsBlank: false)
            link.fragment = Link.Fragment(value: value, breach: breach(of: value, from: fragment, text))
        }
    }

    // MARK: Segments

    private mutating func cutSegments(_ text: Span<UInt8>, limit: Int) throws(LinkError) {
        let hostIsSegment = !link.isWeb && !link.host.range.isEmpty
        var start = Int(path.start)
        let end = Int(path.end)
        if start < end, link.bytes[start] == ASCII.slash { start += 1 }
        let hasPath = !path.isEmpty || !hostIsSegment
        var count = (hostIsSegment ? 1 : 0) + (hasPath ? 1 : 0)
        for index in start..<max(start, end) where link.bytes[index] == ASCII.slash { count += 1 }
        guard count <= limit else { throw .tooManySegments(count: count, limit: limit) }
        if hostIsSegment { try append(link.host.range, .host, text) }
        guard hasPath else { return }
        while true {
            var stop = start
            while stop < end, link.bytes[stop] != ASCII.slash { stop += 1 }
            if stop == start, stop < end {
                throw .forbidden(.path, rule: .emptySegment, offset: offsetAsSent(start, text))
            }
            try append(ByteRange(start, stop), .path, text)
            guard stop < end else { return }
            start = stop + 1
        }
    }

    private mutating func append(
        _ range: ByteRange, _ component: Link.Component, _ text: Span<UInt8>
    ) throws(LinkError) {
        let decoded = decode(range, plusIsBlank: false)
        if let finding = TextPolicy.firstBreach(link.bytes.span, decoded, isSegment: true) {
            let canonical = offset(ofDecoded: finding.offset, in: range)
            let isRaw = link.bytes[canonical] == ASCII.backslash
            throw .forbidden(
                component, rule: isRaw ? .backslash : finding.rule, offset: offsetAsSent(canonical, text))
        }
        link.segments.append(decoded)
    }

    // MARK: Query

    private mutating func cutQuery(_ range: ByteRange, _ text: Span<UInt8>, limit: Int) throws(LinkError) {
        let count = itemCount(range)
        guard count <= limit else { throw .tooManyItems(count: count, limit: limit) }
        let end = Int(range.end)
        var start = Int(range.start)
        while start < end {
            var stop = start
            var equals: Int?
            while stop < end, link.bytes[stop] != ASCII.ampersand {
                if link.bytes[stop] == ASCII.equals, equals == nil { equals = stop }
                stop += 1
            }
            if stop > start {
                let key = ByteRange(start, equals ?? stop)
                item(key, ByteRange(equals.map { $0 + 1 } ?? stop, stop), text)
            }
            start = stop + 1
        }
    }

    private mutating func item(_ key: ByteRange, _ value: ByteRange, _ text: Span<UInt8>) {
        let decodedKey = decode(key, plusIsBlank: true)
        let decodedValue = decode(value, plusIsBlank: true)
        link.queryItems.append(
            QueryItem(
                key: decodedKey, value: decodedValue, keyBreach: breach(of: decodedKey, from: key, text),
                valueBreach: breach(of: decodedValue, from: value, text)))
    }

    /// The items between `&`, empty ones aside, as the standard's form decoding has it.
    private func itemCount(_ range: ByteRange) -> Int {
        var count = 0
        var previous = ASCII.ampersand
        for index in range.indices {
            let byte = link.bytes[index]
            if previous == ASCII.ampersand, byte != ASCII.ampersand { count += 1 }
            previous = byte
        }
        return count
    }

    // MARK: Decoding

    /// Decodes a range of the canonical URL once; without anything to decode it is the range itself.
    private mutating func decode(_ range: ByteRange, plusIsBlank: Bool) -> ByteRange {
        var isPlain = true
        for index in range.indices {
            let byte = link.bytes[index]
            if byte == ASCII.percent || (byte == ASCII.plus && plusIsBlank) { isPlain = false }
        }
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
