/// The state of a source of facts, as the reply to a status request carries it.
package struct SourceReport: WireObject, Equatable {
    /// How reliable the source's answer is.
    package enum State: String, CaseIterable, Sendable, WireWord {
        /// The source answers.
        case current
        /// The source does not answer at the moment; its last answer still counts.
        case stale
        /// The fact is unknown: no answer of the source counts.
        case undetermined
    }

    package static let typeComment = "One source that the daemon asks for facts."

    package var fact = ""
    package var source = ""
    package var state = State.undetermined
    package var asOfMs: Int64?
    package var fault: String?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("fact", &fact, "The fact: runtime and the feature's path, or platform for all platforms.")
        list.member("source", &source, "Its name, as evidence has it: file:/run/app/switch.")
        list.member(
            "state", &state, "current, stale where it does not answer but its last answer counts, or undetermined.")
        list.member("asOfMs", &asOfMs, "When it answered last, in milliseconds since 1970 UTC; absent if never.")
        list.member("fault", &fault, "Why it has no answer, or none newer than this; absent where it has.")
    }
}
