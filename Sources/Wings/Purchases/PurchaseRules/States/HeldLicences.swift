// The purchases that a subject holds by licences, as a function of its licences, the table's issuers and a moment. The
// licences are a set that only grows: in which order they arrived, and how often, makes no difference.
//
//     order-17  issued 1 March  active until April   key 2025      superseded: the licence below is of the same purchase
//     order-17  issued 1 April  active until May     key 2025      counts
//     order-20  issued 2 March  active until June    key lost      key revoked since 1 March
//     order-21  issued 2 March  active until June    key 2024      untrusted: the table has no such key any more
//
// The steps are taken in this order, because an item that has no effect must not take the effect of another either:
//
// 1. A licence counts only while the table trusts it: its issuer, its key and its audience are declared.
// 2. What a revoked key granted from the revocation on has no effect.
// 3. Of one issuer's licences with one id, the one issued last counts; of two issued at once, the one with the higher digest.
// 4. Of a product's licences that are left, the one that grants it counts, and of several the one that grants it longest.
//
// Units of a consumable add up over the purchases that grant it: each is a purchase of its own, and one without `units` is one
// unit. The state and the dates are those of the licence that grants it longest; the sum changes when any of them ends.

internal import Contract
import Features

/// The licences of one subject, and which of them count.
package struct HeldLicences: Sendable {
    /// Whether a licence counts, and if not, why.
    package enum Standing: Hashable, Sendable {
        case counts
        /// A licence of the same purchase was issued later. *Shape*: its digest.
        case superseded(by: [UInt8])
        /// *Units*: milliseconds since 1970 UTC.
        case keyRevoked(sinceMs: Int64)
        /// The table no longer declares its issuer, key or audience.
        case untrusted
    }

    /// Each licence once, in the order of their digests.
    package let entries: [(licence: Licence, standing: Standing)]
    private let issuers: [Issuer]

    /// Takes licences of one subject, in any order, and repeated or not.
    package init(_ licences: some Sequence<Licence>, issuers: [Issuer]) {
        self.issuers = issuers
        var byDigest: [[UInt8]: Licence] = [:]
        for licence in licences {
            // The same one twice: what counts for a revocation is when it arrived first.
            byDigest[licence.digest] =
                byDigest[licence.digest].map { $0.receivedMs <= licence.receivedMs ? $0 : licence }
                ?? licence
        }
        let distinct = byDigest.values.sorted { $0.digest.lexicographicallyPrecedes($1.digest) }
        var newest: [Purchased: Licence] = [:]
        for licence in distinct where Self.standing(of: licence, issuers) == .counts {
            let key = Purchased(licence)
            guard let other = newest[key], licence.issuedMs < other.issuedMs else {
                newest[key] = licence
                continue
            }
        }
        entries = distinct.map { licence in
            let standing = Self.standing(of: licence, issuers)
            guard standing == .counts, let winner = newest[Purchased(licence)], winner.digest != licence.digest else {
                return (licence, standing)
            }
            return (licence, .superseded(by: winner.digest))
        }
    }

    /// What is held of a product; nil where no licence says anything of it.
    ///
    /// *Shape*: the state with the dates on which it changes by itself; `unknown` where an end does not count because the
    /// clock is not synchronised; `revoked` where nothing is left but what a revoked key granted.
    ///
    /// - Parameters:
    ///   - isClockSynchronised: whether the clock of the machine is, for issuers that require it.
    ///   - nowMs: milliseconds since 1970 UTC, by a clock that does not go back.
    package func purchase(of product: String, isClockSynchronised: Bool = true, atMs nowMs: Int64) -> Purchase? {
        purchases(of: product, isClockSynchronised: isClockSynchronised, atMs: nowMs).first
    }

    /// What is held of a product, as `purchase(of:)`, and behind it, where units add up, the purchase whose end changes their
    /// sum first; empty where no licence says anything of the product.
    ///
    /// - Parameters:
    ///   - spent: the units that are not there any more.
    ///   - isOfMachine: true for licences of the machine, of which each subject has its own units.
    package func purchases(
        of product: String, spent: SpentUnits = SpentUnits(), ofMachine isOfMachine: Bool = false,
        isClockSynchronised: Bool = true, atMs nowMs: Int64
    ) -> [Purchase] {
        var (best, isRevoked): (LicenceRank?, Bool) = (nil, false)
        var granting: [LicenceRank] = []
        for (licence, standing) in entries where isGranted(product, by: licence) {
            switch standing {
            case .keyRevoked: isRevoked = true
            case .superseded, .untrusted: continue
            case .counts:
                var rank = rank(of: licence, isClockSynchronised, atMs: nowMs)
                if !spent.isEmpty { rank.lower(by: spent, of: SpendingBasis(licence, ofMachine: isOfMachine)) }
                if rank.entitles == true { granting.append(rank) }
                if best.map({ $0 < rank }) ?? true { best = rank }
            }
        }
        guard let best else { return isRevoked ? [Purchase(.revoked)] : [] }
        guard granting.count > 1, granting.contains(where: { $0.purchase.units != nil }) else { return [best.purchase] }
        var purchase = best.purchase
        // A licence that counts no units is one unit, as everywhere.
        purchase.units = granting.reduce(0) { $0 + ($1.purchase.units ?? 1) }
        let first = granting.filter { $0.endMs < best.endMs }.min { ($0.endMs, $1) < ($1.endMs, $0) }
        return [purchase] + [first?.purchase].compactMap(\.self)
    }

    /// The units that are left of each purchase that grants a product, those of the one first that ends first.
    package func portions(
        of product: String, spent: SpentUnits, ofMachine isOfMachine: Bool = false, isClockSynchronised: Bool = true,
        atMs nowMs: Int64
    ) -> [SpendingPortion] {
        let granting = entries.compactMap { licence, standing -> (rank: LicenceRank, portion: SpendingPortion)? in
            guard standing == .counts, isGranted(product, by: licence) else { return nil }
            let rank = rank(of: licence, isClockSynchronised, atMs: nowMs)
            guard rank.entitles == true else { return nil }
            let basis = SpendingBasis(licence, ofMachine: isOfMachine)
            return (rank, SpendingPortion(basis, spent.left(of: licence.units, of: basis) ?? 1))
        }
        return granting.sorted { ($0.rank.endMs, $0.rank) < ($1.rank.endMs, $1.rank) }.map(\.portion)
    }

    private func isGranted(_ product: String, by licence: Licence) -> Bool {
        licence.products.contains(product) && issuer(of: licence)?.products.contains(product) == true
    }

    private func rank(of licence: Licence, _ isClockSynchronised: Bool, atMs nowMs: Int64) -> LicenceRank {
        let trustsClock = isClockSynchronised || issuer(of: licence)?.requiresSynchronisedClock != true
        return LicenceRank(licence, trustsClock: trustsClock, atMs: nowMs)
    }

    private func issuer(of licence: Licence) -> Issuer? { Self.issuer(of: licence, issuers) }

    private static func issuer(of licence: Licence, _ issuers: [Issuer]) -> Issuer? {
        issuers.first { $0.name.hasSameBytes(as: licence.issuer) }
    }

    /// The standing of a licence by itself.
    private static func standing(of licence: Licence, _ issuers: [Issuer]) -> Standing {
        guard let issuer = issuer(of: licence, issuers), issuer.key(licence.keyID) != nil,
            licence.audiences.contains(where: { $0.hasSameBytes(as: issuer.audience) })
        else { return .untrusted }
        return issuer.revocation(of: licence.keyID, grantedMs: licence.grantedMs).map { .keyRevoked(sinceMs: $0) }
            ?? .counts
    }

    /// One purchase: the id that its issuer gave it.
    private struct Purchased: Hashable {
        private let issuer: [UInt8]
        private let id: String

        init(_ licence: Licence) {
            issuer = Array(licence.issuer.utf8)
            id = licence.id
        }
    }
}

extension Purchase {
    /// What one licence says by itself.
    package init(_ licence: Licence) {
        self.init(licence.state, units: licence.units, endsMs: licence.endsMs, graceEndsMs: licence.graceEndsMs)
    }

    /// What licences of one subject grant of a product: see `HeldLicences`.
    package static func from(
        _ licences: some Sequence<Licence>, of product: String, issuers: [Issuer], isClockSynchronised: Bool = true,
        atMs nowMs: Int64
    ) -> Purchase? {
        HeldLicences(licences, issuers: issuers)
            .purchase(of: product, isClockSynchronised: isClockSynchronised, atMs: nowMs)
    }
}
