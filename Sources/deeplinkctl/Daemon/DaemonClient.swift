internal import Contract
internal import EventLoop
import HostSystem
internal import Varlink

/// A connection to the daemon: one call, one answer, and again.
final class DaemonClient {
    /// How long the daemon has to take the connection.
    private static let patience: Duration = .seconds(5)

    let path: String
    /// What commands that talk to the same daemon begin with.
    let next: NextCommand
    private let loop: Loop
    private let stream: UnixStream
    private var decoder = FrameDecoder(limit: 64 << 20)
    private var reply: ReplyMessage?
    private var failure: String?

    /// Connects to the named socket, or else to the user's daemon and then to the system's.
    static func connect(_ socket: SocketOption, _ subject: SubjectOption? = nil) throws -> DaemonClient {
        let candidates =
            socket.path.map { [$0] }
            ?? [SocketLocations.user(environment: HostFacts.environment), SocketLocations.system].compactMap { $0 }
        let loop = try Loop()
        let (path, stream) = try connect(loop, candidates)
        return DaemonClient(path: path, next: NextCommand(socket, subject), loop: loop, stream: stream)
    }

    private init(path: String, next: NextCommand, loop: Loop, stream: UnixStream) {
        self.path = path
        self.next = next
        self.loop = loop
        self.stream = stream
        stream.onClose = { [weak self] _ in self?.end("the daemon closed the connection") }
        stream.startReading(
            { [weak self] in self?.didRead($0) },
            onEnd: { [weak self] in self?.end("the daemon closed the connection") })
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

    /// Sends one request and waits for its answer.
    func call(_ request: Request) throws -> ReplyMessage {
        try exchange { CallEncoder.append(request, to: &$0) }
    }

    /// Calls any method.
    func call(method: String, parameters: [Value.Member]) throws -> ReplyMessage {
        try exchange { CallEncoder.append(method: method, parameters: parameters, to: &$0) }
    }

    /// Sends one request and hands over the parameters of its answer.
    ///
    /// *Throws*: what an error of the daemon means on the command line.
    func parameters(of request: Request) throws -> Value {
        switch try call(request).content {
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
            // A page without features is followed by none, whatever it says.
            after = page.isEmpty ? nil : next
        } while after != nil
        return features
    }

    /// Calls a streaming method, and hands over every answer until `body` wants no more.
    ///
    /// *Throws*: also where the daemon ends, however orderly: there are no more answers then.
    func stream(_ request: Request, _ body: (Reply) throws -> Bool) throws {
        var bytes: [UInt8] = []
        CallEncoder.append(request, more: true, to: &bytes)
        reply = nil
        stream.write(bytes)
        while true {
            takeReply()
            if reply == nil, failure == nil { loop.run() }
            guard let reply else { throw ToolFailure(failure ?? "the daemon did not answer") }
            self.reply = nil
            switch reply.content {
            case .parameters(let parameters): guard try body(Reply(parameters, of: request.method)) else { return }
            case .error(let name, let parameters):
                throw try DaemonRefusal(name: name, parameters: parameters).error(of: request, self)
            }
            guard reply.continues else { throw ToolFailure("the daemon has ended; start it again to go on watching") }
        }
    }

    private func exchange(_ encode: (inout [UInt8]) -> Void) throws -> ReplyMessage {
        var bytes: [UInt8] = []
        encode(&bytes)
        reply = nil
        stream.write(bytes)
        if reply == nil, failure == nil { loop.run() }
        if let reply { return reply }
        throw ToolFailure(failure ?? "the daemon did not answer")
    }

    private func didRead(_ bytes: Span<UInt8>) {
        decoder.append(bytes)
        takeReply()
    }

    /// Takes the next answer out of what has come, if the one before was taken.
    private func takeReply() {
        guard reply == nil else { return }
        do {
            guard let message = try decoder.nextReply() else { return }
            reply = message
            loop.stop()
        } catch {
            end(ToolFailure(error).description)
        }
    }

    private func end(_ reason: String) {
        if failure == nil { failure = reason }
        loop.stop()
    }
}
