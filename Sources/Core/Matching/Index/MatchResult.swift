/// The result of a lookup.
package enum MatchResult: Equatable, Sendable {
    /// A route accepts; `Match` holds its number and its values.
    case matched
    /// No file owns the scheme, or the host is not declared for this scheme.
    case schemeNotAllowed
    /// No file owns the host at this port.
    case hostNotAllowed
    /// A `deny` of the owner covers the path; its number as `RouteIndexBuilder.addDeny` returned it.
    case denied(Int)
    /// A route would accept, but its own `except` covers the path.
    case excluded(rule: Int, except: Int)
    /// A route's path accepts, but its query does not; the numbers of the condition and of the item in the link, if
    /// they exist.
    case query(rule: Int, condition: Int?, item: Int?, QueryFault)
    /// No route accepts the path.
    case notFound
}
