import Features
import PermissionRules

extension FeaturePermissions {
    /// The permissions that an assessment of a feature was about.
    init(_ assessment: Assessment) {
        self.init(
            statuses: assessment.constraints.filter { $0.kind == .permission }.compactMap { report in
                Permission(report.subject).map { ($0, PermissionStatus(rawValue: report.reason) ?? .unknown) }
            })
    }
}
