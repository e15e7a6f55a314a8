internal import Contract
internal import Crypto

/// A private key, which signs licences.
///
/// The daemon has none: it is for `deeplinkctl` and for tests.
package struct SigningKey: Sendable {
    /// The parsed key.
    private enum Content {
        case ed25519(Curve25519.Signing.PrivateKey)
        case p256(P256.Signing.PrivateKey)
    }

    /// The other half, which verifies what this one signs.
    package let publicKey: IssuerKey
    private let content: Content

    /// Makes a new key of random bytes.
    ///
    /// - Parameter id: nil for the thumbprint of the public key.
    ///
    /// *Throws*: `memberInvalid` for an id that is not printable ASCII of 1 to 256 bytes.
    package init(_ algorithm: KeyAlgorithm, id: String? = nil) throws(KeyFault) {
        if let id, !id.isLicenceName {
            throw .memberInvalid(
                name: "kid", reason: "is not 1 to \(Limits.licenceNameBytes) characters of printable ASCII")
        }
        switch algorithm {
        case .edDSA: try self.init(algorithm, Array(Curve25519.Signing.PrivateKey().rawRepresentation), id: id)
        case .es256: try self.init(algorithm, Array(P256.Signing.PrivateKey().rawRepresentation), id: id)
        }
    }

    /// Makes a key of its private bytes.
    ///
    /// *Throws*: `memberInvalid` for bytes that are no key.
    init(_ algorithm: KeyAlgorithm, _ bytes: [UInt8], id: String?) throws(KeyFault) {
        let unusable = KeyFault.memberInvalid(name: "d", reason: "is not a private key of its curve")
        switch algorithm {
        case .edDSA:
            guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes) else { throw unusable }
            content = .ed25519(key)
            publicKey = try IssuerKey(algorithm, Array(key.publicKey.rawRepresentation), id: id)
        case .es256:
            guard let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes) else { throw unusable }
            content = .p256(key)
            publicKey = try IssuerKey(algorithm, Array(key.publicKey.rawRepresentation), id: id)
        }
    }

    /// Reads a private JWK.
    ///
    /// *Limits*: `Limits.keyFileBytes`.
    ///
    /// *Throws*: `KeyFault`.
    package static func read(_ bytes: [UInt8]) throws(KeyFault) -> SigningKey {
        switch try KeyText(bytes) {
        case .json(let keys):
            guard keys.count == 1 else { throw keys.isEmpty ? .noKeys : .tooMany(limit: 1, amount: keys.count) }
            return try JWK(keys[0]).signingKey()
        case .pem: throw .malformed(reason: "a private key is read as a JWK, as `licence keygen` writes it")
        }
    }

    /// The signature of some bytes; nil where the random numbers of the system cannot be read.
    package func signature(of bytes: [UInt8]) -> [UInt8]? {
        switch content {
        case .ed25519(let key): (try? key.signature(for: bytes)).map(Array.init)
        case .p256(let key): (try? key.signature(for: bytes)).map { Array($0.rawRepresentation) }
        }
    }

    /// Its private JWK, on one line.
    package var privateJWK: String {
        let bytes =
            switch content {
            case .ed25519(let key): Array(key.rawRepresentation)
            case .p256(let key): Array(key.rawRepresentation)
            }
        return publicKey.jwk(with: [.init("d", .string(Base64.text(of: bytes, .url)))], operation: "sign")
    }
}

extension IssuerKey {
    /// Its JWK, on one line.
    package var jwk: String { jwk(with: [], operation: "verify") }

    fileprivate func jwk(with secrets: [Value.Member], operation: String) -> String {
        JSONText.text(
            of: Value.object(
                requiredMembers + secrets + [
                    .init("kid", .string(id)), .init("alg", .string(algorithm.rawValue)), .init("use", .string("sig")),
                    .init("key_ops", .array([.string(operation)])),
                ]))
    }
}
