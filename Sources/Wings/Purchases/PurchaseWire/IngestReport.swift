public import Contract

/// The result of each licence in one call of `Ingest`.
package struct IngestReport: ReplyReport {
    package var items: [IngestedLicence] = []
    package var stateRevision = ""

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("items", &items, "What became of each licence, in the order of the call.")
        list.member("stateRevision", &stateRevision, "The state of the facts after the call, as outcomes have it.")
    }
}

/// The result for one licence that was handed to the daemon.
public struct IngestedLicence: WireObject, Equatable, Sendable {
    /// Whether a licence is kept, and whether it counts.
    public enum Result: String, WireEnumeration {
        /// It is kept, and counts.
        case accepted
        /// It was kept before: nothing has changed.
        case duplicate
        /// It is kept, and one of the same purchase that was issued later counts in its place.
        case older
        /// It is not kept; ``IngestedLicence/code`` and ``IngestedLicence/reason`` say why.
        case rejected

        package static let typeName = "IngestResult"
        package static let typeComment = "What became of a licence."

        package var comment: String {
            switch self {
            case .accepted: "It is kept, and counts."
            case .duplicate: "It was kept before: nothing has changed."
            case .older: "It is kept, and one of the same purchase that was issued later counts in its place."
            case .rejected:
                "It is not kept; code and reason say why. Sending it again is of no use before that is mended."
            }
        }
    }

    package static let typeComment = "What became of one licence, and of the products that it is about."

    /// Whether it is kept, and whether it counts.
    public package(set) var result = Result.rejected
    /// Why it was rejected, as a stable name: `licence.signatureInvalid` and others.
    public package(set) var code: String?
    /// Why it was rejected, in words for people.
    public package(set) var reason: String?
    /// Who issued it; nil if it was not verified.
    public package(set) var issuer: String?
    /// The purchase that it is about, as its issuer names it; nil if it was not verified.
    public package(set) var id: String?
    /// The products that it is about and that the table declares.
    public package(set) var products: [ProductChange] = []

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("result", &result, "Whether it is kept, and whether it counts.")
        list.member("code", &code, "Why it was rejected, as a stable name: licence.signatureInvalid and others.")
        list.member("reason", &reason, "Why it was rejected, in words for people.")
        list.member("issuer", &issuer, "Who issued it; absent where it was not verified.")
        list.member("id", &id, "The purchase that it is about, as its issuer names it; absent as above.")
        list.member("products", &products, .unlessBlank, "The products that it is about and that the table declares.")
    }
}

/// A product before and after a call.
public struct ProductChange: WireObject, Equatable, Sendable {
    package static let typeComment = "What the subject had of a product before the call, and has after it."

    /// The product's id.
    public package(set) var product = ""
    /// Its state before the call, as ``PurchaseReport/state`` has it.
    public package(set) var before = ""
    /// Its state after the call.
    public package(set) var after = ""

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("product", &product, "The product's id.")
        list.member("before", &before, "Its state before the call: active, none and others.")
        list.member("after", &after, "Its state after the call.")
    }
}

extension IngestReport {
    /// The same: it is about the caller's own licences.
    package var forAnyone: IngestReport { self }

    /// Without what became of products, and then without reasons: the results stay.
    package var shortened: IngestReport? {
        var report = self
        for index in items.indices { report.items[index].products = [] }
        if report == self { for index in items.indices { report.items[index].reason = nil } }
        return report == self ? nil : report
    }
}
