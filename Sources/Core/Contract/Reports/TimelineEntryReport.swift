/// One entry of the timeline, as a reply carries it.
package struct TimelineEntryReport: WireObject, Equatable {
    /// What an entry says.
    package enum Kind: String, CaseIterable, Sendable, WireWord {
        /// A link is performed, or waits.
        case began
        /// The outcome of a link is known.
        case ended
        /// The daemon began to note links.
        case started
    }

    package static let typeComment = """
        A link that began or ended. One that ends at once has no beginning of its own. The times are in microseconds.
        """

    package var number: Int64 = 0
    package var kind = Kind.ended
    package var atMs: Int64 = 0
    package var missing: Int64?
    package var link: Int64?
    package var uid: Int64?
    package var subject: String?
    package var code: String?
    package var outcomeId: String?
    package var route: String?
    package var feature: String?
    package var action: String?
    package var inputs: [String] = []
    package var values: [Outcome.Parameter] = []
    package var totalUs: Int64?
    package var sourcesUs: Int64?
    package var waitedUs: Int64?
    package var queuedUs: Int64?
    package var performedUs: Int64?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("number", &number, "It grows from entry to entry; its distance to others says nothing.")
        list.member(
            "kind", &kind,
            "began where a link is performed or waits, ended where its outcome is known, started where the daemon began."
        )
        list.member("atMs", &atMs, "When, in milliseconds since 1970 UTC.")
        list.member(
            "missing", &missing,
            """
            At least how many entries are missing before this one, of any links; for anyone but operators 1. Absent where
            none is.
            """)
        list.member(
            "link", &link, "The same number for the beginning and the end of a link; absent for one that ended at once."
        )
        list.member("uid", &uid, "The user who opened the link.")
        list.member("subject", &subject, "Whose facts counted, if they were not the caller's own.")
        list.member("code", &code, "Of an end the code of the outcome; of a beginning what the link waits for.")
        list.member("outcomeId", &outcomeId, "The id of the outcome.")
        list.member("route", &route, "The route that took it; absent for an action that was named.")
        list.member("feature", &feature, "The path of the feature that owns the action.")
        list.member("action", &action, "The action's name.")
        list.member("inputs", &inputs, .unlessBlank, "The names of the inputs that the link brought.")
        list.member(
            "values", &values, "The inputs with their values, secrets masked; only where its feature is in focus.")
        list.member("totalUs", &totalUs, "From the call to the outcome.")
        list.member("sourcesUs", &sourcesUs, "For the sources of facts.")
        list.member("waitedUs", &waitedUs, "Until what blocked it was lifted.")
        list.member("queuedUs", &queuedUs, "Until its action had a place.")
        list.member("performedUs", &performedUs, "For its action.")
    }
}
