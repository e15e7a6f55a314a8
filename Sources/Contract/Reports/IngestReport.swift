/// What became of the licences of one call of `Ingest`.
package struct IngestReport: ReplyReport {
    package var items: [IngestedLicence] = []
    package var stateRevision = ""

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("items", &items, "What became of each licence, in the order of the call.")
        list.member("stateRevision", &stateRevision, "The state of the facts after the call, as outcomes have it.")
    }
}

/// What became of one licence.
package struct IngestedLicence: WireObject, Equatable {
    /// Whether it counts.
    package enum Result: String, WireEnumeration {
        case accepted
        case duplicate
        case older
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

    package static let typeName = "IngestedLicence"
    package static let typeComment = "What became of one licence, and of the products that it is about."

    package var result = Result.rejected
    package var code: String?
    package var reason: String?
    package var issuer: String?
    package var id: String?
    package var products: [ProductChange] = []

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
package struct ProductChange: WireObject, Equatable {
    package static let typeName = "ProductChange"
    package static let typeComment = "What the subject had of a product before the call, and has after it."

    package var product = ""
    package var before = ""
    package var after = ""

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
