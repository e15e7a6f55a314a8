internal import Contract
internal import OpenSSL

/// A private key, which signs licences.
///
/// The daemon has none: it is for `deeplinkctl` and for tests.
package struct SigningKey: Sendable {
    /// The other half, which verifies what this one signs.
    package let publicKey: IssuerKey
    /// *Shape*: 32 bytes.
    private let privateBytes: [UInt8]

    /// Makes a new key of random bytes.
    ///
    /// - Parameter id: nil for the thumbprint of the public key.
    ///
    /// *Throws*: `memberInvalid` for an id that is not printable ASCII of 1 to 256 bytes, `libraryMissing`.
    package init(_ algorithm: KeyAlgorithm, id: String? = nil) throws(KeyFault) {
        if let id, !id.isLicenceName {
            throw .memberInvalid(
                name: "kid", reason: "is not 1 to \(Limits.licenceNameBytes) characters of printable ASCII")
        }
        guard let bytes = OpenSSL.makePrivateKey(algorithm.curve) else { throw .libraryMissing }
        try self.init(algorithm, bytes, id: id)
    }

    /// Makes a key of its private bytes.
    ///
    /// *Throws*: `memberInvalid` for bytes that are no key, `libraryMissing`.
    init(_ algorithm: KeyAlgorithm, _ bytes: [UInt8], id: String?) throws(KeyFault) {
        guard OpenSSL.isInstalled else { throw .libraryMissing }
        guard let publicBytes = OpenSSL.publicKey(of: bytes, algorithm.curve) else {
            throw .memberInvalid(name: "d", reason: "is not a private key of its curve")
        }
        privateBytes = bytes
        publicKey = try IssuerKey(algorithm, publicBytes, id: id)
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
        OpenSSL.signature(of: bytes, by: privateBytes, publicKey.publicBytes, publicKey.algorithm.curve)
    }

    /// Its private JWK, on one line.
    package var privateJWK: String {
        publicKey.jwk(with: [.init("d", .string(Base64.text(of: privateBytes, .url)))], operation: "sign")
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
