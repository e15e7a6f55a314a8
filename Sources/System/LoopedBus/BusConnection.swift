// A connection to a message bus that is made when the first call needs it, and again after it was lost.
//
//     call(…)  →  connect, if there is no connection  →  subscribe  →  send  →  wait for the reply, or the deadline
//
// libsystemd reads and writes; the loop polls its descriptor, and a step is done whenever the descriptor is ready. A turn of
// the loop takes at most 32 messages, and of a large message what the socket holds: any user of the system bus may send
// signals to this connection, of 32 MiB each, and a flood of them must not keep the loop from its other work. So a signal
// is read only if it is one that is listened to, with values of the types that it has. Measured: to read a text of 31 MiB
// kept the loop for 0.2 s; to drop it takes no time, and the message alone is in memory.
//
// Every call has a deadline of its own. A bus that accepts a connection and never lets it in is left at the first deadline,
// and the next call connects anew. What was asked before a loss is answered with the loss, and not asked again: whether the
// service has acted on it is not known.

package import EventLoop
internal import HostSystem
package import SystemBus

/// Calls services on one message bus.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
package final class BusConnection {
    /// What becomes of a call: the values of its reply.
    package typealias Reply = (Result<[BusValue], BusError>) -> Void
    /// What is done with a signal: its values, and the unique name of the connection that sent it, which the bus has written.
    package typealias OnSignal = (_ values: [BusValue], _ sender: String) -> Void

    private struct Pending {
        let deadlineMs: Int64
        let allowedMs: Int64
        let limit: Int
        let reply: Reply
    }

    /// *Units*: calls without an answer, and calls that the bus has not taken.
    package static let callLimit = 1_024
    /// *Units*: messages taken in one turn of the loop.
    private static let messagesPerTurn = 32
    /// *Units*: values and bytes of text of an answer, where its caller says nothing.
    package static let valueLimit = 64 << 10

    private let loop: Loop
    private let address: String
    private var bus: SDBus?
    private var watch: DescriptorWatch?
    private var isStepping = false
    private var isClosed = false
    private var pending: [UInt64: Pending] = [:]
    private var subscriptions: [BusSignal: OnSignal] = [:]
    private var deadlineTimer: Timer?
    private var turnTimer: Timer?
    private var onLosses: [() -> Void] = []

    /// Connects to nothing yet.
    ///
    /// - Parameter address: as D-Bus writes it: `unix:path=/run/dbus/system_bus_socket`.
    package init(loop: Loop, address: String) {
        self.loop = loop
        self.address = address
    }

    // MARK: Calls

    /// Calls a method.
    ///
    /// - Parameter reply: called once, maybe before this returns; never after `close()`.
    /// - Returns: the number by which the call is given up; nil if it has its reply.
    @discardableResult
    package func call(
        _ call: BusCall, deadline: Duration, limit: Int = valueLimit, reply: @escaping Reply
    ) -> UInt64? {
        guard !isClosed else { return nil }
        do throws(BusError) {
            guard pending.count < Self.callLimit else { throw .tooManyCalls(limit: Self.callLimit) }
            let number = try send(call)
            let allowedMs = Self.milliseconds(deadline)
            pending[number] = Pending(
                deadlineMs: Self.nowMs + allowedMs, allowedMs: allowedMs, limit: limit, reply: reply)
            awaitDeadline()
            awaitEvents()
            return number
        } catch {
            reply(.failure(error))
            return nil
        }
    }

    /// Queues a call; on a new connection where it turns out now that the old one has ended.
    private func send(_ call: BusCall) throws(BusError) -> UInt64 {
        let bus = try connected()
        // A bus that hangs takes no calls: those that were given up or are late still wait in libsystemd.
        guard bus.unsentCount < UInt64(Self.callLimit) else { throw .tooManyCalls(limit: Self.callLimit) }
        do throws(BusError) {
            return try bus.send(call)
        } catch {
            guard case .unsendable(let code) = error, ["ENOTCONN", "ECONNRESET"].contains(code.name) else {
                throw error
            }
            lose(.lost(code))
            return try connected().send(call)
        }
    }

    /// Gives up a call: its reply is dropped.
    package func giveUp(_ number: UInt64) { pending[number] = nil }

    /// Calls back after the connection was lost: what was true by its signals may have changed.
    package func onLoss(_ then: @escaping () -> Void) { onLosses.append(then) }

    /// Calls back with each signal of that kind, while there is a connection.
    ///
    /// A signal of a service is a reason to ask, and no more, unless its sender is the one that is expected.
    package func subscribe(to signal: BusSignal, _ onSignal: @escaping OnSignal) {
        let isNew = subscriptions.updateValue(onSignal, forKey: signal) == nil
        if isNew, bus != nil { ask(for: signal) }
    }

    /// Ends the connection; calls that wait get no reply.
    package func close() {
        isClosed = true
        (pending, subscriptions, onLosses) = ([:], [:], [])
        disconnect()
        for timer in [deadlineTimer, turnTimer] { timer?.close() }
        (deadlineTimer, turnTimer) = (nil, nil)
    }

    // MARK: The connection

    private func connected() throws(BusError) -> SDBus {
        if let bus { return bus }
        let made = try SDBus(address: address)
        do throws(LoopError) {
            if deadlineTimer == nil { deadlineTimer = try Timer(loop: loop) { [weak self] in self?.timePassed() } }
            if turnTimer == nil { turnTimer = try Timer(loop: loop) { [weak self] in self?.step() } }
            watch = try DescriptorWatch(loop: loop, descriptor: made.descriptor, to: "watch a message bus") {
                [weak self] in self?.step()
            }
        } catch {
            throw .failed(error)
        }
        bus = made
        for signal in subscriptions.keys { ask(for: signal) }
        return made
    }

    /// Asks the bus for a signal; without an answer the signal does not come, and the service's answers expire as others do.
    private func ask(for signal: BusSignal) {
        let call = BusCall(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "AddMatch", [.string(signal.rule)])
        // ignored: a bus that takes no call is found out by the call that follows.
        _ = try? bus?.send(call)
        awaitEvents()
    }

    private func disconnect() {
        // In this order: a closed descriptor must not be polled.
        watch?.close()
        (watch, bus) = (nil, nil)
        turnTimer?.cancel()
    }

    private func lose(_ error: BusError) {
        disconnect()
        let lost = pending.sorted { $0.key < $1.key }
        pending = [:]
        deadlineTimer?.cancel()
        for (_, call) in lost { call.reply(.failure(error)) }
        for then in onLosses { then() }
    }

    private func awaitEvents() {
        guard let bus, let watch, !isStepping else { return }
        let events = bus.events
        watch.wait(readable: events.readable, writable: events.writable)
    }

    /// Takes what has arrived, and sends what waits.
    private func step() {
        guard !isStepping else { return }
        isStepping = true
        var isIdle = false
        for _ in 0..<Self.messagesPerTurn where !isIdle { isIdle = stepOnce() }
        isStepping = false
        // What libsystemd has read already does not make the descriptor ready.
        if !isIdle { turnTimer?.start(after: .zero) }
        awaitEvents()
    }

    /// True if there is nothing left to do now.
    private func stepOnce() -> Bool {
        guard let bus else { return true }
        switch bus.step() {
        case .idle: return true
        case .worked: return false
        case .message(let message):
            take(message)
            return false
        case .lost(let code):
            lose(bus.error(ofLoss: code, address))
            return true
        }
    }

    private func take(_ message: SDMessage) {
        switch message.kind {
        case .answer(let number):
            guard let call = pending.removeValue(forKey: number) else { return }
            do throws(BusError) {
                call.reply(.success(try message.read(limit: call.limit)))
            } catch {
                call.reply(.failure(error))
            }
        case .refusal(let number, let name, let text):
            pending.removeValue(forKey: number)?.reply(.failure(.refused(name: name, text: text)))
        case .signal: tell(of: message)
        case .other: break
        }
    }

    private func tell(of message: SDMessage) {
        let known = subscriptions.filter { message.isSignal($0.key) }
        // ignored: a signal that cannot be read says nothing.
        guard !known.isEmpty, let values = try? message.read(limit: Self.valueLimit) else { return }
        let sender = message.sender
        for (signal, onSignal) in known where [nil, values.first?.text].contains(signal.firstArgument) {
            onSignal(values, sender)
        }
    }

    // MARK: Deadlines

    private static var nowMs: Int64 { HostClock.monotonicNs / 1_000_000 }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return min(max(0, seconds), 1 << 30) * 1_000 + max(0, attoseconds) / 1_000_000_000_000_000
    }

    private func awaitDeadline() {
        guard let nextMs = pending.values.map(\.deadlineMs).min() else { return deadlineTimer?.cancel() ?? () }
        deadlineTimer?.start(after: .milliseconds(max(0, nextMs - Self.nowMs)))
    }

    private func timePassed() {
        let nowMs = Self.nowMs
        let late = pending.filter { $0.value.deadlineMs <= nowMs }.sorted { $0.key < $1.key }
        for (number, call) in late {
            pending[number] = nil
            call.reply(.failure(.late(afterMs: call.allowedMs)))
        }
        if !late.isEmpty, let bus, !bus.isReady { lose(.late(afterMs: late[0].value.allowedMs)) }
        awaitDeadline()
    }
}
