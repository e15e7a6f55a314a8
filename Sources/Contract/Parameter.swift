/// The parameters of all methods, by their names on the wire.
package enum Parameter: String, CaseIterable, Sendable {
    /// The URL as the caller has it, not yet parsed.
    case url
    /// Whether the outcome is to tell how long its stages took.
    case timings
    /// Whether an explanation is to list every route that was considered.
    case candidates
    /// A verified binding, as `Verify` handed it out.
    case binding
    /// A feature's path, or its last name where that is unique.
    case feature
    /// The full name of an interface.
    case interface

    /// Whether its type is `?bool`; the others are `string`.
    package var isFlag: Bool {
        switch self {
        case .timings, .candidates: true
        case .url, .binding, .feature, .interface: false
        }
    }
}
