// The licence desk's part of facts: what licences, trials and what was spent of them say of each product of each subject.

import Features
import PurchaseRules

extension LicenceDesk {
    /// Puts what follows for all subjects into the facts.
    ///
    /// - Parameter prepared: what licences say of each product, of subjects of which that was worked out.
    func putAll(_ prepared: [Subject: [String: [Fact]]] = [:]) {
        for subject in book.subjects.union(told.keys) { put(subject, prepared[subject]) }
    }

    /// Puts what licences and trials say of each product into the facts of a subject.
    ///
    /// - Parameter prepared: what licences say of each product; nil to work it out now.
    func put(_ subject: Subject, _ prepared: [String: [Fact]]? = nil) {
        let declared = Set(products.map(\.id))
        var said: Set<String> = []
        for product in declared.union(told[subject] ?? []) {
            let isDeclared = declared.contains(product)
            let licences =
                !isDeclared
                ? []
                : prepared.map { $0[product] ?? [] }
                    ?? book.licenceClaims(about: product, of: subject, atMs: store.nowMs)
            let trial = isDeclared ? book.trialClaims(about: product, of: subject) : []
            let shared = isDeclared ? book.sharedClaims(about: product, of: subject, atMs: store.nowMs) : []
            let isSaid = !licences.isEmpty || !trial.isEmpty || !shared.isEmpty
            guard isSaid || told[subject]?.contains(product) == true else { continue }
            store.set(.purchase(product), claims: licences, from: .licences, of: subject)
            store.set(.purchase(product), claims: trial, from: .trial, of: subject)
            // What the machine's licences say to all is no claim of the machine's own.
            if subject != .machine { store.set(.purchase(product), claims: shared, from: .machine, of: subject) }
            if isSaid { said.insert(product) }
        }
        told[subject] = said.isEmpty ? nil : said
        guard subject == .machine else { return }
        for sharer in book.sharers where sharer != .machine { put(sharer) }
    }

    /// The product of an id; nil where the table in force does not declare it.
    func product(_ id: String) -> Product? { products.first { $0.id == id } }

    // MARK: Spending

    /// Has the claims about purchases ask what was spent.
    func listenForSpending() {
        store.purchases.spent = { [weak self] product, subject in
            self?.book.spent(of: product, by: subject) ?? SpentUnits()
        }
        store.purchases.sharedRenewal = { [weak self, weak store] product, subject in
            guard let self, let store else { return [] }
            return book.sharedClaims(about: product, of: subject, atMs: store.nowMs)
        }
    }

    /// Takes over all that is spent or reserved; settings count without it from now on.
    func replace(spent: [Subject: [String: SpentUnits]]) {
        let touched = book.spent.merging(spent) { $0.merging($1) { $1 } }
        book.replace(spent: spent)
        // The facts were set before it was known, and a setting is no claim of the desk's.
        for (subject, products) in touched {
            for product in products.keys { store.claimsMoved(about: .purchase(product), of: subject) }
        }
    }

    /// What pays for units of a product, in the order in which it is taken; nil where nothing is taken, because an operator
    /// has overridden what the subject has, or a policy says it.
    func portions(of key: FactKey, for subject: Subject) -> [SpendingPortion]? {
        let facts = store.facts
        if facts.overrides[key] != nil || facts.policies[subject]?[key] != nil { return nil }
        guard let setting = store.purchases.setting(key, of: subject) else {
            return book.portions(of: key.name, for: subject, atMs: store.nowMs)
        }
        guard let purchase = setting.value.purchase, purchase.state(atMs: store.nowMs).entitles == true else {
            return []
        }
        return [SpendingPortion(setting.settingBasis, purchase.units ?? 1)]
    }

    /// Changes what is spent or reserved, and the facts that follow.
    func changeSpent(_ parts: [ReservedPart], by subject: Subject, areTaken: Bool) {
        guard !parts.isEmpty else { return }
        for part in parts {
            book.changeSpent(of: part.product, by: subject) { units in
                if areTaken {
                    units.add(part.portion.units, of: part.portion.basis)
                } else {
                    units.remove(part.portion.units, of: part.portion.basis)
                }
            }
        }
        put(subject)
        // A setting is no claim of the desk's.
        for product in Set(parts.map(\.product)) { store.claimsMoved(about: .purchase(product), of: subject) }
        onMove?()
    }
}
