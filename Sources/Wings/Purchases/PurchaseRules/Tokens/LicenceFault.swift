internal import Contract
internal import OpenSSL

/// The reason why an item is not accepted as a licence.
///
/// *Shape*: `code` is for programs and never changes its meaning; `description` is one line for people, of what is wrong and
/// what mends it. Words of the item in it are cut, and may hold anything: escape them before printing.
package enum LicenceFault: Error, Equatable, Sendable {
    /// *Units*: bytes.
    case tooLong(limit: Int, amount: Int)
    /// It is not a compact JWS, or its header or payload is not the JSON that it has to be.
    case formatInvalid(reason: String)
    /// The header asks for an extension that must be understood: `crit` or `b64`.
    case criticalHeader(member: String)
    /// The header names another algorithm than that of the key; `expected` is nil where there is no key with this one.
    case algorithmForbidden(name: String, expected: String?)
    case unknownIssuer(name: String, known: [String])
    /// This machine lacks the library that verifies signatures, so nothing is known of the item.
    case unverified
    /// `id` is nil where the header names no key.
    case unknownKey(id: String?, issuer: String)
    case signatureInvalid(keyID: String, issuer: String)
    /// *Units*: milliseconds since 1970 UTC.
    case revokedKey(id: String, sinceMs: Int64)
    /// A member of the signed payload is missing, or not what it has to be.
    case claimInvalid(name: String, reason: String)
    case wrongAudience(found: [String], expected: String)
    case wrongSubject(found: String, expected: String)
    /// The issuer may grant none of the products.
    case unknownProduct(found: [String], issuer: String)
    /// *Units*: milliseconds since 1970 UTC.
    case notYetValid(claim: String, fromMs: Int64, nowMs: Int64)
}

extension LicenceFault {
    /// The name of the fault.
    ///
    /// *Shape*: `licence.signatureInvalid`.
    package var code: String {
        switch self {
        case .tooLong: "licence.tooLong"
        case .formatInvalid: "licence.formatInvalid"
        case .criticalHeader: "licence.criticalHeader"
        case .algorithmForbidden: "licence.algorithmForbidden"
        case .unknownIssuer: "licence.unknownIssuer"
        case .unverified: "licence.unverified"
        case .unknownKey: "licence.unknownKey"
        case .signatureInvalid: "licence.signatureInvalid"
        case .revokedKey: "licence.revokedKey"
        case .claimInvalid: "licence.claimInvalid"
        case .wrongAudience: "licence.wrongAudience"
        case .wrongSubject: "licence.wrongSubject"
        case .unknownProduct: "licence.unknownProduct"
        case .notYetValid: "licence.notYetValid"
        }
    }

    /// Every code, in the order in which the checks are made.
    package static let codes = [
        "licence.tooLong", "licence.formatInvalid", "licence.criticalHeader", "licence.algorithmForbidden",
        "licence.unknownIssuer", "licence.unverified", "licence.unknownKey", "licence.signatureInvalid",
        "licence.revokedKey", "licence.claimInvalid", "licence.wrongAudience", "licence.unknownProduct",
        "licence.notYetValid", "licence.wrongSubject",
    ]
}

extension LicenceFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLong(let limit, let amount): "the item has \(amount) bytes, and the limit is \(limit)"
        case .formatInvalid(let reason): "the item is not a compact JWS: \(reason)"
        case .criticalHeader(let member):
            "the header has `\(member)`, an extension that is not supported: sign the item without it"
        case .algorithmForbidden(let name, let expected?):
            "the header names the algorithm \(name.quoted), and the key is for \(expected): sign with the algorithm of the key"
        case .algorithmForbidden(let name, nil):
            "the header names the algorithm \(name.quoted): sign with EdDSA (Ed25519) or ES256"
        case .unknownIssuer(let name, let known):
            "the issuer \(name.quoted) is unknown: "
                + (known.isEmpty ? "no issuers are declared" : "declared are \(known.list)")
        case .unverified: "the licence cannot be verified, because \(OpenSSL.absence)"
        case .unknownKey(nil, let issuer): "the header names no key (`kid`), so none of \(issuer.quoted) can be chosen"
        case .unknownKey(let id?, let issuer):
            "the issuer \(issuer.quoted) has no key \(id.quoted): declare it, or sign with a declared key"
        case .signatureInvalid(let keyID, let issuer):
            "the signature is not that of the key \(keyID.quoted) of \(issuer.quoted): "
                + "the item was changed, or another key signed it"
        case .revokedKey(let id, let sinceMs):
            "the key \(id.quoted) is revoked since \(UTCTime.text(ofMs: sinceMs)): "
                + "the issuer has to sign the licence anew with another key"
        case .claimInvalid(let name, let reason): "the member `\(name)` of the licence \(reason)"
        case .wrongAudience(let found, let expected):
            "the licence is for \(found.list), not for \(expected.quoted), which is the audience of its issuer here"
        case .wrongSubject(let found, let expected): "the licence is for \(found.quoted), not for \(expected.quoted)"
        case .unknownProduct(let found, let issuer):
            "the issuer \(issuer.quoted) may not grant \(found.list): its products are declared with it"
        case .notYetValid(let claim, let fromMs, let nowMs):
            "the licence is valid from \(UTCTime.text(ofMs: fromMs)) (`\(claim)`), "
                + "and the clock of this machine says \(UTCTime.text(ofMs: nowMs))"
        }
    }
}

extension String {
    /// *Units*: characters of a word of an item in a message; the rest is cut off.
    private static let longestWord = 100

    /// The text in backquotes, cut where it is long.
    var quoted: String { "`" + (count > Self.longestWord ? prefix(Self.longestWord) + "…" : self) + "`" }

    /// Whether the texts are the same bytes: Swift's texts are equal where Unicode calls them equivalent, signed ones are not.
    func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension [String] {
    /// *Units*: words of an item in one message.
    private static var mostWords: Int { 4 }

    /// The texts in backquotes; of many the first few and the number of the others.
    var list: String {
        let words = prefix(Self.mostWords).map(\.quoted).joined(separator: ", ")
        return count > Self.mostWords ? words + " and \(count - Self.mostWords) more" : words
    }
}
