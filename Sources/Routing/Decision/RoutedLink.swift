package import Contract

/// A link that a route took, with the action's inputs.
package struct RoutedLink: Equatable, Sendable {
    /// The route's number in its ruleset.
    package let route: Int
    /// In the order of the action's inputs, after defaults; an optional input without a value is left out.
    package let inputs: [Value.Member]
}

/// Where a link goes, before any feature is looked at.
package enum Decision: Equatable, Sendable {
    case routed(RoutedLink)
    /// Behind a reference: a rejection has room for all that can be said of one, and no link that goes somewhere should be
    /// moved about in as much.
    indirect case rejected(DecisionRejection)
}

/// Why a link goes nowhere.
package struct DecisionRejection: Equatable, Sendable {
    package let code: OutcomeCode
    package let message: String
    package var rejection = Rejection()
    /// The route that would have taken it but for its input.
    package var route: Int?
    /// The route whose secrets the link may hold, though it did not take it.
    var maskedAs: Int?

    init(_ code: OutcomeCode, _ message: String) {
        self.code = code
        self.message = message
    }
}
