/// One route as input of the index: the links that it accepts, its entries and its `over` lines.
///
/// A route with several patterns is as many rules, one after the other, which differ only in pattern and position.
package struct RouteRule: Sendable {
    /// Unique in the table but for the patterns of one route; it breaks ties, so that the result does not depend on the order of files.
    package let name: String
    package let pattern: Pattern
    /// How many patterns of the same route come before this one.
    package let position: Int
    /// One condition per declared key; no key occurs twice.
    package let query: [QueryCondition]
    /// The keys that a link must not have; none of them is declared in `query`.
    package let absent: [String]
    /// True if keys that the route does not declare are refused.
    package let isStrict: Bool
    /// Paths that the route excludes; they do not change its precedence.
    package let excepts: [ExclusionPattern]
    /// The numbers of the rules that this one beats if they overlap.
    package let over: [Int]
    package let entries: [ScopeEntry]

    package init(
        name: String, pattern: Pattern, position: Int = 0, query: [QueryCondition] = [], absent: [String] = [],
        isStrict: Bool = false,
        excepts: [ExclusionPattern] = [], over: [Int] = [], entries: [ScopeEntry]
    ) {
        self.name = name
        self.pattern = pattern
        self.position = position
        self.query = query
        self.absent = absent
        self.isStrict = isStrict
        self.excepts = excepts
        self.over = over
        self.entries = entries
    }
}
