internal import Contract
internal import HostSystem

/// A reply, and the socket that it came from.
struct Received: Sendable {
    let value: Value
    let path: String

    /// *Throws*: `unreadableReply` if `read` fails.
    func read<Answer>(_ read: (Value) throws(FramingError) -> Answer) throws(DeepLinkError) -> Answer {
        do throws(FramingError) {
            return try read(value)
        } catch {
            throw DeepLinkError(error, path: path)
        }
    }
}

/// One call with one reply.
///
/// *Owner/thread*: the client's thread.
final class SingleCall: EngineCall {
    /// What is reported at the end.
    typealias Report = Completion<Received>

    /// Where a call gets its connection from, and what becomes of it.
    enum Binding: Sendable {
        /// Any; free for others after the reply.
        case none
        /// Any; kept for `bound` if the reply has a binding.
        case binds
        /// That of the call of this number, which was kept.
        case bound(Int)
    }

    private let number: Int
    private let request: Request
    private let binding: Binding
    /// *Units*: a time of the monotonic clock, until which the call is repeated if its connection is lost.
    private let repeatsUntilNs: Int64
    private let probeLimit: Duration?
    private unowned let engine: Engine
    private let report: (Result<Received, DeepLinkError>) -> Void
    private var backOff = BackOff()
    /// True if the daemon may have got the call before.
    private var isRepeated = false
    private(set) var connection: DaemonConnection?
    /// True for a call whose reply was a binding: it only keeps the connection.
    private var isKept = false
    /// True while another call finds out whether the daemon is there.
    private var isAsking = false
    /// *Units*: a time of the monotonic clock, when the daemon answered that it is there.
    private var answeredNs: Int64 = 0

    var isReading: Bool { true }

    var dueNs: Int64? {
        guard let connection, !isKept, !isAsking else { return nil }
        return max(connection.heardNs, answeredNs) + limit.wholeNanoseconds
    }

    private var limit: Duration { probeLimit ?? engine.answerTime }

    /// - Parameter probeLimit: how long the daemon may be silent; nil for the time of the client.
    init(
        _ request: Request, number: Int, binding: Binding, repeatedFor time: Duration?, engine: Engine,
        probeLimit: Duration? = nil, report: @escaping (Result<Received, DeepLinkError>) -> Void
    ) {
        (self.request, self.number, self.binding) = (request, number, binding)
        (self.engine, self.report, self.probeLimit) = (engine, report, probeLimit)
        repeatsUntilNs = time.map { HostClock.monotonicNs + $0.wholeNanoseconds } ?? 0
    }

    /// Begins it.
    func start() {
        engine.add(self, number)
        if case .bound(let number) = binding {
            guard let kept = (engine.call(number) as? SingleCall)?.handOver() else {
                // The daemon closed the connection, and the binding went with it.
                return end(.connectionLost(path: ""))
            }
            return send(on: kept, isFresh: true)
        }
        guard let idle = engine.takeIdle() else { return connect() }
        send(on: idle, isFresh: false)
    }

    private func connect() {
        engine.connect { [self] result in
            guard engine.call(number) === self else { return }
            switch result {
            case .success(let connection): send(on: connection, isFresh: true)
            case .failure(let error): fail(error)
            }
        }
    }

    private func send(on connection: DaemonConnection, isFresh: Bool) {
        self.connection = connection
        do throws(DeepLinkError) {
            try request.send(on: connection)
        } catch {
            // The daemon closed an idle connection a moment ago, and has not got a byte of this call.
            if !isFresh, !connection.hasBegun { return connect() }
            fail(error)
        }
    }

    func advance() {
        guard let connection else { return }
        do throws(DeepLinkError) {
            try connection.exchange()
            guard !isKept else { return end(.connectionLost(path: connection.path)) }
            guard let reply = try connection.nextReply() else { return }
            finish(reply, on: connection)
        } catch {
            fail(error)
        }
    }

    func runOut() {
        guard let path = connection?.path else { return }
        guard request.mayTakeLong else { return end(.noAnswer(path: path, after: limit)) }
        isAsking = true
        engine.ask { [self] isThere in
            guard engine.call(number) === self else { return }
            guard isThere else { return end(.noAnswer(path: path, after: limit)) }
            (isAsking, answeredNs) = (false, HostClock.monotonicNs)
        }
    }

    private func finish(_ reply: ReplyMessage, on connection: DaemonConnection) {
        switch reply.content {
        case .parameters(let value):
            if case .binds = binding, value["binding"]?.text != nil {
                isKept = true
            } else {
                leave(connection)
            }
            report(.success(Received(value: value, path: connection.path)))
        case .error(let name, let parameters):
            leave(connection)
            // The first try has done it, and the connection was lost before the reply.
            if isRepeated, name == BareError.unknownDelivery.errorName {
                return report(.success(Received(value: .object([]), path: connection.path)))
            }
            report(.failure(DeepLinkError(reply: name, parameters, to: request)))
        }
    }

    private func leave(_ connection: DaemonConnection) {
        engine.remove(number)
        self.connection = nil
        engine.keep(connection)
    }

    /// Gives up the connection that it kept; nil if that is lost.
    private func handOver() -> DaemonConnection? {
        guard isKept, let connection else { return nil }
        engine.remove(number)
        self.connection = nil
        return connection
    }

    private func fail(_ error: DeepLinkError) {
        let now = HostClock.monotonicNs
        guard error.isPassing, now < repeatsUntilNs else { return end(error) }
        if connection?.hasBegun == true { isRepeated = true }
        connection = nil
        engine.ring(at: now + backOff.next()) { [self] in
            if engine.call(number) === self { connect() }
        }
    }

    func end(_ reason: DeepLinkError) {
        engine.remove(number)
        connection = nil
        if !isKept { report(.failure(reason)) }
    }
}

extension DeepLinkError {
    /// Whether a later try may succeed: the daemon is not there, or went away.
    var isPassing: Bool {
        if case .noDaemon = self { return true }
        if case .connectionLost = self { return true }
        return isFullQueue
    }
}
