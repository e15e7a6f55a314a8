import Features
import PermissionRules

extension FeaturePermissions {
    /// The permissions that the requirements of a feature and its ancestors name, with what it uses them for.
    init(of feature: Int, in catalogue: FeatureCatalogue, _ facts: SubjectFacts) {
        let requirements = catalogue.constraints[feature].compactMap { $0.rule as? PermissionRequirement }
        var (statuses, usages): ([(permission: Permission, status: PermissionStatus)], [Permission: String]) = ([], [:])
        var (needed, requestable): (Set<Permission>, [Permission]) = ([], [])
        let required = Set(requirements.filter { $0.alternatives.count == 1 }.map(\.alternatives[0].permission))
        for requirement in requirements {
            let isMet = requirement.granted(facts) != nil
            for alternative in requirement.alternatives {
                let (permission, status) = (alternative.permission, alternative.standing(facts).status)
                if !isMet || status == .authorized { needed.insert(permission) }
                if let usage = alternative.usage { usages[permission] = usage.plain }
                if !statuses.contains(where: { $0.permission == permission }) { statuses.append((permission, status)) }
            }
            guard !isMet, let asked = requirement.asked(facts, beside: required)?.permission else { continue }
            if !requestable.contains(asked) { requestable.append(asked) }
        }
        self.init(statuses: statuses, needed: needed, requestable: requestable, usages: usages)
    }
}
