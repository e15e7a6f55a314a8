internal import DeepLinkClient
internal import Varlink

/// A failure of the tool itself: exit status 1.
struct ToolFailure: Error, CustomStringConvertible {
    let description: String

    /// The reply has a member with another value than the request allows.
    static let wrongReply = ToolFailure("the daemon's reply does not belong to the request")

    init(_ description: String) {
        self.description = description
    }

    /// A daemon's reply that is malformed or lacks a member that this tool needs.
    init(_ error: FramingError) { self.init(unreadable: error.clause) }

    /// No connection, or no reply.
    init(_ error: DeepLinkError) {
        switch error {
        case .noDaemon: self.init(error.description + " with --socket")
        case .unreadableReply(_, let reason): self.init(unreadable: reason)
        case .cannotConnect(_, let message): self.init(message)
        case .noAnswer, .connectionLost, .permissionDenied, .notOffered, .invalidParameter, .noChannel,
            .tooManySubscriptions,
            .subscriptionEnded, .unknownDelivery, .unknownFlow, .notAsked, .notKept, .refused, .system, .cancelled,
            .closed:
            self.init(error.description)
        }
    }

    private init(unreadable reason: String) {
        self.init("the daemon's reply cannot be read: \(reason); `deeplinkctl call` prints the raw reply")
    }
}
