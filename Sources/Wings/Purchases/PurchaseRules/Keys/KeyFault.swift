internal import OpenSSL

/// The reason why the keys of a file cannot be used.
///
/// *Shape*: `description` ends a sentence: "the key file shop.jwk …". Words of the file in it are cut, and may hold anything:
/// escape them before printing.
package enum KeyFault: Error, Equatable, Sendable {
    /// *Units*: bytes.
    case tooLong(limit: Int, amount: Int)
    /// The text is neither a JWK nor PEM, or a broken one.
    case malformed(reason: String)
    /// A member of a JWK is missing, or not what it has to be.
    case memberInvalid(name: String, reason: String)
    /// *Units*: bytes.
    case wrongLength(member: String, limit: Int, amount: Int)
    /// A key that signs, where one that verifies is needed.
    case privateKey(sign: String)
    /// A key that verifies, where one that signs is needed.
    case notPrivate
    /// A key that both ends would have to keep secret.
    case symmetricKey
    case unsupportedKey(kind: String)
    case wrongAlgorithm(found: String, expected: String)
    /// The key is for another use than signatures.
    case wrongUse(member: String, found: String)
    case notOnCurve
    /// This machine lacks the library that verifies and signs.
    case libraryMissing
    /// The private half does not belong to the public half beside it.
    case unmatchedHalves
    case duplicateID(String)
    case noKeys
    /// *Units*: keys.
    case tooMany(limit: Int, amount: Int)
}

extension KeyFault {
    /// The name of the fault.
    ///
    /// *Shape*: `key.notOnCurve`.
    package var code: String {
        switch self {
        case .tooLong: "key.tooLong"
        case .malformed: "key.malformed"
        case .memberInvalid: "key.memberInvalid"
        case .wrongLength: "key.wrongLength"
        case .privateKey: "key.privateKey"
        case .notPrivate: "key.notPrivate"
        case .symmetricKey: "key.symmetricKey"
        case .unsupportedKey: "key.unsupportedKey"
        case .wrongAlgorithm: "key.wrongAlgorithm"
        case .wrongUse: "key.wrongUse"
        case .notOnCurve: "key.notOnCurve"
        case .libraryMissing: "key.libraryMissing"
        case .unmatchedHalves: "key.unmatchedHalves"
        case .duplicateID: "key.duplicateID"
        case .noKeys: "key.noKeys"
        case .tooMany: "key.tooMany"
        }
    }
}

extension KeyFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLong(let limit, let amount): "has \(amount) bytes, and the limit is \(limit)"
        case .malformed(let reason): "is not a key: \(reason)"
        case .memberInvalid(let name, let reason): "has a key whose member `\(name)` \(reason)"
        case .wrongLength(let member, let limit, let amount):
            "has a key of the wrong length: `\(member)` has \(amount) bytes in place of \(limit)"
        case .privateKey(let sign):
            "holds a private key (\(sign)): name the file with its public half, and keep this one where licences are signed"
        case .notPrivate: "holds a public key: name the file with the private key, as `licence keygen` wrote it"
        case .symmetricKey:
            "holds a symmetric key (`oct`), with which this machine could sign too: use a public Ed25519 or P-256 key"
        case .unsupportedKey(let kind): "holds a key of the kind \(kind), which is not supported: use Ed25519 or P-256"
        case .wrongAlgorithm(let found, let expected):
            "has a key whose member `alg` is \(found.quoted), where the key is for \(expected)"
        case .wrongUse(let member, let found):
            "has a key whose member `\(member)` is \(found.quoted), so it is not for verifying signatures"
        case .notOnCurve: "has a key that is not a point of its curve"
        case .libraryMissing: "cannot be used, because \(OpenSSL.absence)"
        case .unmatchedHalves: "has a private key whose public half belongs to another key"
        case .duplicateID(let id): "has the key id \(id.quoted) twice"
        case .noKeys: "holds no keys"
        case .tooMany(let limit, let amount): "holds \(amount) keys, and the limit is \(limit)"
        }
    }
}
