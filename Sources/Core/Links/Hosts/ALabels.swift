// Checks labels that begin `xn--`. In an ASCII domain the standard does not check them, so it accepts `xn--a` and
// `xn--ls8h=`, which decode to no valid label. A browser would show such a host undecoded and the DNS would not have
// it, so no link needs one. And two labels that decode to the same text must not count as two hosts. So the policy
// accepts only A-labels: labels that UTS #46 decodes, finds valid, and encodes to the same bytes again.

/// Checks the A-labels of domains.
package enum ALabels {
    /// The prefix of every A-label.
    static let prefix = Array("xn--".utf8)

    /// The first label of a lower-case ASCII domain that begins `xn--` and is not an A-label or cannot be checked.
    ///
    /// *Units*: the offset counts bytes of the domain.
    /// *Cost*: without such labels, one pass over the bytes; with them, a conversion, which binds ICU on its first use.
    package static func firstBreach(
        in domain: Span<UInt8>, toASCII: DomainToASCII = .standard
    ) -> (rule: PolicyRule, offset: Int)? {
        guard mayOccur(in: domain) else { return nil }
        let bytes = [UInt8](domain)
        let labels = bytes.split(separator: ASCII.dot, omittingEmptySubsequences: false)
            .filter { $0.starts(with: prefix) }
        guard let first = labels.first, let rule = breach(of: bytes[...], toASCII) else { return nil }
        // A domain can break a rule for whole domains, such as that for bidirectional ones, although each label is valid.
        let guilty = labels.first { breach(of: $0, toASCII) != nil } ?? first
        return (rule, guilty.startIndex)
    }

    /// True if two hyphens follow each other, as in every label that begins `xn--` and in few others.
    private static func mayOccur(in domain: Span<UInt8>) -> Bool {
        domain.indices.dropFirst().contains { domain[$0] == ASCII.minus && domain[$0 - 1] == ASCII.minus }
    }

    private static func breach(of domain: ArraySlice<UInt8>, _ toASCII: DomainToASCII) -> PolicyRule? {
        switch toASCII.convert(Array(domain)) {
        case .domain(let again): again.elementsEqual(domain) ? nil : .invalidALabel
        case .refused(.hostNotASCII): .uncheckedALabel
        case .refused: .invalidALabel
        }
    }
}
