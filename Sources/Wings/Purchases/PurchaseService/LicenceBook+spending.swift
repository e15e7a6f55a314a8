import Features
import PurchaseRules

extension LicenceBook {
    /// The subjects that have spent units of the machine's licences.
    var sharers: [Subject] { spent.filter { $0.value.values.contains { $0.isOfMachine } }.map(\.key) }

    /// What pays for a product where no setting counts, in the order in which it is taken: the origin with the most units left.
    mutating func portions(of product: String, for subject: Subject, atMs nowMs: Int64) -> [SpendingPortion] {
        let spent = spent(of: product, by: subject)
        var origins: [[SpendingPortion]] = []
        let owners: [Subject] = subject == .machine ? [.machine] : [subject, .machine]
        for owner in owners where licences[owner] != nil {
            origins.append(
                entries(of: owner).portions(
                    of: product, spent: spent, ofMachine: owner != subject, isClockSynchronised: isClockSynchronised,
                    atMs: nowMs))
        }
        if let trial = trials[subject]?[product], trial.endsMs > nowMs {
            origins.append([SpendingPortion(.trial, spent.left(of: nil, of: .trial) ?? 1)])
        }
        // Of two with as many units the first one pays: the subject's own.
        var (best, most): ([SpendingPortion], Int) = ([], -1)
        for portions in origins where SpendingPortion.sum(of: portions) > most {
            (best, most) = (portions, SpendingPortion.sum(of: portions))
        }
        return best
    }
}
