internal import Contract

/// What stands about a question at one moment.
package struct Standing: Equatable, Sendable {
    /// How much the source's word is worth.
    package enum Trust: Equatable, Sendable {
        /// The source answers.
        case current
        /// It does not at the moment; this is the last it said.
        case stale
        /// Nobody knows.
        case undetermined

        /// The same, as status says it.
        var state: SourceReport.State {
            switch self {
            case .current: .current
            case .stale: .stale
            case .undetermined: .undetermined
            }
        }
    }

    package let trust: Trust
    /// nil where nobody knows.
    package let answer: Answer?
    /// When the source said so.
    ///
    /// *Units*: milliseconds since 1970 UTC.
    package let asOfMs: Int64?
    /// Why the source has no answer, or none newer than this.
    package let fault: String?

    /// Nothing was ever said.
    package static let unasked = Standing(trust: .undetermined, answer: nil, asOfMs: nil, fault: nil)
}
