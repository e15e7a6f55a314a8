public import PermissionRules

/// The permissions that a feature and its ancestors need, by status.
///
/// Of several of which one is enough, as ``FeatureConstraintsBuilder/permissions(anyOf:usage:)`` has them, only those that are
/// granted are listed by their status while one is: the others are not needed.
public struct FeaturePermissions: Sendable {
    let statuses: [(permission: Permission, status: PermissionStatus)]
    /// Those that are granted, or would lift a requirement that is not met.
    let needed: Set<Permission>
    /// Those that a ``PermissionAuthorisationController`` asks for: not asked for yet, and of several of which one is enough
    /// one alone.
    ///
    /// It is one that another requirement needs too, or else the first.
    public let requestable: [Permission]
    /// What they are used for, as the feature declares it, by permission.
    public let usages: [Permission: String]

    init(
        statuses: [(permission: Permission, status: PermissionStatus)], needed: Set<Permission>,
        requestable: [Permission], usages: [Permission: String]
    ) {
        (self.statuses, self.needed, self.requestable, self.usages) = (statuses, needed, requestable, usages)
    }

    /// Those of a feature that requires none.
    static var none: Self { Self(statuses: [], needed: [], requestable: [], usages: [:]) }

    /// All of them, each once, in the order of declaration, outermost first.
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
        statuses.filter { $0.status == status && needed.contains($0.permission) }.map(\.permission)
    }
}
