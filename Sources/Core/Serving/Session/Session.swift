// One connection: bytes in, calls in their order, replies in the same order. A call is answered before the next is read,
// as the protocol requires; a client that wants two calls at once opens two connections.
//
//     bytes arrive → the queue of turns → at most 16 calls or half a millisecond → the answers are handed over
//
// Before each call the session checks that its answer has room; otherwise the call waits, unread. Nothing is read while bytes
// of other calls wait behind one that is under way, or while 64 KiB of calls wait. So one connection holds at most one read
// ahead, one message, and the answers that its client has not taken. Calls are answered also after the end of the bytes.

import Contract
import EventLoop
package import Features
import HostSystem
import Varlink

/// One connection of a client.
///
/// *Owner/thread*: the loop's thread; held by `Connections` until the stream is closed.
///
/// *Cost*: nothing refers to it weakly for long: whatever has once been referred to so is retained by a slow path ever after, and
/// every call retains its session, 1,000 instructions of each. The stream's closures hold it, and are dropped with the stream.
package final class Session {
    /// *Units*: nanoseconds.
    static let turnNs = Limits.turnTime.wholeNanoseconds

    /// Counted from the daemon's start, so that no two connections have the same.
    package let number: Int
    package let caller: Caller
    let user: ConnectedUser
    /// *Units*: bytes of answers, as `Connections` has counted them.
    var unsentBytes = 0
    /// *Units*: bytes of answers that the stream has and the client has not taken.
    private var backlogBytes = 0
    let stream: UnixStream
    let server: Server
    let connections: Connections
    private var decoder = FrameDecoder(limit: Limits.callBytes)
    let outgoing = OutgoingAnswers()
    /// A call that was decoded and has to wait.
    var postponed: Call?
    /// Whether there is one; on its own, because every call asks, and to look at the call copies it.
    var hasPostponed = false
    /// Whether the bytes that have arrived may hold a whole call.
    private var mayHaveCalls = false
    /// How many calls were answered.
    private(set) var callCount = 0
    /// Whether a call is under way.
    var isAnswering = false
    /// Whether the call under way gets a reply.
    var isAwaited = false
    /// Whether the client has closed its end: no reply can reach it.
    private(set) var hasHungUp = false
    /// Whether it has a place in the queue of turns.
    private(set) var isQueued = false
    /// Whether it waits for `goOn`.
    private(set) var isStalled = false
    /// Whether it has its turn.
    private(set) var isServing = false
    /// What answers the call under way again and again, where its method is a streaming one.
    var replies: (any ReplyStream)?
    /// Whether the stream has answers yet for a client that has ended its bytes.
    var owesAnswers = false
    /// *Units*: bytes that came while a stream went on.
    private var waitingByteCount = 0
    /// Whether the client's bytes have ended.
    private(set) var hasEnded = false
    /// *Units*: nanoseconds on the monotonic clock.
    var lastActivityNs = HostClock.monotonicNs

    init(
        number: Int, stream: UnixStream, caller: Caller, user: ConnectedUser, server: Server, connections: Connections
    ) {
        (self.number, self.stream, self.caller, self.user) = (number, stream, caller, user)
        (self.server, self.connections) = (server, connections)
    }

    /// Starts reading.
    func begin() {
        stream.onSent = { [self] in countUnsent() }
        stream.onClose = { [self] _ in server.forget(self) }
        stream.startReading({ [self] in didRead($0) }, onEnd: { [self] in didEnd() })
    }

    /// Closes at once.
    func close() { stream.close() }

    /// Closes once the calls that have arrived are answered, also those that were not read yet; a stream ends there.
    func closeWhenAnswered() {
        if let replies { end(with: replies.lastReply) }
        // What has arrived is read up to the end that this makes, and that end closes the connection.
        stream.refuseFurtherBytes()
        readIfWanted()
    }

    // MARK: Reading

    private func didRead(_ bytes: Span<UInt8>) {
        lastActivityNs = HostClock.monotonicNs
        decoder.append(bytes)
        if isStreaming {
            // It is read on for its end alone: calls that come meanwhile wait, but not without bound.
            waitingByteCount += bytes.count
            if waitingByteCount > Limits.callBytes { close() }
        }
        mayHaveCalls = true
        if !isStreaming, !isStalled { goOn() }
        readIfWanted()
    }

    private func didEnd() {
        hasEnded = true
        // A client that has only ended its bytes gets what was there.
        if hasHungUp || !owesAnswers { endStream() }
        goOn()
        closeIfDone()
    }

    /// Notes how many bytes of answers the client has not taken; called after each change of those that the stream has.
    private func countUnsent() {
        backlogBytes = stream.writeBacklogBytes
        connections.account(self, unsent: outgoing.count + backlogBytes)
    }

    private func readIfWanted() {
        // A client that waits for its answer sends nothing, and to stop and start reading costs two system calls.
        let isBusy = isAnswering && !isStreaming && decoder.waitingByteCount > 0
        let isAhead = mayHaveCalls && !isStreaming && decoder.waitingByteCount >= Limits.readAheadBytes
        if isBusy || isAhead || hasEnded { stream.pause() } else { stream.resume() }
    }

    // MARK: Turns

    /// Takes a place in the queue of turns if there is anything to do.
    package func goOn() {
        isStalled = false
        guard !isQueued, !stream.isClosed, isStreaming || mayHaveCalls && !isAnswering else { return }
        isQueued = true
        connections.enqueue(self, causedBy: replies?.payer)
    }

    /// Serves calls for as long as one turn is, or answers once more.
    ///
    /// - Parameter nowNs: when the turn begins, on the monotonic clock.
    func takeTurn(nowNs: Int64) {
        isQueued = false
        guard !stream.isClosed else { return }
        isServing = true
        if isStreaming { answerAgain() } else { serveCalls(sinceNs: nowNs) }
        isServing = false
        handOver()
    }

    private func serveCalls(sinceNs: Int64) {
        for _ in 0..<Limits.callsPerTurn {
            guard mayHaveCalls, !isAnswering, !isStalled, !stream.isClosed else { return }
            guard hasRoom else { return stall() }
            do {
                guard try serveNext() else { return mayHaveCalls = false }
            } catch {
                breach(error)
            }
            if !hasPostponed, decoder.isUsedUp() { return mayHaveCalls = false }
            if HostClock.monotonicNs >= sinceNs + Self.turnNs { return }
        }
    }

    /// Serves the next call; false where there is no whole one.
    private func serveNext() throws(FramingError) -> Bool {
        if hasPostponed, let call = postponed.take() {
            hasPostponed = false
            serve(call)
            return true
        }
        guard let range = try decoder.next() else { return false }
        let bytes = decoder.bytes
        let message = bytes.span.extracting(range)
        if let (link, text) = CallDecoder.plainLink(message) {
            serve(link, message.extracting(text))
        } else {
            serve(try server.decoder.decode(message))
        }
        return true
    }

    /// Whether the answer of one more call may wait for the client to take it.
    var hasRoom: Bool {
        connections.account(self, unsent: outgoing.count + backlogBytes)
        return connections.hasRoom(for: self)
    }

    /// Leaves its calls unread until something changes for its user.
    func stall() {
        if !isStalled { connections.stall(self) }
        isStalled = true
    }

    /// Gives the stream what was answered, and goes on if there is more to do.
    func handOver() {
        outgoing.send(to: stream)
        countUnsent()
        if !isStalled, !isStreaming { goOn() }
        readIfWanted()
        closeIfDone()
    }

    private func breach(_ error: FramingError) {
        server.log.notice(.protocolBreach, ["uid": "\(caller.uid)", "error": "\(error.kind)"])
        decoder = FrameDecoder(limit: Limits.callBytes)
        (mayHaveCalls, hasEnded) = (false, true)
    }

    // MARK: Answering

    /// Counts a call that is answered, or never will be.
    func countCall() {
        callCount += 1
        server.countCall()
    }

    /// Encodes a reply as its caller may see it.
    func append(_ reply: any Reply, continues: Bool = false) {
        guard !hasHungUp else { return }
        let audience = server.callers.audience(of: caller)
        outgoing.write { reply.append(for: audience, continues: continues, to: &$0) }
    }

    /// Stops what the client waits for; of the calls that have arrived only oneway ones begin an action.
    func didHangUp() {
        hasHungUp = true
        if isStreaming, hasEnded { didEnd() }
        if isAnswering, isAwaited, !isStreaming { server.giveUp(callOn: number) }
    }

    private func closeIfDone() {
        guard hasEnded, !isAnswering, !mayHaveCalls, !isServing, !stream.isClosed else { return }
        stream.closeWhenWritten()
    }
}
