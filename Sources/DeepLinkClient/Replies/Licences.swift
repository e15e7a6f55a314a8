internal import Contract

/// What became of one licence that was handed to the daemon.
public struct HandedLicence: Equatable, Sendable {
    /// Whether a licence is kept, and whether it counts.
    public enum Result: Equatable, Sendable {
        /// It is kept, and counts.
        case accepted
        /// It was kept before: nothing has changed.
        case duplicate
        /// It is kept, and one of the same purchase that was issued later counts in its place.
        case older
        /// It is not kept; ``HandedLicence/code`` and ``HandedLicence/reason`` say why.
        case rejected
    }

    /// A product before and after the call.
    public struct Change: Equatable, Sendable {
        /// The product's id.
        public let product: String
        /// Its state before the call, as ``HeldProduct/state`` has it.
        public let before: String
        /// Its state after the call.
        public let after: String
    }

    let report: IngestedLicence

    /// Whether it is kept, and whether it counts.
    public var result: Result {
        switch report.result {
        case .accepted: .accepted
        case .duplicate: .duplicate
        case .older: .older
        case .rejected: .rejected
        }
    }
    /// Why it was rejected, as a stable name: `licence.signatureInvalid` and others.
    public var code: String? { report.code }
    /// Why it was rejected, in words for people.
    public var reason: String? { report.reason }
    /// Who issued it; nil if it was not verified.
    public var issuer: String? { report.issuer }
    /// The purchase that it is about, as its issuer names it; nil if it was not verified.
    public var id: String? { report.id }
    /// The products that it is about and that the table declares.
    public var products: [Change] {
        report.products.map { Change(product: $0.product, before: $0.before, after: $0.after) }
    }
}

/// What the daemon found when it verified all licences of a subject once more.
public struct Restoration: Equatable, Sendable {
    let report: RestoreReport

    /// *Units*: licences that are kept for the subject.
    public var kept: Int { report.kept }
    /// *Units*: licences that were verified, those that are older than others included.
    public var verified: Int { report.verified }
    /// *Units*: licences that were verified and do not count, because another of the same purchase is newer.
    public var older: Int { report.older }
    /// *Units*: licences that are not trusted with the keys of the table in force.
    public var rejected: Int { report.rejected }
    /// Why those were rejected, each code once: `licence.unknownKey` and others.
    public var codes: [String] { report.codes }
    /// What the subject has of each product now.
    public var purchases: [HeldProduct] { report.purchases.map(HeldProduct.init) }
}
