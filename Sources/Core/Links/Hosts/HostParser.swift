/// The host parser: distinguishes addresses, domains and opaque hosts, and checks them.
///
/// *Source*: WHATWG URL, section 3.5.
struct HostParser {
    /// The output of `DomainToASCII` if the result is `.converted`.
    private(set) var converted: [UInt8] = []
    let toASCII: DomainToASCII

    /// Parses and checks a host.
    ///
    /// *Throws*: `.invalid` with the rule that the host breaks.
    mutating func parse(
        _ text: Span<UInt8>, _ range: ByteRange, isSpecial: Bool, notes: inout ValidationNotes
    ) throws(LinkError) -> ParsedHost {
        if text.byte(at: Int(range.start)) == ASCII.openBracket, !range.isEmpty {
            guard text.byte(at: Int(range.end) - 1) == ASCII.closeBracket else {
                throw .invalid(rule: .ipv6Unclosed, offset: Int(range.end))
            }
            return .ipv6(try IPv6Address(text, ByteRange(Int(range.start) + 1, Int(range.end) - 1)))
        }
        return isSpecial ? try domain(text, range, &notes) : try opaque(text, range)
    }

    /// True if a host of lower-case letters, digits, hyphens, underscores and dots is a domain that needs no other check.
    ///
    /// Its last label is then not empty and does not begin with a digit, so it cannot be an address.
    static func isPlainDomain(_ text: Span<UInt8>, _ range: ByteRange) -> Bool {
        var start = Int(range.end)
        while start > Int(range.start), text[start - 1] != ASCII.dot { start -= 1 }
        return start < Int(range.end) && !text[start].isDigit
    }

    private func opaque(_ text: Span<UInt8>, _ range: ByteRange) throws(LinkError) -> ParsedHost {
        if let offset = range.indices.first(where: { ByteSet.forbiddenInHost.contains(text[$0]) }) {
            throw .invalid(rule: .hostInvalidCodePoint, offset: offset)
        }
        return range.isEmpty ? .empty : .opaque(range)
    }

    private mutating func domain(
        _ text: Span<UInt8>, _ range: ByteRange, _ notes: inout ValidationNotes
    ) throws(LinkError) -> ParsedHost {
        var cursor = PercentDecoding(range)
        var offset = cursor.offset
        // The last label decides whether this is an address; a final dot does not count. Numbers begin with a digit.
        var endsInLabel = false
        var labelBeginsWithDigit = false
        while let byte = cursor.next(text) {
            guard byte < 0x80 else { return try convertedDomain(text, range, &notes) }
            guard !ByteSet.forbiddenInDomain.contains(byte) else {
                // A forbidden byte may combine with the mark after it to another character: `<` and U+0338 are U+226E.
                if !isASCII(text, cursor) { return try convertedDomain(text, range, &notes) }
                throw .invalid(rule: .domainInvalidCodePoint, offset: offset)
            }
            if !endsInLabel, byte != ASCII.dot { labelBeginsWithDigit = byte.isDigit }
            endsInLabel = byte != ASCII.dot
            offset = cursor.offset
        }
        guard labelBeginsWithDigit else { return .domain(range) }
        if let address = try IPv4Parser.parse(text, range, notes: &notes) { return .ipv4(address) }
        return .domain(range)
    }

    private func isASCII(_ text: Span<UInt8>, _ rest: PercentDecoding) -> Bool {
        var cursor = rest
        while let byte = cursor.next(text) {
            if byte >= 0x80 { return false }
        }
        return true
    }

    /// Checks a domain that is not ASCII.
    ///
    /// The rules apply to the converted domain, which has no offsets in the text, so every error has the offset of the
    /// host's first byte.
    private mutating func convertedDomain(
        _ text: Span<UInt8>, _ range: ByteRange, _ notes: inout ValidationNotes
    ) throws(LinkError) -> ParsedHost {
        var decoded: [UInt8] = []
        var cursor = PercentDecoding(range)
        while let byte = cursor.next(text) { decoded.append(byte) }
        switch toASCII.convert(decoded) {
        case .refused(let rule): throw .invalid(rule: rule, offset: Int(range.start))
        case .domain(let bytes):
            guard !bytes.isEmpty, bytes.count <= URLParser.maximumBytes else {
                throw .invalid(rule: .domainToASCII, offset: Int(range.start))
            }
            guard bytes.allSatisfy({ $0 < 0x80 && !ByteSet.forbiddenInDomain.contains($0) }) else {
                throw .invalid(rule: .domainInvalidCodePoint, offset: Int(range.start))
            }
            return try addressOrDomain(bytes, at: Int(range.start), &notes)
        }
    }

    private mutating func addressOrDomain(
        _ bytes: [UInt8], at offset: Int, _ notes: inout ValidationNotes
    ) throws(LinkError) -> ParsedHost {
        var unplaced = ValidationNotes()
        do throws(LinkError) {
            let address = try IPv4Parser.parse(bytes.span, ByteRange(0, bytes.count), notes: &unplaced)
            for remark in unplaced.errors { notes.note(remark.rule, at: offset) }
            if let address { return .ipv4(address) }
            converted = bytes
            return .converted
        } catch {
            guard case .invalid(let rule, _) = error else { throw error }
            throw .invalid(rule: rule, offset: offset)
        }
    }
}
