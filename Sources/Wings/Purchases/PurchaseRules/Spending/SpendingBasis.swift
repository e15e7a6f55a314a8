// Each unit that is spent is a unit of one purchase, so that what was paid for is neither lost nor there twice:
//
//     licence shop order-17     the subject's own. The units stay spent of that id, also for a later licence of the same id
//     machine shop order-9      the machine's, of which each subject has all units
//     trial                     the one unit that a trial is
//     setting 1764300000123     an operator's setting, by its time: the next one begins anew
//
// A setting counts alone. Else the origin pays that has the most units left, as it is the one whose units are shown. Of several
// licences the one pays first that ends first.

/// What a unit is taken of.
package enum SpendingBasis: Hashable, Sendable {
    /// A purchase of the subject, as its issuer names it.
    case licence(issuer: String, id: String)
    /// A purchase for the whole machine.
    case machine(issuer: String, id: String)
    case trial
    /// *Units*: milliseconds since 1970 UTC.
    case setting(asOfMs: Int64)

    /// *Shape*: words between single blanks; the name of an issuer has none.
    package var text: String {
        switch self {
        case .licence(let issuer, let id): "licence \(issuer) \(id)"
        case .machine(let issuer, let id): "machine \(issuer) \(id)"
        case .trial: "trial"
        case .setting(let asOfMs): "setting \(asOfMs)"
        }
    }

    /// Nil for a text that this version does not write.
    package init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        switch (words[0], words.count) {
        case ("licence", 3): self = .licence(issuer: words[1], id: words[2])
        case ("machine", 3): self = .machine(issuer: words[1], id: words[2])
        case ("trial", 1): self = .trial
        case ("setting", 2):
            guard let asOfMs = Int64(words[1]) else { return nil }
            self = .setting(asOfMs: asOfMs)
        default: return nil
        }
    }

    /// The purchase that a licence is about.
    init(_ licence: Licence, ofMachine isOfMachine: Bool) {
        self =
            isOfMachine
            ? .machine(issuer: licence.issuer, id: licence.id) : .licence(issuer: licence.issuer, id: licence.id)
    }
}

/// The units of one subject's product that are spent or reserved, by what they are taken of.
package struct SpentUnits: Equatable, Sendable {
    private var amounts: [SpendingBasis: Int] = [:]

    package init() {}

    /// True if nothing is spent.
    package var isEmpty: Bool { amounts.isEmpty }

    /// True if units of the machine's purchases are among them.
    package var isOfMachine: Bool {
        amounts.keys.contains { if case .machine = $0 { true } else { false } }
    }

    /// *Units and range*: units, from 0 on.
    package subscript(basis: SpendingBasis) -> Int { amounts[basis] ?? 0 }

    /// Notes that units are spent or reserved.
    package mutating func add(_ units: Int, of basis: SpendingBasis) {
        let (sum, isTooMuch) = self[basis].addingReportingOverflow(max(0, units))
        amounts[basis] = isTooMuch ? .max : sum
    }

    /// Notes that units are there again.
    package mutating func remove(_ units: Int, of basis: SpendingBasis) {
        let left = self[basis] - max(0, units)
        amounts[basis] = left > 0 ? left : nil
    }

    /// The units that are left of so many; nil where they are not counted, and none is spent.
    package func left(of units: Int?, of basis: SpendingBasis) -> Int? {
        let taken = self[basis]
        return taken == 0 ? units : max(0, (units ?? 1) - taken)
    }
}

/// Units that are left of one purchase.
package struct SpendingPortion: Hashable, Sendable {
    package let basis: SpendingBasis
    /// *Units and range*: units, from 0 on.
    package let units: Int

    package init(_ basis: SpendingBasis, _ units: Int) { (self.basis, self.units) = (basis, units) }

    /// What is taken of some portions for so many units, of the first ones first; nil where they are not enough.
    package static func taking(_ units: Int, of portions: [SpendingPortion]) -> [SpendingPortion]? {
        var (missing, taken): (Int, [SpendingPortion]) = (units, [])
        for portion in portions where missing > 0 && portion.units > 0 {
            let part = min(missing, portion.units)
            taken.append(SpendingPortion(portion.basis, part))
            missing -= part
        }
        return missing > 0 ? nil : taken
    }

    /// All units of some portions.
    package static func sum(of portions: [SpendingPortion]) -> Int {
        portions.reduce(0) { sum, portion in
            let (next, isTooMuch) = sum.addingReportingOverflow(portion.units)
            return isTooMuch ? .max : next
        }
    }
}
