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
        // Room for a slash that was left out, the lengthened forms of addresses, and two escapes.
        output.reserveCapacity(text.count + 24)
        for index in layout.scheme.indices { output.append(text[index].lowered) }
        let scheme = ByteRange(0, output.count)
        output.append(ASCII.colon)
        let (username, password, host) = authority(text)
        let path = path(text, hasAuthority: host != nil)
        let query = component(text, layout.query, ASCII.question, layout.kind.isSpecial ? .specialQuery : .query)
        let fragment = component(text, layout.fragment, ASCII.hash, .fragment)
        return URLRecord(
            bytes: output, scheme: scheme, username: username, password: password, host: host, port: layout.port,
            path: path, query: query, fragment: fragment, validationErrors: notes.errors, layout: layout)
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
        case .list where isVerbatim(text):
            output.append(ASCII.slash)
            copy(text, layout.pathText.indices)
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

    /// Whether nothing in a list path needs resolving, escaping or a remark, as in most links.
    private func isVerbatim(_ text: Span<UInt8>) -> Bool {
        let plain = ByteSet.urlUnit.subtracting(.path)
        var previous = ASCII.slash
        for index in layout.pathText.indices {
            let byte = text[index]
            if !plain.contains(byte) || (byte == ASCII.dot && previous == ASCII.slash) { return false }
            previous = byte
        }
        return layout.kind != .file
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
        _ text: Span<UInt8>, _ range: ByteRange?, _ mark: UInt8, _ set: ByteSet
    ) -> ByteRange? {
        guard let range else { return nil }
        output.append(mark)
        let start = output.count
        escape(text, range, set)
        return ByteRange(start, output.count)
    }

    /// Writes a component, its plain stretches in one go.
    private mutating func escape(_ text: Span<UInt8>, _ range: ByteRange, _ set: ByteSet) {
        let plain = ByteSet.urlUnit.subtracting(set)
        let end = Int(range.end)
        var start = Int(range.start)
        while true {
            var stop = start
            while stop < end, plain.contains(text[stop]) { stop += 1 }
            copy(text, start..<stop)
            guard stop < end else { return }
            escapeByte(text, stop, set)
            start = stop + 1
        }
    }

    private mutating func copy(_ text: Span<UInt8>, _ range: Range<Int>) {
        guard !range.isEmpty else { return }
        output.append(addingCapacity: range.count) { written in
            for index in range { written.append(text[index]) }
        }
    }

    private mutating func escapeByte(_ text: Span<UInt8>, _ offset: Int, _ set: ByteSet) {
        let byte = text[offset]
        noteUnit(text, offset)
        guard byte >= 0x80 || set.contains(byte) else { return output.append(byte) }
        output.append(ASCII.percent)
        output.append(UInt8.hexDigit(byte >> 4))
        output.append(UInt8.hexDigit(byte & 15))
    }

    /// Remarks on a byte that begins no URL code point and no escape.
    private mutating func noteUnit(_ text: Span<UInt8>, _ offset: Int) {
        let byte = text[offset]
        let isFine =
            byte == ASCII.percent
            ? text.hasHexPair(at: offset + 1)
            : ByteSet.urlUnit.contains(byte)
                || (byte >= 0x80 && !CodePoints.isControlOrNoncharacter(text, at: offset))
        if !isFine { notes.note(.invalidURLUnit, at: offset) }
    }
}
