import Features
import PermissionRules
import PurchaseRules

extension Dispatcher {
    /// Asks the providers for facts that a feature and its ancestors depend on.
    ///
    /// They are the program's code and may ask this dispatcher things, which then answers by what it knows.
    func askProviders(_ facts: [FeatureQuestions.Provided], for subject: Subject) {
        guard !facts.isEmpty, !providers.all.isEmpty, !isAskingProviders else { return }
        isAskingProviders = true
        defer { isAskingProviders = false }
        for fact in facts {
            switch fact {
            case .purchase(let product, let key): ask(product, key, for: subject)
            case .permission(let permission, let key): ask(permission, key, for: subject)
            case .toggle(let key): ask(toggle: key, for: subject)
            }
        }
    }

    private func ask(_ product: Product, _ key: FactKey, for subject: Subject) {
        guard let tracker = providers.purchases else { return }
        let tracked = tracker.purchase(of: product, by: subject)
        let purchase = Purchase(
            tracked.state, units: tracked.units, endsMs: tracked.endsMs, graceEndsMs: tracked.graceEndsMs)
        let fact =
            tracked.isOverride
            ? .overriding(.purchase(purchase)) : Fact(.purchase(purchase), .init(source: tracker.name))
        take(fact, key, of: subject)
    }

    private func ask(_ permission: Permission, _ key: FactKey, for subject: Subject) {
        guard let adapter = providers.adapters[permission] else { return }
        let status = adapter.status(of: permission, for: subject)
        take(Fact(.permission(status), .init(source: adapter.name)), key, of: subject)
    }

    private func ask(toggle key: FactKey, for subject: Subject) {
        guard let store = providers.toggles else { return }
        let fact: Fact? =
            switch store.toggle(of: key.name, for: subject) {
            case .on: Fact(.on, .init(source: store.name))
            case .off: Fact(.off, .init(source: store.name))
            case .unset: nil
            case .unknown(let reason): Fact(.state(.unknown), .init(source: store.name, fault: reason))
            }
        take(fact, key, of: subject)
    }

    private func take(_ fact: Fact?, _ key: FactKey, of subject: Subject) {
        guard provided[subject]?[key] != fact else { return }
        provided[subject, default: [:]][key] = fact
        store.set(key, to: fact, of: subject)
    }
}
