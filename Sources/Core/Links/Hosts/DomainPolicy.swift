// Refuses domains: hosts of the standard's special schemes. The standard accepts any domain without a forbidden character:
// `a..b`, `*.example`, `$(id).example`, 60,000 dots. No table can declare such a name, but a wildcard of a table would
// match it. The standard also repairs spellings that other programs read differently or not at all:
//
//   https://0xc0000201/            192.0.2.1 to a browser, a name to others    addressNotation
//   https://podcasts%2eexample/    podcasts.example to a browser               encodedHost
//   https://ｐodcasts.example/      podcasts.example to a browser               mappedHost
//   https://PODCASTS.example/      podcasts.example to every program           accepted
//
// Hosts of other schemes are opaque: they are the first segment of the link, and `LinkCutter` checks them like any segment.

internal import Contract

/// The policy rules for domains and addresses.
enum DomainPolicy {
    /// A violated rule, and its offset in the host as written.
    typealias Breach = (rule: PolicyRule, offset: Int)

    /// The first rule that a host violates, in the order below.
    ///
    /// *Cost*: linear; only a host that is not ASCII or has an `xn--` label costs more.
    ///
    /// - Parameters:
    ///   - written: the host as sent.
    ///   - canonical: the host in the canonical URL.
    ///   - isPlain: true if both are equal: lower-case letters, digits, underscores, dots and single hyphens.
    static func firstBreach(
        _ written: Span<UInt8>, _ canonical: Span<UInt8>, isAddress: Bool, isPlain: Bool, _ toASCII: DomainToASCII
    ) -> Breach? {
        // This check comes first because it bounds the cost of the others.
        if canonical.count > Limits.hostBytes { return (.hostTooLong, 0) }
        if !isPlain, let breach = repair(written, canonical, isAddress: isAddress) { return breach }
        if isAddress { return nil }
        if let breach = wrongLabel(written, canonical) { return breach }
        if !isPlain, let breach = wildcard(written, canonical) ?? wrongALabel(written, canonical, toASCII) {
            return breach
        }
        return undeclarable(written, canonical)
    }

    // MARK: Repairs

    private static func repair(_ written: Span<UInt8>, _ canonical: Span<UInt8>, isAddress: Bool) -> Breach? {
        var all: UInt8 = 0
        for index in written.indices {
            if written[index] == ASCII.percent { return (.encodedHost, index) }
            all |= written[index]
        }
        if all >= 0x80 { return HostSpelling.firstMappedLabel(written, canonical).map { (.mappedHost, $0) } }
        return isAddress && !isEqual(written, canonical) ? (.addressNotation, 0) : nil
    }

    /// True if an address is written in its canonical form; IPv6 digits may be in upper case.
    static func isEqual(_ written: Span<UInt8>, _ canonical: Span<UInt8>) -> Bool {
        written.count == canonical.count && written.indices.allSatisfy { written[$0].lowered == canonical[$0] }
    }

    // MARK: Names that the DNS cannot hold

    private static func wrongLabel(_ written: Span<UInt8>, _ canonical: Span<UInt8>) -> Breach? {
        if canonical.byte(at: canonical.count - 1) == ASCII.dot { return (.trailingDot, written.count - 1) }
        var start = 0
        for end in 0...canonical.count where end == canonical.count || canonical[end] == ASCII.dot {
            if end == start { return (.emptyLabel, offsetAsWritten(end, written, canonical)) }
            if end - start > Limits.labelBytes { return (.labelTooLong, offsetAsWritten(start, written, canonical)) }
            start = end + 1
        }
        return nil
    }

    private static func wildcard(_ written: Span<UInt8>, _ canonical: Span<UInt8>) -> Breach? {
        canonical.indices.first { canonical[$0] == UInt8(ascii: "*") }
            .map { (.hostWildcard, offsetAsWritten($0, written, canonical)) }
    }

    /// The first byte that a table does not accept in a declared host; `DeclaredHost` has the same rule.
    private static func undeclarable(_ written: Span<UInt8>, _ canonical: Span<UInt8>) -> Breach? {
        for index in canonical.indices {
            let byte = canonical[index]
            if byte == ASCII.minus {
                let isFirst = index == 0 || canonical[index - 1] == ASCII.dot
                let isLast = index + 1 == canonical.count || canonical[index + 1] == ASCII.dot
                if isFirst || isLast { return (.labelHyphen, offsetAsWritten(index, written, canonical)) }
            } else if !byte.isLetter, !byte.isDigit, byte != ASCII.dot, byte != UInt8(ascii: "_") {
                return (.hostCharacter, offsetAsWritten(index, written, canonical))
            }
        }
        return nil
    }

    private static func wrongALabel(
        _ written: Span<UInt8>, _ canonical: Span<UInt8>, _ toASCII: DomainToASCII
    ) -> Breach? {
        ALabels.firstBreach(in: canonical, toASCII: toASCII)
            .map { ($0.rule, offsetAsWritten($0.offset, written, canonical)) }
    }

    /// The offset in the host as written of a byte of the canonical host, or of its label if the host is not ASCII.
    ///
    /// Both hosts have the same labels, because mapped characters were refused before.
    private static func offsetAsWritten(_ offset: Int, _ written: Span<UInt8>, _ canonical: Span<UInt8>) -> Int {
        if written.count == canonical.count { return offset }
        var dots = (0..<offset).count { canonical[$0] == ASCII.dot }
        var place = 0
        while dots > 0, place < written.count {
            if written[place] == ASCII.dot { dots -= 1 }
            place += 1
        }
        return place
    }
}
