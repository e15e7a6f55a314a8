// One connection: bytes in, calls in their order, replies in the same order. A call is answered before the next is looked
// at, as the protocol has it; a client that wants two things at once opens two connections.
//
// Nothing is read while a call is under way or while the client does not take its answers, so what one connection can
// make the daemon hold is bounded: one read, one message, one write backlog. The end of the client's bytes is no end of
// the conversation: what was asked for is still answered, because `nc -N` and the like close their half first.

import Contract
import EventLoop
import Features
import Framing
import Logging

/// One connection of a client.
///
/// *Owner/thread*: the loop's thread; held by the server until the stream is closed.
final class Session {
    let caller: Caller
    private let stream: UnixStream
    private unowned let server: Server
    private var decoder = FrameDecoder()
    private var outgoing: [UInt8] = []
    private var isAnswering = false
    /// Whether the call under way is answered again and again until the client is gone.
    private var isWatching = false
    /// *Units*: bytes that came while it was watching.
    private var waitingByteCount = 0
    private var hasEnded = false
    private var isDraining = false
    private var lastActivityNs = HostClock.monotonicNs

    init(stream: UnixStream, caller: Caller, server: Server) {
        self.stream = stream
        self.caller = caller
        self.server = server
    }

    /// Starts reading.
    func begin() {
        stream.writeBacklogLimit = Limits.writeBacklogBytes
        stream.onDrain = { [weak self] in self?.didDrain() }
        stream.onClose = { [weak self] _ in
            guard let self else { return }
            server.forget(self)
        }
        stream.startReading({ [weak self] in self?.didRead($0) }, onEnd: { [weak self] in self?.didEnd() })
    }

    /// Whether nothing is under way and nothing came since a moment on the monotonic clock.
    func isIdle(since momentNs: Int64) -> Bool { !isAnswering && lastActivityNs < momentNs }

    /// Closes at once.
    func close() { stream.close() }

    /// Closes once the call under way is answered; a watch ends there.
    func closeWhenAnswered() {
        hasEnded = true
        if isWatching {
            endWatch()
            ReplyEncoder.append(.watched([], removed: []), to: &outgoing)
            flush()
        }
        closeIfDone()
    }

    // MARK: Watching

    /// Whether another answer would not pile up behind those that the client did not take.
    var canTake: Bool { isWatching && !stream.isBacklogged && !stream.isClosed }

    /// Sends one of the answers of a watch.
    func tell(_ reply: Reply) {
        ReplyEncoder.append(reply, continues: true, to: &outgoing)
        flush()
    }

    /// Begins to answer again and again.
    func beginWatch() { isWatching = true }

    /// Ends a watch with its last answer.
    func endWatch(with reply: Reply) {
        endWatch()
        ReplyEncoder.append(reply, to: &outgoing)
        flush()
        serveCalls()
    }

    private func endWatch() {
        (isWatching, isAnswering) = (false, false)
        server.watches?.remove(self)
    }

    private func didDrain() {
        if isWatching { server.watches?.catchUp(self) } else { serveCalls() }
    }

    // MARK: Reading

    private func didRead(_ bytes: Span<UInt8>) {
        lastActivityNs = HostClock.monotonicNs
        decoder.append(bytes)
        if isWatching {
            // It is read on for its end alone: whoever sends calls meanwhile has them waiting, but not without bound.
            waitingByteCount += bytes.count
            if waitingByteCount > Limits.messageBytes { close() }
        }
        serveCalls()
    }

    private func didEnd() {
        hasEnded = true
        // Nobody is there to be told any more.
        if isWatching { endWatch() }
        serveCalls()
    }

    /// Serves the calls that have arrived, until one takes time or the client falls behind.
    ///
    /// Not re-entered: a reply that comes at once goes on in the loop that asked for it.
    private func serveCalls() {
        guard !isDraining else { return }
        isDraining = true
        while !isAnswering, !stream.isBacklogged, !stream.isClosed {
            do {
                guard let call = try decoder.nextCall() else { break }
                serve(call)
            } catch {
                breach(error)
            }
        }
        isDraining = false
        flush()
        let isBusy = isAnswering && !isWatching
        if isBusy || stream.isBacklogged { stream.pause() } else { stream.resume() }
        closeIfDone()
    }

    private func breach(_ error: FramingError) {
        server.log.notice(
            "protocol breach", metadata: ["uid": "\(caller.uid)", "error": "\(Self.kind(of: error))"])
        flush()
        stream.closeWhenWritten()
        decoder = FrameDecoder()
        hasEnded = true
    }

    /// What kind of breach it was, without any of the client's bytes.
    private static func kind(of error: FramingError) -> String {
        switch error {
        case .messageTooLong(let limit, _): "message over \(limit) bytes"
        case .json: "no JSON"
        case .header: "no call"
        case .field: "no reply"
        }
    }

    // MARK: Answering

    private func serve(_ call: Call) {
        isAnswering = true
        // All of the call that the reply needs; to keep the whole of it copies its texts.
        let wantsReply = !call.oneway
        switch call.content {
        case .refused(let error): answer(.failure(error), wantsReply)
        case .request(.watch(let subject)):
            guard call.more else { return answer(.failure(.expectedMore), wantsReply) }
            if let refusal = server.watch(for: self, subject: subject) { return answer(refusal, wantsReply) }
            server.countCall()
        case .request(let request): server.serve(request, for: self) { self.answer($0, wantsReply) }
        }
    }

    private func answer(_ reply: Reply, _ wantsReply: Bool) {
        isAnswering = false
        lastActivityNs = HostClock.monotonicNs
        server.countCall()
        if wantsReply { ReplyEncoder.append(reply, to: &outgoing) }
        serveCalls()
    }

    private func flush() {
        guard !outgoing.isEmpty else { return }
        stream.write(outgoing)
        outgoing.removeAll(keepingCapacity: outgoing.capacity <= 64 << 10)
    }

    private func closeIfDone() {
        guard hasEnded, !isAnswering, !isDraining, !stream.isBacklogged else { return }
        stream.closeWhenWritten()
    }
}
