// What the policy refuses of a domain, the host of one of the standard's special schemes. The standard takes any text for
// one that has no forbidden character: `a..b`, `*.example`, `$(id).example`, 60,000 dots. No table can declare such a name,
// and wildcards of tables would cover it. The standard also repairs what others read differently or not at all:
//
//   https://0xc0000201/            192.0.2.1 to a browser, a name to others    addressNotation
//   https://podcasts%2eexample/    podcasts.example to a browser               encodedHost
//   https://ｐodcasts.example/      podcasts.example to a browser               mappedHost
//   https://PODCASTS.example/      podcasts.example to everybody: accepted
//
// Hosts of other schemes are opaque: they are the first segment of the link, and `LinkCutter` looks at them as at any other.

internal import Contract

/// The rules of domains and addresses.
enum DomainPolicy {
    /// A breach, placed in the host as it was written.
    typealias Breach = (rule: PolicyRule, offset: Int)

    /// The first rule that a host breaks, in the order below.
    ///
    /// *Cost*: a look at each byte; only a host that is not ASCII or has an `xn--` label costs more.
    ///
    /// - Parameters:
    ///   - written: the host as sent.
    ///   - canonical: what the standard made of it.
    ///   - isPlain: whether both are the same: lower-case letters, digits, underscores, dots and single hyphens.
    static func firstBreach(
        _ written: Span<UInt8>, _ canonical: Span<UInt8>, isAddress: Bool, isPlain: Bool, _ toASCII: DomainToASCII
    ) -> Breach? {
        // First, since it bounds what the other rules cost.
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

    /// Whether an address is written in its canonical form; the digits of IPv6 may be in upper case.
    static func isEqual(_ written: Span<UInt8>, _ canonical: Span<UInt8>) -> Bool {
        guard written.count == canonical.count else { return false }
        for index in written.indices where written[index].lowered != canonical[index] { return false }
        return true
    }

    // MARK: Names that no DNS has

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
        for index in canonical.indices where canonical[index] == UInt8(ascii: "*") {
            return (.hostWildcard, offsetAsWritten(index, written, canonical))
        }
        return nil
    }

    /// What no table can declare: `DeclaredHost` has the same rule.
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
        guard let breach = ALabels.firstBreach(in: canonical, toASCII: toASCII) else { return nil }
        return (breach.rule, offsetAsWritten(breach.offset, written, canonical))
    }

    /// The place in the host as written of a byte of the canonical host: the byte itself where the host is ASCII, and
    /// otherwise its label, since both have the same labels once nothing was mapped.
    private static func offsetAsWritten(_ offset: Int, _ written: Span<UInt8>, _ canonical: Span<UInt8>) -> Int {
        if written.count == canonical.count { return offset }
        var dots = 0
        for index in 0..<offset where canonical[index] == ASCII.dot { dots += 1 }
        var place = 0
        while dots > 0, place < written.count {
            if written[place] == ASCII.dot { dots -= 1 }
            place += 1
        }
        return place
    }
}
