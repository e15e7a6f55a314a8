/// One route that an explanation considered.
public struct CandidateReport: WireObject, Equatable, Sendable {
    package static let typeComment = "One route that an explanation considered."

    /// The route's name.
    public package(set) var route = ""
    /// The pattern of the route that was considered; nil if the route has only one.
    public package(set) var pattern: String?
    /// The path of the feature that owns it.
    public package(set) var feature = ""
    /// The action that it leads to.
    public package(set) var action = ""
    /// Why it does not take the link, in one sentence; nil if it does.
    public package(set) var failure: String?

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
