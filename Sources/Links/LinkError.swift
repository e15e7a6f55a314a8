/// Why a text is no link.
package enum LinkError: Error, Equatable, Sendable {
    /// The standard says that the text is no URL; `offset` counts bytes of the text as sent.
    case invalid(rule: URLRule, offset: Int)
    /// The text has more bytes than the limit.
    case tooLong(length: Int, limit: Int)
    /// The link has more segments than the limit, the host of a custom scheme among them.
    case tooManySegments(count: Int, limit: Int)
    /// The query has more items than the limit.
    case tooManyItems(count: Int, limit: Int)
    /// The standard accepts the text, the dispatcher's policy refuses it; `offset` counts bytes of the text as sent.
    case forbidden(Link.Component, rule: PolicyRule, offset: Int)
}
