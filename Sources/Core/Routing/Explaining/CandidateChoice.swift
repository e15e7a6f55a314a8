/// Which routes an explanation lists.
package enum CandidateChoice: Equatable, Sendable {
    /// No route.
    case none
    /// The routes whose path takes the link, or else the nearest one.
    case accepting
    /// Every route that stands in the scheme or host of the link; for operators only.
    ///
    /// *Cost*: linear in these routes.
    case all
}
