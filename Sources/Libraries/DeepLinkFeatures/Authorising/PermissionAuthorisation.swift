public import PermissionRules

/// How asking the user for the permissions of a feature has ended.
public struct PermissionAuthorisation: Equatable, Sendable {
    /// Why it ended.
    public enum End: Equatable, Sendable {
        /// Every permission that is needed is granted: what the user wanted to do can be tried again.
        case granted
        /// All permissions were dealt with, and some were skipped or are outstanding.
        case partial
        /// The program, the user or the coordinator cancelled it, or it was dropped by its program.
        case cancelled
        /// Another controller began, for the same subject.
        case superseded
        /// An answer was too long in coming.
        case expired
    }

    /// Why it ended.
    public let end: End
    /// The permissions that are granted now.
    public let granted: [Permission]
    /// Those that the coordinator skipped or left out, and that are not granted.
    public let skipped: [Permission]
    /// All others: refused, or not asked for; without those that are not needed since another one is granted.
    public let outstanding: [Permission]
    /// Why the user could not be asked, by permission.
    public let problems: [Permission: String]

    /// Whether it ended before all permissions were dealt with.
    public var isCancelled: Bool {
        switch end {
        case .granted, .partial: false
        case .cancelled, .superseded, .expired: true
        }
    }
}
