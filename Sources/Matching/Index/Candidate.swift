/// One route that `RouteIndex.trace` looked at, with the first thing that failed.
package struct Candidate: Equatable, Sendable {
    /// Why a route did not get a link.
    package enum Failure: Equatable, Sendable {
        /// The atom of this number does not accept the segment of the same number.
        case segment(Int)
        /// The link ends before the atom (or the tail) of this number.
        case tooShort(Int)
        /// The link has a segment of this number, the pattern does not.
        case tooLong(Int)
        /// An `except` of the route covers the path.
        case except(Int)
        /// The query does not select the route.
        case query(condition: Int?, item: Int?, QueryFault)
        /// The route accepts; another of a better entry or of higher precedence has the link.
        case beaten(by: Int)
    }

    /// The number of the rule.
    package let rule: Int
    /// The place of the route's entry in the order of lookup, from 0.
    package let entry: Int
    /// The first thing that failed; nil for the route that has the link.
    package let failure: Failure?
}
