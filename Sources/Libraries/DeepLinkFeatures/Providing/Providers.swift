import Features

/// What a dispatcher asks for facts, where the program does not set them itself.
struct Providers {
    let purchases: (any PurchaseTracker)?
    let toggles: (any ToggleStore)?
    private(set) var adapters: [Permission: any PermissionAdapter] = [:]
    /// Those that more than one adapter answers for.
    private(set) var ambiguous: [Permission] = []
    /// All of them, each once.
    private(set) var all: [any FactProvider] = []

    init(
        purchases: (any PurchaseTracker)?, permissions: [any PermissionAdapter], toggles: (any ToggleStore)?
    ) {
        (self.purchases, self.toggles) = (purchases, toggles)
        for adapter in permissions {
            for permission in adapter.permissions {
                let known = adapters.updateValue(adapter, forKey: permission)
                if known != nil, !ambiguous.contains(permission) { ambiguous.append(permission) }
            }
        }
        for provider in [purchases, toggles].compactMap({ $0 as (any FactProvider)? }) + permissions
        where !all.contains(where: { $0 === provider }) {
            all.append(provider)
        }
    }
}

/// What providers answered last, so that an answer is put among the facts only where it differs.
///
/// A fact that is set anew would be looked at once more on its dates, even if nothing has changed.
struct ProvidedFacts {
    private var facts: [Subject: [FactKey: Fact]] = [:]

    /// Takes an answer; tells whether it differs from the last one.
    mutating func take(_ fact: Fact?, _ key: FactKey, of subject: Subject) -> Bool {
        guard facts[subject]?[key] != fact else { return false }
        facts[subject, default: [:]][key] = fact
        return true
    }

    /// Forgets the answers about a subject.
    mutating func forget(_ subject: Subject) { facts[subject] = nil }
}
