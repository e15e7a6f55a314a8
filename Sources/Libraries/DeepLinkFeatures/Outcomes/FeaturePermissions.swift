public import PermissionRules

/// The permissions that a feature and its ancestors need, by status.
public struct FeaturePermissions: Sendable {
    let statuses: [(permission: Permission, status: PermissionStatus)]
    /// What they are used for, as the feature declares it, by permission.
    public let usages: [Permission: String]

    init(statuses: [(permission: Permission, status: PermissionStatus)], usages: [Permission: String] = [:]) {
        (self.statuses, self.usages) = (statuses, usages)
    }

    /// All of them, in the order of declaration, outermost first.
    public var all: [Permission] { statuses.map(\.permission) }
    /// Granted.
    public var authorized: [Permission] { having(.authorized) }
    /// To be asked for: the user has not been asked yet.
    public var notDetermined: [Permission] { having(.notDetermined) }
    /// To be changed in the settings: the user has refused.
    public var denied: [Permission] { having(.denied) }
    /// Forbidden by a policy: to be explained, since the user cannot change it.
    public var restricted: [Permission] { having(.restricted) }
    /// Provided by nothing on this machine.
    public var unsupported: [Permission] { having(.unsupported) }
    /// Not known yet.
    public var unknown: [Permission] { having(.unknown) }

    private func having(_ status: PermissionStatus) -> [Permission] {
        statuses.filter { $0.status == status }.map(\.permission)
    }
}
