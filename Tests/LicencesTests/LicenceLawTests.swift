import Contract
import Features
import PurchaseRules
import TestSupport
import Testing

/// What holds of every set of licences; the sets are random.
@Suite struct LicenceLawTests {
    private static let keyIDs = ["2024", "2025", "2026"]
    private static let keys = keyIDs.compactMap { try? SigningKey(.edDSA, id: $0) }
    private static let products = ["premium", "coins"]

    private static func issuer(_ random: inout SeededGenerator) -> Issuer {
        let isRevoked = Bool.random(using: &random)
        return .sample(
            [keys[0], keys[1]],
            revoked: isRevoked ? ["2025": now + Int64.random(in: -3...3, using: &random) * day] : [:],
            requiresSynchronisedClock: Bool.random(using: &random))
    }

    /// Few values of each member, so that licences often concern each other.
    private static func licence(_ random: inout SeededGenerator) -> Licence {
        func moment(_ random: inout SeededGenerator) -> Int64 { now + Int64.random(in: -4...4, using: &random) * day }
        let issuedMs = moment(&random)
        let endsMs = Bool.random(using: &random) ? issuedMs + Int64.random(in: 1...6, using: &random) * day : nil
        let hasGrace = Bool.random(using: &random)
        let claims = LicenceClaims.sample(
            issuer: Int.random(in: 0..<8, using: &random) == 0 ? "bank" : "shop",
            id: "order-\(Int.random(in: 0..<4, using: &random))",
            products: [products.randomElement(using: &random) ?? ""],
            issuedMs: issuedMs, endsMs: endsMs,
            graceEndsMs: hasGrace ? endsMs.map { $0 + Int64.random(in: 0...2, using: &random) * day } : nil,
            state: LicenceClaims.states.randomElement(using: &random) ?? .active,
            units: Bool.random(using: &random) ? Int.random(in: 0...3, using: &random) : nil)
        let key = keyIDs.randomElement(using: &random) ?? ""
        let digest = Array(("\(key) " + String(decoding: claims.payload, as: UTF8.self)).utf8)
        return Licence(claims, keyID: key, digest: digest, receivedMs: moment(&random))
    }

    private static func states(
        _ licences: [Licence], _ issuer: Issuer, _ isSynchronised: Bool = true, atMs: Int64 = now
    ) -> [Purchase?] {
        products.map {
            Purchase.from(licences, of: $0, issuers: [issuer], isClockSynchronised: isSynchronised, atMs: atMs)
        }
    }

    private static func entitles(_ purchase: Purchase?, atMs: Int64) -> Bool? {
        purchase.map { $0.state(atMs: atMs).entitles } ?? false
    }

    @Test func `permutations, duplicates and splits of licences give one state`() {
        var random = SeededGenerator(for: "permutations, duplicates and splits of licences")
        for _ in 0..<1000 {
            let issuer = Self.issuer(&random)
            let licences = (0..<Int.random(in: 0...8, using: &random)).map { _ in Self.licence(&random) }
            let expected = Self.states(licences, issuer)
            var shuffled = licences.shuffled(using: &random)
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                guard var copy = licences.randomElement(using: &random) else { break }
                // What arrives again arrives later.
                copy.receivedMs += Int64.random(in: 0...5, using: &random) * day
                shuffled.insert(copy, at: Int.random(in: 0...shuffled.count, using: &random))
            }
            #expect(Self.states(shuffled, issuer) == expected)
            // Kept in two parts, of which the one is what counts of the others so far.
            let cut = Int.random(in: 0...licences.count, using: &random)
            let kept = HeldLicences(licences[..<cut], issuers: [issuer]).entries.map(\.licence)
            #expect(Self.states(kept + licences[cut...], issuer) == expected)
        }
    }

    @Test func `licences that do not count neither raise nor lower what others grant`() {
        var random = SeededGenerator(for: "licences that do not count")
        for _ in 0..<1000 {
            let issuer = Self.issuer(&random)
            let licences = (0..<Int.random(in: 0...8, using: &random)).map { _ in Self.licence(&random) }
            let entries = HeldLicences(licences, issuers: [issuer]).entries
            let counting = entries.filter { $0.standing == .counts }.map(\.licence)
            for (all, alone) in zip(Self.states(licences, issuer), Self.states(counting, issuer)) {
                #expect(all == alone || alone == nil && all == Purchase(.revoked))
            }
        }
    }

    @Test func `as time goes on a product is only lost, and what is said now holds later`() {
        var random = SeededGenerator(for: "as time goes on a product is only lost")
        for _ in 0..<1000 {
            let issuer = Self.issuer(&random)
            let licences = (0..<Int.random(in: 1...5, using: &random)).map { _ in Self.licence(&random) }
            for product in Self.products {
                var wasGranted: Bool?
                let first = Purchase.from(licences, of: product, issuers: [issuer], atMs: now)
                for step in 0..<20 {
                    let atMs = now + Int64(step) * day / 2
                    let purchase = Purchase.from(licences, of: product, issuers: [issuer], atMs: atMs)
                    let isGranted = Self.entitles(purchase, atMs: atMs)
                    if wasGranted == false { #expect(isGranted == false) }
                    wasGranted = isGranted
                    // What was said at first moves by itself to what is said later; the number of units alone does not.
                    #expect(Self.entitles(first, atMs: atMs) == isGranted)
                }
            }
        }
    }

    @Test func `a revocation ends only what its key granted since then, and gives nothing`() {
        var random = SeededGenerator(for: "a revocation ends only what its key granted since then")
        for _ in 0..<1000 {
            let licences = (0..<Int.random(in: 1...6, using: &random)).map { _ in Self.licence(&random) }
            let sinceMs = now + Int64.random(in: -4...4, using: &random) * day
            let revoking = Issuer.sample([Self.keys[0], Self.keys[1]], revoked: ["2025": sinceMs])
            let rest = licences.filter { $0.keyID != "2025" || $0.grantedMs < sinceMs }
            let free = Issuer.sample([Self.keys[0], Self.keys[1]])
            for (ended, expected) in zip(Self.states(licences, revoking), Self.states(rest, free)) {
                #expect(ended == expected || expected == nil && ended == Purchase(.revoked))
            }
        }
    }

    @Test func `an unsynchronised clock never grants what a synchronised one does not`() {
        var random = SeededGenerator(for: "an unsynchronised clock")
        for _ in 0..<1000 {
            let issuer = Self.issuer(&random)
            let licences = (0..<Int.random(in: 1...5, using: &random)).map { _ in Self.licence(&random) }
            for (with, without) in zip(Self.states(licences, issuer), Self.states(licences, issuer, false)) {
                let (with, without) = (Self.entitles(with, atMs: now), Self.entitles(without, atMs: now))
                #expect(without == with || without == nil)
            }
        }
    }
}
