package import Contract

/// What is reserved for links of which it is not known whether they took effect.
package struct ReservationsReport: ReplyReport {
    package var reservations: [ReservationReport] = []

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("reservations", &reservations, "One entry for each link, the oldest first.")
    }
}

/// What is reserved for one link.
package struct ReservationReport: WireObject, Equatable {
    package static let typeComment = "What is reserved for a link of which it is not known whether it took effect."

    package var outcomeId = ""
    package var startedMs: Int64 = 0
    package var uid: Int64 = 0
    package var subject = ""
    package var feature = ""
    package var action = ""
    package var units: [ReservedUnits] = []

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("outcomeId", &outcomeId, "The id of the link's outcome.")
        list.member("startedMs", &startedMs, "When the action began, in milliseconds since 1970 UTC.")
        list.member("uid", &uid, "The user who sent the link.")
        list.member("subject", &subject, "Whose units they are.")
        list.member("feature", &feature, "The path of the feature.")
        list.member("action", &action, "The name of the action.")
        list.member("units", &units, "The units of each product.")
    }
}

/// Units of a product that are reserved.
package struct ReservedUnits: WireObject, Equatable {
    package static let typeComment = "Units of a product that are reserved."

    package var product = ""
    package var units = 0

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("product", &product, "The product's id.")
        list.member("units", &units, "How many units.")
    }
}

extension ReservationsReport {
    /// The same: it is told to operators alone.
    package var forAnyone: ReservationsReport { self }

    /// With half of the reservations.
    package var shortened: ReservationsReport? {
        reservations.count > 1 ? with { $0.reservations = reservations.firstHalf } : nil
    }
}
