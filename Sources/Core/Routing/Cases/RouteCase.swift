package import Conf
package import Contract
package import Features

/// One test case: a URL, facts, and the outcome that is expected.
package struct RouteCase: Sendable {
    package let name: String
    package let place: SourceRange
    package let url: String
    package let facts: Facts
    package let caller: Caller
    package let code: OutcomeCode
    package let route: String?
    /// The action's inputs, by their text; nil where the case does not say, else these and no others.
    package let parameters: [String: String]?
    /// The kinds of remedies that must be offered; others may be.
    package let remedies: [Remedy.Kind]
    /// The kinds of remedies that must be withheld; others may be.
    package let withheld: [Remedy.Kind]
}
