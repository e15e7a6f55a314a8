// One connection: bytes in, calls in their order, replies in the same order. A call is answered before the next is looked
// at, as the protocol has it; a client that wants two things at once opens two connections.
//
//     bytes arrive → the queue of turns → at most 16 calls or half a millisecond → what was answered is handed over
//
// Before each call the session looks whether its answer has room; where it has none the call waits, unread. Nothing is
// read either while a call is under way or while 64 KiB of calls wait, so what one connection can make the daemon hold is
// bounded: one read ahead, one message, and the answers that its client has not taken. The end of the client's bytes is no
// end of the conversation: what was asked for is still answered, because `nc -N` and the like close their half first.

import Contract
import EventLoop
import Features
import HostSystem
import Logging
import Varlink

/// One connection of a client.
///
/// *Owner/thread*: the loop's thread; held by `Connections` until the stream is closed.
final class Session {
    private static let turnNs = Limits.turnTime.wholeNanoseconds

    /// Counted from the daemon's start, so that no two connections have the same.
    let number: Int
    let caller: Caller
    let user: ConnectedUser
    /// *Units*: bytes of answers, as `Connections` has counted them.
    var unsentBytes = 0
    private let stream: UnixStream
    private unowned let server: Server
    private unowned let connections: Connections
    private var decoder = FrameDecoder(limit: Limits.callBytes)
    private var outgoing: [UInt8] = []
    /// A call that was decoded and has to wait.
    private var postponed: Call?
    /// Whether the bytes that have arrived may hold a whole call.
    private var mayHaveCalls = false
    /// How many calls were answered.
    private(set) var callCount = 0
    private var isAnswering = false
    /// Whether it has a place in the queue of turns.
    private var isQueued = false
    /// Whether it waits for `goOn`.
    private var isStalled = false
    private var isServing = false
    /// Whether the call under way is answered again and again until the client is gone.
    private var isWatching = false
    /// *Units*: bytes that came while it was watching.
    private var waitingByteCount = 0
    private var hasEnded = false
    private var lastActivityNs = HostClock.monotonicNs

    init(
        number: Int, stream: UnixStream, caller: Caller, user: ConnectedUser, server: Server, connections: Connections
    ) {
        self.number = number
        self.stream = stream
        self.caller = caller
        self.user = user
        self.server = server
        self.connections = connections
    }

    /// Starts reading.
    func begin() {
        stream.onSent = { [weak self] in self?.didSend() }
        stream.onClose = { [weak self] _ in
            guard let self else { return }
            server.forget(self)
        }
        stream.startReading({ [weak self] in self?.didRead($0) }, onEnd: { [weak self] in self?.didEnd() })
    }

    /// The moment on the monotonic clock since which it has been silent; nil where a call is under way.
    ///
    /// *Units*: nanoseconds.
    var idleSinceNs: Int64? { isAnswering ? nil : lastActivityNs }

    /// How readily it gives way to another user's connection; of several the lowest goes first.
    ///
    /// First those without a call under way, then watches with nothing to tell, the longest silent first; then the others,
    /// the oldest first.
    var tenacity: (Int, Int64) {
        if let idleSinceNs { return (0, idleSinceNs) }
        let isQuietWatch = isWatching && !isQueued && !isStalled && unsentBytes == 0
        return isQuietWatch ? (1, lastActivityNs) : (2, Int64(number))
    }

    /// Closes at once.
    func close() { stream.close() }

    /// Closes once the call under way is answered; a watch ends there.
    func closeWhenAnswered() {
        hasEnded = true
        if isWatching { endWatch(with: .watched([], removed: [])) }
        readIfWanted()
        // Calls that have arrived are still answered.
        goOn()
        closeIfDone()
    }

    // MARK: Reading

    private func didRead(_ bytes: Span<UInt8>) {
        lastActivityNs = HostClock.monotonicNs
        decoder.append(bytes)
        if isWatching {
            // It is read on for its end alone: calls that come meanwhile wait, but not without bound.
            waitingByteCount += bytes.count
            if waitingByteCount > Limits.callBytes { close() }
        }
        mayHaveCalls = true
        if !isWatching, !isStalled { goOn() }
        readIfWanted()
    }

    private func didEnd() {
        hasEnded = true
        // The client has gone and cannot be told any more.
        if isWatching { endWatch() }
        goOn()
        closeIfDone()
    }

    private func didSend() {
        connections.account(self, unsent: outgoing.count + stream.writeBacklogBytes)
    }

    private func readIfWanted() {
        let isBusy = isAnswering && !isWatching
        let isAhead = mayHaveCalls && !isWatching && decoder.waitingByteCount >= Limits.readAheadBytes
        if isBusy || isAhead || hasEnded { stream.pause() } else { stream.resume() }
    }

    // MARK: Turns

    /// Takes a place in the queue of turns if there is anything to do.
    func goOn() {
        isStalled = false
        guard !isQueued, !stream.isClosed, isWatching || mayHaveCalls && !isAnswering else { return }
        isQueued = true
        connections.enqueue(self)
    }

    /// Serves calls for as long as one turn is, or tells a watch its news.
    func takeTurn() {
        isQueued = false
        guard !stream.isClosed else { return }
        isServing = true
        if isWatching { tellNews() } else { serveCalls() }
        isServing = false
        handOver()
    }

    private func serveCalls() {
        let endNs = HostClock.monotonicNs + Self.turnNs
        for _ in 0..<Limits.callsPerTurn {
            guard mayHaveCalls, !isAnswering, !isStalled, !stream.isClosed else { return }
            guard hasRoom else { return stall() }
            do {
                guard let call = try nextCall() else { return mayHaveCalls = false }
                serve(call)
            } catch {
                breach(error)
            }
            if HostClock.monotonicNs >= endNs { return }
        }
    }

    private func nextCall() throws(FramingError) -> Call? {
        if let call = postponed.take() { return call }
        return try decoder.nextCall()
    }

    /// Whether the answer of one more call may wait for the client to take it.
    private var hasRoom: Bool {
        connections.account(self, unsent: outgoing.count + stream.writeBacklogBytes)
        return connections.hasRoom(for: self)
    }

    private func stall() {
        guard !isStalled else { return }
        isStalled = true
        connections.stall(self)
    }

    /// Gives the stream what was answered, and goes on if there is more to do.
    private func handOver() {
        if !outgoing.isEmpty {
            stream.write(outgoing)
            outgoing.removeAll(keepingCapacity: outgoing.capacity <= 64 << 10)
        }
        connections.account(self, unsent: stream.writeBacklogBytes)
        if !isStalled, !isWatching { goOn() }
        readIfWanted()
        closeIfDone()
    }

    private func breach(_ error: FramingError) {
        server.log.notice(
            "protocol breach", metadata: ["uid": "\(caller.uid)", "error": "\(error.kind)"])
        decoder = FrameDecoder(limit: Limits.callBytes)
        (mayHaveCalls, hasEnded) = (false, true)
    }

    // MARK: Answering

    private func serve(_ call: Call) {
        switch connections.admission(of: call, from: self, isOperator: server.isOperator(caller)) {
        case .served: break
        case .dropped: return countCall()
        case .refused(let outcome): return refuse(call, server.recorded(outcome, caller))
        case .postponed:
            postponed = call
            return stall()
        }
        isAnswering = true
        user.callsInFlight += 1
        // All of the call that the reply needs; to keep the whole of it copies its texts.
        let wantsReply = !call.oneway
        switch call.content {
        case .refused(let error): answer(.failure(error), wantsReply)
        case .request(.watch(let subject)):
            guard call.more else { return answer(.failure(.expectedMore), wantsReply) }
            if let refusal = server.watch(for: self, subject: subject) { return answer(refusal, wantsReply) }
            // A watch takes no room among the calls under way: it does nothing until something changes.
            user.callsInFlight -= 1
            countCall()
        case .request(let request): server.serve(request, for: self) { self.answer($0, wantsReply) }
        }
    }

    private func refuse(_ call: Call, _ outcome: Outcome) {
        guard case .request(let request) = call.content else { return }
        countCall()
        if let reply = request.method.refusal(with: outcome) { append(reply) }
    }

    private func answer(_ reply: Reply, _ wantsReply: Bool) {
        isAnswering = false
        lastActivityNs = HostClock.monotonicNs
        user.callsInFlight -= 1
        countCall()
        if wantsReply { append(reply) }
        connections.wake(user)
        if !isServing { handOver() }
    }

    private func countCall() {
        callCount += 1
        server.countCall()
    }

    /// Encodes a reply as its caller may see it, and less of it where it is too long.
    private func append(_ reply: Reply, continues: Bool = false) {
        let start = outgoing.count
        var reply = reply.told(to: server.audience(of: caller))
        while true {
            ReplyEncoder.append(reply, continues: continues, to: &outgoing)
            guard outgoing.count - start > Limits.answerBytes, let shorter = reply.shortened else { return }
            outgoing.removeSubrange(start...)
            reply = shorter
        }
    }

    private func closeIfDone() {
        guard hasEnded, !isAnswering, !mayHaveCalls, !isServing, !stream.isClosed else { return }
        stream.closeWhenWritten()
    }

    // MARK: Watching

    /// Begins to answer again and again.
    func beginWatch() { isWatching = true }

    private func tellNews() {
        guard hasRoom else { return stall() }
        switch server.watches?.news(for: self) {
        case nil: return
        case .next(let reply, let isMore):
            append(reply, continues: true)
            if isMore { goOn() }
        case .last(let reply): endWatch(with: reply)
        }
    }

    /// Ends a watch with its last answer.
    private func endWatch(with reply: Reply) {
        endWatch()
        append(reply)
        if !isServing { handOver() }
    }

    private func endWatch() {
        (isWatching, isAnswering) = (false, false)
        server.watches?.remove(self)
    }
}
