// What links spend: a row for each part that is reserved for a link, and a sum of what is spent of each purchase.
//
//     reserved      rows of a reservation, before the action begins, with the beginning of the link's entry in the journal
//     taken         the rows are gone and the sums are higher, with the outcome of the link's key and the end of its entry
//     given back    the rows are gone, with the same
//     undecided     the rows stay until an operator decides
//
// So what an earlier run has left is undecided too:
//
//     killed before the rows are there     nothing was done, and nothing is reserved
//     killed after                         the action may have begun, or have ended
//     killed after the rows are gone       the units are spent, or given back, and the key says so
//
// A row has no URL and no inputs: it lies on the disk for as long as no operator has decided.

package import Features
package import Ledger
package import PurchaseRules

/// The ledger's tables of what is spent, and of what is reserved for links.
package enum SpendingTables: LedgerTables {
    package static let steps = [11: spending]

    package static func take(from ledger: Ledger, into kept: inout WingParts) throws(LedgerError) {
        kept[KeptSpending.self] = try ledger.spending()
    }

    /// Step 11: what is spent of each purchase, and what is reserved.
    private static let spending = """
        CREATE TABLE spent (
            subject INTEGER NOT NULL REFERENCES subject, product TEXT NOT NULL, basis TEXT NOT NULL,
            units INTEGER NOT NULL, host INTEGER NOT NULL REFERENCES host, sequence INTEGER NOT NULL,
            time INTEGER NOT NULL,
            PRIMARY KEY (subject, product, basis)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE reservation (
            number INTEGER PRIMARY KEY, run INTEGER NOT NULL, outcomeId TEXT NOT NULL, startedMs INTEGER NOT NULL,
            uid INTEGER NOT NULL, subject INTEGER NOT NULL REFERENCES subject, feature TEXT NOT NULL,
            action TEXT NOT NULL, product TEXT NOT NULL, basis TEXT NOT NULL, units INTEGER NOT NULL,
            isUndecided INTEGER NOT NULL DEFAULT 0 CHECK (isUndecided IN (0, 1)),
            UNIQUE (run, outcomeId, product, basis)
        ) STRICT;
        CREATE INDEX reservationRoom ON reservation (subject);
        """
}

/// Units of a product, and what they are taken of.
package struct ReservedPart: Hashable, Sendable {
    package let product: String
    package let portion: SpendingPortion

    package init(_ product: String, _ portion: SpendingPortion) { (self.product, self.portion) = (product, portion) }
}

/// What is reserved for one link.
package struct Reservation: Hashable, Sendable {
    /// The id of the link's outcome.
    package let outcomeID: String
    /// The calling user.
    package let uid: UInt32
    /// Whose units they are.
    package let subject: Subject
    /// The path of the feature.
    package let feature: String
    package let action: String
    package var parts: [ReservedPart]
    /// *Units*: milliseconds since 1970 UTC; set by the ledger.
    package var startedMs: Int64 = 0

    /// Describes a link by its names.
    package init(
        outcomeID: String, uid: UInt32, subject: Subject, feature: String, action: String, parts: [ReservedPart]
    ) {
        (self.outcomeID, self.uid, self.subject) = (outcomeID, uid, subject)
        (self.feature, self.action, self.parts) = (feature, action, parts)
    }

    /// The units of each product, in the order of the action's lines.
    package var amounts: [(product: String, units: Int)] {
        var amounts: [(product: String, units: Int)] = []
        for part in parts {
            if let place = amounts.firstIndex(where: { $0.product == part.product }) {
                amounts[place].units += part.portion.units
            } else {
                amounts.append((part.product, part.portion.units))
            }
        }
        return amounts
    }
}

/// What a ledger has of what was spent.
package struct KeptSpending: WingPart, Equatable {
    package var spent: [Subject: [String: SpentUnits]] = [:]
    /// What is undecided, the oldest first.
    package var undecided: [Reservation] = []
    /// The outcomes' ids of what this run has reserved and not ended.
    package var running: Set<String> = []

    package init() {}
}
