package import Features

/// The sources of permissions that a table declares.
package struct PermissionSources: WingPart {
    package var origins: [Permission: PermissionOrigin] = [:]
    /// The file of the administrator's policy on permissions; nil if there is none.
    package var policy: String?

    package init() {}
}

extension FeatureCatalogue {
    /// What answers for permissions, where the table says so.
    package var permissionOrigins: [Permission: PermissionOrigin] { parts[PermissionSources.self].origins }
    /// The file of the administrator's policy on permissions; nil if there is none.
    package var permissionPolicy: String? { parts[PermissionSources.self].policy }
}
