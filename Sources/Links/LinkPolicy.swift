// The part of the dispatcher's policy that looks at the URL as a whole: what the standard quietly repairs. A repaired URL
// means one thing to us and maybe another to whoever showed, logged or filtered it before.
//
// The parser leaves traces of each repair (its remarks and its layout), so nothing here reads the text again. The rules of
// segments and values are applied where they are decoded, by `LinkCutter`, with `TextPolicy`.

/// The rules of the whole URL.
enum LinkPolicy {
    /// Refuses what breaks a rule of the whole.
    ///
    /// *Throws*: `.forbidden`, for the first rule in the order below, at its first place in `text`.
    static func check(
        _ record: borrowing URLRecord, _ text: Span<UInt8>, _ toASCII: DomainToASCII
    ) throws(LinkError) {
        if record.notes.count > 0 { try checkRemarks(record, text) }
        if let offset = record.layout.dotSegment { throw .forbidden(.path, rule: .dotSegment, offset: offset) }
        if let host = record.host {
            let endsWithDot = !host.range.isEmpty && record.bytes[Int(host.range.end) - 1] == ASCII.dot
            try check(host, endsWithDot: endsWithDot, record)
            // Two hyphens begin every A-label, and a host that has them always needs a closer look.
            if host.kind == .domain, !record.layout.hostNeeds.isPlain {
                try checkALabels(record.bytes.span, host.range, text, record.layout.hostText, toASCII)
            }
        }
    }

    private static func checkRemarks(_ record: borrowing URLRecord, _ text: Span<UInt8>) throws(LinkError) {
        let blank = record.notes.first(.outerBlank) ?? .max
        let tab = record.notes.first(.tabOrNewline) ?? .max
        let first = min(blank, tab)
        if first != .max {
            // Nothing is removed before the first removal but what leads the text.
            let leading = CleanedText(text).range.lowerBound
            throw .forbidden(
                record.layout.component(at: max(first - leading, 0)),
                rule: blank < tab ? .outerBlank : .tabOrNewline, offset: first)
        }
        // From here on nothing was removed: offsets of the layout are offsets of the text as sent.
        for index in 0..<record.notes.count {
            let error = record.notes[index]
            switch error.rule {
            case .invalidReverseSolidus:
                throw .forbidden(
                    record.layout.component(at: error.offset), rule: .backslash, offset: error.offset)
            case .invalidCredentials: throw .forbidden(.userinfo, rule: .userinfo, offset: error.offset)
            case .ipv4EmptyPart: throw .forbidden(.host, rule: .trailingDot, offset: error.offset)
            default: continue
            }
        }
    }

    private static func check(_ host: Host, endsWithDot: Bool, _ record: borrowing URLRecord) throws(LinkError) {
        if host.kind == .domain, endsWithDot {
            throw .forbidden(.host, rule: .trailingDot, offset: Int(record.layout.hostText.end) - 1)
        }
        guard !record.layout.kind.isWeb else { return }
        if host.kind == .ipv6 {
            throw .forbidden(.host, rule: .customIPv6, offset: Int(record.layout.hostText.start))
        }
        if let colon = record.layout.portColon { throw .forbidden(.port, rule: .customPort, offset: colon) }
    }

    private static func checkALabels(
        _ bytes: Span<UInt8>, _ host: ByteRange, _ text: Span<UInt8>, _ hostText: ByteRange, _ toASCII: DomainToASCII
    ) throws(LinkError) {
        let domain = bytes.extracting(host.indices)
        guard let breach = ALabels.firstBreach(in: domain, toASCII: toASCII) else { return }
        // The text may spell the host with escapes; its dots are those of the domain, unless it is not ASCII.
        var dots = 0
        for index in 0..<breach.offset where domain[index] == ASCII.dot { dots += 1 }
        var cursor = PercentDecoding(hostText)
        while dots > 0, let byte = cursor.next(text), byte < 0x80 {
            if byte == ASCII.dot { dots -= 1 }
        }
        let offset = dots == 0 ? cursor.offset : Int(hostText.start)
        throw .forbidden(.host, rule: breach.rule, offset: offset)
    }
}
