// A connection to a message bus that is made when the first call needs it, and again after it was lost.
//
//     call(…)  →  connect, if there is no connection  →  subscribe  →  send  →  wait for the reply, or the deadline
//
// A call waits here, and not in libsystemd, until the bus takes it: until then it can be withdrawn, and has had no effect.
// libsystemd reads and writes; the loop polls its descriptor, and a step is done whenever the descriptor is ready. A turn of
// the loop takes at most 32 messages, and of a large message what the socket holds: any user of the system bus may send
// signals to this connection, of 32 MiB each, and a flood of them must not keep the loop from its other work. So a signal
// is read only if it is one that is listened to, with values of the types that it has. Measured: to read a text of 31 MiB
// kept the loop for 0.2 s; to drop it takes no time, and the message alone is in memory.
//
// Every call has a deadline of its own. A bus that accepts a connection and never lets it in is left at the deadline of the
// first call, and the next call connects anew. A call that was sent before a loss is answered with the loss, and not sent again: whether
// the service has acted on it is not known. `BusError.wasSent` tells it from one that had not left.

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

    /// *Units*: calls without an answer.
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
    private var pending = PendingCalls()
    private var subscriptions: [BusSignal: OnSignal] = [:]
    /// By when the bus has to let this process in, and how long that is.
    private var admission = (deadlineMs: Int64(0), allowedMs: Int64(0))
    /// True once it has.
    private var isAdmitted = false
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
    /// - Parameters:
    ///   - onSent: called before the reply, when the call cannot be withdrawn any more; maybe before this returns.
    ///   - reply: called once, maybe before this returns; never after `close()`.
    /// - Returns: the number by which the call is given up; nil if it has its reply.
    @discardableResult
    package func call(
        _ call: BusCall, deadline: Duration, limit: Int = valueLimit, onSent: (() -> Void)? = nil,
        reply: @escaping Reply
    ) -> UInt64? {
        guard !isClosed else { return nil }
        do throws(BusError) {
            guard pending.count < Self.callLimit else { throw .tooManyCalls(limit: Self.callLimit) }
            try connect(within: deadline)
        } catch {
            reply(.failure(error))
            return nil
        }
        let allowedMs = Self.milliseconds(deadline)
        let id = pending.add(
            PendingCalls.Call(
                call: call, deadlineMs: Self.nowMs + allowedMs, allowedMs: allowedMs, limit: limit, onSent: onSent,
                reply: reply))
        sendWaiting()
        awaitDeadline()
        awaitEvents()
        return pending[id] == nil ? nil : id
    }

    /// Gives up a call: one that was not sent is withdrawn, and the reply to another one is dropped.
    package func giveUp(_ id: UInt64) { pending.remove(id) }

    /// Calls back after the connection was lost: what was true by its signals may have changed.
    package func onLoss(_ then: @escaping () -> Void) { onLosses.append(then) }

    /// Calls back with each signal of that kind, while there is a connection.
    ///
    /// A signal of a service is a reason to ask, and no more, unless its sender is the one that is expected.
    package func subscribe(to signal: BusSignal, _ onSignal: @escaping OnSignal) {
        let isNew = subscriptions.updateValue(onSignal, forKey: signal) == nil
        if isNew, bus != nil { ask(for: signal) }
    }

    /// Listens to a signal no longer.
    package func unsubscribe(from signal: BusSignal) {
        guard subscriptions.removeValue(forKey: signal) != nil, bus != nil else { return }
        // ignored: a bus that takes no call is found out by the call that follows.
        _ = try? bus?.send(BusCall(bus: "RemoveMatch", [.string(signal.rule)]))
        awaitEvents()
    }

    /// Ends the connection; calls that wait get no reply.
    package func close() {
        isClosed = true
        pending = PendingCalls()
        (subscriptions, onLosses) = ([:], [])
        disconnect()
        for timer in [deadlineTimer, turnTimer] { timer?.close() }
        (deadlineTimer, turnTimer) = (nil, nil)
    }

    // MARK: The connection

    /// - Parameter time: until when the bus has to let this process in.
    private func connect(within time: Duration) throws(BusError) {
        guard bus == nil else { return }
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
        (bus, isAdmitted) = (made, false)
        admission = (Self.nowMs + Self.milliseconds(time), Self.milliseconds(time))
        for signal in subscriptions.keys { ask(for: signal) }
    }

    /// Sends what waits, as long as libsystemd can write it at once; what it keeps cannot be withdrawn.
    private func sendWaiting() {
        if let bus, bus.isReady { isAdmitted = true }
        while let bus, bus.isReady, bus.unsentCall == nil, let id = pending.waiting.first, let call = pending[id] {
            do throws(BusError) {
                pending.markSent(try bus.send(call.call))
                call.onSent?()
            } catch {
                if case .unsendable(let code) = error, !bus.isOpen {
                    // It turns out now that the connection has ended.
                    lose { .lost(code, wasSent: $0) }
                } else {
                    pending.remove(id)?.reply(.failure(error))
                }
            }
        }
    }

    /// Asks the bus for a signal; without an answer the signal does not come, and the service's answers expire as others do.
    private func ask(for signal: BusSignal) {
        // ignored: a bus that takes no call is found out by the call that follows.
        _ = try? bus?.send(BusCall(bus: "AddMatch", [.string(signal.rule)]))
        awaitEvents()
    }

    private func disconnect() {
        // In this order: a closed descriptor must not be polled.
        watch?.close()
        (watch, bus) = (nil, nil)
        turnTimer?.cancel()
    }

    /// Leaves the connection; calls that were not sent go on a new one, if the bus had let this process in.
    ///
    /// - Parameter error: that of a call that was sent, or was not.
    private func lose(_ error: (_ wasSent: Bool) -> BusError) {
        let (unsentCall, goesOn) = (bus?.unsentCall, isAdmitted)
        disconnect()
        for id in pending.ids(where: { !goesOn || $0.number != nil }) {
            guard let call = pending.remove(id) else { continue }
            call.reply(.failure(error(call.number != nil && call.number != unsentCall)))
        }
        for then in onLosses { then() }
        connectForWaiting()
    }

    private func connectForWaiting() {
        guard let first = pending.waiting.first.flatMap({ pending[$0] }) else { return awaitDeadline() }
        do throws(BusError) {
            try connect(within: .milliseconds(max(1, first.deadlineMs - Self.nowMs)))
        } catch {
            for id in pending.waiting { pending.remove(id)?.reply(.failure(error)) }
        }
        awaitDeadline()
        awaitEvents()
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
        sendWaiting()
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
            lose { bus.error(ofLoss: code, address, wasSent: $0) }
            return true
        }
    }

    private func take(_ message: SDMessage) {
        switch message.kind {
        case .answer(let number):
            guard let call = pending.remove(sentAs: number) else { return }
            do throws(BusError) {
                call.reply(.success(try message.read(limit: call.limit)))
            } catch {
                call.reply(.failure(error))
            }
        case .refusal(let number, let error): pending.remove(sentAs: number)?.reply(.failure(error))
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
        let all = [pending.nextDeadlineMs, isAwaitingAdmission ? admission.deadlineMs : nil]
        guard let nextMs = all.compactMap(\.self).min() else { return deadlineTimer?.cancel() ?? () }
        deadlineTimer?.start(after: .milliseconds(max(0, nextMs - Self.nowMs)))
    }

    private var isAwaitingAdmission: Bool { bus != nil && !isAdmitted }

    private func timePassed() {
        let nowMs = Self.nowMs
        for id in pending.ids(where: { $0.deadlineMs <= nowMs }) {
            // The reply to another one may have given it up.
            guard let call = pending.remove(id) else { continue }
            call.reply(.failure(.late(afterMs: call.allowedMs, wasSent: call.number != nil)))
        }
        if isAwaitingAdmission, admission.deadlineMs <= nowMs {
            lose { [admission] in .late(afterMs: admission.allowedMs, wasSent: $0) }
        }
        awaitDeadline()
    }
}
