/// One entry of the timeline, as a reply carries it.
public struct TimelineEntryReport: WireObject, Equatable, Sendable {
    /// What an entry says.
    public enum Kind: String, CaseIterable, Sendable, WireWord {
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

    /// It grows from entry to entry; its distance to others says nothing.
    public package(set) var number: Int64 = 0
    /// What it says.
    public package(set) var kind = Kind.ended
    /// *Units*: milliseconds since 1970 UTC.
    public package(set) var atMs: Int64 = 0
    /// At least how many entries are missing before this one, of any links; for anyone but operators 1; nil if none is.
    public package(set) var missing: Int64?
    /// The same number for the beginning and the end of a link; nil for one that ended at once.
    public package(set) var link: Int64?
    /// The user who opened the link.
    public package(set) var uid: Int64?
    /// Whose facts counted, if they were not the caller's own.
    public package(set) var subject: String?
    /// Of an end the code of the outcome; of a beginning what the link waits for.
    public package(set) var code: String?
    package var outcomeId: String?
    /// The name of the route that took it; nil for an action that was named.
    public package(set) var route: String?
    /// The path of the feature that owns the action.
    public package(set) var feature: String?
    /// The action's name.
    public package(set) var action: String?
    /// The names of the inputs that the link brought.
    public package(set) var inputs: [String] = []
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
