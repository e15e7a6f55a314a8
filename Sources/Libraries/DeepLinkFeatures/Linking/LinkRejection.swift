import Contract
import Routing

/// The reason why a link leads to no action: it is at fault, and no feature was asked.
public struct LinkRejection: Error, Equatable, Sendable, CustomStringConvertible {
    /// A stable code that programs switch on, as `rejected.route.notFound`.
    public let code: String
    /// One sentence for people.
    public let message: String
    /// The guard or the rewrite that refused the link, as `Parental.checkBedtime`.
    public let interceptor: String?
    private let rejection: Rejection
    /// What is known of the link, for observers.
    let link: LinkSight

    /// The route that would have taken the link, by name.
    public var route: String? { rejection.route }
    /// The query key or input at fault.
    public var key: String? { rejection.key }
    /// What a value had to be.
    public var expected: String? { rejection.expected }
    /// The rule of the URL standard or of the link policy that the text breaks, as `bidiControl`.
    public var rule: String? { rejection.rule }
    /// The place in the text where it breaks the rule.
    ///
    /// *Units*: bytes of the text.
    public var offset: Int? { rejection.offset }
    /// The route that came nearest to taking the link.
    public var nearest: String? { rejection.nearest }
    /// What kept the nearest route from taking it, in one sentence.
    public var failure: String? { rejection.failure }

    /// The code and the sentence.
    public var description: String { "\(code): \(message)" }

    /// Makes the rejection from the outcome of the decision about a link.
    init(_ outcome: Outcome) {
        code = outcome.code.rawValue
        message = outcome.message
        rejection = outcome.rejection ?? Rejection()
        interceptor = nil
        link = LinkSight(
            url: outcome.url, route: outcome.route, feature: outcome.feature, action: outcome.action)
    }

    /// A guard or a rewrite refuses the link.
    init(_ refusal: InterceptorRefusal, link: LinkSight = LinkSight()) {
        let outcome = Outcome(RequestError.intercepted(by: refusal.interceptor, reason: refusal.reason))
        (code, message, interceptor) = (outcome.code.rawValue, outcome.message, refusal.interceptor)
        var rejection = Rejection()
        rejection.route = link.route
        (self.rejection, self.link) = (rejection, link)
    }

    /// An input that the action's own rules refuse.
    init(_ error: RouteInputError, link: LinkSight) {
        let code: OutcomeCode =
            switch error {
            case .missing: .inputMissing
            case .invalid: .inputInvalid
            }
        self.code = code.rawValue
        message = error.description
        var rejection = Rejection()
        (rejection.route, rejection.key) = (link.route, error.name)
        (self.rejection, self.link, interceptor) = (rejection, link, nil)
    }
}
