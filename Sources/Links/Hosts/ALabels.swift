// Labels that begin `xn--`. The standard takes them as they are in an ASCII domain, so it accepts `xn--a`, which decodes to
// nothing, and `xn--ls8h=`. A browser would show such a host undecoded and a DNS server would not know it, so nobody needs
// a link there; and two labels that decode to the same text must not be two hosts to us. The policy takes only A-labels:
// those that UTS #46 decodes, finds valid, and would encode to the same bytes again.

/// The A-labels of domains.
package enum ALabels {
    /// What every A-label begins with.
    static let prefix = Array("xn--".utf8)

    /// The first label of an ASCII domain in lower case that begins `xn--` and is no A-label, or that cannot be checked.
    ///
    /// *Units*: the offset counts bytes of the domain.
    /// *Cost*: without such labels a look at each byte; with them a conversion, which binds ICU if nothing did before.
    package static func firstBreach(
        in domain: Span<UInt8>, toASCII: DomainToASCII = .standard
    ) -> (rule: PolicyRule, offset: Int)? {
        guard mayOccur(in: domain) else { return nil }
        let bytes = [UInt8](capacity: domain.count) { output in
            for index in domain.indices { output.append(domain[index]) }
        }
        let labels = bytes.split(separator: ASCII.dot, omittingEmptySubsequences: false)
            .filter { $0.starts(with: prefix) }
        guard let first = labels.first, let rule = breach(of: bytes[...], toASCII) else { return nil }
        // Rules of whole domains, such as that of bidirectional ones, can be broken by labels that are good alone.
        let guilty = labels.first { breach(of: $0, toASCII) != nil } ?? first
        return (rule, guilty.startIndex)
    }

    /// Whether two hyphens follow each other, as in every label that begins `xn--` and in few others.
    private static func mayOccur(in domain: Span<UInt8>) -> Bool {
        var previous: UInt8 = 0
        for index in domain.indices {
            if domain[index] == ASCII.minus, previous == ASCII.minus { return true }
            previous = domain[index]
        }
        return false
    }

    private static func breach(of domain: ArraySlice<UInt8>, _ toASCII: DomainToASCII) -> PolicyRule? {
        switch toASCII.convert(Array(domain)) {
        case .domain(let again): again.elementsEqual(domain) ? nil : .invalidALabel
        case .refused(.hostNotASCII): .uncheckedALabel
        case .refused: .invalidALabel
        }
    }
}
