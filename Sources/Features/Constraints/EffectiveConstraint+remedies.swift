import Contract

extension EffectiveConstraint {
    /// What would lift the constraint, whoever can do it; empty where nobody can.
    ///
    /// The arguments name what a client needs to act: the feature of a toggle, the products to buy, the permission.
    func remedies(for evaluation: ConstraintEvaluation, subject facts: Facts.OfSubject) -> [Remedy] {
        guard let code = evaluation.code else { return [] }
        switch constraint {
        case .platform:
            guard code == .platformVersionTooLow else { return [] }
            return [Remedy(kind: .upgradePlatform, actor: .administrator, arguments: text("platform", subject))]
        case .runtime:
            return [
                Remedy(kind: .enableRuntime, actor: .administrator, arguments: text("feature", path)),
                Remedy(kind: .hideEntryPoint, actor: .developer, arguments: text("feature", path)),
            ]
        case .caller:
            return [Remedy(kind: .contactAdministrator, actor: .administrator, arguments: text("caller", subject))]
        case .toggle:
            return [Remedy(kind: .enableToggle, actor: .user, arguments: text("feature", path))]
        case .permission(let permission): return permission.remedies(for: code)
        case .purchase(let requirement): return requirement.remedies(for: facts, consumables: consumables)
        }
    }

    private func text(_ name: String, _ value: String) -> [Value.Member] { [.init(name, .string(value))] }
}

extension Permission {
    fileprivate func remedies(for code: OutcomeCode) -> [Remedy] {
        let permission = [Value.Member("permission", .string(description))]
        switch code {
        case .permissionRestricted:
            return [Remedy(kind: .contactAdministrator, actor: .administrator, arguments: permission)]
        case .permissionDenied: return [Remedy(kind: .openSettings, actor: .user, arguments: permission)]
        case .permissionNotDetermined:
            return [Remedy(kind: .requestPermissions, actor: .client, arguments: permission)]
        default: return []
        }
    }
}
