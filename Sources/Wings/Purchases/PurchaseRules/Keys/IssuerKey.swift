internal import Contract
internal import OpenSSL

/// A public key of an issuer, with which its licences are verified.
package struct IssuerKey: Sendable, Equatable {
    /// The name by which an item chooses the key: the `kid` of its file, or else its thumbprint.
    package let id: String
    package let algorithm: KeyAlgorithm
    /// *Shape*: 32 bytes of an Ed25519 key; x and y of a P-256 key, 32 bytes each.
    package let publicBytes: [UInt8]

    /// Makes a key of its bytes; those of P-256 have to be a point of the curve.
    ///
    /// - Parameter id: nil for the thumbprint.
    ///
    /// *Throws*: `wrongLength`, `notOnCurve`, `libraryMissing`.
    init(_ algorithm: KeyAlgorithm, _ bytes: [UInt8], id: String?) throws(KeyFault) {
        let limit = algorithm.curve.publicBytes
        guard bytes.count == limit else {
            throw .wrongLength(member: algorithm == .edDSA ? "x" : "x and y", limit: limit, amount: bytes.count)
        }
        guard let thumbprint = Self.thumbprint(algorithm, bytes) else { throw .libraryMissing }
        guard OpenSSL.isPublicKey(bytes, algorithm.curve) else { throw .notOnCurve }
        self.algorithm = algorithm
        publicBytes = bytes
        self.id = id ?? thumbprint
    }

    /// Whether a signature of some bytes is that of this key.
    ///
    /// *Cost*: below a millisecond: call it on the thread pool.
    package func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        OpenSSL.verifies(signature, of: bytes, by: publicBytes, algorithm.curve)
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

    private static func thumbprint(_ algorithm: KeyAlgorithm, _ bytes: [UInt8]) -> String? {
        let text = JSONText.text(of: Value.object(requiredMembers(algorithm, bytes)))
        return OpenSSL.sha256(of: Array(text.utf8)).map { Base64.text(of: $0, .url) }
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.id.hasSameBytes(as: right.id) && left.algorithm == right.algorithm && left.publicBytes == right.publicBytes
    }
}
