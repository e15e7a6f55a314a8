import Contract
import Features
import PurchaseRules
import TestSupport
import Testing

@Suite struct HeldLicencesTests {
    private let keys: [SigningKey]

    init() throws { keys = [try SigningKey(.edDSA, id: "2025"), try SigningKey(.es256, id: "2026")] }

    private func licence(_ claims: LicenceClaims, key: String = "2025", receivedMs: Int64 = now - day) -> Licence {
        let digest = Array(("\(key) " + String(decoding: claims.payload, as: UTF8.self)).utf8)
        return Licence(claims, keyID: key, digest: digest, receivedMs: receivedMs)
    }

    private func purchase(
        _ claims: [LicenceClaims], of product: String = "premium", revoked: [String: Int64] = [:], atMs: Int64 = now
    ) -> Purchase? {
        Purchase.from(
            claims.map { licence($0) }, of: product, issuers: [.sample(keys, revoked: revoked)], atMs: atMs)
    }

    @Test func `a licence grants its products, and says nothing of others`() {
        let licence = LicenceClaims.sample(
            products: ["premium", "turbo"], endsMs: now + day, graceEndsMs: now + 2 * day)
        #expect(purchase([licence]) == Purchase(.active, endsMs: now + day, graceEndsMs: now + 2 * day))
        #expect(purchase([licence], of: "coins") == nil)
        // The issuer may not grant it, though it has signed it.
        #expect(purchase([licence], of: "turbo") == nil)
        #expect(purchase([]) == nil)
    }

    @Test func `the licence of one purchase that was issued last counts, and the others are superseded`() {
        let (old, new) = (
            LicenceClaims.sample(issuedMs: now - 9 * day), LicenceClaims.sample(issuedMs: now - day, state: .revoked)
        )
        #expect(purchase([new, old])?.state == .revoked)
        #expect(purchase([old])?.state == .active)
        let held = HeldLicences([old, new].map { licence($0) }, issuers: [.sample(keys)])
        let standings = Dictionary(uniqueKeysWithValues: held.entries.map { ($0.licence.issuedMs, $0.standing) })
        #expect(standings == [now - 9 * day: .superseded(by: licence(new).digest), now - day: .counts])
        // Another purchase of the same product is not concerned.
        #expect(purchase([new, old, .sample(id: "order-2", state: .trial)])?.state == .trial)
        // The same id of another issuer is another purchase.
        let bank = Issuer(name: "bank", keys: keys.map(\.publicKey), products: ["premium"], audience: "podcasts")
        let all = [licence(new), licence(.sample(issuer: "bank", issuedMs: now - 9 * day))]
        #expect(Purchase.from(all, of: "premium", issuers: [.sample(keys), bank], atMs: now)?.state == .active)
    }

    @Test func `of several purchases the one that grants longest counts`() {
        let (short, long) = (
            LicenceClaims.sample(endsMs: now + day),
            LicenceClaims.sample(id: "order-2", endsMs: now + 2 * day, state: .cancelled)
        )
        #expect(purchase([short, long])?.state == .cancelled)
        let withGrace = LicenceClaims.sample(id: "order-3", endsMs: now + 1, graceEndsMs: now + 3 * day)
        #expect(purchase([short, withGrace, long])?.graceEndsMs == now + 3 * day)
        #expect(purchase([short, .sample(id: "order-4")]) == Purchase(.active))
        let refused: [PurchaseState] = [.revoked, .expired, .paused, .billingRetry, .pendingApproval]
        let all = refused.enumerated().map { LicenceClaims.sample(id: "order-\(10 + $0)", state: $1) }
        for count in 1...refused.count { #expect(purchase(Array(all.prefix(count)))?.state == refused[count - 1]) }
        #expect(purchase(all + [short])?.state == .active)
    }

    @Test
    func `units of several purchases add up, and the state and the dates are those of the one that lasts longest`() {
        let ten = LicenceClaims.sample(products: ["coins"], units: 10)
        let five = LicenceClaims.sample(id: "order-2", products: ["coins"], endsMs: now + day, units: 5)
        let one = LicenceClaims.sample(id: "order-3", products: ["coins"])
        let used = LicenceClaims.sample(id: "order-4", products: ["coins"], state: .expired, units: 100)
        #expect(purchase([ten], of: "coins") == Purchase(.active, units: 10))
        #expect(purchase([ten, five, one, used], of: "coins") == Purchase(.active, units: 16))
        let trial = LicenceClaims.sample(
            id: "order-5", products: ["coins"], endsMs: now - 1, graceEndsMs: now + 2 * day, units: 2)
        #expect(purchase([ten, trial], of: "coins") == Purchase(.active, units: 12))
        #expect(purchase([five, trial], of: "coins")?.state(atMs: now) == .grace)
        let all = HeldLicences([ten, five, one, trial].map { licence($0) }, issuers: [.sample(keys)])
            .purchases(of: "coins", atMs: now)
        #expect(all.map(\.units) == [18, 5] && all.last?.endsMs == now + day, "the sum changes when the first ends")
        #expect(purchase([ten, five, one, used], of: "coins", atMs: now + day) == Purchase(.active, units: 11))
        #expect(purchase([used], of: "coins")?.state == .expired)
        let most = (0..<1000).map {
            LicenceClaims.sample(id: "order-\($0)", products: ["coins"], units: Limits.unitsPerLicence)
        }
        #expect(purchase(most, of: "coins")?.units == 1000 * Limits.unitsPerLicence)
    }

    @Test func `a revoked key ends what it granted from then on, and nothing else`() {
        let since = now - 5 * day
        let before = LicenceClaims.sample(issuedMs: since - day)
        func state(_ licences: [Licence]) -> PurchaseState? {
            Purchase.from(licences, of: "premium", issuers: [.sample(keys, revoked: ["2025": since])], atMs: now)?.state
        }
        #expect(state([licence(before, receivedMs: since - 1)]) == .active)
        // The date can be forged with the key, the arrival cannot.
        #expect(state([licence(before, receivedMs: since)]) == .revoked)
        #expect(state([licence(.sample(issuedMs: since), receivedMs: since - 1)]) == .revoked)
        #expect(state([licence(before, key: "2026", receivedMs: now)]) == .active)
        // The same licence that arrived again since then, arrived before.
        #expect(state([licence(before, receivedMs: now), licence(before, receivedMs: since - 1)]) == .active)
        // A forged licence does not supersede what it pretends to renew.
        let forged = licence(.sample(issuedMs: now - day, state: .revoked), receivedMs: now)
        #expect(state([licence(before, receivedMs: since - 1), forged]) == .active)
    }

    @Test func `what the table no longer trusts has no effect`() {
        let licences = [licence(.sample())]
        func from(_ issuer: Issuer?) -> Purchase? {
            Purchase.from(licences, of: "premium", issuers: issuer.map { [$0] } ?? [], atMs: now)
        }
        #expect(from(.sample(keys)) != nil)
        #expect(from(nil) == nil)
        #expect(from(.sample([keys[1]])) == nil)
        #expect(from(.sample(keys, products: ["coins"])) == nil)
        #expect(
            from(Issuer(name: "shop", keys: keys.map(\.publicKey), products: ["premium"], audience: "music")) == nil)
        let held = HeldLicences(licences, issuers: [.sample([keys[1]])])
        #expect(held.entries.map(\.standing) == [.untrusted])
    }

    @Test func `ends are unknown without a synchronised clock where the issuer requires one`() {
        let (ending, endless) = (LicenceClaims.sample(endsMs: now + day), LicenceClaims.sample(id: "order-2"))
        func state(_ claims: [LicenceClaims], _ requires: Bool, _ isSynchronised: Bool) -> PurchaseState? {
            let issuer = Issuer.sample(keys, requiresSynchronisedClock: requires)
            return Purchase.from(
                claims.map { licence($0) }, of: "premium", issuers: [issuer], isClockSynchronised: isSynchronised,
                atMs: now)?.state
        }
        #expect(state([ending], true, true) == .active)
        #expect(state([ending], false, false) == .active)
        #expect(state([ending], true, false) == .unknown)
        #expect(state([.sample(endsMs: now - 1)], true, false) == .unknown)
        #expect(state([ending, endless], true, false) == .active)
        #expect(state([.sample(endsMs: now + day, state: .paused)], true, false) == .paused)
        #expect(state([ending, .sample(id: "order-3", state: .paused)], true, false) == .unknown)
    }
}
