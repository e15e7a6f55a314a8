import Contract
package import Features

/// The claims about each subject's products, and which of them count.
package final class PurchaseClaimBook: ClaimBook {
    private var claims: [Subject: [FactKey: PurchaseClaims]] = [:]
    /// The products that only licences, trials and sources grant: of these a setting counts only if it grants nothing.
    fileprivate var unsettable: Set<FactKey> = []
    /// Says what licences grant of a product, for a subject and at the store's moment; asked where a date of theirs comes.
    ///
    /// Set by the owner of the licences, of which several together may have a next state that the claim does not tell.
    package var renewal: ((_ product: String, _ subject: Subject) -> [Fact])?
    /// Says the same of the machine's licences, for a subject that has spent units of them.
    package var sharedRenewal: ((_ product: String, _ subject: Subject) -> [Fact])?
    /// The units of a product that a subject has spent or reserved; set by the owner of the licences.
    package var spent: ((_ product: String, _ subject: Subject) -> SpentUnits)?

    package init() {}

    /// What is said of a product for a subject itself.
    fileprivate(set) subscript(key: FactKey, subject: Subject) -> PurchaseClaims {
        get { claims[subject]?[key] ?? PurchaseClaims() }
        set { claims[subject, default: [:]][key] = newValue.isEmpty ? nil : newValue }
    }

    /// What counts of a product for a subject: the licences of the machine count for each user and account on it.
    private func claims(_ key: FactKey, of subject: Subject) -> PurchaseClaims {
        var own = self[key, subject]
        if unsettable.contains(key) { own[.setting].removeAll { $0.value.purchase?.state.entitles == true } }
        if let spent, !own[.setting].isEmpty {
            let spent = spent(key.name, subject)
            if !spent.isEmpty { own[.setting] = own[.setting].map { $0.lowered(by: spent) } }
        }
        // A subject that has spent units of the machine's licences has a claim of its own about them.
        if subject != .machine, own[.machine].isEmpty { own[.machine] = self[key, .machine][.licences] }
        return own
    }

    /// What a setting says of a product for a subject, if one counts.
    package func setting(_ key: FactKey, of subject: Subject) -> Fact? { claims(key, of: subject)[.setting].first }

    package func set(_ fact: Fact?, from origin: ClaimOrigin, about key: FactKey, of subject: Subject) {
        self[key, subject][origin == .setting ? .setting : .source] = fact.map { [$0] } ?? []
    }

    package func counting(_ key: FactKey, of subject: Subject, atMs nowMs: Int64) -> Fact? {
        claims(key, of: subject).inForce(atMs: nowMs)
    }

    package func shared(_ key: FactKey, atMs nowMs: Int64) -> Fact? {
        var claims = PurchaseClaims()
        claims[.machine] = self[key, .machine][.licences]
        return claims.inForce(atMs: nowMs)
    }

    package func nextBoundaryMs(of key: FactKey, for subject: Subject, afterMs nowMs: Int64) -> Int64? {
        self[key, subject].nextBoundaryMs(afterMs: nowMs)
    }

    package func renew(_ key: FactKey, of subject: Subject) -> Bool {
        guard !self[key, subject].isEmpty else { return false }
        if let renewal, !self[key, subject][.licences].isEmpty {
            self[key, subject][.licences] = renewal(key.name, subject)
        }
        if let sharedRenewal, !self[key, subject][.machine].isEmpty {
            self[key, subject][.machine] = sharedRenewal(key.name, subject)
        }
        return true
    }

    package var all: [(key: FactKey, subject: Subject)] {
        claims.flatMap { subject, own in own.keys.map { ($0, subject) } }
    }

    package func forget(_ subject: Subject) { claims[subject] = nil }
}

extension Fact {
    /// What an operator's setting is a basis of.
    package var settingBasis: SpendingBasis { .setting(asOfMs: evidence?.asOfMs ?? 0) }

    /// A setting without the units that were spent of it.
    fileprivate func lowered(by spent: SpentUnits) -> Fact {
        guard var purchase = value.purchase else { return self }
        purchase.units = spent.left(of: purchase.units, of: settingBasis)
        var fact = self
        fact.value = .purchase(purchase)
        return fact
    }
}

extension FactStore {
    /// What is said of purchases.
    package var purchases: PurchaseClaimBook {
        guard let book = book(of: .purchase) as? PurchaseClaimBook else {
            preconditionFailure("the claims about purchases are in a book of their own")
        }
        return book
    }

    /// Sets what one origin says of a product; nothing is said where the list is empty.
    ///
    /// The other origins' claims stay, and the best of all counts (PurchaseClaims).
    package func set(
        _ key: FactKey, claims facts: [Fact], from origin: PurchaseClaims.Origin, of subject: Subject
    ) {
        let book = purchases
        let isSharedChange = subject == .machine && origin == .licences && book[key, .machine][.licences] != facts
        book[key, subject][origin] = facts
        claimsMoved(about: key, of: subject, isShared: isSharedChange)
    }

    /// Sets the products that only licences, trials and sources grant.
    ///
    /// Of these a setting counts only if it grants nothing.
    package func set(unsettable keys: Set<FactKey>) {
        let book = purchases
        let changed = book.unsettable.symmetricDifference(keys)
        book.unsettable = keys
        for (key, subject) in book.all where changed.contains(key) { claimsMoved(about: key, of: subject) }
    }
}
