/// One call with its parameters, decoded and complete.
///
/// A `subject` is a text as the caller sent it: whose facts count, its own where nil.
package enum Request: Equatable, Sendable {
    /// Match, verify and perform.
    case open(url: String, timings: Bool = false, subject: String? = nil, idempotencyKey: String? = nil)
    /// Match and verify; the binding can be performed later by the same connection.
    case verify(url: String, subject: String? = nil)
    /// Perform a binding of this connection.
    case perform(binding: String)
    /// Say what `open` would come to, and why.
    case explain(url: String, candidates: Bool = false, subject: String? = nil)
    /// One page of the features: those after the one of that path.
    case list(subject: String? = nil, after: String? = nil)
    case describe(feature: String, subject: String? = nil)
    /// Answer again and again, whenever a feature's availability changes.
    case watch(subject: String? = nil)
    /// Move a user's own switch; nil puts it back to its default.
    case setToggle(feature: String, on: Bool?, subject: String? = nil)
    /// Move the operator's switch; nil puts it back to its default.
    case setRuntime(feature: String, on: Bool?)
    case status
    case reload
    /// Put a fact in the place of what its source says, for a while; without a status end that.
    case override(fact: String, status: String?, ttlMs: Int64? = nil)
    /// Copy the ledger to a file.
    case backup(path: String)
    case getInfo
    case getInterfaceDescription(interface: String)

    /// The method that carries it.
    package var method: Method {
        switch self {
        case .open: .open
        case .verify: .verify
        case .perform: .perform
        case .explain: .explain
        case .list: .list
        case .describe: .describe
        case .watch: .watch
        case .setToggle: .setToggle
        case .setRuntime: .setRuntime
        case .status: .status
        case .reload: .reload
        case .override: .override
        case .backup: .backup
        case .getInfo: .getInfo
        case .getInterfaceDescription: .getInterfaceDescription
        }
    }
}
