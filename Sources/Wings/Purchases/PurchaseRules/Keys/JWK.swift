internal import Contract

/// The members of a JSON Web Key, and the key that they stand for.
///
/// Members that say nothing of the key, such as `x5c` of its certificates, are ignored, as RFC 7517 demands.
///
/// *Source*: RFC 7517; RFC 7518, section 6.2, for P-256; RFC 8037, section 2, for Ed25519.
struct JWK {
    /// Members that only private keys have, of every type.
    private static let secrets = ["d", "p", "q", "dp", "dq", "qi", "oth"]

    private let members: [Value.Member]

    init(_ members: [Value.Member]) { self.members = members }

    /// The public key.
    ///
    /// *Throws*: `KeyFault`.
    func publicKey() throws(KeyFault) -> IssuerKey {
        let algorithm = try self.algorithm()
        if let secret = members.first(where: { Self.secrets.contains($0.name) }) {
            throw .privateKey(sign: "`\(secret.name)`")
        }
        try checkUse("verify", algorithm)
        return try publicHalf(algorithm)
    }

    /// The private key, whose public half has to belong to it.
    ///
    /// *Throws*: `KeyFault`.
    func signingKey() throws(KeyFault) -> SigningKey {
        let algorithm = try self.algorithm()
        guard value("d") != nil else { throw .notPrivate }
        try checkUse("sign", algorithm)
        let halves = (try bytes("d", 32), try publicHalf(algorithm))
        let key = try SigningKey(algorithm, halves.0, id: halves.1.id)
        guard key.publicKey == halves.1 else { throw .unmatchedHalves }
        return key
    }

    private func publicHalf(_ algorithm: KeyAlgorithm) throws(KeyFault) -> IssuerKey {
        let id = try self.id()
        switch algorithm {
        case .edDSA: return try IssuerKey(algorithm, bytes("x", 32), id: id)
        case .es256: return try IssuerKey(algorithm, bytes("x", 32) + bytes("y", 32), id: id)
        }
    }

    private func algorithm() throws(KeyFault) -> KeyAlgorithm {
        let type = try text("kty")
        if type == "oct" { throw .symmetricKey }
        guard ["OKP", "EC"].contains(type) else { throw .unsupportedKey(kind: type.quoted) }
        let curve = try text("crv")
        switch (type, curve) {
        case ("OKP", "Ed25519"): return .edDSA
        case ("EC", "P-256"): return .es256
        default: throw .unsupportedKey(kind: "\(type) on the curve \(curve.quoted)")
        }
    }

    /// Checks that the key is for signatures of its algorithm, as far as it says what it is for.
    private func checkUse(_ operation: String, _ algorithm: KeyAlgorithm) throws(KeyFault) {
        if value("alg") != nil {
            let name = try text("alg")
            guard KeyAlgorithm(named: name) == algorithm else {
                throw .wrongAlgorithm(found: name, expected: algorithm.rawValue)
            }
        }
        if value("use") != nil {
            let use = try text("use")
            guard use == "sig" else { throw .wrongUse(member: "use", found: use) }
        }
        guard let operations = value("key_ops") else { return }
        let words = operations.elements?.compactMap(\.text) ?? []
        guard let elements = operations.elements, words.count == elements.count, Set(words).count == words.count else {
            throw .memberInvalid(name: "key_ops", reason: "is not an array of distinct strings")
        }
        guard words.contains(operation) else {
            throw .wrongUse(member: "key_ops", found: words.joined(separator: ", "))
        }
    }

    private func id() throws(KeyFault) -> String? {
        guard value("kid") != nil else { return nil }
        let id = try text("kid")
        guard id.isLicenceName else {
            throw .memberInvalid(
                name: "kid", reason: "is not 1 to \(Limits.licenceNameBytes) characters of printable ASCII")
        }
        return id
    }

    private func value(_ name: String) -> Value? { Value.object(members)[name] }

    private func text(_ name: String) throws(KeyFault) -> String {
        guard let value = value(name) else { throw .memberInvalid(name: name, reason: "is missing") }
        guard let text = value.text else { throw .memberInvalid(name: name, reason: "is not a string") }
        return text
    }

    private func bytes(_ name: String, _ count: Int) throws(KeyFault) -> [UInt8] {
        guard let bytes = Base64.bytes(of: try text(name), .url) else {
            throw .memberInvalid(name: name, reason: "is not base64url in the canonical form, without padding")
        }
        guard bytes.count == count else { throw .wrongLength(member: name, limit: count, amount: bytes.count) }
        return bytes
    }
}

extension String {
    /// Whether it can be the id of a licence or key: printable ASCII, of which no two texts look alike.
    ///
    /// *Limits*: `Limits.licenceNameBytes`.
    var isLicenceName: Bool {
        (1...Limits.licenceNameBytes).contains(utf8.count) && utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}
