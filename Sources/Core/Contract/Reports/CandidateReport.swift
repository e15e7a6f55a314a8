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
    /// The number of the segment at which the link and the route part, from 1; nil if they part elsewhere.
    public package(set) var segment: Int64?
    /// The query key that keeps the route from the link; nil if no key does.
    public package(set) var key: String?
    /// Why the winner wins over it, if it would take the link too: `narrower`, `over` or `scope`.
    public package(set) var because: String?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("route", &route, "The route's name.")
        list.member(
            "pattern", &pattern, "The pattern of the route that was considered; absent if the route has only one.")
        list.member("feature", &feature, "The path of the feature that owns it.")
        list.member("action", &action, "The action it leads to.")
        list.member("failure", &failure, "Why it does not take the link, in one sentence; absent if it does.")
        list.member(
            "segment", &segment,
            "The number of the segment at which the link and the route part, from 1; absent if they part elsewhere.")
        list.member("key", &key, "The query key that keeps the route from the link; absent if no key does.")
        list.member(
            "because", &because,
            "Why the winner wins over it, if it would take the link too: narrower, over or scope. More may come.")
    }
}
