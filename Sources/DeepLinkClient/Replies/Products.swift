internal import Contract

/// A product of the daemon's table: what features require, and users can have.
public struct ProductOffer: Equatable, Sendable, Identifiable {
    let report: ProductReport

    /// The name by which features require it.
    public var id: String { report.id }
    /// What people call it.
    public var title: String { report.title }
    /// *Shape*: `subscription`, `oneTime` or `consumable`.
    public var kind: String { report.kind }
    /// What it costs, as the table says it to people.
    public var price: String? { report.price }
    /// How long a trial of it lasts; nil if none is offered.
    public var trial: Duration? { report.trialMs.map { .milliseconds($0) } }
    /// The page of the shop that sells it, an https URL; nil if the table names none.
    public var shop: String? { report.buy }
    /// The names of the issuers whose licences grant it.
    public var issuers: [String] { report.issuers }
}

/// What a subject has of one product.
///
/// *Units*: times are milliseconds since 1970 UTC.
public struct HeldProduct: Equatable, Sendable {
    let report: PurchaseReport

    /// The product's id.
    public var product: String { report.product }
    /// What people call it.
    public var title: String { report.title }
    /// *Shape*: one word, as `active`, `trial`, `grace`, `cancelled`, `expired`, `revoked`, `none`, `unknown`.
    public var state: String { report.state }
    /// Whether the product is granted; nil if that is not known.
    public var isEntitled: Bool? { report.entitles }
    /// When what was paid for ends; nil if never.
    public var endsMs: Int64? { report.endsMs }
    /// Until when it stays granted while payment is due; nil if it does not.
    public var graceEndsMs: Int64? { report.graceEndsMs }
    /// How many units are left of a consumable; nil if they are not counted.
    public var units: Int? { report.units }
    /// When the state next changes by itself; nil if never.
    public var nextBoundaryMs: Int64? { report.nextBoundaryMs }
    /// The licence that the state rests on; nil if it rests on another source, or on none.
    public var licence: CountedLicence? { report.licence.map(CountedLicence.init) }
    /// The trial that was started, or that can be; nil if there is none.
    public var trial: ProductTrial? { report.trial.map(ProductTrial.init) }
}

/// A signed licence that counts.
///
/// *Units*: times are milliseconds since 1970 UTC.
public struct CountedLicence: Equatable, Sendable, Identifiable {
    let report: LicenceReport

    /// The purchase, as its issuer names it.
    public var id: String { report.id }
    /// Who issued it.
    public var issuer: String { report.issuer }
    /// The key that signed it.
    public var keyID: String { report.keyID }
    /// When it was issued.
    public var issuedMs: Int64 { report.issuedMs }
    /// When this machine took it.
    public var receivedMs: Int64 { report.receivedMs }
}

/// A trial of a product: one that was started, or one that can be.
///
/// *Units*: times are milliseconds since 1970 UTC.
public struct ProductTrial: Equatable, Sendable {
    let report: TrialReport

    /// How long it would last; nil if it was started before.
    public var length: Duration? { report.lengthMs.map { .milliseconds($0) } }
    /// When it was started; nil if it was not.
    public var startedMs: Int64? { report.startedMs }
    /// When it ends or has ended; nil if it was not started.
    public var endsMs: Int64? { report.endsMs }
    /// How much is left of it: zero if it is over, nil if it was not started.
    public var left: Duration? { report.leftMs.map { .milliseconds($0) } }
}
