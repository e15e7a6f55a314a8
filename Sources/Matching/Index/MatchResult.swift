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
