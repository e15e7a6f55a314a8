import ChannelWire
public import Contract
internal import HostSystem

/// The reason why a call has no answer, or ended.
///
/// A link that was blocked or rejected, or an action that failed, is no error: it is an ``Outcome``.
public enum DeepLinkError: Error, Equatable, Sendable {
    /// No daemon listens at any of these paths.
    case noDaemon(paths: [String])
    /// The socket is there, but it cannot be used: this user has no permission, or the daemon takes no connection.
    ///
    /// *Shape*: `message` is one sentence, as `cannot connect to /run/…: permission denied (EACCES from connect)`.
    case cannotConnect(path: String, message: String)
    /// The daemon took the call and was silent for that time: it hangs, or was stopped.
    ///
    /// What was asked for may have happened, or not, as for ``connectionLost(path:)``.
    case noAnswer(path: String, after: Duration)
    /// The daemon closed the connection before its answer.
    ///
    /// What was asked for may have happened, or not. An ``CallOptions/idempotencyKey`` makes it safe to ask again.
    case connectionLost(path: String)
    /// The daemon's answer cannot be read.
    case unreadableReply(path: String, reason: String)
    /// The caller may not do this.
    case permissionDenied(method: String)
    /// The daemon is older than this library and has no such method.
    case notOffered(method: String)
    /// A parameter is wrong: it is named, as `subject` or `idempotencyKey`.
    case invalidParameter(name: String, method: String)
    /// The table in force declares no such channel; `nearest` is the declared name that is most like it.
    case noChannel(nearest: String?)
    /// The user has as many subscriptions as one user may have.
    case tooManySubscriptions(limit: Int64)
    /// The daemon ended the subscription.
    ///
    /// *Shape*: `channel.removed` if a new table does not declare the channel, `channel.notAcknowledging` if three links in a
    /// row were not acknowledged in their time.
    case subscriptionEnded(code: String)
    /// The delivery was not made to this user, or its time is over, or it was acknowledged before.
    case unknownDelivery
    /// The caller has no such authorisation flow, or it has ended.
    case unknownFlow
    /// The authorisation flow asks another question now.
    case notAsked
    /// The daemon has not kept what it was to keep: a licence, a trial or a setting.
    ///
    /// *Shape*: `code` is a stable name, as `ledger.full`; `reason` says what is wrong and what to do about it.
    case notKept(code: String, reason: String)
    /// The route has no link with these parameters.
    case notBuilt(LinkFault)
    /// The new table has errors; the old one stays in force.
    case invalidTable([DiagnosticReport])
    /// There is no such fact, or it cannot have that status.
    case invalidFact([DiagnosticReport])
    /// The table in force does not have what the call needs: a block `timeline` or `metrics`, or `profile development`.
    ///
    /// *Shape*: `reason` is one clause, as `the daemon's table has no block timeline`.
    case notConfigured(reason: String)
    /// Any other error of the daemon.
    ///
    /// *Shape*: `name` is the error's full name, as `io.deeplinkd.Dispatch.NotBuilt`.
    case refused(name: String, parameters: Value)
    /// The system has no thread or descriptor left for the client.
    case system(message: String)
    /// The call was cancelled.
    ///
    /// The daemon stops the action, or does not begin it, unless the table says `detach` of it.
    case cancelled
    /// The client was closed.
    case closed
}

extension DeepLinkError: CustomStringConvertible {
    /// What is wrong, where, and what to do about it.
    public var description: String {
        switch self {
        case .noDaemon(let paths):
            Self.absence(at: paths) + "; start it" + (startCommand.map { " with `\($0)`" } ?? "")
                + ", or name its socket"
        case .cannotConnect(_, let message):
            message.contains("EACCES") ? message + "; the socket's owner decides who may use it" : message
        case .noAnswer(let path, let time):
            "the daemon at \(path) takes connections and has not answered for \(Self.text(time)); "
                + (restartCommand.map { "restart it with `\($0)`" } ?? "restart it")
        case .connectionLost:
            "the daemon closed the connection without a reply; "
                + (statusCommand.map { "`\($0)` and its log tell why" } ?? "its log tells why")
        case .unreadableReply(let path, let reason): "the reply of the daemon at \(path) cannot be read: \(reason)"
        case .permissionDenied(let method):
            "the daemon does not let you call \(method) so; ask an operator, or leave out the subject"
        case .notOffered(let method): "the daemon has no method \(method); it is older than this library: upgrade it"
        case .invalidParameter(let name, let method): "the daemon does not take the `\(name)` of this \(method)"
        case .noChannel(let nearest):
            "the daemon's table declares no such channel" + (nearest.map { "; did you mean `\($0)`?" } ?? "")
        case .tooManySubscriptions(let limit): "you have \(limit) subscriptions, the most one user may have: end one"
        case .subscriptionEnded("channel.removed"): "the daemon's new table does not declare the channel any more"
        case .subscriptionEnded("channel.notAcknowledging"):
            "three links in a row were not acknowledged in time; subscribe again when the app answers"
        case .subscriptionEnded(let code): "the daemon ended the subscription: \(code)"
        case .unknownDelivery:
            "the link went to another subscriber or was given up, because the time for its acknowledgement is over"
        case .unknownFlow: "the authorisation flow has ended, or is another user's"
        case .notAsked: "the authorisation flow asks another question now, or none"
        case .notKept(_, let reason): "nothing has changed: \(reason)"
        case .notBuilt(let fault): Self.clause(fault.message) + (fault.help.isEmpty ? "" : "; \(fault.help)")
        case .invalidTable(let diagnostics):
            "the new table has errors, and the old one stays in force" + Self.first(of: diagnostics)
        case .invalidFact(let diagnostics): "the daemon knows no such fact or status" + Self.first(of: diagnostics)
        case .notConfigured(let reason): reason
        case .refused(let name, let parameters): "the daemon replied \(name) \(parameters)"
        case .system(let message): message
        case .cancelled: "the call was cancelled"
        case .closed: "the client was closed; make a new one"
        }
    }

    /// That no daemon listens at these paths, in one clause.
    ///
    /// Without a runtime directory, as in a container or after `su`, the user's own daemon is not found. So the clause says
    /// where the system's socket alone was tried, and why.
    package static func absence(at paths: [String]) -> String {
        let clause = "no daemon is listening at " + paths.joined(separator: " or ")
        guard paths == [SocketLocations.system],
            let reason = SocketLocations.reasonWithoutUser(environment: HostFacts.environment)
        else { return clause }
        return clause + " (your own is not looked for, because \(reason))"
    }

    /// The command that starts the daemon where none listens; nil where no unit has its path, and for other errors.
    package var startCommand: String? {
        guard case .noDaemon(let paths) = self else { return nil }
        return Self.manager(of: paths.first).map { "\($0) start deeplinkd.socket" }
    }

    /// The command that restarts the daemon that hangs; nil where no unit has its path, and for other errors.
    var restartCommand: String? {
        guard case .noAnswer(let path, _) = self else { return nil }
        return Self.manager(of: path).map { "\($0) restart deeplinkd" }
    }

    /// The command that shows why the daemon has ended; nil where no unit has its path, and for other errors.
    var statusCommand: String? {
        guard case .connectionLost(let path) = self else { return nil }
        return Self.manager(of: path).map { "\($0) status deeplinkd" }
    }

    /// The command for the service manager of the daemon at a path; nil for a path that no unit has.
    private static func manager(of path: String?) -> String? {
        switch path {
        case SocketLocations.system: "systemctl"
        case SocketLocations.user(environment: HostFacts.environment): "systemctl --user"
        default: nil
        }
    }

    /// A sentence without its full stop.
    private static func clause(_ sentence: String) -> String {
        sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    }

    /// *Shape*: `: routes.conf:3:5: RT201: the action …`; empty where there is no error among them.
    private static func first(of diagnostics: [DiagnosticReport]) -> String {
        let error = diagnostics.first { $0.severity == "error" } ?? diagnostics.first
        return error.map { ": \($0.place): \($0.code): \($0.message)" } ?? ""
    }

    /// *Shape*: `45 s`, or `200 ms` for less than two seconds.
    static func text(_ time: Duration) -> String {
        time < .seconds(2) ? "\(time.wholeMilliseconds) ms" : "\(time.wholeMilliseconds / 1000) s"
    }
}

extension DeepLinkError {
    /// A system call on the way to the daemon failed.
    init(_ error: LoopError, path: String) { self = .cannotConnect(path: path, message: "\(error)") }

    /// A reply that breaks the protocol, or lacks a member.
    init(_ error: FramingError, path: String) { self = .unreadableReply(path: path, reason: error.clause) }

    /// An error reply of the daemon.
    init(reply name: String, _ parameters: Value, to request: Request) {
        switch name {
        case VarlinkError.permissionDenied.name: self = .permissionDenied(method: request.name)
        case VarlinkError.methodNotFound(method: "").name, VarlinkError.interfaceNotFound(interface: "").name:
            self = .notOffered(method: request.name)
        case VarlinkError.invalidParameter(parameter: "").name:
            self = .invalidParameter(name: parameters["parameter"]?.text ?? "", method: request.name)
        case NoChannel().errorName: self = .noChannel(nearest: parameters["nearest"]?.text)
        case TooManySubscriptions().errorName:
            self = .tooManySubscriptions(limit: parameters["limit"]?.int ?? 0)
        case SubscriptionEnded().errorName:
            self = .subscriptionEnded(code: parameters["code"]?.text ?? "")
        case BareError.unknownDelivery.errorName: self = .unknownDelivery
        case BareError.unknownFlow.errorName: self = .unknownFlow
        case BareError.notAsked.errorName: self = .notAsked
        case NotKept(request.interface).errorName:
            self = .notKept(code: parameters["code"]?.text ?? "", reason: parameters["reason"]?.text ?? "")
        default: self = Self(ofTable: name, parameters) ?? .refused(name: name, parameters: parameters)
        }
    }

    /// An error reply about the table or what it does not have; nil for any other.
    private init?(ofTable name: String, _ parameters: Value) {
        switch name {
        case LinkFault().errorName:
            guard let fault = try? LinkFault(reply: parameters) else { return nil }
            self = .notBuilt(fault)
        case BadTable().errorName:
            guard let error = try? BadTable(reply: parameters) else { return nil }
            self = .invalidTable(error.diagnostics)
        case BadFact().errorName:
            guard let error = try? BadFact(reply: parameters) else { return nil }
            self = .invalidFact(error.diagnostics)
        case BareError.noTimeline.errorName: self = .notConfigured(reason: "the daemon's table has no block timeline")
        case BareError.noMetrics.errorName:
            self = .notConfigured(reason: "the daemon's table has no block metrics, or its conditions are not met")
        case BareError.notDevelopment.errorName:
            self = .notConfigured(reason: "the daemon's table does not say profile development")
        default: return nil
        }
    }
}

extension DeepLinkError {
    /// Whether it ends a subscription because the daemon ends: the next daemon continues it.
    var isOfShutdown: Bool { self == .subscriptionEnded(code: "shutdown") }
}
