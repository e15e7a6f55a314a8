/// Stage 4 of parsing: writes the canonical URL of a located text, and never fails.
///
/// *Cost*: one allocation where nothing or little needs escaping; linear, since what a `..` removes was written once.
/// *Source*: WHATWG URL, sections 4.4 (states from the path state on) and 4.5 (serializing).
struct URLWriter: ~Copyable {
    private var output: [UInt8] = []
    private var layout: URLLayout
    private var notes: ValidationNotes
    private let convertedHost: [UInt8]

    init(_ parser: consuming URLParser) {
        layout = parser.layout
        notes = parser.notes
        convertedHost = parser.convertedHost
    }

    /// Writes the URL and says where its components stand.
    consuming func write(_ text: Span<UInt8>) -> URLRecord {
        output.reserveCapacity(text.count + layout.growth)
        if layout.isCanonical, notes.errors.isEmpty { return copy(text) }
        for index in layout.scheme.indices { output.append(text[index].lowered) }
        let scheme = ByteRange(0, output.count)
        output.append(ASCII.colon)
        let (username, password, host) = authority(text)
        let path = path(text, hasAuthority: host != nil)
        let querySet = layout.kind.isSpecial ? ByteSet.specialQuery : .query
        let query = component(text, layout.query, layout.queryNeeds, ASCII.question, querySet)
        let fragment = component(text, layout.fragment, layout.fragmentNeeds, ASCII.hash, .fragment)
        return URLRecord(
            bytes: output, scheme: scheme, username: username, password: password, host: host, port: layout.port,
            path: path, query: query, fragment: fragment, validationErrors: notes.errors, layout: layout)
    }

    /// Writes a text that is canonical as it stands, as nearly every link is: components are where they were.
    private consuming func copy(_ text: Span<UInt8>) -> URLRecord {
        output.append(contentsOf: text)
        var path = layout.pathText
        if case .list = layout.path { path.start -= 1 }
        let nothing = ByteRange(start: layout.hostText.start, end: layout.hostText.start)
        let host: Host? =
            switch layout.host {
            case .domain(let range): Host(kind: .domain, range: range)
            case .opaque(let range): Host(kind: .opaque, range: range)
            case .empty: Host(kind: .none, range: layout.hostText)
            default: nil
            }
        return URLRecord(
            bytes: output, scheme: layout.scheme, username: nothing, password: nothing, host: host, port: nil,
            path: path, query: layout.query, fragment: layout.fragment, validationErrors: [], layout: layout)
    }

    // MARK: Authority

    private mutating func authority(_ text: Span<UInt8>) -> (ByteRange, ByteRange, Host?) {
        let nothing = ByteRange(output.count, output.count)
        if case .none = layout.host { return (nothing, nothing, nil) }
        output.append(ASCII.slash)
        output.append(ASCII.slash)
        let (username, password) = credentials(text)
        let host = host(text)
        if let port = layout.port {
            output.append(ASCII.colon)
            writeDecimal(UInt32(port))
        }
        return (username, password, host)
    }

    private mutating func credentials(_ text: Span<UInt8>) -> (ByteRange, ByteRange) {
        let start = output.count
        let nothing = ByteRange(start, start)
        let userinfo = layout.userinfo
        guard !userinfo.isEmpty else { return (nothing, nothing) }
        var colon = Int(userinfo.start)
        while colon < Int(userinfo.end), text[colon] != ASCII.colon { colon += 1 }
        escape(text, ByteRange(Int(userinfo.start), colon), .userinfo)
        let username = ByteRange(start, output.count)
        var password = ByteRange(output.count, output.count)
        if colon + 1 < Int(userinfo.end) {
            output.append(ASCII.colon)
            let passwordStart = output.count
            escape(text, ByteRange(colon + 1, Int(userinfo.end)), .userinfo)
            password = ByteRange(passwordStart, output.count)
        }
        if output.count > start { output.append(ASCII.at) }
        return (username, password)
    }

    private mutating func host(_ text: Span<UInt8>) -> Host {
        let start = output.count
        var kind = Host.Kind.none
        switch layout.host {
        case .none, .empty: break
        case .domain(let range):
            kind = .domain
            var cursor = PercentDecoding(range)
            while let byte = cursor.next(text) { output.append(byte.lowered) }
        case .converted:
            kind = .domain
            output.append(contentsOf: convertedHost)
        case .ipv4(let address):
            kind = .ipv4
            writeIPv4(address)
        case .ipv6(let address):
            kind = .ipv6
            output.append(ASCII.openBracket)
            address.write(to: &output)
            output.append(ASCII.closeBracket)
        case .opaque(let range):
            kind = .opaque
            escape(text, range, .c0Control)
        }
        if layout.kind == .file, output[start...].elementsEqual("localhost".utf8) {
            output.removeSubrange(start...)
            kind = .none
        }
        return Host(kind: kind, range: ByteRange(start, output.count))
    }

    private mutating func writeIPv4(_ address: UInt32) {
        var shift: UInt32 = 24
        while true {
            writeDecimal(address >> shift & 255)
            if shift == 0 { return }
            output.append(ASCII.dot)
            shift -= 8
        }
    }

    private mutating func writeDecimal(_ value: UInt32) {
        var divisor: UInt32 = 1
        while value / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            output.append(ASCII.zero + UInt8(truncatingIfNeeded: value / divisor % 10))
            divisor /= 10
        }
    }

    // MARK: Path

    private mutating func path(_ text: Span<UInt8>, hasAuthority: Bool) -> ByteRange {
        let start = output.count
        switch layout.path {
        case .absent: break
        case .opaque: opaquePath(text)
        case .list where layout.pathNeeds.isCanonical && layout.kind != .file:
            output.append(ASCII.slash)
            output.append(contentsOf: text.extracting(layout.pathText.indices))
        case .list: listPath(text, from: start)
        }
        // Without a host, a path of two slashes would read as an authority: the standard puts "/." before it.
        let looksLikeAuthority =
            output.count > start + 1 && output[start] == ASCII.slash
            && output[start + 1] == ASCII.slash
        guard !hasAuthority, looksLikeAuthority else { return ByteRange(start, output.count) }
        output.insert(contentsOf: [ASCII.slash, ASCII.dot], at: start)
        return ByteRange(start + 2, output.count)
    }

    private mutating func opaquePath(_ text: Span<UInt8>) {
        let end = Int(layout.pathText.end)
        let isFollowed = layout.query != nil || layout.fragment != nil
        // A blank at the very end would be lost when the URL without query and fragment is parsed again.
        if isFollowed, !layout.pathText.isEmpty, text[end - 1] == ASCII.blank {
            escape(text, ByteRange(Int(layout.pathText.start), end - 1), .c0Control)
            output.append(contentsOf: "%20".utf8)
        } else {
            escape(text, layout.pathText, .c0Control)
        }
    }

    private mutating func listPath(_ text: Span<UInt8>, from pathStart: Int) {
        let end = Int(layout.pathText.end)
        var start = Int(layout.pathText.start)
        while true {
            var stop = start
            while stop < end, text[stop] != ASCII.slash, !(text[stop] == ASCII.backslash && layout.kind.isSpecial) {
                stop += 1
            }
            segment(text, ByteRange(start, stop), isLast: stop == end, pathStart)
            guard stop < end else { return }
            if text[stop] == ASCII.backslash { notes.note(.invalidReverseSolidus, at: stop) }
            start = stop + 1
        }
    }

    private mutating func segment(_ text: Span<UInt8>, _ range: ByteRange, isLast: Bool, _ pathStart: Int) {
        let dots = DotSegment.dots(text, range)
        if dots > 0 {
            if layout.dotSegment == nil { layout.dotSegment = Int(range.start) }
            if dots == 2 { shorten(pathStart) }
            if isLast { output.append(ASCII.slash) }
            return
        }
        let isFirst = output.count == pathStart
        output.append(ASCII.slash)
        if layout.kind == .file, isFirst, range.count == 2, WindowsDriveLetter.stands(in: text, at: Int(range.start)) {
            notes.note(.fileInvalidWindowsDriveLetter, at: Int(range.start))
            output.append(text[Int(range.start)])
            output.append(ASCII.colon)
        } else {
            escape(text, range, .path)
        }
    }

    /// Removes the last segment, but never the drive letter of a file.
    private mutating func shorten(_ pathStart: Int) {
        if layout.kind == .file, output.count == pathStart + 3, output[pathStart + 1].isLetter,
            output[pathStart + 2] == ASCII.colon
        {
            return
        }
        while output.count > pathStart {
            if output.removeLast() == ASCII.slash { return }
        }
    }

    // MARK: Query, fragment, escaping

    private mutating func component(
        _ text: Span<UInt8>, _ range: ByteRange?, _ needs: Needs, _ mark: UInt8, _ set: ByteSet
    ) -> ByteRange? {
        guard let range else { return nil }
        output.append(mark)
        let start = output.count
        if needs.isCanonical {
            output.append(contentsOf: text.extracting(range.indices))
        } else {
            escape(text, range, set)
        }
        return ByteRange(start, output.count)
    }

    /// Writes a component with what has to be escaped in it.
    private mutating func escape(_ text: Span<UInt8>, _ range: ByteRange, _ set: ByteSet) {
        let plain = ByteSet.urlUnit.subtracting(set)
        var remark: Int?
        output.append(addingCapacity: 3 * range.count) { written in
            for offset in range.indices {
                let byte = text[offset]
                if plain.contains(byte) {
                    written.append(byte)
                    continue
                }
                if remark == nil, !Self.isUnit(text, offset) { remark = offset }
                guard byte >= 0x80 || set.contains(byte) else {
                    written.append(byte)
                    continue
                }
                written.append(ASCII.percent)
                written.append(UInt8.hexDigit(byte >> 4))
                written.append(UInt8.hexDigit(byte & 15))
            }
        }
        if let remark { notes.note(.invalidURLUnit, at: remark) }
    }

    /// Whether a byte begins a URL code point or an escape.
    private static func isUnit(_ text: Span<UInt8>, _ offset: Int) -> Bool {
        let byte = text[offset]
        if byte == ASCII.percent { return text.hasHexPair(at: offset + 1) }
        return byte < 0x80
            ? ByteSet.urlUnit.contains(byte) : !CodePoints.isControlOrNoncharacter(text, at: offset)
    }
}
