package import Varlink

/// The state of a source of facts, as the reply to a status request carries it.
package struct SourceReport: Equatable, Sendable {
    /// How reliable the source's answer is.
    package enum State: String, CaseIterable, Sendable, WireWord {
        /// The source answers.
        case current
        /// The source does not answer at the moment; its last answer still counts.
        case stale
        /// The fact is unknown: no answer of the source counts.
        case undetermined
    }

    /// *Shape*: `runtime` and the feature's path, or `platform` for all of them.
    package var fact: String
    /// *Shape*: the source's name as evidence has it, `file:/run/app/switch`.
    package var source: String
    package var state: State
    /// When it said so; nil where it never has.
    ///
    /// *Units*: milliseconds since 1970 UTC.
    package var asOfMs: Int64?
    /// Why it has no answer, or none newer than this; nil where it has.
    package var fault: String?

    package init(fact: String, source: String, state: State, asOfMs: Int64? = nil, fault: String? = nil) {
        self.fact = fact
        self.source = source
        self.state = state
        self.asOfMs = asOfMs
        self.fault = fault
    }
}

extension SourceReport: WireObject {
    package static var typeName: String { "Source" }
    package static var typeComment: String { "One source that the daemon asks for facts." }
    package static var blank: Self { Self(fact: "", source: "", state: .undetermined) }

    package mutating func members(_ list: inout some MemberList) {
        list.member(
            "fact", &fact,
            "The fact it is asked for: runtime and the feature's path, or platform for all platforms.")
        list.member("source", &source, "Its name, as evidence has it: file:/run/app/switch.")
        list.member(
            "state", &state,
            "current, stale where it does not answer and its last word stands, or undetermined.")
        list.member("asOfMs", &asOfMs, "When it said so, in milliseconds since 1970 UTC; absent where it never has.")
        list.member("fault", &fault, "Why it has no answer, or none newer than this; absent where it has.")
    }
}
