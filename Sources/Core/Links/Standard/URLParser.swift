// The basic URL parser of the WHATWG URL Standard for absolute URLs, in four stages.
//
//   1. clean    `CleanedText`: removes outer controls and blanks, TAB, LF and CR.         fails: invalid UTF-8
//   2. locate   this file: finds scheme, authority, port, path, query and fragment.       fails: scheme, host missing, port
//   3. host     `HostParser`, `IPv4Parser`, `IPv6Address`: parses the host.               fails: any host rule
//   4. write    `URLRecord.write`: writes the canonical URL, escaped and resolved.        never fails
//
// The standard describes one machine that reads one code point at a time and writes as it goes. Its states are the
// functions here, under its names. But each function reads its component in one go and stores a range, not a buffer.
// Stages 1 to 3 find every error before a byte of the URL is written, so stage 4 cannot fail. The result is the same,
// because the standard never reads again what it wrote, except the path, where no error is possible.
// Stages 1 to 3 allocate only for rare links: a TAB or newline inside, four validation errors, a host that is not ASCII.
//
// The standard's base URLs, state overrides and encodings other than UTF-8 are left out: a link is absolute, and it is
// parsed once. Reading is linear: an authority with a user name, port or brackets is read twice, everything else once
// per stage. Each state skips stretches of bytes that need no work (`PlainBytes`) and examines the other bytes singly. It
// records the work that those need later (`Needs`), so that the later stages copy the rest.

/// Stages 2 and 3 of parsing: finds and checks the components of a cleaned text.
///
/// *Source*: WHATWG URL, section 4.4.
package struct URLParser: ~Copyable {
    /// The longest text that is parsed, in bytes.
    ///
    /// A canonical URL may be three times as long as its text, and its decoded parts as long as the text. 32-bit offsets
    /// reach all of these bytes.
    package static let maximumBytes = 1 << 28

    /// The result, which the stages fill in place.
    var record = URLRecord()
    private(set) var hostParser: HostParser

    init(toASCII: DomainToASCII) {
        hostParser = HostParser(toASCII: toASCII)
    }

    /// Finds every component and checks those that can be invalid.
    mutating func locate(_ text: Span<UInt8>) throws(LinkError) {
        var offset = try scheme(text)
        switch record.layout.kind {
        case .file: offset = try file(text, offset)
        case .other: offset = try pathOrAuthority(text, offset)
        default: offset = try specialAuthority(text, offset)
        }
        pathQueryFragment(text, offset)
    }

    // MARK: Scheme start state, scheme state

    private mutating func scheme(_ text: Span<UInt8>) throws(LinkError) -> Int {
        guard let first = text.byte(at: 0), first.isLetter else {
            throw .invalid(rule: .missingSchemeNonRelativeURL, offset: 0)
        }
        var offset = 0
        while true {
            offset = PlainBytes.scheme.endOfStretch(in: text, from: offset)
            guard let byte = text.byte(at: offset), byte == ASCII.colon || byte.isLetter else {
                throw .invalid(rule: .missingSchemeNonRelativeURL, offset: offset)
            }
            if byte == ASCII.colon { break }
            record.layout.schemeNeeds = .writing
            offset += 1
        }
        record.layout.scheme = ByteRange(0, offset)
        record.layout.kind = Scheme(text, record.layout.scheme)
        return offset + 1
    }

    // MARK: Special authority slashes state, special authority ignore slashes state

    private mutating func specialAuthority(_ text: Span<UInt8>, _ start: Int) throws(LinkError) -> Int {
        var offset = start
        while isSeparator(text, offset) {
            noteBackslash(text, offset)
            offset += 1
        }
        if offset != start + 2 { record.notes.note(.specialSchemeMissingFollowingSolidus, at: start) }
        return try authority(text, offset)
    }

    // MARK: Path or authority state

    private mutating func pathOrAuthority(_ text: Span<UInt8>, _ start: Int) throws(LinkError) -> Int {
        guard text.byte(at: start) == ASCII.slash else {
            record.layout.path = .opaque
            return start
        }
        guard text.byte(at: start + 1) == ASCII.slash else {
            record.layout.path = .list
            return start + 1
        }
        return try authority(text, start + 2)
    }

    // MARK: Authority state, host state, port state

    private mutating func authority(_ text: Span<UInt8>, _ start: Int) throws(LinkError) -> Int {
        if let end = plainAuthority(text, start) { return pathStart(text, end) }
        var end = start
        while let byte = text.byte(at: end), !endsAuthority(byte) {
            if byte == ASCII.at {
                if record.layout.at == nil { record.notes.note(.invalidCredentials, at: end) }
                record.layout.at = end
            }
            end += 1
        }
        let hostStart = record.layout.at.map { $0 + 1 } ?? start
        if let at = record.layout.at {
            record.layout.userinfo = ByteRange(start, at)
            guard hostStart < end else { throw .invalid(rule: .hostMissing, offset: hostStart) }
        }
        let hostEnd = self.hostEnd(text, hostStart, end)
        guard hostStart < hostEnd || (hostEnd == end && !record.layout.kind.isSpecial) else {
            throw .invalid(rule: .hostMissing, offset: hostStart)
        }
        try host(text, ByteRange(hostStart, hostEnd))
        if hostEnd < end { try port(text, hostEnd, end) }
        return pathStart(text, end)
    }

    /// Reads an authority that is only a plain host, as in nearly every link, and returns its end; nil for any other.
    private mutating func plainAuthority(_ text: Span<UInt8>, _ start: Int) -> Int? {
        var end = PlainBytes.host.endOfStretch(in: text, from: start)
        // Two hyphens may belong to an A-label, which needs the full check.
        while text.byte(at: end) == ASCII.minus, text.byte(at: end + 1) != ASCII.minus {
            end = PlainBytes.host.endOfStretch(in: text, from: end + 1)
        }
        guard end == text.count || endsAuthority(text[end]) else { return nil }
        let range = ByteRange(start, end)
        if record.layout.kind.isSpecial {
            guard HostParser.isPlainDomain(text, range) else { return nil }
            record.layout.host = .domain(range)
        } else {
            record.layout.host = range.isEmpty ? .empty : .opaque(range)
        }
        record.layout.hostText = range
        return end
    }

    /// The offset of the colon before the port, or the end; a colon in brackets belongs to an IPv6 address.
    private func hostEnd(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
        var inBrackets = false
        for offset in start..<end {
            switch text[offset] {
            case ASCII.openBracket: inBrackets = true
            case ASCII.closeBracket: inBrackets = false
            case ASCII.colon where !inBrackets: return offset
            default: break
            }
        }
        return end
    }

    private mutating func host(_ text: Span<UInt8>, _ range: ByteRange) throws(LinkError) {
        record.layout.hostText = range
        record.layout.hostNeeds = [.writing, .decoding]
        record.layout.host = try hostParser.parse(
            text, range, isSpecial: record.layout.kind.isSpecial, notes: &record.notes)
    }

    private mutating func port(_ text: Span<UInt8>, _ colon: Int, _ end: Int) throws(LinkError) {
        record.layout.portColon = colon
        var value: UInt32 = 0
        for offset in colon + 1..<end {
            guard text[offset].isDigit else { throw .invalid(rule: .portInvalid, offset: offset) }
            value = min(value &* 10 &+ UInt32(text[offset] &- ASCII.zero), 65_536)
        }
        guard value <= 65_535 else { throw .invalid(rule: .portOutOfRange, offset: colon + 1) }
        let port = UInt16(truncatingIfNeeded: value)
        if end > colon + 1, port != record.layout.kind.defaultPort { record.layout.port = port }
    }

    // MARK: File state, file slash state, file host state

    private mutating func file(_ text: Span<UInt8>, _ start: Int) throws(LinkError) -> Int {
        record.layout.host = .empty
        record.layout.path = .list
        if text.byte(at: start) != ASCII.slash || text.byte(at: start + 1) != ASCII.slash {
            record.notes.note(.specialSchemeMissingFollowingSolidus, at: start)
        }
        guard isSeparator(text, start) else { return start }
        noteBackslash(text, start)
        guard isSeparator(text, start + 1) else { return start + 1 }
        noteBackslash(text, start + 1)
        let hostStart = start + 2
        var end = hostStart
        while let byte = text.byte(at: end), !endsAuthority(byte) { end += 1 }
        if end == hostStart + 2, WindowsDriveLetter.stands(in: text, at: hostStart) {
            record.notes.note(.fileInvalidWindowsDriveLetterHost, at: hostStart)
            return hostStart
        }
        if end > hostStart { try host(text, ByteRange(hostStart, end)) }
        return pathStart(text, end)
    }

    // MARK: Path start state, path state, opaque path state, query state, fragment state

    private mutating func pathStart(_ text: Span<UInt8>, _ offset: Int) -> Int {
        if isSeparator(text, offset) {
            noteBackslash(text, offset)
            record.layout.path = .list
            return offset + 1
        }
        record.layout.path = record.layout.kind.isSpecial ? .list : .absent
        return offset
    }

    private mutating func pathQueryFragment(_ text: Span<UInt8>, _ start: Int) {
        var offset = path(text, start)
        record.layout.pathText = ByteRange(start, offset)
        if text.byte(at: offset) == ASCII.question {
            let queryStart = offset + 1
            offset = query(text, queryStart)
            record.layout.query = ByteRange(queryStart, offset)
        }
        if text.byte(at: offset) == ASCII.hash {
            fragment(text, offset + 1)
            record.layout.fragment = ByteRange(offset + 1, text.count)
        }
    }

    private mutating func path(_ text: Span<UInt8>, _ start: Int) -> Int {
        var offset = start
        while true {
            offset = PlainBytes.path.endOfStretch(in: text, from: offset)
            guard let byte = text.byte(at: offset), byte != ASCII.question, byte != ASCII.hash else { return offset }
            let beginsSegment = offset == start || text[offset - 1] == ASCII.slash
            if beginsSegment, DotSegment.mayBegin(text, at: offset) { record.layout.pathNeeds.insert(.resolving) }
            if byte != ASCII.dot { record.layout.pathNeeds.insert(needs(text, offset)) }
            offset += 1
        }
    }

    private mutating func query(_ text: Span<UInt8>, _ start: Int) -> Int {
        var offset = start
        while true {
            offset = PlainBytes.query.endOfStretch(in: text, from: offset)
            guard let byte = text.byte(at: offset), byte != ASCII.hash else { return offset }
            record.layout.queryNeeds.insert(byte == ASCII.plus ? .decoding : needs(text, offset))
            offset += 1
        }
    }

    private mutating func fragment(_ text: Span<UInt8>, _ start: Int) {
        var offset = start
        while true {
            offset = PlainBytes.fragment.endOfStretch(in: text, from: offset)
            guard offset < text.count else { return }
            record.layout.fragmentNeeds.insert(needs(text, offset))
            offset += 1
        }
    }

    /// The need of a byte that is not plain: a valid escape is only decoded, and stage 4 examines any other byte again.
    private func needs(_ text: Span<UInt8>, _ offset: Int) -> Needs {
        text[offset] == ASCII.percent && text.hasHexPair(at: offset + 1) ? .decoding : .writing
    }

    // MARK: Slashes

    private func endsAuthority(_ byte: UInt8) -> Bool {
        byte == ASCII.slash || byte == ASCII.question || byte == ASCII.hash
            || (byte == ASCII.backslash && record.layout.kind.isSpecial)
    }

    private func isSeparator(_ text: Span<UInt8>, _ offset: Int) -> Bool {
        guard let byte = text.byte(at: offset) else { return false }
        return byte == ASCII.slash || (byte == ASCII.backslash && record.layout.kind.isSpecial)
    }

    private mutating func noteBackslash(_ text: Span<UInt8>, _ offset: Int) {
        if text.byte(at: offset) == ASCII.backslash { record.notes.note(.invalidReverseSolidus, at: offset) }
    }
}
