/// What is known of a fact that is on or off, such as a feature's runtime switch or a user's toggle.
package enum SwitchState: String, CaseIterable, Sendable {
    case on
    case off
    /// The source failed or was late.
    case unknown
}

/// What is known of a permission; only `authorized` grants.
public enum PermissionStatus: String, CaseIterable, Sendable {
    case authorized
    /// The user was asked and refused; only the settings change that.
    case denied
    /// A policy forbids it, and the user cannot change that.
    case restricted
    /// The user has not been asked yet.
    case notDetermined
    /// Nothing on this machine provides it.
    case unsupported
    /// The source failed or was late.
    case unknown
}

/// What is known of a purchase.
public enum PurchaseState: String, CaseIterable, Sendable {
    case active
    case trial
    /// Payment is due, and the product is still granted.
    case grace
    /// Not to be renewed, and still granted until it ends.
    case cancelled
    case billingRetry
    case paused
    case pendingApproval
    case expired
    case revoked
    case none
    /// The source failed or was late.
    case unknown

    /// Whether the product is granted in this state; nil where the state is not known.
    package var entitles: Bool? {
        switch self {
        case .active, .trial, .grace, .cancelled: true
        case .unknown: nil
        case .billingRetry, .paused, .pendingApproval, .expired, .revoked, .none: false
        }
    }
}

/// What is known of a platform on this machine.
package enum PlatformState: Hashable, Sendable {
    case absent
    /// *Shape*: the version as the machine reports it, or the architecture's name.
    case present(String)
}
