package import Contract

/// A link that was built for a route, and that came back to it when it was parsed and matched.
package struct BuiltLink: Equatable, Sendable {
    /// Canonical, in ASCII.
    package let url: String
    /// The route's number in its ruleset.
    package let route: Int
    /// The action's inputs as the link gives them, after defaults.
    package let inputs: [Value.Member]
}
