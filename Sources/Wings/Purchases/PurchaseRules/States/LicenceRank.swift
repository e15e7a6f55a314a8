internal import Features

/// The rank of one licence of a product at a moment, compared with others: the higher one counts.
struct LicenceRank: Comparable {
    /// States that grant nothing, those that take the most to mend first.
    private static let refusals: [PurchaseState] = [
        .unknown, .none, .revoked, .expired, .paused, .billingRetry, .pendingApproval,
    ]
    /// States that grant, as they are shown where two end at the same time.
    private static let grants: [PurchaseState] = [.grace, .cancelled, .trial, .active]

    private(set) var purchase: Purchase
    /// Whether the product is granted; nil where that is not known.
    let entitles: Bool?
    /// Until when, by itself; the last moment there is where it never ends.
    ///
    /// *Units*: milliseconds since 1970 UTC.
    let endMs: Int64
    private let state: PurchaseState
    private let digest: [UInt8]

    init(_ licence: Licence, trustsClock: Bool, atMs nowMs: Int64) {
        // Without a trusted clock the end may be over or far away, whatever the clock says.
        purchase =
            !trustsClock && licence.state.entitles == true && licence.endsMs != nil
            ? Purchase(.unknown) : Purchase(licence)
        state = purchase.state(atMs: nowMs)
        entitles = state.entitles
        endMs = Self.end(of: purchase)
        digest = licence.digest
    }

    /// Takes out what is spent.
    mutating func lower(by spent: SpentUnits, of basis: SpendingBasis) {
        purchase.units = spent.left(of: purchase.units, of: basis)
    }

    /// When a purchase ceases to be granted: what was cancelled gets no grace.
    private static func end(of purchase: Purchase) -> Int64 {
        let end = purchase.state == .cancelled ? purchase.endsMs : purchase.graceEndsMs ?? purchase.endsMs
        return end ?? .max
    }

    static func < (left: Self, right: Self) -> Bool {
        if left.grade != right.grade { return left.grade < right.grade }
        if left.entitles == true, left.endMs != right.endMs { return left.endMs < right.endMs }
        if left.shown != right.shown { return left.shown < right.shown }
        if left.endMs != right.endMs { return left.endMs < right.endMs }
        return left.digest.lexicographicallyPrecedes(right.digest)
    }

    /// Two ranks that are not the same licence are never equal.
    static func == (left: Self, right: Self) -> Bool { left.digest == right.digest }

    /// Granted is more than not known, and that is more than not granted.
    private var grade: Int { entitles.map { $0 ? 2 : 0 } ?? 1 }

    private var shown: Int { (Self.grants.firstIndex(of: state) ?? Self.refusals.firstIndex(of: state)) ?? 0 }
}
