// Stage 4 of parsing: writes the canonical URL of a located text, and never fails. It fills in, in place, the record that
// holds the layout, because every link would pay for moving a record from stage to stage.

extension URLRecord {
    /// Writes the URL and sets the ranges of its components.
    ///
    /// - Parameter convertedHost: the output of `DomainToASCII` if the layout's host is `.converted`.
    ///
    /// *Cost*: one allocation; linear, because each byte that a `..` removes was written only once.
    /// *Source*: WHATWG URL, sections 4.4 (states from the path state on) and 4.5 (serializing).
    mutating func write(_ text: Span<UInt8>, convertedHost: [UInt8]) {
        bytes.reserveCapacity(text.count + layout.growth)
        if layout.isCanonical, notes.count == 0 { return copy(text) }
        for index in layout.scheme.indices { bytes.append(text[index].lowered) }
        scheme = ByteRange(0, bytes.count)
        bytes.append(ASCII.colon)
        writeAuthority(text, convertedHost)
        writePath(text)
        let querySet = layout.kind.isSpecial ? ByteSet.specialQuery : .query
        query = write(text, layout.query, layout.queryNeeds, ASCII.question, querySet)
        fragment = write(text, layout.fragment, layout.fragmentNeeds, ASCII.hash, .fragment)
    }

    /// Copies a text that is already canonical, as nearly every link is; the components keep their offsets.
    private mutating func copy(_ text: Span<UInt8>) {
        bytes.append(contentsOf: text)
        isCopy = true
        scheme = layout.scheme
        switch layout.host {
        case .domain(let range): host = Host(kind: .domain, range: range)
        case .opaque(let range): host = Host(kind: .opaque, range: range)
        case .empty: host = Host(kind: .none, range: layout.hostText)
        case .none, .converted, .ipv4, .ipv6: break
        }
        path = layout.pathText
        if case .list = layout.path { path.start -= 1 }
        query = layout.query
        fragment = layout.fragment
    }

    // MARK: Authority

    private mutating func writeAuthority(_ text: Span<UInt8>, _ convertedHost: [UInt8]) {
        if case .none = layout.host { return }
        bytes += "//".utf8
        writeCredentials(text)
        writeHost(text, convertedHost)
        port = layout.port
        if let port { bytes += ":\(port)".utf8 }
    }

    private mutating func writeCredentials(_ text: Span<UInt8>) {
        let start = bytes.count
        let userinfo = layout.userinfo
        guard !userinfo.isEmpty else { return }
        var colon = Int(userinfo.start)
        while colon < Int(userinfo.end), text[colon] != ASCII.colon { colon += 1 }
        escape(text, ByteRange(Int(userinfo.start), colon), .userinfo)
        username = ByteRange(start, bytes.count)
        if colon + 1 < Int(userinfo.end) {
            bytes.append(ASCII.colon)
            let passwordStart = bytes.count
            escape(text, ByteRange(colon + 1, Int(userinfo.end)), .userinfo)
            password = ByteRange(passwordStart, bytes.count)
        }
        if bytes.count > start { bytes.append(ASCII.at) }
    }

    private mutating func writeHost(_ text: Span<UInt8>, _ convertedHost: [UInt8]) {
        let start = bytes.count
        var kind = Host.Kind.none
        switch layout.host {
        case .none, .empty: break
        case .domain(let range):
            kind = .domain
            var cursor = PercentDecoding(range)
            while let byte = cursor.next(text) { bytes.append(byte.lowered) }
        case .converted:
            kind = .domain
            bytes.append(contentsOf: convertedHost)
        case .ipv4(let address):
            kind = .ipv4
            bytes += [24, 16, 8, 0].map { String(address >> $0 & 255) }.joined(separator: ".").utf8
        case .ipv6(let address):
            kind = .ipv6
            bytes.append(ASCII.openBracket)
            address.write(to: &bytes)
            bytes.append(ASCII.closeBracket)
        case .opaque(let range):
            kind = .opaque
            escape(text, range, .c0Control)
        }
        if layout.kind == .file, bytes[start...].elementsEqual("localhost".utf8) {
            bytes.removeSubrange(start...)
            kind = .none
        }
        host = Host(kind: kind, range: ByteRange(start, bytes.count))
    }

    // MARK: Path

    private mutating func writePath(_ text: Span<UInt8>) {
        let start = bytes.count
        switch layout.path {
        case .absent: break
        case .opaque: writeOpaquePath(text)
        case .list where layout.pathNeeds.isCanonical && layout.kind != .file:
            bytes.append(ASCII.slash)
            bytes.append(contentsOf: text.extracting(layout.pathText.indices))
        case .list: writeListPath(text, from: start)
        }
        // Without a host, two slashes at the start of a path would be read as an authority: the standard inserts "/.".
        let insertion = host == nil && bytes[start...].starts(with: "//".utf8) ? "/." : ""
        bytes.insert(contentsOf: insertion.utf8, at: start)
        path = ByteRange(start + insertion.utf8.count, bytes.count)
    }

    private mutating func writeOpaquePath(_ text: Span<UInt8>) {
        let end = Int(layout.pathText.end)
        let isFollowed = layout.query != nil || layout.fragment != nil
        // A blank at the end would be lost when the URL without query and fragment is parsed again.
        if isFollowed, !layout.pathText.isEmpty, text[end - 1] == ASCII.blank {
            escape(text, ByteRange(Int(layout.pathText.start), end - 1), .c0Control)
            bytes += "%20".utf8
        } else {
            escape(text, layout.pathText, .c0Control)
        }
    }

    private mutating func writeListPath(_ text: Span<UInt8>, from pathStart: Int) {
        let end = Int(layout.pathText.end)
        var start = Int(layout.pathText.start)
        while true {
            var stop = start
            while stop < end, text[stop] != ASCII.slash, !(text[stop] == ASCII.backslash && layout.kind.isSpecial) {
                stop += 1
            }
            writeSegment(text, ByteRange(start, stop), isLast: stop == end, pathStart)
            guard stop < end else { return }
            if text[stop] == ASCII.backslash { notes.note(.invalidReverseSolidus, at: stop) }
            start = stop + 1
        }
    }

    private mutating func writeSegment(_ text: Span<UInt8>, _ range: ByteRange, isLast: Bool, _ pathStart: Int) {
        let dots = DotSegment.dots(text, range)
        if dots > 0 {
            if layout.dotSegment == nil { layout.dotSegment = Int(range.start) }
            if dots == 2 { shorten(pathStart) }
            if isLast { bytes.append(ASCII.slash) }
            return
        }
        let isFirst = bytes.count == pathStart
        bytes.append(ASCII.slash)
        if layout.kind == .file, isFirst, range.count == 2, WindowsDriveLetter.stands(in: text, at: Int(range.start)) {
            notes.note(.fileInvalidWindowsDriveLetter, at: Int(range.start))
            bytes.append(text[Int(range.start)])
            bytes.append(ASCII.colon)
        } else {
            escape(text, range, .path)
        }
    }

    /// Removes the last segment, except the drive letter of a file.
    private mutating func shorten(_ pathStart: Int) {
        if layout.kind == .file, bytes.count == pathStart + 3, bytes[pathStart + 1].isLetter,
            bytes[pathStart + 2] == ASCII.colon
        {
            return
        }
        while bytes.count > pathStart {
            if bytes.removeLast() == ASCII.slash { return }
        }
    }

    // MARK: Query, fragment, escaping

    private mutating func write(
        _ text: Span<UInt8>, _ range: ByteRange?, _ needs: Needs, _ mark: UInt8, _ set: ByteSet
    ) -> ByteRange? {
        guard let range else { return nil }
        bytes.append(mark)
        let start = bytes.count
        if needs.isCanonical {
            bytes.append(contentsOf: text.extracting(range.indices))
        } else {
            escape(text, range, set)
        }
        return ByteRange(start, bytes.count)
    }

    /// Writes a component, and escapes the bytes of a set and those above 0x7F.
    private mutating func escape(_ text: Span<UInt8>, _ range: ByteRange, _ set: ByteSet) {
        let plain = ByteSet.urlUnit.subtracting(set)
        var remark: Int?
        bytes.append(addingCapacity: 3 * range.count) { written in
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

    /// True if a byte begins a URL code point or an escape.
    private static func isUnit(_ text: Span<UInt8>, _ offset: Int) -> Bool {
        let byte = text[offset]
        if byte == ASCII.percent { return text.hasHexPair(at: offset + 1) }
        return byte < 0x80
            ? ByteSet.urlUnit.contains(byte) : !CodePoints.isControlOrNoncharacter(text, at: offset)
    }
}
