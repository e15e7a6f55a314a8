import Contract

/// The reason why a text is not accepted as a link.
package enum LinkError: Error, Equatable, Sendable {
    /// The text is not a URL by the standard; `offset` counts bytes of the text as sent.
    case invalid(rule: URLRule, offset: Int)
    /// The text has more bytes than the limit.
    case tooLong(length: Int, limit: Int)
    /// The link has more segments than the limit; the host of a custom scheme counts as one.
    case tooManySegments(count: Int, limit: Int)
    /// The query has more items than the limit.
    case tooManyItems(count: Int, limit: Int)
    /// The standard accepts the text, but the dispatcher's policy refuses it; `offset` counts bytes of the text as sent.
    case forbidden(Link.Component, rule: PolicyRule, offset: Int)

    /// The error message: one plain sentence.
    package var sentence: String {
        switch self {
        case .invalid(let rule, _): rule.sentence
        case .tooLong(let length, let limit): Self.sentence(.urlTooLong, "\(length) bytes", limit)
        case .tooManySegments(let count, let limit): Self.sentence(.urlTooManySegments, "\(count)", limit)
        case .tooManyItems(let count, let limit): Self.sentence(.urlTooManyItems, "\(count)", limit)
        case .forbidden(_, let rule, _): rule.sentence
        }
    }

    private static func sentence(_ code: OutcomeCode, _ amount: String, _ limit: Int) -> String {
        code.sentence.dropLast() + " (\(amount), at most \(limit))."
    }
}
