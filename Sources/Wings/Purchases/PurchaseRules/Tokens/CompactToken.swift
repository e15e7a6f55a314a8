// One signed item, as RFC 7515 writes it in its compact form, is three texts of base64url with dots between them:
//
//     eyJhbGciOiJFZERTQSIsImtpZCI6IjIwMjYifQ . eyJpc3MiOiJzaG9wIiwi…  . 3q2-7w…
//     {"alg":"EdDSA","kid":"2026"}             {"iss":"shop",…          the signature of the first two and their dot
//
// Of everything that the standard allows, only what is needed is read, because each further form is a way to make two
// programs read one item differently:
//
// - three segments, never the JSON forms; each in the one canonical text of its bytes, so that no change of a character
//   goes unnoticed;
// - a header with `alg`, `kid` and `typ`, each at most once, and nothing else: no key that comes with the item (`jwk`, `x5c`,
//   `jku`), no extension that must be understood (`crit`), no payload that is not encoded (`b64`);
// - the algorithm is a property of the key. The header has to name the same one, and chooses nothing.
//
// Nothing of an item is true before its signature is verified; the header and the issuer's name only choose the key.

internal import Contract

/// The parts of a signed item, whose signature has not been verified.
struct CompactToken {
    private static let dot = UInt8(ascii: ".")

    /// The algorithm that the header names.
    let algorithm: KeyAlgorithm
    /// The key that the header names; nil where it names none.
    let keyID: String?
    /// The decoded payload.
    let payload: [UInt8]
    /// The first two segments and their dot: the bytes that are signed.
    let signedBytes: [UInt8]
    let signature: [UInt8]

    /// Reads an item.
    ///
    /// *Limits*: `Limits.licenceBytes`.
    ///
    /// *Throws*: `tooLong`, `formatInvalid`, `criticalHeader`, `algorithmForbidden`.
    init(_ text: some Collection<UInt8>) throws(LicenceFault) {
        guard text.count <= Limits.licenceBytes else {
            throw .tooLong(limit: Limits.licenceBytes, amount: text.count)
        }
        let text = Array(text)
        let segments = text.split(separator: Self.dot, omittingEmptySubsequences: false)
        guard segments.count == 3 else {
            throw .formatInvalid(reason: "it has \(segments.count) segments between dots in place of three")
        }
        let header = try Self.bytes(of: segments[0], "header")
        payload = try Self.bytes(of: segments[1], "payload")
        signature = try Self.bytes(of: segments[2], "signature")
        signedBytes = Array(text[..<segments[1].endIndex])
        (algorithm, keyID) = try Self.read(header: Self.members(of: header, "header"))
    }

    /// The members of the payload, of which no name occurs twice.
    ///
    /// *Throws*: `formatInvalid`.
    func payloadMembers() throws(LicenceFault) -> [Value.Member] { try Self.members(of: payload, "payload") }

    private static func bytes(of segment: ArraySlice<UInt8>, _ name: String) throws(LicenceFault) -> [UInt8] {
        guard !segment.isEmpty else { throw .formatInvalid(reason: "its \(name) is empty") }
        guard let bytes = Base64.bytes(of: Array(segment), .url) else {
            throw .formatInvalid(reason: "its \(name) is not base64url in the canonical form, without padding")
        }
        return bytes
    }

    /// The members of a header or payload.
    ///
    /// *Throws*: `formatInvalid`.
    static func members(of bytes: [UInt8], _ name: String) throws(LicenceFault) -> [Value.Member] {
        let value: Value
        do throws(FramingError) {
            value = try ValueDecoder.decode(bytes.span)
        } catch {
            throw .formatInvalid(reason: "of its \(name), \(error.clause)")
        }
        guard let members = value.members else { throw .formatInvalid(reason: "its \(name) is not a JSON object") }
        return members
    }

    private static func read(header: [Value.Member]) throws(LicenceFault) -> (KeyAlgorithm, String?) {
        // First of all: an item that asks for an extension is refused for that, whatever else is wrong with it.
        for member in header where ["crit", "b64"].contains(member.name) { throw .criticalHeader(member: member.name) }
        var (algorithm, keyID): (String?, String?)
        for member in header {
            guard let text = member.value.text else {
                throw .formatInvalid(reason: "the member \(member.name.quoted) of its header is not a string")
            }
            switch member.name {
            case "alg": algorithm = text
            case "kid": keyID = text
            case "typ":
                guard text.lowercased() == "jwt" else {
                    throw .formatInvalid(reason: "its header has the type \(text.quoted) in place of `JWT`")
                }
            default: throw .formatInvalid(reason: "the member \(member.name.quoted) of its header is not supported")
            }
        }
        guard let algorithm else { throw .formatInvalid(reason: "its header names no algorithm (`alg`)") }
        guard let known = KeyAlgorithm(named: algorithm) else {
            throw .algorithmForbidden(name: algorithm, expected: nil)
        }
        return (known, keyID)
    }
}
