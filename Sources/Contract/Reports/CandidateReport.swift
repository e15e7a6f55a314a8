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
