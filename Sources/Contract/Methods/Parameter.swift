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
    /// Whose facts count, as `uid:1000` or `account:ann`; the caller's own where it is absent.
    case subject
    /// The caller's own name for one request, so that sending it again does not do it again.
    case idempotencyKey
    /// Where a switch is to stand; back at its default where it is absent.
    case on
    /// Which fact is to be overridden, as a `with` line names it: `toggle SmartPlaylists`.
    case fact
    /// What an overridden fact is to be, as a `with` line says it: `on`.
    case status
    /// How long an override lasts, in milliseconds.
    case ttlMs
    /// Where the daemon is to write a file.
    case path
    /// The path of the last feature that the caller has, where it asks for the next page.
    case after

    /// What its value is.
    package enum Kind: Sendable {
        case text
        case flag
        case integer
    }

    /// Texts are `string`, or `?string` where the method does not require them; flags and integers are `?bool` and `?int`.
    package var kind: Kind {
        switch self {
        case .timings, .candidates, .on: .flag
        case .ttlMs: .integer
        case .url, .binding, .feature, .interface, .subject, .idempotencyKey, .fact, .status, .path, .after:
            .text
        }
    }
}
