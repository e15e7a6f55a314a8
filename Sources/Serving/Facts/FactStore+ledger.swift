import Contract
import Features
import Ledger

extension FactStore {
    /// Takes in everything that a ledger says; what it does not say is at its default.
    ///
    /// - Parameter sourced: the features whose switch somebody else tells where the ledger says nothing.
    func take(_ snapshot: LedgerSnapshot, besides sourced: Set<String> = []) {
        for path in facts.runtime.keys where snapshot.runtime[path] == nil && !sourced.contains(path) {
            set(runtime: nil, of: path)
        }
        for (path, recorded) in snapshot.runtime {
            set(runtime: recorded.value, of: path, evidence: Self.evidence(recorded.stamp))
        }
        for subject in facts.subjects.keys where snapshot.subjects[subject] == nil { forget(subject) }
        for (subject, own) in snapshot.subjects { take(own, of: subject) }
    }

    private func take(_ own: LedgerSnapshot.OfSubject, of subject: Subject) {
        if let before = facts.subjects[subject] {
            for path in before.toggles.keys where own.toggles[path] == nil {
                set(toggle: nil, of: path, for: subject)
            }
            for permission in before.permissions.keys where own.consents[permission] == nil {
                set(permission: nil, of: permission, for: subject)
            }
            for product in before.purchases.keys where own.purchases[product] == nil {
                set(holding: nil, of: product, for: subject)
            }
        }
        for (path, recorded) in own.toggles {
            set(toggle: recorded.value, of: path, for: subject, evidence: Self.evidence(recorded.stamp))
        }
        for (permission, recorded) in own.consents {
            set(permission: recorded.value, of: permission, for: subject, evidence: Self.evidence(recorded.stamp))
        }
        for (product, purchases) in own.purchases {
            guard let best = best(of: purchases.map(\.value)) else { continue }
            set(
                holding: Holding(best.state, endsMs: best.endsMs, graceEndsMs: best.graceEndsMs), of: product,
                for: subject, evidence: .init(source: best.source, asOfMs: best.asOfMs, freshness: .cached))
        }
    }

    /// Of several purchases of one product the one that grants it longest, else the one told last.
    private func best(of purchases: [PurchaseFact]) -> PurchaseFact? {
        purchases.max { left, right in
            let (a, b) = (weight(of: left), weight(of: right))
            return (a.grants, a.endsMs, left.asOfMs) < (b.grants, b.endsMs, right.asOfMs)
        }
    }

    private func weight(of purchase: PurchaseFact) -> (grants: Int, endsMs: Int64) {
        let holding = Holding(purchase.state, endsMs: purchase.endsMs, graceEndsMs: purchase.graceEndsMs)
        guard holding.state(atMs: nowMs).entitles == true else { return (0, 0) }
        // What was cancelled gets no grace; what has no end keeps on granting.
        let graceEndsMs = purchase.state == .cancelled ? nil : purchase.graceEndsMs
        let endsMs = purchase.state == .grace ? graceEndsMs ?? purchase.endsMs : purchase.endsMs
        return (1, endsMs.map { max($0, graceEndsMs ?? $0) } ?? .max)
    }

    private static func evidence(_ stamp: LedgerStamp) -> ConstraintReport.Evidence {
        .init(source: "ledger", asOfMs: stamp.time.milliseconds, freshness: .live)
    }
}
