// The claims about one product of one subject; several origins can make one at once:
//
//     an operator         set it to expired                 counts alone, until it is cleared
//     a licence           active until the 31st             ┐
//     another licence     active until the 5th              │ of these the one that grants the product longest
//     the machine's       active for ever                   │
//     a trial             until the 10th                    │
//     a source            none                              ┘
//
// Without the operator, and without the machine's licence, the product is active until the 31st. Nothing is lowered by a claim that grants less. A source that
// does not answer makes the product unknown only where nothing else grants it: it might. Units are not added up: a source may
// count the same purchases as the licences, whose own units `HeldLicences` adds up.

internal import Contract
import Features

/// What is said of one product for one subject, and which of it counts.
package struct PurchaseClaims: Equatable {
    /// Who says it.
    package enum Origin: Sendable {
        /// A user or an operator, by way of the ledger: what they say counts alone.
        case setting
        /// The source that the table names, or that the host gives.
        case source
        /// Signed licences, all of them together.
        case licences
        /// The signed licences of the machine, which count for each user and account on it.
        case machine
        /// A trial that was started here.
        case trial
    }

    private var claims: [Origin: [Fact]] = [:]

    /// Whether nothing is said.
    var isEmpty: Bool { claims.isEmpty }

    /// What one origin says; nothing is an empty list.
    subscript(origin: Origin) -> [Fact] {
        get { claims[origin] ?? [] }
        set { claims[origin] = newValue.isEmpty ? nil : newValue }
    }

    /// What counts at a moment, as it stands then; nil where nothing is said.
    func inForce(atMs nowMs: Int64) -> Fact? {
        let facts = claims[.setting] ?? [.source, .licences, .machine, .trial].flatMap { claims[$0] ?? [] }
        let best = facts.max { Self.weight(of: $0, atMs: nowMs) < Self.weight(of: $1, atMs: nowMs) }
        guard var best, let purchase = best.value.purchase else { return best }
        var advanced = purchase.advanced(toMs: nowMs)
        if claims[.setting] == nil, advanced.state.entitles == true { advanced.units = units(atMs: nowMs) }
        best.value = .purchase(advanced)
        return best
    }

    /// When any of it next changes by itself; nil if none does.
    ///
    /// *Units*: milliseconds since 1970 UTC.
    func nextBoundaryMs(afterMs nowMs: Int64) -> Int64? {
        claims.values.joined().compactMap { $0.value.purchase?.nextBoundaryMs(afterMs: nowMs) }.min()
    }

    /// The most units that one claim grants; nil where none counts units.
    private func units(atMs nowMs: Int64) -> Int? {
        let granted = claims.values.joined().compactMap(\.value.purchase).filter {
            $0.state(atMs: nowMs).entitles == true
        }
        return granted.contains { $0.units != nil } ? granted.map { $0.units ?? 1 }.max() : nil
    }

    /// What tells claims apart, the strongest one last.
    private struct Weight: Comparable {
        let grants: Int
        let untilMs: Int64
        let obstacle: PurchaseObstacle
        let asOfMs: Int64
        let source: String
        let purchase: Purchase

        static func < (left: Self, right: Self) -> Bool {
            if left.grants != right.grants { return left.grants < right.grants }
            if left.untilMs != right.untilMs { return left.untilMs < right.untilMs }
            if left.obstacle != right.obstacle { return left.obstacle > right.obstacle }
            if (left.asOfMs, left.source) != (right.asOfMs, right.source) {
                return (left.asOfMs, left.source) < (right.asOfMs, right.source)
            }
            return left.rest < right.rest
        }

        /// What is left to tell two of one source apart, so that their order makes no difference.
        private var rest: (Int64, Int64, Int, String) {
            let state = purchase.state.rawValue
            return (purchase.endsMs ?? .max, purchase.graceEndsMs ?? .max, purchase.units ?? .max, state)
        }
    }

    private static func weight(of fact: Fact, atMs nowMs: Int64) -> Weight {
        let purchase = fact.value.purchase ?? Purchase(.unknown)
        let state = purchase.state(atMs: nowMs)
        let untilMs = purchase.grantedUntilMs(atMs: nowMs)
        return Weight(
            grants: untilMs != nil ? 2 : state == .unknown ? 1 : 0, untilMs: untilMs ?? 0,
            obstacle: PurchaseObstacle(state), asOfMs: fact.evidence?.asOfMs ?? 0, source: fact.evidence?.source ?? "",
            purchase: purchase)
    }
}
