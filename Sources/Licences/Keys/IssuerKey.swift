internal import Contract
internal import Crypto

/// A public key of an issuer, with which its licences are verified.
package struct IssuerKey: Sendable, Equatable {
    /// The parsed key.
    private enum Content {
        case ed25519(Curve25519.Signing.PublicKey)
        case p256(P256.Signing.PublicKey)
    }

    /// The name by which an item chooses the key: the `kid` of its file, or else its thumbprint.
    package let id: String
    package let algorithm: KeyAlgorithm
    /// *Shape*: 32 bytes of an Ed25519 key; x and y of a P-256 key, 32 bytes each.
    package let publicBytes: [UInt8]
    private let content: Content

    /// Makes a key of its bytes, which have to be a point of the curve that signatures can be verified with.
    ///
    /// - Parameter id: nil for the thumbprint.
    ///
    /// *Throws*: `wrongLength`, `notOnCurve`, `weak`.
    init(_ algorithm: KeyAlgorithm, _ bytes: [UInt8], id: String?) throws(KeyFault) {
        switch algorithm {
        case .edDSA:
            guard bytes.count == 32 else { throw .wrongLength(member: "x", limit: 32, amount: bytes.count) }
            try Edwards25519.check(bytes)
            guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) else { throw .notOnCurve }
            content = .ed25519(key)
        case .es256:
            guard bytes.count == 64 else { throw .wrongLength(member: "x and y", limit: 64, amount: bytes.count) }
            guard let key = try? P256.Signing.PublicKey(rawRepresentation: bytes) else { throw .notOnCurve }
            content = .p256(key)
        }
        self.algorithm = algorithm
        publicBytes = bytes
        self.id = id ?? Self.thumbprint(algorithm, bytes)
    }

    /// Whether a signature of some bytes is that of this key.
    ///
    /// *Cost*: below a millisecond, in a debug build too: call it on the thread pool.
    package func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        guard signature.count == KeyAlgorithm.signatureBytes else { return false }
        switch content {
        case .ed25519(let key): return key.isValidSignature(signature, for: bytes)
        case .p256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: bytes)
        }
    }

    /// The members of its JWK that a thumbprint covers, in the order of their names.
    ///
    /// *Source*: RFC 7638, section 3.2; RFC 8037, section 2.
    var requiredMembers: [Value.Member] { Self.requiredMembers(algorithm, publicBytes) }

    private static func requiredMembers(_ algorithm: KeyAlgorithm, _ bytes: [UInt8]) -> [Value.Member] {
        func text(_ bytes: ArraySlice<UInt8>) -> Value { .string(Base64.text(of: Array(bytes), .url)) }
        switch algorithm {
        case .edDSA:
            return [.init("crv", .string("Ed25519")), .init("kty", .string("OKP")), .init("x", text(bytes[...]))]
        case .es256:
            return [
                .init("crv", .string("P-256")), .init("kty", .string("EC")), .init("x", text(bytes.prefix(32))),
                .init("y", text(bytes.suffix(32))),
            ]
        }
    }

    private static func thumbprint(_ algorithm: KeyAlgorithm, _ bytes: [UInt8]) -> String {
        let text = JSONText.text(of: Value.object(requiredMembers(algorithm, bytes)))
        return Base64.text(of: Array(SHA256.hash(data: Array(text.utf8))), .url)
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.id.hasSameBytes(as: right.id) && left.algorithm == right.algorithm && left.publicBytes == right.publicBytes
    }
}
