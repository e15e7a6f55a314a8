internal import Contract

/// The unverified content of an item: to show it to people, and never to grant anything by it.
package struct LicenceContent: Sendable {
    package let claims: LicenceClaims
    /// The key that the header names.
    package let keyID: String?
    /// The names of members of the payload that have no effect, in their order: `expires` in the place of `exp`, for example.
    package let ignored: [String]

    /// Reads an item without verifying its signature.
    ///
    /// *Throws*: `tooLong`, `formatInvalid`, `criticalHeader`, `algorithmForbidden`, `claimInvalid`.
    package init(unverified text: some Collection<UInt8>) throws(LicenceFault) {
        let token = try CompactToken(text)
        let members = try token.payloadMembers()
        claims = try LicenceClaims(reading: members)
        keyID = token.keyID
        ignored = members.map(\.name).filter { !LicenceClaims.names.contains($0) }
    }
}
