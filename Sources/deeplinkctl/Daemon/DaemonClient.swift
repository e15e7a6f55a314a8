internal import Contract
internal import EventLoop
import HostSystem

/// A connection to the daemon, with one call at a time.
final class DaemonClient {
    /// How long the daemon has to take the connection.
    private static let patience: Duration = .seconds(5)

    let path: String
    /// Builds commands for the same daemon.
    let next: NextCommand
    private let loop: Loop
    private let stream: UnixStream
    private var decoder = FrameDecoder(limit: 64 << 20)
    private var reply: ReplyMessage?
    private var failure: String?
    private var signals: [SignalWatch] = []

    /// Connects to the named socket, or else to the user's daemon and then to the system's.
    init(_ socket: SocketOption, _ subject: SubjectOption? = nil) throws {
        next = NextCommand(socket: socket.path, subject: subject?.subject)
        let candidates =
            socket.path.map { [$0] }
            ?? [SocketLocations.user(environment: HostFacts.environment), SocketLocations.system].compactMap { $0 }
        loop = try Loop()
        (path, stream) = try Self.connect(loop, candidates)
        let closed = "the daemon closed the connection without a reply; " + Self.cause(path)
        stream.onClose = { [weak self] _ in self?.end(closed) }
        stream.startReading({ [weak self] in self?.didRead($0) }, onEnd: { [weak self] in self?.end(closed) })
    }

    /// Where the reason can be found: a crash, a start that failed, or a limit of connections.
    private static func cause(_ path: String) -> String {
        switch path {
        case SocketLocations.system: "`systemctl status deeplinkd` and its log tell why"
        case SocketLocations.user(environment: HostFacts.environment):
            "`systemctl --user status deeplinkd` and its log tell why"
        default: "its log tells why"
        }
    }

    private static func connect(_ loop: Loop, _ candidates: [String]) throws -> (path: String, stream: UnixStream) {
        for path in candidates {
            do {
                return (path, try UnixStream(loop: loop, connectingTo: path, patience: patience))
            } catch {
                guard error.codeName == "ENOENT" || error.codeName == "ECONNREFUSED" else { throw error }
            }
        }
        throw ToolFailure(
            "no daemon is listening at " + candidates.joined(separator: " or ")
                + "; start it, or name its socket with --socket")
    }

    /// Sends one request and waits for its reply.
    func call(_ request: Request) throws -> ReplyMessage {
        send { CallEncoder.append(request, to: &$0) }
        return try nextReply()
    }

    /// Calls any method.
    func call(method: String, parameters: [Value.Member]) throws -> ReplyMessage {
        send { CallEncoder.append(method: method, parameters: parameters, to: &$0) }
        return try nextReply()
    }

    /// Sends one request and returns the parameters of its reply.
    ///
    /// *Throws*: the command line's error for an error reply.
    func parameters(of request: Request) throws -> Value {
        try parameters(in: call(request), of: request)
    }

    private func parameters(in reply: ReplyMessage, of request: Request) throws -> Value {
        switch reply.content {
        case .parameters(let value): return value
        case .error(let name, let parameters):
            throw try DaemonRefusal(name: name, parameters: parameters).error(of: request, self)
        }
    }

    /// Sends one request and reads its answer.
    ///
    /// *Throws*: as `parameters(of:)`, and where the answer has a word that this program does not know.
    func reply(to request: Request) throws -> Reply {
        try Reply(parameters(of: request), of: request.method)
    }

    /// One feature with its constraints.
    ///
    /// *Throws*: as `reply(to:)`.
    func feature(_ name: String, of subject: String? = nil) throws -> FeatureReport {
        guard case .feature(let feature) = try reply(to: .describe(feature: name, subject: subject)) else {
            throw ToolFailure.wrongReply
        }
        return feature
    }

    /// All features, page by page.
    ///
    /// *Throws*: as `reply(to:)`.
    func features(of subject: String? = nil) throws -> [FeatureReport] {
        var features: [FeatureReport] = []
        var after: String?
        repeat {
            guard case .features(let page, let next) = try reply(to: .list(subject: subject, after: after)) else {
                throw ToolFailure.wrongReply
            }
            features += page
            // An empty page is the last, even if it names a next one.
            after = page.isEmpty ? nil : next
        } while after != nil
        return features
    }

    /// Calls a streaming method, and hands over every answer until `body` wants no more.
    ///
    /// - Parameter ended: the error if there are no more replies, although more are wanted.
    ///
    /// *Throws*: also if the daemon ends, even in an orderly way.
    func stream(
        _ request: Request, ended: String = "the daemon has ended; start it again to continue watching",
        _ body: (Reply) throws -> Bool
    ) throws {
        send { CallEncoder.append(request, more: true, to: &$0) }
        while true {
            let reply = try nextReply()
            guard try body(Reply(parameters(in: reply, of: request), of: request.method)) else { return }
            guard reply.continues else { throw ToolFailure(ended) }
        }
    }

    /// Turns an interrupt or termination into a failure of the call, so that what it has begun is undone.
    func failOnSignals() throws {
        signals = try [2, 15].map { number in
            try SignalWatch(loop: loop, signal: number) { [weak self] in self?.end("interrupted") }
        }
    }

    private func send(_ encode: (inout [UInt8]) -> Void) {
        var bytes: [UInt8] = []
        encode(&bytes)
        stream.write(bytes)
    }

    /// Takes the next reply out of the bytes that have arrived, or waits for it.
    private func nextReply() throws -> ReplyMessage {
        takeReply()
        if reply == nil, failure == nil { loop.run() }
        guard let reply = reply.take() else { throw ToolFailure(failure ?? "the daemon did not answer") }
        return reply
    }

    private func didRead(_ bytes: Span<UInt8>) {
        decoder.append(bytes)
        takeReply()
        // Only here: outside of a run, the stop would end the next one.
        if reply != nil { loop.stop() }
    }

    private func takeReply() {
        guard reply == nil else { return }
        do {
            reply = try decoder.nextReply()
        } catch {
            end(ToolFailure(error).description)
        }
    }

    private func end(_ reason: String) {
        if failure == nil { failure = reason }
        loop.stop()
    }
}
