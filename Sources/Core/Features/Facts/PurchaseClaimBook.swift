/// What is said of each subject's products, and what of it counts.
struct PurchaseClaimBook {
    private var claims: [Subject: [FactKey: PurchaseClaims]] = [:]
    /// The products that only licences, trials and sources grant: of these a setting counts only if it grants nothing.
    var unsettable: Set<FactKey> = []

    /// What is said of a product for a subject itself.
    subscript(key: FactKey, subject: Subject) -> PurchaseClaims {
        get { claims[subject]?[key] ?? PurchaseClaims() }
        set { claims[subject, default: [:]][key] = newValue.isEmpty ? nil : newValue }
    }

    /// What counts of a product for a subject: the licences of the machine count for each user and account on it.
    func counting(_ key: FactKey, of subject: Subject) -> PurchaseClaims {
        var own = self[key, subject]
        if unsettable.contains(key) { own[.setting].removeAll { $0.value.purchase?.state.entitles == true } }
        if subject != .machine { own[.machine] = self[key, .machine][.licences] }
        return own
    }

    /// All subjects of which something is said.
    var subjects: [Subject] { Array(claims.keys) }

    /// Everything that is said, by subject.
    var all: [Subject: [FactKey: PurchaseClaims]] { claims }

    /// Forgets what is said of a subject itself.
    mutating func forget(_ subject: Subject) { claims[subject] = nil }
}
