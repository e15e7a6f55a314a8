/// The state of a fact that is on or off, such as a feature's runtime switch or a user's toggle.
package enum SwitchState: String, CaseIterable, Sendable {
    case on
    case off
    /// The source failed or was late.
    case unknown
}

/// What is known of a platform on this machine.
package enum PlatformState: Hashable, Sendable {
    case absent
    /// *Shape*: the version as the machine reports it, or the architecture's name.
    case present(String)
}
