package import Features

/// What became of one question to a source.
package enum SourceReply: Equatable, Sendable {
    /// The facts that were asked for: all platforms together, or one fact; one that is missing is at its default.
    case facts([FactKey: FactValue])
    /// The source did its work, and what it found is no answer: its last answer no longer counts.
    ///
    /// *Shape*: `reason` is one sentence for people, without its full stop.
    case undetermined(reason: String)
    /// The source could not do its work: its last answer counts for its grace.
    case failed(reason: String)
}
