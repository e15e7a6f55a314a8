internal import Contract

/// Public keys in PEM, as `openssl pkey -pubout` writes them.
///
/// The structure inside has one canonical form for each of the two kinds of key: the same bytes before the point. So it is
/// compared and not parsed.
///
/// *Source*: RFC 7468, section 13; RFC 5480 for P-256; RFC 8410 for Ed25519.
enum PEMKeys {
    private static let ed25519Start: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]
    /// With the 4 that stands before x and y, which are not compressed.
    private static let p256Start: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
        0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
    ]

    /// Kinds of keys that are refused by name, by the bytes of their object identifiers.
    private static let foreignKinds: [(name: String, identifier: [UInt8])] = [
        ("RSA", [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01]),
        ("EC on the curve P-384", [0x2B, 0x81, 0x04, 0x00, 0x22]),
        ("EC on the curve P-521", [0x2B, 0x81, 0x04, 0x00, 0x23]),
        ("EC on the curve secp256k1", [0x2B, 0x81, 0x04, 0x00, 0x0A]),
        ("X25519", [0x2B, 0x65, 0x6E]), ("X448", [0x2B, 0x65, 0x6F]), ("Ed448", [0x2B, 0x65, 0x71]),
        ("EC, compressed or with its curve's parameters", [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]),
    ]

    private static let dashes = "-----"

    /// Reads every key of a text, whose ids are their thumbprints: PEM has no place for one.
    ///
    /// *Throws*: `KeyFault`.
    static func read(_ text: String) throws(KeyFault) -> [IssuerKey] {
        var keys: [IssuerKey] = []
        var body: [Substring]?
        for line in text.split(whereSeparator: \.isNewline).map(trimmed) where !line.isEmpty {
            switch (label(of: line), body) {
            case (.begin(let kind), nil):
                try check(label: kind)
                body = []
            case (.end, let lines?):
                keys.append(try key(lines.joined()))
                body = nil
            case (nil, _?): body?.append(line)
            case (.begin, _), (.end, nil): throw .malformed(reason: "the lines BEGIN and END of its PEM do not match")
            case (nil, nil): throw .malformed(reason: "it has text outside of the lines BEGIN and END of its PEM")
            }
        }
        guard body == nil else { throw .malformed(reason: "its PEM lacks the line END") }
        return keys
    }

    private enum Label {
        case begin(String)
        case end
    }

    private static func trimmed(_ line: Substring) -> Substring {
        var line = line
        while let last = line.utf8.last, [0x20, 0x09].contains(last) { line = line.dropLast() }
        return line
    }

    private static func label(of line: Substring) -> Label? {
        guard line.hasPrefix(dashes), line.hasSuffix(dashes), line.utf8.count > 2 * dashes.utf8.count else {
            return nil
        }
        let words = line.dropFirst(dashes.count).dropLast(dashes.count)
        if words.hasPrefix("BEGIN ") { return .begin(String(words.dropFirst("BEGIN ".count))) }
        return words == "END PUBLIC KEY" ? .end : nil
    }

    private static func check(label: String) throws(KeyFault) {
        if label == "PUBLIC KEY" { return }
        if label.hasSuffix("PRIVATE KEY") { throw .privateKey(sign: "`BEGIN \(label)`") }
        throw .unsupportedKey(kind: "PEM \(label.quoted)")
    }

    private static func key(_ text: String) throws(KeyFault) -> IssuerKey {
        guard let bytes = Base64.bytes(of: text) else {
            throw .malformed(reason: "its PEM is not base64 in the canonical form")
        }
        if bytes.starts(with: ed25519Start), bytes.count == ed25519Start.count + 32 {
            return try IssuerKey(.edDSA, Array(bytes.dropFirst(ed25519Start.count)), id: nil)
        }
        if bytes.starts(with: p256Start), bytes.count == p256Start.count + 64 {
            return try IssuerKey(.es256, Array(bytes.dropFirst(p256Start.count)), id: nil)
        }
        for kind in foreignKinds where contains(bytes.prefix(64), kind.identifier) {
            throw .unsupportedKey(kind: kind.name)
        }
        throw .malformed(reason: "its PEM is not the public key of Ed25519 or P-256")
    }

    private static func contains(_ bytes: ArraySlice<UInt8>, _ part: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: part) }
    }
}
