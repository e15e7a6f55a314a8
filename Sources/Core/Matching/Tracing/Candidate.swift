/// One route that `RouteIndex.trace` tried, with the first failure.
package struct Candidate: Equatable, Sendable {
    /// The reason why a route did not win a link.
    package enum Failure: Equatable, Sendable {
        /// The atom of this number does not accept the segment of the same number.
        case segment(Int)
        /// The link ends before the atom (or the tail) of this number.
        case tooShort(Int)
        /// The link has a segment of this number, but the pattern does not.
        case tooLong(Int)
        /// An `except` of the route covers the path.
        case except(Int)
        /// The query does not select the route.
        case query(condition: Int?, item: Int?, QueryFault)
        /// The route accepts, but a route of an earlier entry or of higher precedence wins.
        case beaten(by: Int)
    }

    /// The number of the rule.
    package let rule: Int
    /// The position of the route's entry in the order of lookup, from 0.
    package let entry: Int
    /// The first failure; nil for the route that wins.
    package let failure: Failure?

    /// The number of the segment, from 0, at which the link and the route part; nil if the path accepts the link.
    package var segment: Int? {
        switch failure {
        case .segment(let number), .tooShort(let number), .tooLong(let number): number
        case .except, .query, .beaten, nil: nil
        }
    }
}
