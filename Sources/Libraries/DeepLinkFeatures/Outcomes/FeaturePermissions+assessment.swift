import Features
import PermissionRules

extension FeaturePermissions {
    /// The permissions that an assessment of a feature was about, with what the feature uses them for.
    init(_ assessment: Assessment, of feature: Int, in catalogue: FeatureCatalogue) {
        var usages: [Permission: String] = [:]
        for requirement in catalogue.constraints[feature].compactMap({ $0.rule as? PermissionRequirement }) {
            usages[requirement.permission] = requirement.usage?.plain
        }
        self.init(
            statuses: assessment.constraints.filter { $0.kind == .permission }.compactMap { report in
                Permission(report.subject).map { ($0, PermissionStatus(rawValue: report.reason) ?? .unknown) }
            }, usages: usages)
    }
}
