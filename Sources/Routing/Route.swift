package import Conf
package import Contract
package import Features
package import Matching

/// A named way from links to an action.
///
/// A class, because every call looks one up: copying a struct of a dozen references retains and releases each of them.
package final class Route: Sendable {
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

    package let name: String
    package let binding: ActionBinding
    /// What selects it: pattern, query, exceptions, scopes.
    package let rule: RouteRule
    /// One per input of the action, in the same order.
    package let sources: [Source]
    /// One per input: the route's own default, which goes before the input's.
    package let defaults: [Value?]
    package let fragment: Fragment?
    package let place: SourceRange

    init(
        name: String, binding: ActionBinding, rule: RouteRule, sources: [Source], defaults: [Value?],
        fragment: Fragment?, place: SourceRange
    ) {
        self.name = name
        self.binding = binding
        self.rule = rule
        self.sources = sources
        self.defaults = defaults
        self.fragment = fragment
        self.place = place
    }
}
