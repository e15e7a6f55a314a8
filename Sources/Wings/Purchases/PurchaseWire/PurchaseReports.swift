// The answers of io.deeplinkd.Purchases about products and purchases.

public import Contract

/// The products of the table in force.
package struct ProductsReport: ReplyReport {
    package var products: [ProductReport] = []

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("products", &products, "One entry for each product, in the order of the table.")
    }
}

/// A product of the table in force: features require it, and users can have it.
public struct ProductReport: WireObject, Equatable, Sendable, Identifiable {
    package static let typeComment = "Something that can be bought."

    /// The name by which features require it.
    public package(set) var id = ""
    /// What people call it.
    public package(set) var title = ""
    /// *Shape*: `subscription`, `oneTime` or `consumable`.
    public package(set) var kind = ""
    /// What it costs, as the table says it to people.
    public package(set) var price: String?
    /// How long a trial of it lasts; nil if none is offered.
    public package(set) var trial: Duration?
    /// The page of the shop that sells it, an https URL; nil if the table names none.
    public package(set) var shop: String?
    /// The names of the issuers whose licences grant it.
    public package(set) var issuers: [String] = []

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("id", &id, "The name by which features require it.")
        list.member("title", &title, "What people call it.")
        list.member("kind", &kind, "subscription, oneTime or consumable.")
        list.member("price", &price, "What it costs, as the table says it to people.")
        list.member("trialMs", &trial, "How long a trial of it lasts, in milliseconds; absent where none is offered.")
        list.member(
            "buy", &shop, "The page of the shop that sells it, an https URL; absent where the table names none.")
        list.member("issuers", &issuers, .unlessBlank, "Whose licences can grant it.")
    }
}

/// What a subject has of some products.
public struct PurchasesReport: ReplyReport, Sendable {
    /// One entry for each product; from a watch those that have changed, and at first all.
    public package(set) var purchases: [PurchaseReport] = []
    /// The ids of products that a new table does not declare any more; from a watch only.
    public package(set) var removed: [String] = []

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("purchases", &purchases, "One entry for each product; from Watch those that have changed.")
        list.member("removed", &removed, .unlessBlank, "Products that a new table does not declare; from Watch only.")
    }
}

/// What a subject has of one product.
///
/// *Units*: times are milliseconds since 1970 UTC.
public struct PurchaseReport: WireObject, Equatable, Sendable {
    package static let typeComment = "What a subject has of a product."

    /// The product's id.
    public package(set) var product = ""
    /// What people call it.
    public package(set) var title = ""
    /// *Shape*: one word, as `active`, `trial`, `grace`, `cancelled`, `expired`, `revoked`, `none`, `unknown`.
    public package(set) var state = ""
    /// True if the product is granted; nil if that is not known.
    public package(set) var isEntitled: Bool?
    /// When the paid time ends; nil if never.
    public package(set) var endsMs: Int64?
    /// Until when it stays granted while payment is due; nil if it does not.
    public package(set) var graceEndsMs: Int64?
    /// How many units are left of a consumable; nil if they are not counted.
    public package(set) var units: Int?
    /// How many units are reserved for links that are under way, or of which it is not known whether they took effect; nil for
    /// none.
    public package(set) var reserved: Int?
    /// When the state next changes by itself; nil if never.
    public package(set) var nextBoundaryMs: Int64?
    package var evidence: ConstraintReport.Evidence?
    /// The licence that the state rests on; nil if it rests on another source, or on none.
    public package(set) var licence: LicenceReport?
    /// The trial that was started, or that can be; nil if there is none.
    public package(set) var trial: TrialReport?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("product", &product, "The product's id.")
        list.member("title", &title, "What people call it.")
        list.member("state", &state, "active, trial, grace, cancelled, expired, revoked, none, unknown and others.")
        list.member("entitles", &isEntitled, "Whether the product is granted; absent where that is not known.")
        list.member("endsMs", &endsMs, "When what was paid for ends, in milliseconds since 1970 UTC; absent if never.")
        list.member(
            "graceEndsMs", &graceEndsMs, "Until when it stays granted while payment is due; absent if it does not.")
        list.member("units", &units, "How many units are left of a consumable; absent where they are not counted.")
        list.member(
            "reserved", &reserved,
            "How many more are reserved for links that are under way or undecided; absent for none.")
        list.member("nextBoundaryMs", &nextBoundaryMs, "When the state next changes by itself; absent if never.")
        list.member("evidence", &evidence, "What the state rests on; absent where nothing is known of the product.")
        list.member(
            "licence", &licence, "The licence that the state rests on; absent where it rests on another source.")
        list.member("trial", &trial, "The trial that was started, or that can be; absent where there is none.")
    }
}

/// A signed licence that counts.
///
/// *Units*: times are milliseconds since 1970 UTC.
public struct LicenceReport: WireObject, Equatable, Sendable, Identifiable {
    package static let typeComment = "A signed licence that counts."

    /// Who issued it.
    public package(set) var issuer = ""
    /// The key that signed it.
    public package(set) var keyID = ""
    /// The purchase, as its issuer names it.
    public package(set) var id = ""
    /// When it was issued.
    public package(set) var issuedMs: Int64 = 0
    /// When this machine took it.
    public package(set) var receivedMs: Int64 = 0

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("issuer", &issuer, "Who issued it.")
        list.member("keyId", &keyID, "The key that signed it.")
        list.member("id", &id, "The purchase, as its issuer names it.")
        list.member("issuedMs", &issuedMs, "When it was issued, in milliseconds since 1970 UTC.")
        list.member("receivedMs", &receivedMs, "When this machine took it, in milliseconds since 1970 UTC.")
    }
}

/// A trial of a product: one that was started, or one that can be.
///
/// *Units*: times are milliseconds since 1970 UTC.
public struct TrialReport: WireObject, ReplyReport, Sendable {
    package static let typeComment = "A trial of a product: one that was started, or one that can be."

    /// How long it would last; nil if it was started before.
    public package(set) var length: Duration?
    /// When it was started; nil if it was not.
    public package(set) var startedMs: Int64?
    /// When it ends or has ended; nil if it was not started.
    public package(set) var endsMs: Int64?
    /// How much is left of it: zero if it is over, nil if it was not started.
    public package(set) var left: Duration?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member(
            "lengthMs", &length, "How long it would last, in milliseconds; absent where it was started before.")
        list.member(
            "startedMs", &startedMs, "When it was started, in milliseconds since 1970 UTC; absent if it was not.")
        list.member("endsMs", &endsMs, "When it ends or has ended; absent as above.")
        list.member("leftMs", &left, "How many milliseconds are left of it: 0 where it is over; absent as above.")
    }
}

/// The result of verifying all kept licences of a subject once more.
public struct RestoreReport: ReplyReport, Sendable {
    /// *Units*: licences that are kept for the subject.
    public package(set) var kept = 0
    /// *Units*: licences that were verified, those that are older than others included.
    public package(set) var verified = 0
    /// *Units*: licences that were verified and do not count, because another of the same purchase is newer.
    public package(set) var older = 0
    /// *Units*: licences that are not trusted with the keys of the table in force.
    public package(set) var rejected = 0
    /// Why those were rejected, each code once: `licence.unknownKey` and others.
    public package(set) var codes: [String] = []
    /// What the subject has of each product now.
    public package(set) var purchases: [PurchaseReport] = []

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("kept", &kept, "How many licences are kept for the subject.")
        list.member("verified", &verified, "How many of them were verified, those that are older than others included.")
        list.member("older", &older, "How many were verified and do not count: another of the same purchase is newer.")
        list.member("rejected", &rejected, "How many are not trusted with the keys of the table in force.")
        list.member(
            "codes", &codes, .unlessBlank, "Why those were rejected, each code once: licence.unknownKey and others.")
        list.member("purchases", &purchases, "What the subject has of each product now.")
    }
}

// MARK: What is left out

extension PurchaseReport {
    /// Without the place of its source and the cause of a fault, as in the constraints of outcomes.
    private var forAnyone: PurchaseReport { with { $0.evidence = evidence?.forAnyone } }

    /// Several reports as everyone but operators is told them.
    static func forAnyone(_ reports: [PurchaseReport]) -> [PurchaseReport] { reports.map(\.forAnyone) }
}

extension ProductsReport {
    /// The same: the caller is told of these products.
    package var forAnyone: ProductsReport { self }

    /// With half of the products.
    package var shortened: ProductsReport? {
        products.count > 1 ? with { $0.products = products.firstHalf } : nil
    }
}

extension PurchasesReport {
    /// Without the places of sources.
    package var forAnyone: PurchasesReport { with { $0.purchases = PurchaseReport.forAnyone(purchases) } }

    /// With half of the products.
    package var shortened: PurchasesReport? {
        purchases.count > 1 ? with { $0.purchases = purchases.firstHalf } : nil
    }
}

// It is the caller's own, and short.
extension TrialReport: PlainReply {}

extension RestoreReport {
    /// Without the places of sources.
    package var forAnyone: RestoreReport { with { $0.purchases = PurchaseReport.forAnyone(purchases) } }

    /// With half of the products.
    package var shortened: RestoreReport? {
        purchases.isEmpty ? nil : with { $0.purchases = purchases.firstHalf }
    }
}
