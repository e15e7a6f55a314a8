/// An issuer: it may sign licences, for some products.
package struct Issuer: Sendable, Equatable {
    /// The `iss` of its licences.
    package let name: String
    /// *Shape*: 1 to `Limits.keysPerIssuer`, each of another id.
    package let keys: [IssuerKey]
    /// The products that it may grant; a licence for others has no effect on them.
    package let products: Set<String>
    /// What its licences have to be for: one of their `aud`.
    package let audience: String
    /// Keys that were stolen or lost: what they grant from that moment on has no effect.
    ///
    /// *Units*: milliseconds since 1970 UTC, by the key's id.
    package let revoked: [String: Int64]
    /// Whether ends count only while the clock of the machine is synchronised.
    package let requiresSynchronisedClock: Bool

    package init(
        name: String, keys: [IssuerKey], products: Set<String>, audience: String, revoked: [String: Int64] = [:],
        requiresSynchronisedClock: Bool = false
    ) {
        self.name = name
        self.keys = keys
        self.products = products
        self.audience = audience
        self.revoked = revoked
        self.requiresSynchronisedClock = requiresSynchronisedClock
    }

    /// The key of that id, byte for byte.
    func key(_ id: String) -> IssuerKey? { keys.first { $0.id.hasSameBytes(as: id) } }

    /// Since when a key is revoked, if something that it granted at that moment has no effect for it.
    func revocation(of keyID: String, grantedMs: Int64) -> Int64? {
        guard let sinceMs = revoked[keyID], grantedMs >= sinceMs else { return nil }
        return sinceMs
    }
}
