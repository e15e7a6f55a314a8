/// One route that an explanation considered.
package struct CandidateReport: WireObject, Equatable {
    package static let typeName = "Candidate"
    package static let typeComment = "One route that an explanation considered."

    package var route = ""
    /// nil where the route has only one.
    package var pattern: String?
    package var feature = ""
    package var action = ""
    /// nil for the route that takes the link.
    package var failure: String?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("route", &route, "The route's name.")
        list.member(
            "pattern", &pattern, "The pattern of the route that was considered; absent if the route has only one.")
        list.member("feature", &feature, "The path of the feature that owns it.")
        list.member("action", &action, "The action it leads to.")
        list.member("failure", &failure, "Why it does not take the link, in one sentence; absent if it does.")
    }
}
