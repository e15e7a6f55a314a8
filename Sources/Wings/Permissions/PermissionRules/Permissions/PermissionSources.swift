package import Contract
package import Features

/// The sources of permissions that a table declares.
package struct PermissionSources: WingPart {
    package var origins: [Permission: PermissionOrigin] = [:]
    /// What permissions are used for, where the table says it for all features.
    package var usages: [Permission: LocalizedText] = [:]
    /// The file of the administrator's policy on permissions; nil if there is none.
    package var policy: String?

    package init() {}
}

extension FeatureCatalogue {
    /// What answers for permissions, where the table says so.
    package var permissionOrigins: [Permission: PermissionOrigin] { parts[PermissionSources.self].origins }
    /// What permissions are used for, where the table says it for all features.
    package var permissionUsages: [Permission: LocalizedText] { parts[PermissionSources.self].usages }
    /// The file of the administrator's policy on permissions; nil if there is none.
    package var permissionPolicy: String? { parts[PermissionSources.self].policy }
}
