package import Contract
package import Features
package import Matching

/// A named way from links to an action, by one of its patterns: one row of a `RouteTable`.
package struct Route: Sendable {
    /// Where one of the action's inputs comes from.
    package enum Source: Equatable, Sendable {
        /// *Units*: the capture's number in the pattern.
        case capture(Int)
        case tail
        /// *Units*: the number of the route's query condition.
        case query(Int)
        case fragment
        case constant(Value)
        /// Nothing in the link: the input's default, or no value at all.
        case absent
    }

    /// The fragment as an input.
    package struct Fragment: Equatable, Sendable {
        package let name: String
        package let language: Language
        package let isRequired: Bool
    }

    /// The same for all patterns of the route.
    package let number: Int
    /// The number of the index's rule, which stands for one pattern of the route.
    package let row: Int
    let form: RouteForm
    let table: RouteTable

    /// Unique in the ruleset.
    package var name: String { table.name(of: number) }
    /// The action that it leads to.
    package var binding: ActionBinding { form.binding }
    /// One per input of the action, in the same order.
    package var sources: [Source] { form.sources }
    /// One per input: the route's own default, which goes before the input's.
    package var defaults: [Value?] { form.defaults }
    /// The fragment that it declares.
    package var fragment: Fragment? { form.fragment }
    /// What its links have as a path.
    ///
    /// *Cost*: parsed anew, unless it was lately: only answers in words and links that are built need it.
    package var pattern: Pattern { table.pattern(ofRow: row) }
    /// The route once for each of its patterns, in the order of the table.
    package var alternatives: [Route] { table.rows(of: number).map { table[row: $0] } }
    /// Whether the route has more than one pattern.
    package var hasSeveralPatterns: Bool { table.rows(of: number).count > 1 }
    /// One per declared key, none twice.
    package var query: [QueryCondition] { form.query }
    /// The keys that its links must not have.
    package var absent: [String] { form.absent }
    /// Whether keys that the route does not declare are refused.
    package var isStrict: Bool { form.isStrict }
    /// Paths carved out of it.
    package var excepts: [ExclusionPattern] { form.excepts }
    /// The numbers of the routes that it beats where they overlap.
    package var over: [Int] { table.overs(of: number) }
    /// Where it stands.
    package var entries: [ScopeEntry] { form.entries }

    /// Everything that selects it with this pattern.
    ///
    /// *Cost*: as of `pattern`.
    package var rule: RouteRule {
        RouteRule(
            name: name, pattern: pattern, position: row - table.rows(of: number).lowerBound, query: query,
            absent: absent, isStrict: isStrict, excepts: excepts,
            over: over, entries: entries)
    }
}
