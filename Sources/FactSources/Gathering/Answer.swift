package import Features

/// What a source says, by kind of question.
package enum Answer: Equatable, Sendable {
    case platforms([String: PlatformFact])
    /// nil where the feature's declared default counts.
    case runtime(Bool?)
    case permission(PermissionStatus)
    case purchase(Holding)
}
