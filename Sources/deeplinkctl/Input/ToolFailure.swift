internal import Varlink

/// A failure of the tool itself: exit status 1.
struct ToolFailure: Error, CustomStringConvertible {
    let description: String

    /// The reply is that of another method; `Reply` returns that of the request's method, so this does not happen.
    static let wrongReply = ToolFailure("the daemon's reply does not belong to the request")

    init(_ description: String) {
        self.description = description
    }

    /// A daemon's reply that is malformed or lacks a member that this tool needs.
    init(_ error: FramingError) {
        let what =
            if case .field(let name, let expected) = error { "expected \(expected) at `\(name)`" } else { "\(error)" }
        self.init("the daemon's reply cannot be read: \(what); `deeplinkctl call` prints the raw reply")
    }
}
