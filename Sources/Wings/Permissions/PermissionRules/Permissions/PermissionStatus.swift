import Features

/// The status of a permission; only `authorized` grants.
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

extension PermissionStatus: FactContent {}
