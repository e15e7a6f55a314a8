internal import Contract
internal import Links

extension DeclaredHost {
    /// Parses the word after `host`.
    ///
    /// *Shape*: `*.pods.example:8443` in, its parts out.
    /// *Throws*: `PatternError` with the offset into `text`.
    package static func parse(_ text: Span<UInt8>) throws(PatternError) -> DeclaredHost {
        var parser = DeclaredHostParser(text: Array(text), name: text.indices)
        return try parser.parse()
    }
}

/// Reads one declared host from left to right, but the port, which is last, before the name.
private struct DeclaredHostParser {
    let text: [UInt8]
    /// The part of the text that is not read yet; in the end, the name.
    var name: Range<Int>
    var isSecure = true
    var kind = DeclaredHost.Kind.exact

    mutating func parse() throws(PatternError) -> DeclaredHost {
        if !take("https://"), take("http://") { isSecure = false }
        let port = try takePort()
        kind = [.manyLabels, .oneLabel].first { take($0.prefix) } ?? .exact
        guard !name.isEmpty else { throw PatternError(.hostEmpty, name, "the host name is missing") }
        let isAddress = try checkAddress()
        if !isAddress { try checkDomain() }
        return DeclaredHost(
            kind: kind, name: ByteText.string(text[name]), isSecure: isSecure, port: port, isAddress: isAddress)
    }

    /// Steps over a beginning of the text; false if the text has another one.
    private mutating func take(_ beginning: String) -> Bool {
        guard text[name].starts(with: beginning.utf8) else { return false }
        name = name.dropFirst(beginning.utf8.count)
        return true
    }

    private mutating func takePort() throws(PatternError) -> UInt16? {
        guard let colon = text[name].lastIndex(of: UInt8(ascii: ":")) else { return nil }
        // The colons of an IPv6 address are inside its brackets.
        if let bracket = text[name].lastIndex(of: UInt8(ascii: "]")), bracket > colon { return nil }
        let digits = ByteText.string(text[colon + 1..<name.upperBound])
        guard let port = UInt16(digits), port > 0, String(port) == digits else {
            throw PatternError(
                .hostPort, colon..<name.upperBound, "a port is a number from 1 to 65535 without leading zeros")
        }
        name = name.lowerBound..<colon
        return port == (isSecure ? 443 : 80) ? nil : port
    }

    /// True if the name is an address; then it must have its canonical spelling.
    private func checkAddress() throws(PatternError) -> Bool {
        let address = text[name]
        let isBracketed = address.first == UInt8(ascii: "[")
        let lastLabel = address.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).last ?? []
        let isNumeric = !lastLabel.isEmpty && lastLabel.allSatisfy(\.isDigit)
        guard isBracketed || isNumeric || lastLabel.starts(with: "0x".utf8) else { return false }
        guard kind == .exact else {
            throw PatternError(.hostWildcard, name, "an IP address cannot have a wildcard")
        }
        guard let canonical = Self.canonicalAddress(address) else {
            throw PatternError(.hostAddress, name, "this is not a valid IP address")
        }
        guard canonical.elementsEqual(address) else {
            throw PatternError(
                .hostAddress, name, "the address is not in its shortest form",
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
        guard name.count <= Limits.hostBytes else {
            throw PatternError(.hostTooLong, name, "a host has at most \(Limits.hostBytes) bytes")
        }
        if text[name].last == UInt8(ascii: ".") {
            throw PatternError(
                .hostTrailingDot, name.suffix(1), "a host must not end with a dot", help: "remove the dot")
        }
        for label in text[name].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            try checkLabel(label)
        }
        // Without ICU the label cannot be checked, and a good table must not be refused for that.
        let breach = ALabels.firstBreach(in: text.span.extracting(name))
        guard let breach, breach.rule == .invalidALabel else { return }
        let label = text[name].dropFirst(breach.offset).prefix { $0 != UInt8(ascii: ".") }
        throw PatternError(.hostSyntax, label.indices, "this label begins with xn-- but is not a valid IDNA label")
    }

    /// The text to write instead of a host that is not ASCII.
    ///
    /// It is not converted silently. The table shows the text that links are compared with, look-alike letters become
    /// visible, and a table has the same meaning with an older ICU or without one.
    private var helpForInternational: String {
        switch DomainToASCII.standard.convert(Array(text[name])) {
        case .domain(let ascii) where ascii.allSatisfy(Self.isHostByte): "write \(ByteText.string(ascii))"
        case .refused(.hostNotASCII): "write its xn-- form"
        case .domain, .refused: "this host has no xn-- form, so no link can contain it"
        }
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        byte.isLetter && byte.lowered == byte || byte.isDigit || "-_.".utf8.contains(byte)
    }

    private func checkLabel(_ label: ArraySlice<UInt8>) throws(PatternError) {
        for (index, byte) in zip(label.indices, label) where !Self.isHostByte(byte) {
            let place = index..<index + 1
            switch byte {
            case _ where byte.isLetter:
                throw PatternError(
                    .hostNotLowerCase, place, "a host must be in lower case",
                    help: text[name].allSatisfy { $0 < 0x80 }
                        ? "write \(ByteText.string(text[name]).lowercased())" : helpForInternational)
            case UInt8(ascii: "*"):
                throw PatternError(
                    .hostWildcard, place, "a wildcard must be the whole first label: *.x or **.x",
                    help: label.count == name.count
                        ? "name the hosts, as in `host example.com`, or all below one, as in `host *.example.com`" : nil
                )
            case UInt8(ascii: "/") where index > name.lowerBound:
                throw PatternError(
                    .hostSyntax, place, "a host has no path",
                    help: "write `\(ByteText.string(text[..<index]))`; a path belongs to a route: "
                        + "`route NAME /path do ACTION`")
            case 0x80...: throw PatternError(.hostNotASCII, place, "a host must be ASCII", help: helpForInternational)
            default:
                throw PatternError(
                    .hostSyntax, place, "a host contains only letters, digits, hyphens, underscores and dots")
            }
        }
        guard (1...Limits.labelBytes).contains(label.count), label.first != UInt8(ascii: "-"),
            label.last != UInt8(ascii: "-")
        else {
            throw PatternError(
                .hostSyntax, label.startIndex..<max(label.startIndex + 1, label.endIndex),
                "a label has 1 to \(Limits.labelBytes) bytes and neither begins nor ends with a hyphen")
        }
    }
}
