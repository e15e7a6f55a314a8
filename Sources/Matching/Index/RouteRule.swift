/// One route as the index takes it: which links it accepts, and where it stands.
package struct RouteRule: Sendable {
    /// Unique in the ruleset; breaks ties, so that nothing depends on the order of files.
    package let name: String
    package let pattern: Pattern
    /// One per declared key, none twice.
    package let query: [QueryCondition]
    /// Whether keys that the route does not declare are refused.
    package let isStrict: Bool
    /// Paths carved out of this route; they never change precedence.
    package let excepts: [ExclusionPattern]
    /// The numbers of the rules that this one beats where they overlap.
    package let over: [Int]
    package let entries: [ScopeEntry]

    package init(
        name: String, pattern: Pattern, query: [QueryCondition] = [], isStrict: Bool = false,
        excepts: [ExclusionPattern] = [], over: [Int] = [], entries: [ScopeEntry]
    ) {
        self.name = name
        self.pattern = pattern
        self.query = query
        self.isStrict = isStrict
        self.excepts = excepts
        self.over = over
        self.entries = entries
    }
}
