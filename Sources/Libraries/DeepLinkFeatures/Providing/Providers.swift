import Features
import PermissionRules

/// The providers of facts that a dispatcher asks, where the program does not set facts itself.
struct Providers {
    let purchases: (any PurchaseTracker)?
    let toggles: (any ToggleStore)?
    private(set) var adapters: [Permission: any PermissionAdapter] = [:]
    /// Those that more than one adapter answers for.
    private var ambiguous: [Permission] = []
    /// What is wrong with them.
    var errors: [DeclarationError] { ambiguous.map { .twoAdapters(permission: $0.description) } }
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
