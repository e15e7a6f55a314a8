/// What is wrong with one key of a link's query.
package enum QueryFault: Equatable, Sendable {
    /// A required key is not there.
    case missing
    /// Its value is not of the condition's language, or the policy objects to it.
    case invalid
    /// It is there more than once.
    case duplicate
    /// The route is strict and does not declare it.
    case unexpected
}

/// What looking up one link came to.
package enum MatchResult: Equatable, Sendable {
    /// A route accepts; `Match` holds it.
    case matched
    /// No file owns the scheme, or the host is not reached by this scheme.
    case schemeNotAllowed
    /// No file owns the host at this port.
    case hostNotAllowed
    /// A `deny` of the owner covers the path: its number, as `RouteIndexBuilder.addDeny` returned it.
    case denied(Int)
    /// A route would accept but for its own `except`.
    case excluded(rule: Int, except: Int)
    /// A route's path accepts, its query does not: the condition's number, the item's in the link, where there are
    /// such.
    case query(rule: Int, condition: Int?, item: Int?, QueryFault)
    /// No route's path accepts.
    case notFound
}

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
