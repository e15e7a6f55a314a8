/// A verified licence: its claims, and the issuer and key that signed it.
///
/// *Shape*: the claims are members of it: `licence.products`.
@dynamicMemberLookup
package struct Licence: Hashable, Sendable {
    package let claims: LicenceClaims
    /// The key that signed it.
    package let keyID: String
    /// The SHA-256 of the key's id, a zero byte and the decoded payload, by which the same licence is recognised.
    ///
    /// Never of the text of the item: one payload can be signed any number of times, and headers can be written in many ways.
    /// With the key, because a licence that is signed anew with another key outlives the revocation of the first.
    package let digest: [UInt8]
    /// When this machine took it, which counts where its key is revoked: with a stolen key any date can be signed.
    ///
    /// *Units*: milliseconds since 1970 UTC.
    package var receivedMs: Int64

    package init(_ claims: LicenceClaims, keyID: String, digest: [UInt8], receivedMs: Int64) {
        self.claims = claims
        self.keyID = keyID
        self.digest = digest
        self.receivedMs = receivedMs
    }

    /// A member of the claims.
    package subscript<Member>(dynamicMember path: KeyPath<LicenceClaims, Member>) -> Member { claims[keyPath: path] }

    /// When it was granted as far as a revocation is concerned: the later of its issue and its arrival.
    ///
    /// *Units*: milliseconds since 1970 UTC.
    package var grantedMs: Int64 { max(claims.issuedMs, receivedMs) }
}
