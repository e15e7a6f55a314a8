internal import Contract
internal import HostSystem

// A call that is answered again and again, over as many connections as it takes.
//
//     next()  →  connects, calls, reads one reply  →  reports it, and reads nothing more until the next next()
//     the connection is lost  →  reports that, waits, connects, and continues after the last sequence number
//
// Nothing is read ahead but the rest of one read of 64 KiB: what the consumer does not take waits in the kernel and in the
// daemon, whose overflow policy applies.

/// One streaming call.
///
/// *Owner/thread*: the client's thread.
final class StreamingCall: EngineCall {
    /// What happens in it.
    enum Event: Sendable {
        case reply(Received)
        /// The connection was lost; another is made.
        case interrupted(DeepLinkError)
    }

    /// Gets the next event, nil after a cancellation, or the error that ended the call.
    typealias Taker = Completion<Event?>

    /// What is called, and when it is called again.
    struct Plan: Sendable {
        /// The request that continues after a sequence number; nil for none.
        let request: @Sendable (Int64?) -> Request
        /// The number to continue after at first.
        let after: Int64?
        /// False if a daemon that cannot be reached at first is an error.
        let waitsForDaemon: Bool
        /// False if no other connection can continue the call: its last answer is its end, and a lost connection an error.
        let isContinued: Bool
        /// True if its replies follow one another at once, so that a daemon that is silent hangs.
        let isPrompt: Bool

        init(
            request: @escaping @Sendable (Int64?) -> any Method, after: Int64? = nil, waitsForDaemon: Bool = false,
            isContinued: Bool = true
        ) {
            self.request = { Request(request($0)) }
            (self.after, self.waitsForDaemon, self.isContinued) = (after, waitsForDaemon, isContinued)
            isPrompt = false
        }

        /// A call that no other connection continues.
        init(once request: Request) { self.init(request, isPrompt: false) }

        /// A call whose replies are all there already, and end.
        init(ending request: Request) { self.init(request, isPrompt: true) }

        private init(_ request: Request, isPrompt: Bool) {
            self.request = { _ in request }
            (after, waitsForDaemon, isContinued, self.isPrompt) = (nil, false, false, isPrompt)
        }
    }

    private enum Phase {
        case new
        case connecting
        case open(DaemonConnection)
        case ended(Result<Event?, DeepLinkError>)
    }

    private let number: Int
    private let plan: Plan
    private unowned let engine: Engine
    private var after: Int64?
    private var phase = Phase.new
    private var backOff = BackOff()
    private var takers: [Taker] = []
    private var events: [Event] = []
    /// True once the daemon has answered.
    private var wasOpen = false
    /// True from the loss of a connection until the next one has answered.
    private var isInterrupted = false

    var connection: DaemonConnection? {
        if case .open(let connection) = phase { connection } else { nil }
    }
    var isReading: Bool { !takers.isEmpty }
    /// Most wait for changes, which may never come.
    var dueNs: Int64? {
        guard plan.isPrompt, isReading, let connection else { return nil }
        return connection.heardNs + engine.answerTime.wholeNanoseconds
    }

    init(_ plan: Plan, number: Int, engine: Engine) {
        (self.plan, self.number, self.engine) = (plan, number, engine)
        after = plan.after
    }

    /// Hands the next event to `taker`, once there is one.
    func next(_ taker: @escaping Taker) {
        takers.append(taker)
        serve()
    }

    func advance() {
        do throws(DeepLinkError) {
            try connection?.exchange()
        } catch {
            lose(error)
        }
        serve()
    }

    func runOut() {
        guard let path = connection?.path else { return }
        finish(.failure(.noAnswer(path: path, after: engine.answerTime)))
        serve()
    }

    func end(_ reason: DeepLinkError) {
        finish(reason == .cancelled ? .success(nil) : .failure(reason))
        serve()
    }

    private func serve() {
        while !takers.isEmpty {
            if !events.isEmpty {
                takers.removeFirst()(.success(events.removeFirst()))
                continue
            }
            switch phase {
            case .new: connect()
            case .connecting: return
            case .open(let connection):
                do throws(DeepLinkError) {
                    guard let reply = try connection.nextReply() else { return }
                    handle(reply, from: connection)
                } catch {
                    lose(error)
                }
            case .ended(let result): takers.removeFirst()(result)
            }
        }
    }

    private func handle(_ reply: ReplyMessage, from connection: DaemonConnection) {
        switch reply.content {
        case .parameters(let value):
            (wasOpen, isInterrupted) = (true, false)
            backOff.reset()
            after = value["sequence"]?.int ?? after
            if !engine.settles(value) { events.append(.reply(Received(value: value, path: connection.path))) }
            guard !reply.continues else { return }
            // What is continued ends only where the daemon ends, in an orderly way.
            if plan.isContinued { lose(.connectionLost(path: connection.path)) } else { finish(.success(nil)) }
        case .error(let name, let parameters):
            let error = DeepLinkError(reply: name, parameters, to: plan.request(after))
            if error.isOfShutdown { lose(.connectionLost(path: connection.path)) } else { finish(.failure(error)) }
        }
    }

    // MARK: The connection

    private func connect() {
        phase = .connecting
        engine.add(self, number)
        engine.connect { [self] result in
            guard engine.call(number) === self else { return }
            do throws(DeepLinkError) {
                let connection = try result.get()
                try plan.request(after).send(more: true, on: connection)
                phase = .open(connection)
            } catch {
                lose(error)
            }
            serve()
        }
    }

    /// The connection is lost, or could not be made.
    private func lose(_ error: DeepLinkError) {
        guard error.isPassing, plan.isContinued, wasOpen || plan.waitsForDaemon else { return finish(.failure(error)) }
        phase = .connecting
        // That the next try fails too is no news.
        if !isInterrupted { events.append(.interrupted(error)) }
        isInterrupted = true
        engine.ring(at: HostClock.monotonicNs + backOff.next()) { [self] in
            if engine.call(number) === self { connect() }
        }
    }

    private func finish(_ result: Result<Event?, DeepLinkError>) {
        engine.remove(number)
        if case .ended = phase { return }
        phase = .ended(result)
    }
}
