// The class is not named as the module is: then `DeepLinkClient.Outcome` would be looked up in the class, and a program with
// an `Outcome` of its own could not name this one.

/// The deep-link daemon of this machine, as its client uses it.
///
/// ```swift
/// import DeepLinkClient
///
/// let daemon = DeepLinkDaemon()
/// let outcome = try await daemon.open("podcast://favourites/rock")
/// switch outcome.outcomeClass {
/// case .ok: print("opened")
/// case .blocked: print(outcome.message, outcome.remedies.map(\.message))
/// case .rejected, .pending, .failed, .unknown: print(outcome)
/// }
/// ```
///
/// Every call has two forms: `async`, and with a completion that is called on the client's thread, which must return soon.
/// All members can be used from any thread and task. Calls run side by side, each on a connection of its own; connections
/// are made when they are needed, so a daemon that was restarted is found again by the next call.
///
/// The client has one thread, which is started by the first call and ends with the client. Keep the client while a call
/// with a completion is under way.
public final class DeepLinkDaemon: Sendable {
    let driver: Driver

    /// Makes a client; it connects when it is first used.
    ///
    /// - Parameters:
    ///   - socket: the path of the daemon's socket. By default the user's daemon is used if it listens, and else the
    ///     system's, as `deeplinkctl` does it.
    ///   - answerTime: how long the daemon may be silent before a call ends with ``DeepLinkError/noAnswer(path:after:)``. An
    ///     action may run longer while the daemon answers other calls; subscriptions, flows and changes wait without an end.
    public init(socket: String? = nil, answerTime: Duration = .seconds(45)) {
        driver = Driver(
            paths: socket.map { [$0] } ?? DaemonConnection.defaultPaths(), answerTime: max(answerTime, .zero))
    }

    /// Ends every call and subscription of the client with ``DeepLinkError/closed``.
    ///
    /// The end of the last reference does the same.
    public func close() { driver.mailbox.close() }
}
