// Refuses URLs that the standard silently repairs: `https:host` becomes `https://host/`. A repaired URL may mean one
// thing here and another to the program that showed, logged or filtered it before. One repair is allowed: scheme and
// host are lower-cased, because every program that reads URLs does that.
//
// The parser records each repair in its validation errors and its layout, so only the host is read again here.
// `DomainPolicy` checks domains and addresses. `LinkCutter` applies the rules for segments and values where it decodes
// them, with `TextPolicy`.

/// The policy rules for the URL as a whole.
enum LinkPolicy {
    /// Refuses a URL that violates a rule for the whole URL.
    ///
    /// *Throws*: `.forbidden` for the first violated rule, in the order below, with the first offset in `text`.
    static func check(
        _ record: borrowing URLRecord, _ text: Span<UInt8>, _ toASCII: DomainToASCII
    ) throws(LinkError) {
        if record.notes.count > 0 { try checkRemarks(record, text) }
        if let offset = record.layout.dotSegment { throw .forbidden(.path, rule: .dotSegment, offset: offset) }
        guard let host = record.host else { return }
        if host.kind == .domain || host.kind == .ipv4 {
            let written = record.layout.hostText
            let breach = DomainPolicy.firstBreach(
                text.extracting(written.indices), record.bytes.span.extracting(host.range.indices),
                isAddress: host.kind == .ipv4, isPlain: record.layout.hostNeeds.isPlain, toASCII)
            if let breach { throw .forbidden(.host, rule: breach.rule, offset: Int(written.start) + breach.offset) }
        }
        if record.layout.kind == .file { try checkFile(record, text) }
        if record.layout.kind.isWeb { try checkWeb(host, record, text) } else { try checkCustom(host, record) }
    }

    private static func checkWeb(
        _ host: Host, _ record: borrowing URLRecord, _ text: Span<UInt8>
    ) throws(LinkError) {
        let written = record.layout.hostText
        if host.kind == .ipv6,
            !DomainPolicy.isEqual(
                text.extracting(written.indices), record.bytes.span.extracting(host.range.indices))
        {
            throw .forbidden(.host, rule: .addressNotation, offset: Int(written.start))
        }
        guard let colon = record.layout.portColon else { return }
        guard let digit = text.byte(at: colon + 1), digit.isDigit, digit != ASCII.zero else {
            throw .forbidden(.port, rule: .portNotation, offset: colon)
        }
    }

    /// Refuses the spellings that the standard rewrites to `file:///` and a path: no slash, `localhost`, a drive letter.
    private static func checkFile(_ record: borrowing URLRecord, _ text: Span<UInt8>) throws(LinkError) {
        let layout = record.layout
        let pathStart = Int(layout.pathText.start)
        let slash = Int(layout.scheme.end) + 1
        guard text.byte(at: slash) == ASCII.slash else {
            throw .forbidden(.path, rule: .fileNotation, offset: slash)
        }
        if !layout.hostText.isEmpty, record.host?.range.isEmpty ?? true {
            throw .forbidden(.host, rule: .fileNotation, offset: Int(layout.hostText.start))
        }
        let end = pathStart + 2
        if WindowsDriveLetter.stands(in: text, at: pathStart),
            end >= Int(layout.pathText.end) || text.byte(at: end) == ASCII.slash
        {
            throw .forbidden(.path, rule: .fileNotation, offset: pathStart)
        }
    }

    private static func checkRemarks(_ record: borrowing URLRecord, _ text: Span<UInt8>) throws(LinkError) {
        let blank = record.notes.first(.outerBlank) ?? .max
        let tab = record.notes.first(.tabOrNewline) ?? .max
        let first = min(blank, tab)
        if first != .max {
            // Before `first` cleaning removes only the leading blanks and controls.
            let leading = CleanedText(text).range.lowerBound
            throw .forbidden(
                record.layout.component(at: max(first - leading, 0)),
                rule: blank < tab ? .outerBlank : .tabOrNewline, offset: first)
        }
        // From here on, cleaning removed nothing, so offsets of the layout are offsets of the text as sent.
        for index in 0..<record.notes.count {
            let error = record.notes[index]
            switch error.rule {
            case .invalidReverseSolidus:
                throw .forbidden(
                    record.layout.component(at: error.offset), rule: .backslash, offset: error.offset)
            case .invalidCredentials: throw .forbidden(.userinfo, rule: .userinfo, offset: error.offset)
            case .ipv4EmptyPart: throw .forbidden(.host, rule: .trailingDot, offset: error.offset)
            // A file without a host may have one slash or three: every program reads `file:/a` as `file:///a`.
            case .specialSchemeMissingFollowingSolidus where record.layout.kind != .file:
                throw .forbidden(.host, rule: .schemeSlashes, offset: error.offset)
            default: continue
            }
        }
    }

    private static func checkCustom(_ host: Host, _ record: borrowing URLRecord) throws(LinkError) {
        if host.kind == .ipv6 {
            throw .forbidden(.host, rule: .customIPv6, offset: Int(record.layout.hostText.start))
        }
        if let colon = record.layout.portColon { throw .forbidden(.port, rule: .customPort, offset: colon) }
    }
}
