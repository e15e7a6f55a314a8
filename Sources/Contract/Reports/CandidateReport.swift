package import Varlink

/// One route that an explanation considered.
package struct CandidateReport: Equatable, Sendable {
    package var route: String
    /// The feature's path.
    package var feature: String
    package var action: String
    /// The first thing that kept it from taking the link, in one sentence; nil for the route that takes it.
    package var failure: String?

    package init(route: String, feature: String, action: String, failure: String? = nil) {
        self.route = route
        self.feature = feature
        self.action = action
        self.failure = failure
    }
}

extension CandidateReport: WireObject {
    package static var typeName: String { "Candidate" }
    package static var typeComment: String { "One route that an explanation considered." }
    package static var blank: Self { Self(route: "", feature: "", action: "") }

    package mutating func members(_ list: inout some MemberList) {
        list.member("route", &route, "The route's name.")
        list.member("feature", &feature, "The path of the feature that owns it.")
        list.member("action", &action, "The action it leads to.")
        list.member(
            "failure", &failure,
            "The first thing that kept it from taking the link, in one sentence; absent for the route that takes it.")
    }
}
