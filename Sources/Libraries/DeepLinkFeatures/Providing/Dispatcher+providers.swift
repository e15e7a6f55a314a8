import Features
import PermissionRules
import PurchaseRules

extension Dispatcher {
    /// Asks the providers for all facts that a feature and its ancestors depend on.
    ///
    /// They are the program's code and may ask this dispatcher things, which then answers by what it knows.
    func askProviders(_ feature: Int, for subject: Subject) {
        guard !providers.all.isEmpty, !isAskingProviders else { return }
        isAskingProviders = true
        defer { isAskingProviders = false }
        for key in roster.catalogue.constraints[feature].flatMap({ $0.rule.keys }) {
            switch key.kind {
            case .purchase: ask(product: key.name, for: subject)
            case .permission: if let permission = Permission(key.name) { ask(permission, for: subject) }
            case .toggle: ask(toggle: key.name, for: subject)
            default: continue
            }
        }
    }

    private func ask(product id: String, for subject: Subject) {
        guard let tracker = providers.purchases, let product = roster.products[id] else { return }
        let tracked = tracker.purchase(of: product, by: subject)
        let purchase = Purchase(
            tracked.state, units: tracked.units, endsMs: tracked.endsMs, graceEndsMs: tracked.graceEndsMs)
        let fact =
            tracked.isOverride
            ? .overriding(.purchase(purchase)) : Fact(.purchase(purchase), .init(source: tracker.name))
        take(fact, .purchase(id), of: subject)
    }

    private func ask(_ permission: Permission, for subject: Subject) {
        guard let adapter = providers.adapters[permission] else { return }
        let status = adapter.status(of: permission, for: subject)
        take(Fact(.permission(status), .init(source: adapter.name)), .permission(permission), of: subject)
    }

    private func ask(toggle path: String, for subject: Subject) {
        guard let store = providers.toggles else { return }
        let fact: Fact? =
            switch store.toggle(of: path, for: subject) {
            case .on: Fact(.on, .init(source: store.name))
            case .off: Fact(.off, .init(source: store.name))
            case .unset: nil
            case .unknown(let reason): Fact(.state(.unknown), .init(source: store.name, fault: reason))
            }
        take(fact, .toggle(path), of: subject)
    }

    private func take(_ fact: Fact?, _ key: FactKey, of subject: Subject) {
        guard provided[subject]?[key] != fact else { return }
        provided[subject, default: [:]][key] = fact
        store.set(key, to: fact, of: subject)
    }
}
