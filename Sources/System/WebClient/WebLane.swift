internal import EventLoop
internal import HostSystem

/// The requests of one engine, and the connections that they share.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
final class WebLane {
    private let loop: Loop
    private let engine: CurlEngine
    private let watch: DescriptorWatch
    private let timer: Timer
    private var calls: [UInt64: WebCall] = [:]
    /// When the timer fires; nil if it does not.
    private var dueNs: Int64?
    /// The calls whose ends are to be reported.
    private var ended: [UInt64] = []
    private var isStepping = false
    private var isClosed = false
    /// True once it can send no more.
    private(set) var isBroken = false
    /// Called when a request has ended or was given up.
    var onEnd: ((WebLane) -> Void)?

    /// *Throws*: `failed`, `unsendable`.
    init(loop: Loop) throws(WebFault) {
        guard let engine = CurlEngine() else { throw .unsendable("there is no memory or descriptor for it") }
        self.loop = loop
        self.engine = engine
        do throws(LoopError) {
            timer = try Timer(loop: loop) {}
        } catch {
            throw .failed(error)
        }
        var isReady: (() -> Void)?
        do throws(LoopError) {
            watch = try DescriptorWatch(loop: loop, descriptor: engine.descriptor, to: "watch requests") { isReady?() }
        } catch {
            timer.close()
            throw .failed(error)
        }
        isReady = { [weak self] in self?.step() }
        timer.setFire { [weak self] in
            self?.dueNs = nil
            self?.step()
        }
        watch.wait(readable: true, writable: false)
    }

    /// True if no request is under way.
    var isIdle: Bool { calls.isEmpty }

    /// Begins to send the request of a call; its result comes later.
    ///
    /// *Throws*: `unsendable`, `late`.
    func begin(_ call: WebCall) throws(WebFault) {
        let leftMs = (call.deadlineNs - HostClock.monotonicNs) / 1_000_000
        guard leftMs > 0 else { throw .late(wasSent: false) }
        call.transfer = try CurlTransfer(
            call.request, id: call.id, lines: call.request.headerLines, wholeMs: leftMs, on: engine)
        calls[call.id] = call
        fetchEvents()
        awaitNext()
    }

    /// Forgets a call that was given up.
    func remove(_ call: WebCall) {
        guard calls.removeValue(forKey: call.id) != nil else { return }
        call.transfer = nil
        onEnd?(self)
    }

    /// Closes all connections; requests under way get no result.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        onEnd = nil
        // In this order: the engine closes its descriptor when the last transfer lets go of it.
        watch.close()
        timer.close()
        for call in calls.values { call.forget() }
        calls = [:]
    }

    private func step() {
        guard !isStepping, !isClosed else { return }
        isStepping = true
        let isWell = engine.step()
        tellEnds()
        if !isWell { failAll() }
        isStepping = false
        if !isClosed { awaitNext() }
    }

    /// Takes note of what has happened: at once, since a caller that gives a request up asks whether it was sent.
    private func fetchEvents() {
        // A report may close this lane.
        while !isClosed, let event = engine.next() {
            switch event {
            case .sends(let id): calls[id]?.markSent()
            case .ended(let id): ended.append(id)
            }
        }
    }

    private func tellEnds() {
        fetchEvents()
        while !isClosed, let id = ended.first {
            ended.removeFirst()
            guard let call = calls.removeValue(forKey: id), let transfer = call.transfer.take() else { continue }
            call.end(transfer.result(of: call.request))
            onEnd?(self)
        }
    }

    /// Ends the calls of an engine without memory: it would not even end them at their deadlines.
    private func failAll() {
        isBroken = true
        for call in Array(calls.values) {
            guard calls.removeValue(forKey: call.id) != nil, let transfer = call.transfer.take() else { continue }
            call.end(.failure(transfer.isSent ? .cut : .unsendable("there is no memory for it")))
            onEnd?(self)
        }
    }

    private func awaitNext() {
        let nextNs = ended.isEmpty ? engine.dueNs : 0
        guard !isStepping, dueNs != nextNs else { return }
        dueNs = nextNs
        guard let dueNs else { return timer.cancel() }
        timer.start(after: .nanoseconds(max(0, dueNs - HostClock.monotonicNs)))
    }
}
