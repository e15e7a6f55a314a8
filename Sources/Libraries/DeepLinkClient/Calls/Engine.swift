import ChannelWire
internal import Contract
internal import HostSystem

// The thread of one client. It waits in poll(2) for its connections, for jobs of other threads, and for the time of the next
// try. Everything in this folder but the mailbox belongs to this thread, so none of it is locked:
//
//     open(…)      a job    →   SingleCall      an idle connection, or a new one; idle again after the reply
//     subscribe    a job    →   StreamingCall   a connection of its own, made anew when it is lost
//
// A call has its connection for itself, because the daemon answers the calls of one connection one after the other, and
// because closing the connection is how a call is cancelled.

/// What is under way on a connection.
protocol EngineCall: AnyObject {
    /// nil while it waits for one.
    var connection: DaemonConnection? { get }
    /// False while nothing more is to be read, so that the daemon keeps it.
    var isReading: Bool { get }
    /// Called when the connection can be read or written, or was closed by the daemon.
    func advance()
    /// When the daemon has been silent for too long; nil while it may be.
    var dueNs: Int64? { get }
    /// Called when that time is over.
    func runOut()
    /// Ends it at once, with a reason.
    func end(_ reason: DeepLinkError)
}

/// The calls of one client.
///
/// *Owner/thread*: the client's thread, from its start to its end.
final class Engine {
    /// *Units*: connections kept for later calls: one for acknowledgements beside one for calls, and some for bursts.
    private static let idleConnections = 4
    /// How often a daemon with a full queue is tried.
    private static let queueRetryNs: Int64 = 10_000_000
    /// How long such a daemon has to take the connection.
    private static let patienceNs: Int64 = 5_000_000_000

    /// *Units*: acknowledgements that are remembered, in case their links are handed over again.
    private static let acknowledgements = 1024
    /// How long an acknowledgement is repeated; a link that is handed over again later is acknowledged again.
    private static let acknowledgeTime: Duration = .seconds(10)

    private let mailbox: Mailbox
    private let wake: WakeDescriptor
    private let paths: [String]
    /// How long the daemon may be silent.
    let answerTime: Duration
    private var calls: [Int: any EngineCall] = [:]
    private var streams: [Int: StreamingCall] = [:]
    private var idle: [DaemonConnection] = []
    /// The last acknowledgements, by the names of the deliveries.
    private var acknowledged: [String: AcknowledgeLink] = [:]
    private var order: [String] = []
    private var alarms: [(atNs: Int64, run: () -> Void)] = []

    init(mailbox: Mailbox, wake: WakeDescriptor, paths: [String], answerTime: Duration) {
        (self.mailbox, self.wake, self.paths, self.answerTime) = (mailbox, wake, paths, answerTime)
    }

    /// Serves until the client is closed.
    func run() {
        while let jobs = mailbox.take() {
            for job in jobs { job(self) }
            ring()
            if jobs.isEmpty { wait() }
        }
        idle = []
        for call in Array(calls.values) { call.end(.closed) }
    }

    private func wait() {
        var poll = DescriptorPoll()
        let wakePlace = poll.add(wake.number, reading: true)
        // One that has ended would be reported again and again, until its consumer asks for what it sent last.
        let waiting = calls.values.compactMap { call in call.connection.map { (call, $0) } }.filter { !$1.hasEnded }
        let places = waiting.map { poll.add($1.number, reading: $0.isReading, writing: $1.isWriting) }
        let idlePlaces = idle.map { poll.add($0.number, reading: true) }
        do throws(LoopError) {
            try poll.wait(until: (alarms.map(\.atNs) + calls.values.compactMap(\.dueNs)).min())
        } catch {
            for call in Array(calls.values) { call.end(.system(message: "\(error)")) }
        }
        if poll.isReadable(wakePlace) { wake.reset() }
        // Nothing arrives on an idle connection but its end.
        idle = zip(idle, idlePlaces).filter { !poll.isReadable($1) }.map(\.0)
        for ((call, connection), place) in zip(waiting, places) where call.connection === connection {
            let isDue = call.isReading ? poll.isReadable(place) : poll.hasHungUp(place)
            if isDue || connection.isWriting && poll.isWritable(place) { call.advance() }
        }
    }

    // MARK: Times

    /// Calls back at a time of the monotonic clock.
    func ring(at ns: Int64, _ run: @escaping () -> Void) { alarms.append((ns, run)) }

    private func ring() {
        let now = HostClock.monotonicNs
        for call in calls.values.filter({ $0.dueNs.map { $0 <= now } ?? false }) { call.runOut() }
        let due = alarms.filter { $0.atNs <= now }
        guard !due.isEmpty else { return }
        alarms.removeAll { $0.atNs <= now }
        for alarm in due { alarm.run() }
    }

    // MARK: Calls

    /// Takes a call over, under its number.
    func add(_ call: any EngineCall, _ number: Int) { calls[number] = call }

    /// The call of that number; nil once it has ended.
    func call(_ number: Int) -> (any EngineCall)? { calls[number] }

    /// Forgets a call that has ended.
    func remove(_ number: Int) { calls[number] = nil }

    /// The streaming call of that number, ended or not; made if there is none.
    func stream(_ number: Int, _ plan: StreamingCall.Plan) -> StreamingCall {
        if let stream = streams[number] { return stream }
        let stream = StreamingCall(plan, number: number, engine: self)
        streams[number] = stream
        return stream
    }

    /// Ends a streaming call that has no consumer any more.
    func dropStream(_ number: Int) { streams.removeValue(forKey: number)?.end(.cancelled) }

    /// Finds out whether the daemon is there, with a call of its own.
    func ask(_ then: @escaping (_ isThere: Bool) -> Void) {
        SingleCall(
            Request(GetInfo()), number: mailbox.nextNumber(), binding: .none, repeatedFor: nil, engine: self,
            probeLimit: AnswerTime.ofProbe(answerTime)
        ) { result in
            switch result {
            case .success: then(true)
            case .failure(let error): then(error.isAnswer)
            }
        }.start()
    }

    // MARK: Acknowledgements

    /// Calls `Acknowledge`, and repeats it if its connection is lost.
    func acknowledge(_ delivery: String, _ request: AcknowledgeLink, number: Int, report: @escaping SingleCall.Report) {
        if acknowledged.updateValue(request, forKey: delivery) == nil { order.append(delivery) }
        if order.count > Self.acknowledgements { acknowledged[order.removeFirst()] = nil }
        SingleCall(
            Request(request), number: number, binding: .none, repeatedFor: Self.acknowledgeTime, engine: self,
            report: report
        ).start()
    }

    /// Whether a reply brings a link again that was acknowledged here; that acknowledgement is then sent again.
    ///
    /// The connection was lost before the daemon got it. The consumer has done with the link, and is not given it twice.
    func settles(_ reply: Value) -> Bool {
        guard let delivery = reply["link"]?["delivery"]?.text, let request = acknowledged[delivery] else {
            return false
        }
        acknowledge(delivery, request, number: mailbox.nextNumber()) { _ in }
        return true
    }

    // MARK: Connections

    /// A connection that an earlier call has left.
    func takeIdle() -> DaemonConnection? { idle.popLast() }

    /// Keeps a connection with no call under way for later calls.
    func keep(_ connection: DaemonConnection) {
        guard !connection.hasEnded, idle.count < Self.idleConnections else { return }
        idle.append(connection)
    }

    /// Makes a connection; waits for a daemon whose queue is full, and for no other.
    func connect(_ then: @escaping (Result<DaemonConnection, DeepLinkError>) -> Void) {
        connect(until: HostClock.monotonicNs + Self.patienceNs, then)
    }

    private func connect(until endNs: Int64, _ then: @escaping (Result<DaemonConnection, DeepLinkError>) -> Void) {
        do throws(DeepLinkError) {
            then(.success(try DaemonConnection(toFirstOf: paths, patience: .zero)))
        } catch {
            let now = HostClock.monotonicNs
            guard error.isFullQueue, now < endNs else { return then(.failure(error)) }
            ring(at: now + Self.queueRetryNs) { [self] in connect(until: endNs, then) }
        }
    }
}

extension DeepLinkError {
    /// Whether the daemon is there and takes no connection at the moment.
    var isFullQueue: Bool {
        if case .cannotConnect(_, let message) = self { message.contains("EAGAIN") } else { false }
    }
}
