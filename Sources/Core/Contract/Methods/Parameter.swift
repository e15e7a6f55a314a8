/// The parameters that a call is refused for, by their names on the wire, where their value cannot be.
package enum Parameter: String, CaseIterable, Sendable {
    case url
    case action
    case inputs
    case feature
    case subject
    case idempotencyKey
    case deadlineMs
    case fact
    case ttlMs
    case path
    case after
    case activationToken
    case permission
    case product
    case status
    case state
    case endsMs
    case units
    case waitMs
    case traceparent
    case hops
    case with
    case format
    case last
    case uid
    case features
    case facts
    case languages
}
