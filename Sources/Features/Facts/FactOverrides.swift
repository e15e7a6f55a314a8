import Contract

/// Facts that an operator puts in the place of what sources say, for everybody.
///
/// They lie over the facts and change none of them: what sources and users say meanwhile goes on being taken in, and
/// counts again the moment an override ends.
package struct FactOverrides: Equatable, Sendable {
    /// What every one of them rests on.
    static let evidence = ConstraintReport.Evidence(source: "override", isOverride: true)

    var platforms: [String: PlatformFact] = [:]
    var runtime: [String: SwitchState] = [:]
    /// Toggles, permissions and purchases.
    private var own = Facts.OfSubject()

    package init() {}

    /// Takes in facts that count for everyone; of two about the same the later one stands.
    package mutating func add(_ facts: Facts) {
        platforms.merge(facts.platforms) { $1 }
        runtime.merge(facts.runtime) { $1 }
        own.toggles.merge(facts.everyone.toggles) { $1 }
        own.permissions.merge(facts.everyone.permissions) { $1 }
        own.purchases.merge(facts.everyone.purchases) { $1 }
        for name in facts.everyone.names { own.evidence[name] = Self.evidence }
    }

    /// Lays the overrides over one subject's facts.
    func apply(to facts: inout Facts.OfSubject) {
        facts.toggles.merge(own.toggles) { $1 }
        facts.permissions.merge(own.permissions) { $1 }
        facts.purchases.merge(own.purchases) { $1 }
        // How much is left of what is made up is made up too: one unit.
        for product in own.purchases.keys { facts.units[product] = nil }
        facts.evidence.merge(own.evidence) { $1 }
    }
}

extension Facts {
    /// What the machine's and everyone's facts are about.
    package var names: Set<FactName> {
        everyone.names.union(platforms.keys.map(FactName.platform)).union(runtime.keys.map(FactName.runtime))
    }
}

extension Facts.OfSubject {
    fileprivate var names: Set<FactName> {
        Set(toggles.keys.map(FactName.toggle)).union(permissions.keys.map(FactName.permission))
            .union(purchases.keys.map(FactName.purchase))
    }
}
