// The files that hold an issuer's public keys, in the forms that other programs write:
//
//     {"kty":"OKP","crv":"Ed25519","kid":"2026","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}     a JWK
//     {"keys":[{…},{…}]}                                                                              a JWK set
//     -----BEGIN PUBLIC KEY-----                                                                      PEM, one or more
//     MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
//     -----END PUBLIC KEY-----
//
// A file says who is trusted. So a key in it that cannot be used is an error and never passed over, unlike in RFC 7517: the
// administrator would believe that it counts. A private key is an error too: what signs licences does not belong on a
// machine that verifies them.

internal import Contract

extension IssuerKey {
    /// Reads the public keys of a file, in its order.
    ///
    /// *Limits*: `Limits.keyFileBytes`, `Limits.keysPerIssuer`.
    ///
    /// *Throws*: `KeyFault`, of the first key that cannot be used.
    package static func read(_ bytes: [UInt8]) throws(KeyFault) -> [IssuerKey] {
        let keys: [IssuerKey]
        switch try KeyText(bytes) {
        case .json(let keysOfSet):
            keys = try keysOfSet.map { (members) throws(KeyFault) in try JWK(members).publicKey() }
        case .pem(let text): keys = try PEMKeys.read(text)
        }
        try check(keys)
        return keys
    }

    /// Checks the keys of one file, or of several together: that there are some, not too many, and each of another id.
    ///
    /// *Throws*: `noKeys`, `tooMany`, `duplicateID`.
    package static func check(_ keys: [IssuerKey]) throws(KeyFault) {
        guard !keys.isEmpty else { throw .noKeys }
        guard keys.count <= Limits.keysPerIssuer else {
            throw .tooMany(limit: Limits.keysPerIssuer, amount: keys.count)
        }
        var ids: Set<String> = []
        for key in keys where !ids.insert(key.id).inserted { throw .duplicateID(key.id) }
    }
}

/// The text of a key file.
enum KeyText {
    /// *Shape*: the members of each key.
    case json([[Value.Member]])
    case pem(String)

    /// Tells the forms apart, and parses JSON.
    ///
    /// *Throws*: `tooLong`, `malformed`, `memberInvalid`.
    init(_ bytes: [UInt8]) throws(KeyFault) {
        guard bytes.count <= Limits.keyFileBytes else {
            throw .tooLong(limit: Limits.keyFileBytes, amount: bytes.count)
        }
        switch bytes.first(where: { ![0x09, 0x0A, 0x0D, 0x20].contains($0) }) {
        case UInt8(ascii: "{"): self = .json(try Self.keys(of: bytes))
        case UInt8(ascii: "-"):
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw .malformed(reason: "it is not UTF-8")
            }
            self = .pem(text)
        case nil: throw .malformed(reason: "it is empty")
        default: throw .malformed(reason: "it is neither a JWK (JSON) nor PEM")
        }
    }

    private static func keys(of bytes: [UInt8]) throws(KeyFault) -> [[Value.Member]] {
        let value: Value
        do throws(FramingError) {
            value = try ValueDecoder.decode(bytes.span)
        } catch {
            throw .malformed(reason: error.clause)
        }
        guard let keys = value["keys"] else { return [value.members ?? []] }
        guard let elements = keys.elements else { throw .memberInvalid(name: "keys", reason: "is not an array") }
        return try elements.map { (element) throws(KeyFault) in
            guard let members = element.members else {
                throw .memberInvalid(name: "keys", reason: "has an element that is not an object")
            }
            return members
        }
    }
}
