// The methods of io.deeplinkd.Purchases: licences, trials and settings.

package import Contract

extension Interface {
    /// What takes licences and says what callers have.
    package static let purchases = Interface(
        "io.deeplinkd.Purchases", order: 40,
        """
        Takes signed licences, starts trials, and tells what callers have of the table's products. Operators, and groups that
        the table names, set purchases in the place of their sources.

        A licence is a compact JWS of an issuer that the table declares. It is verified again when the issuer's keys change.
        """,
        types: [IngestedLicence.Result.self],
        methods: [
            SetPurchase.self, IngestLicences.self, ListProducts.self, GetPurchases.self, RestoreLicences.self,
            WatchPurchases.self, StartTrial.self, ListReservations.self, DecideReservation.self,
        ],
        errors: [(NotKept("io.deeplinkd.Purchases"), "Nothing was kept: the code and the reason say why.")])
}

/// Set the purchases of a product in the place of what is known of them.
package struct SetPurchase: Method {
    package typealias Answer = ChangeAnswer

    package static let name = "io.deeplinkd.Purchases.SetPurchase"
    package static let comment = """
        Sets what a user or account has of a product, in the place of all that is known of it otherwise, until the setting
        is cleared. For operators, and for members of a group that the table names in grants product; anyone else, a delegate
        too, gets PermissionDenied. It is kept as SetPermission of io.deeplinkd.Permissions keeps a permission. In a user's
        own daemon a state that grants a product is NotKept with purchase.licensedOnly where an issuer of the table grants
        the product, unless the table says profile development; to take the product away is always possible.
        """
    package static let example = #"{"product":"premium.monthly","state":"active","subject":"uid:1000"}"#

    package var product = ""
    /// Nil clears the setting.
    package var state: String?
    package var endsMs: Int64?
    package var units: Int64?
    package var subject: String?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("product", &product, Self.productComment)
        list.member(
            "state", &state,
            """
            active, trial, grace, cancelled, billingRetry, paused, pendingApproval, expired, revoked or none. If absent, the
            setting is cleared, and no other member than product and subject is given.
            """)
        list.member(
            "endsMs", &endsMs,
            "When that ends, in milliseconds since 1970 UTC; it does not end by itself if absent.")
        list.member("units", &units, "How many units are left of a consumable; not counted if absent.")
        list.member("subject", &subject, Self.grantedComment)
    }

    fileprivate static let productComment =
        "The product's id. One that the table does not declare is InvalidParameter."
}

/// Take signed licences.
package struct IngestLicences: Method {
    package typealias Answer = IngestReport

    package static let name = "io.deeplinkd.Purchases.Ingest"
    package static let comment = """
        Takes signed licences, each as a compact JWS of an issuer that the table declares, and answers what became of each
        once the accepted ones are on the disk. At most 64 licences and 256 KiB in one call. It takes a ledger: without one
        the call is NotKept.
        """
    package static let example = #"{"items":["eyJhbGciOiJFZERTQSJ9.e30.c2ln"]}"#

    package var items: [String] = []
    package var subject: String?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("items", &items, "The licences, each as a compact JWS without blanks around it.")
        list.member(
            "subject", &subject,
            """
            For whom, as uid:1000, account:ann or machine; for you if absent. Each licence has to name that subject. Only
            delegates and operators may name others, and only operators the machine.
            """)
    }
}

/// The products of the table in force.
package struct ListProducts: LocalizedMethod {
    package typealias Answer = ProductsReport

    package static let name = "io.deeplinkd.Purchases.Products"
    package static let comment =
        "Lists the products of the table in force. Those of hidden features alone are listed for operators."

    package var languages: [String]?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("languages", &languages, Self.languagesComment)
    }
}

/// What a subject has of each product, or of one.
package struct GetPurchases: LocalizedMethod {
    package typealias Answer = PurchasesReport

    package static let name = "io.deeplinkd.Purchases.Status"
    package static let comment = "Tells what you have of each product, until when, and how that is known."

    package var product: String?
    package var subject: String?
    package var languages: [String]?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member(
            "product", &product,
            "The product's id; all products if absent. One that the table does not declare is InvalidParameter.")
        list.member("subject", &subject, Self.subjectComment)
        list.member("languages", &languages, Self.languagesComment)
    }
}

/// Verify the licences of a subject once more.
package struct RestoreLicences: LocalizedMethod {
    package typealias Answer = RestoreReport

    package static let name = "io.deeplinkd.Purchases.Restore"
    package static let comment =
        "Verifies all licences of yours that are kept once more, with the keys of the table in force."

    package var subject: String?
    package var languages: [String]?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("subject", &subject, Self.subjectComment)
        list.member("languages", &languages, Self.languagesComment)
    }
}

/// What a subject has of each product, and again what has changed.
package struct WatchPurchases: LocalizedMethod {
    package typealias Answer = PurchasesReport

    package static let name = "io.deeplinkd.Purchases.Watch"
    package static let comment = """
        Tells what you have of each product now, and again what has changed, at most ten times a second. Call it with more.
        Changes that come faster, or that you do not read in time, are put into one answer.
        """
    package static let isStreaming = true

    package var subject: String?
    package var languages: [String]?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("subject", &subject, Self.watchedComment)
        list.member("languages", &languages, Self.languagesComment)
    }
}

/// Start the trial of a product.
package struct StartTrial: Method {
    package typealias Answer = TrialReport

    package static let name = "io.deeplinkd.Purchases.StartTrial"
    package static let comment = """
        Starts the trial that the table offers for a product. Each subject has one trial of a product for ever: a second call
        is NotKept with trial.used, also with a changed table. While the product is granted already, the call is NotKept
        with trial.needless, and the trial can still be started later. Of a product without a trial it is NotKept with
        trial.notOffered. Users start their own, delegates those of accounts, and operators all. The answer comes when the
        start is on the disk.
        """
    package static let example = #"{"product":"premium.monthly"}"#

    package var product = ""
    package var subject: String?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("product", &product, SetPurchase.productComment)
        list.member("subject", &subject, Self.subjectComment)
    }
}

/// What is reserved for links of which it is not known whether they took effect.
package struct ListReservations: Method, Memberless {
    package typealias Answer = ReservationsReport

    package static let name = "io.deeplinkd.Purchases.Reservations"
    package static let comment = """
        Lists what is reserved for links of actions with spend of which it is not known whether they took effect: the daemon
        was killed, or the outcome is unknown.effect, or the action was stopped before its end. For operators only.
        """
    package static let audience = Audience.operator

    package init() {}
}

/// Decide whether reserved units were spent.
package struct DecideReservation: Method {
    package static let name = "io.deeplinkd.Purchases.Decide"
    package static let comment = """
        Decides, for an operator who has looked, whether a link with reserved units took effect: the units are spent, or given
        back. Of an id without a reservation to decide the answer is false. It is on the disk when the answer comes. For
        operators only.
        """
    package static let example = #"{"outcomeId":"4r0q1c8s2tb7e","spent":true}"#
    package static let audience = Audience.operator

    package var outcomeId = ""
    package var spent = false

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("outcomeId", &outcomeId, "The id of the link's outcome.")
        list.member("spent", &spent, "Whether the units are spent; given back if false.")
    }

    /// Whether there was something to decide.
    package struct Answer: ReplyReport, PlainReply {
        package var decided = false

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("decided", &decided, "Whether units were reserved for the link.")
        }
    }
}
