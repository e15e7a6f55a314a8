internal import CLibUV
internal import CLinux
internal import Glibc
package import HostSystem

/// Accepts connections on a Unix socket.
///
/// It watches the socket with `uv_poll` and calls accept itself. libuv's own accepting (`uv_listen`) drops waiting
/// clients when the process has run out of descriptors, and can loop for ever inside one callback if another thread
/// takes the spare descriptor it keeps for that case. Here the clients stay in the kernel's queue, and accepting pauses
/// for a moment.
///
/// It accepts at the end of a turn, after libuv has reported the signals of the turn. So a signal that closes the listener
/// leaves the clients that wait in the queue to the next process that listens on the same socket.
///
/// What it accepts waits here until a stream is made for it, and users take turns in that:
///
///     accept, and learn the user           at most 128 in a turn of the loop; some microseconds each
///     `gate`: closed, or a user's turn     closed for the price of another system call
///     make the stream, `onConnection`      at most 16 in a turn; tens of microseconds each
///
/// So the one connection of a user does not wait for the hundred of another, and the kernel's queue, in which the first to
/// come is the first to be accepted, is always short.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
package final class UnixListener {
    /// *Units*: connections that wait in the kernel's queue before a client has to wait for a place.
    ///
    /// All of it can be accepted in one turn. A longer queue only makes newcomers wait longer: behind 4,096 connections of a
    /// flood it was 200 ms.
    private static let backlog: Int32 = 128
    private static let acceptsPerTurn = 128
    private static let streamsPerTurn = 16
    /// *Units*: accepted connections that wait for their stream; with as many, none is accepted.
    private static let mostWaiting = 128
    private static let pauseAfterFailure: Duration = .milliseconds(100)

    /// The path that was asked for; nil for an inherited socket.
    package let path: String?
    /// Called when a connection could not be accepted; accepting continues after a pause.
    package var onFailure: ((LoopError) -> Void)?
    /// Says whose turn an accepted connection takes, or nil to have it closed; without it all take turns of one user.
    ///
    /// - Parameter isBusy: whether other connections wait for their turn.
    package var gate: ((Arrival, _ isBusy: Bool) -> UInt32?)?

    private let loop: Loop
    private let handle: Handle<Void>
    private let pause: Timer
    /// Accepts, once all else of the turn was reported.
    private var accepting: TurnWork?
    private var waiting = TurnQueueByUser<UInt32, Arrival>()
    private var waitingCount = 0
    private let file: SocketFile?
    private var descriptor: OwnedDescriptor?
    private var onConnection: ((UnixStream) -> Void)?

    /// Listens on a path, replacing a stale socket file there.
    ///
    /// *Units and range*: `mode` is the socket file's permission bits, 0o600 or 0o666.
    /// *Throws*: `pathTooLong`, `pathUnusable`, `addressInUse`, `notASocket`, or `failed` with the system's reason.
    package convenience init(
        loop: Loop, path: String, mode: UInt32, onConnection: @escaping (UnixStream) -> Void
    ) throws(LoopError) {
        let address = try UnixAddress(path: path)
        let socket = try UnixSocket.make(SOCK_STREAM, flags: SOCK_NONBLOCK.rawValue, to: "listen on \(path)")
        let file = try SocketFile.bind(socket, to: address, mode: mode)
        do {
            let number = socket.number
            try systemCall("listen", to: "listen on \(path)") { listen(number, Self.backlog) }
            try self.init(loop: loop, descriptor: socket, path: path, file: file, onConnection: onConnection)
        } catch {
            file.remove()
            throw error
        }
    }

    /// Listens on a socket that the service manager created; its file is not removed at the end.
    ///
    /// Takes over the descriptor, and closes it also if this throws.
    /// *Throws*: `wrongDescriptor` if it is not a listening Unix stream socket, `failed`.
    package convenience init(
        loop: Loop, adopting descriptor: Int32, onConnection: @escaping (UnixStream) -> Void
    ) throws(LoopError) {
        let owned = OwnedDescriptor(descriptor)
        guard UnixSocket.isListening(descriptor) == true else {
            throw .wrongDescriptor(descriptor: descriptor, expected: "a listening Unix stream socket")
        }
        try UnixSocket.setCloseOnExec(descriptor, to: "listen on descriptor \(descriptor)")
        try self.init(loop: loop, descriptor: owned, path: nil, file: nil, onConnection: onConnection)
    }

    private init(
        loop: Loop, descriptor: consuming OwnedDescriptor, path: String?, file: SocketFile?,
        onConnection: @escaping (UnixStream) -> Void
    ) throws(LoopError) {
        let number = descriptor.number
        PassedDescriptors.refuse(on: number)
        let pause = try Timer(loop: loop) {}
        do {
            handle = try Handle(reading: number, on: loop, to: "listen on \(path ?? "a socket")")
        } catch {
            pause.close()
            throw error
        }
        self.loop = loop
        self.path = path
        self.file = file
        self.descriptor = consume descriptor
        self.pause = pause
        self.onConnection = onConnection
        do {
            accepting = try TurnWork(loop: loop) { [weak self] in
                self?.takeTurn() ?? false
            }
        } catch {
            pause.close()
            handle.close()
            throw error
        }
        handle.onEvent = { [self] _ in accepting?.schedule() }
        handle.onClose = { [self] in
            self.onConnection = nil
            (onFailure, gate) = (nil, nil)
            // Connections that were not accepted may hold descriptors, and are closed together with the socket.
            PassedDescriptors.withLastReferenceElsewhere { self.descriptor = nil }
        }
        pause.setFire { [weak self] in self?.handle.startReading() }
        handle.startReading()
    }

    /// Stops listening, removes the socket file if this listener created it, and drops the closures.
    ///
    /// Accepted streams stay open, and those connections get theirs that were accepted and have none.
    package func close() {
        guard !handle.isClosing else { return }
        file?.remove()
        pause.close()
        accepting?.close()
        handle.close()
        while makeStream() {}
    }

    /// Answers whether connections wait for their streams.
    private func takeTurn() -> Bool {
        var refused: [Arrival] = []
        acceptWaiting(&refused)
        if !refused.isEmpty { Arrival.close(refused) }
        for _ in 0..<Self.streamsPerTurn where !handle.isClosing {
            guard makeStream() else { return false }
        }
        return !handle.isClosing && waitingCount > 0
    }

    private func acceptWaiting(_ refused: inout [Arrival]) {
        for _ in 0..<Self.acceptsPerTurn where waitingCount < Self.mostWaiting {
            // Connections that wait for their streams have turns also while accepting pauses.
            guard !handle.isClosing, !pause.isRunning, let listening = descriptor?.number else { return }
            var process = deeplink_peer()
            let answer = unsafe deeplink_accept(listening, &process)
            switch -answer {
            case EAGAIN: return
            case EINTR, ECONNABORTED: continue
            default: break
            }
            guard answer >= 0 else { return suspend(after: SystemCode(answer: answer)) }
            let arrival = Arrival(OwnedDescriptor(answer), from: process)
            if let gate {
                guard let user = gate(arrival, waitingCount > 0) else {
                    refused.append(arrival)
                    continue
                }
                waiting.add(arrival, of: user)
            } else {
                waiting.add(arrival, of: 0)
            }
            waitingCount += 1
        }
    }

    /// Makes the stream of the connection that is next; false where none waits.
    private func makeStream() -> Bool {
        guard let arrival = waiting.next() else { return false }
        waitingCount -= 1
        do throws(LoopError) {
            onConnection?(try arrival.stream(on: loop))
        } catch {
            // A client that cannot be served must not delay the others.
            onFailure?(error)
        }
        return true
    }

    private func suspend(after code: SystemCode) {
        handle.stopReading()
        pause.start(after: Self.pauseAfterFailure)
        onFailure?(.failed(task: "accept a connection on \(path ?? "an inherited socket")", call: "accept", code: code))
    }
}
