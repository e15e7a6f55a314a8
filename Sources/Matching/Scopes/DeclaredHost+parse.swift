internal import Contract
internal import Links

extension DeclaredHost {
    /// Parses the word after `host`.
    ///
    /// *Shape*: `*.pods.example:8443` in, its parts out.
    /// *Throws*: `PatternError` with the offset into `text`.
    package static func parse(_ text: Span<UInt8>) throws(PatternError) -> DeclaredHost {
        var parser = DeclaredHostParser(ByteText.array(text))
        return try parser.parse()
    }
}

/// Reads one declared host from left to right, but the port, which is last, before the name.
private struct DeclaredHostParser {
    private let text: [UInt8]
    private var isSecure = true
    private var kind = DeclaredHost.Kind.exact
    private var start = 0
    private var end: Int

    init(_ text: [UInt8]) {
        self.text = text
        end = text.count
    }

    mutating func parse() throws(PatternError) -> DeclaredHost {
        takeScheme()
        let port = try takePort()
        takeWildcard()
        guard start < end else {
            throw PatternError(.hostEmpty, at: start, length: max(0, end - start), "the host name is missing")
        }
        let name = ByteText.string(text[start..<end])
        let isAddress = try checkAddress()
        if !isAddress { try checkDomain() }
        return DeclaredHost(kind: kind, name: name, isSecure: isSecure, port: port, isAddress: isAddress)
    }

    private mutating func takeScheme() {
        for (prefix, secure) in [("https://", true), ("http://", false)] where text.starts(with: Array(prefix.utf8)) {
            isSecure = secure
            start = prefix.utf8.count
            return
        }
    }

    private mutating func takeWildcard() {
        for (prefix, found) in [("**.", DeclaredHost.Kind.manyLabels), ("*.", .oneLabel)]
        where text[start..<end].starts(with: Array(prefix.utf8)) {
            kind = found
            start += prefix.utf8.count
            return
        }
    }

    private mutating func takePort() throws(PatternError) -> UInt16? {
        guard let colon = text[start..<end].lastIndex(of: UInt8(ascii: ":")) else { return nil }
        // The colons of an IPv6 address are inside its brackets.
        if let bracket = text[start..<end].lastIndex(of: UInt8(ascii: "]")), bracket > colon { return nil }
        let digits = text[(colon + 1)..<end]
        guard let port = UInt16(ByteText.string(digits)), port > 0, digits.first != UInt8(ascii: "0"),
            digits.first != UInt8(ascii: "+")
        else {
            throw PatternError(
                .hostPort, at: colon, length: end - colon, "a port is a number from 1 to 65535 without leading zeros")
        }
        end = colon
        return port == (isSecure ? 443 : 80) ? nil : port
    }

    /// True if the name is an address; then it must have its canonical spelling.
    private func checkAddress() throws(PatternError) -> Bool {
        let name = text[start..<end]
        let isBracketed = name.first == UInt8(ascii: "[")
        let lastLabel = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).last ?? []
        let isNumeric = !lastLabel.isEmpty && lastLabel.allSatisfy { (0x30...0x39).contains($0) }
        let isHexNumber = lastLabel.starts(with: [UInt8(ascii: "0"), UInt8(ascii: "x")])
        guard isBracketed || isNumeric || isHexNumber else { return false }
        guard kind == .exact else {
            throw PatternError(.hostWildcard, at: start, length: end - start, "an IP address cannot have a wildcard")
        }
        guard let canonical = Self.canonicalAddress(name) else {
            throw PatternError(.hostAddress, at: start, length: end - start, "this is not a valid IP address")
        }
        guard canonical == Array(name) else {
            throw PatternError(
                .hostAddress, at: start, length: end - start, "the address is not in its shortest form",
                help: "write \(ByteText.string(canonical))")
        }
        return true
    }

    /// The spelling of the address in every link: the result of the standard's parser.
    private static func canonicalAddress(_ name: ArraySlice<UInt8>) -> [UInt8]? {
        let text = Array("https://".utf8) + name + Array("/".utf8)
        guard let record = try? URLRecord.parse(text.span), let host = record.host,
            host.kind == .ipv4 || host.kind == .ipv6
        else { return nil }
        return Array(record.bytes[host.range.indices])
    }

    private func checkDomain() throws(PatternError) {
        guard end - start <= Limits.hostBytes else {
            throw PatternError(
                .hostTooLong, at: start, length: end - start, "a host has at most \(Limits.hostBytes) bytes")
        }
        if text[end - 1] == UInt8(ascii: ".") {
            throw PatternError(
                .hostTrailingDot, at: end - 1, length: 1, "a host must not end with a dot", help: "remove the dot")
        }
        var labelStart = start
        for index in start...end where index == end || text[index] == UInt8(ascii: ".") {
            try checkLabel(labelStart..<index)
            labelStart = index + 1
        }
        // Without ICU the label cannot be checked, and a good table must not be refused for that.
        let breach = ALabels.firstBreach(in: text.span.extracting(start..<end))
        guard let breach, breach.rule == .invalidALabel else { return }
        let label = text[(start + breach.offset)..<end].prefix { $0 != UInt8(ascii: ".") }
        throw PatternError(
            .hostSyntax, at: start + breach.offset, length: label.count,
            "this label begins with xn-- but is not a valid IDNA label")
    }

    /// The text to write instead of a host that is not ASCII.
    ///
    /// It is not converted silently. The table shows the text that links are compared with, look-alike letters become
    /// visible, and a table has the same meaning with an older ICU or without one.
    private var helpForInternational: String {
        switch DomainToASCII.standard.convert(Array(text[start..<end])) {
        case .domain(let ascii) where ascii.allSatisfy(Self.isHostByte): "write \(ByteText.string(ascii))"
        case .refused(.hostNotASCII): "write its xn-- form"
        case .domain, .refused: "this host has no xn-- form, so no link can contain it"
        }
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private func checkLabel(_ range: Range<Int>) throws(PatternError) {
        let label = text[range]
        for index in range {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                continue
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                throw PatternError(
                    .hostNotLowerCase, at: index, length: 1, "a host must be in lower case",
                    help: text[start..<end].allSatisfy { $0 < 0x80 }
                        ? "write \(ByteText.string(text[start..<end]).lowercased())" : helpForInternational)
            case UInt8(ascii: "*"):
                throw PatternError(
                    .hostWildcard, at: index, length: 1, "a wildcard must be the whole first label: *.x or **.x")
            case 0x80...:
                throw PatternError(
                    .hostNotASCII, at: index, length: 1, "a host must be ASCII", help: helpForInternational)
            default:
                throw PatternError(
                    .hostSyntax, at: index, length: 1,
                    "a host contains only letters, digits, hyphens, underscores and dots")
            }
        }
        guard !label.isEmpty, label.count <= Limits.labelBytes, label.first != UInt8(ascii: "-"),
            label.last != UInt8(ascii: "-")
        else {
            throw PatternError(
                .hostSyntax, at: range.lowerBound, length: max(1, range.count),
                "a label has 1 to \(Limits.labelBytes) bytes and neither begins nor ends with a hyphen")
        }
    }
}
