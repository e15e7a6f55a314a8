import Contract

/// Why a link leads nowhere: it is at fault, and no feature was asked.
public struct LinkRejection: Error, Equatable, Sendable, CustomStringConvertible {
    /// A stable code that programs switch on, as `rejected.route.notFound`.
    public let code: String
    /// One sentence for people.
    public let message: String
    /// The route that would have taken the link, by name.
    public let route: String?
    /// The query key or input at fault.
    public let key: String?
    /// What a value had to be.
    public let expected: String?
    /// The rule that a text breaks which is no link, as `bidiControl`.
    public let rule: String?
    /// Where it breaks it.
    ///
    /// *Units*: bytes of the text.
    public let offset: Int?
    /// The route that came nearest to taking the link.
    public let nearest: String?
    /// What kept the nearest route from taking it, in one sentence.
    public let failure: String?

    /// The code and the sentence.
    public var description: String { "\(code): \(message)" }

    /// Makes the rejection from the outcome of the decision about a link.
    init(_ outcome: Outcome) {
        let rejection = outcome.rejection ?? Rejection()
        code = outcome.code.rawValue
        message = outcome.message
        route = rejection.route
        key = rejection.key
        expected = rejection.expected
        rule = rejection.rule
        offset = rejection.offset
        nearest = rejection.nearest
        failure = rejection.failure
    }

    /// An input that the action's own rules refuse.
    init(_ error: RouteInputError, route: String) {
        let code: OutcomeCode =
            switch error {
            case .missing: .inputMissing
            case .invalid: .inputInvalid
            }
        self.code = code.rawValue
        message = error.description
        self.route = route
        key = error.name
        (expected, rule, offset, nearest, failure) = (nil, nil, nil, nil, nil)
    }
}
