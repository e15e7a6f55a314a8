/// A link whose action was begun by an earlier run of the daemon, and of whose end nothing is known.
package struct InterruptedLinkReport: WireObject, Equatable {
    package static let typeComment =
        "A link of an action with `journal` that was begun when the daemon ended: whether it took effect is not known."

    package var outcomeId = ""
    package var startedMs: Int64 = 0
    package var route: String?
    package var feature = ""
    package var action = ""
    package var uid: Int64 = 0
    package var subject: String?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("outcomeId", &outcomeId, "The id that its outcome would have had.")
        list.member("startedMs", &startedMs, "When it began, in milliseconds since 1970 UTC.")
        list.member("route", &route, "The route that took it; absent for an action that was named.")
        list.member("feature", &feature, "The path of the feature that owns the action.")
        list.member("action", &action, "The action's name.")
        list.member("uid", &uid, "The user who opened it.")
        list.member("subject", &subject, "Whose facts counted, if they were not the caller's own.")
    }
}
