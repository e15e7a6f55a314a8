// A connection to a message bus for a program with one thread, which waits for what it asked:
//
//     let bus = try BusClient(address: address)
//     let owner = try bus.owner(of: "org.freedesktop.Notifications", until: endNs)
//     try bus.listen(to: BusSignal(owner, path: …, member: "ActionInvoked", types: "us"), until: endNs)
//     let values = try bus.call(BusCall(…), until: endNs)
//     while let signal = try bus.nextSignal(until: endNs) { … }
//
// Any connection of the bus may send any signal to this one, and the bus writes who sent it. So a signal counts only if it
// comes from the unique name that was listened to: a well-known name such as `org.freedesktop.Notifications` is looked up
// first. All others are dropped unread, and no more than a few wait to be taken.

package import HostSystem

/// Calls services on one message bus, and waits for their answers and signals.
///
/// *Owner/thread*: one thread. The connection is closed when the object is freed.
package final class BusClient {
    /// A signal that was listened to.
    package struct Received: Equatable, Sendable {
        package let signal: BusSignal
        package let values: [BusValue]
    }

    /// *Units*: signals that were not taken; a further one is dropped.
    private static let signalLimit = 64
    /// *Units*: values and bytes of text of an answer or a signal.
    private static let valueLimit = 64 << 10

    private let bus: SDBus
    private let address: String
    private var expected: UInt64?
    private var answer: Result<[BusValue], BusError>?
    private var signals: [BusSignal] = []
    private var waiting: [Received] = []

    /// Begins to connect.
    ///
    /// - Parameter address: as D-Bus writes it, of Unix sockets only.
    ///
    /// *Throws*: `libraryMissing`, `addressUnusable`, `noBus`.
    package init(address: String) throws(BusError) {
        self.address = address
        bus = try SDBus(address: address)
    }

    // MARK: Calls

    /// Calls a method, and waits for its answer; signals that arrive meanwhile are kept.
    ///
    /// - Parameter endNs: *units*: nanoseconds of `HostClock.monotonicNs`.
    ///
    /// *Throws*: `late` at that time, and the other errors of a call.
    package func call(_ call: BusCall, until endNs: Int64) throws(BusError) -> [BusValue] {
        let startNs = HostClock.monotonicNs
        (expected, answer) = (try bus.send(call), nil)
        defer { expected = nil }
        while answer == nil, try advance(until: endNs) {}
        guard let answer else { throw .late(afterMs: max(0, endNs - startNs) / 1_000_000, wasSent: true) }
        return try answer.get()
    }

    /// Calls a method of the bus itself.
    package func call(
        bus member: String, _ arguments: [BusValue] = [], until endNs: Int64
    ) throws(BusError) -> [BusValue] {
        try call(BusCall(bus: member, arguments), until: endNs)
    }

    /// The unique name of the connection that has a well-known one, `:1.7`.
    ///
    /// *Throws*: `refused` where none has it.
    package func owner(of name: String, until endNs: Int64) throws(BusError) -> String {
        guard let owner = try call(bus: "GetNameOwner", [.string(name)], until: endNs).first?.text else {
            throw .unreadable
        }
        return owner
    }

    /// The name that the bus has given this connection, `:1.7`; to be asked for once, before anything else.
    package func uniqueName(until endNs: Int64) throws(BusError) -> String {
        // The bus sends it unasked, in front of the answer to the first call.
        let acquired = BusSignal(
            BusCall.bus, path: "/org/freedesktop/DBus", interface: BusCall.bus, member: "NameAcquired", types: "s")
        try listen(to: acquired, until: endNs)
        let name = try nextSignal(until: endNs)?.values.first?.text
        try ignore(acquired, until: endNs)
        guard let name, name.hasPrefix(":") else { throw .unreadable }
        return name
    }

    // MARK: Signals

    /// Has a signal reported from now on.
    ///
    /// - Parameter signal: its service is a unique name, or that of the bus.
    package func listen(to signal: BusSignal, until endNs: Int64) throws(BusError) {
        signals.append(signal)
        _ = try call(bus: "AddMatch", [.string(signal.rule)], until: endNs)
    }

    /// Has a signal reported no longer.
    package func ignore(_ signal: BusSignal, until endNs: Int64) throws(BusError) {
        signals.removeAll { $0 == signal }
        _ = try call(bus: "RemoveMatch", [.string(signal.rule)], until: endNs)
    }

    /// Waits for the next signal; nil at the time, and when another thread wakes this one.
    ///
    /// *Throws*: `lost` if the bus ends the connection.
    package func nextSignal(until endNs: Int64, orBy wake: WakeDescriptor? = nil) throws(BusError) -> Received? {
        while waiting.isEmpty, try advance(until: endNs, orBy: wake) {}
        return waiting.isEmpty ? nil : waiting.removeFirst()
    }

    /// Drops the signals of a connection that have arrived and were not taken.
    package func forgetSignals(of sender: String) { waiting.removeAll { $0.signal.service == sender } }

    // MARK: The connection

    /// Does one step, or waits for one to do; false at the time.
    private func advance(until endNs: Int64, orBy wake: WakeDescriptor? = nil) throws(BusError) -> Bool {
        switch bus.step() {
        case .worked: return true
        case .message(let message):
            take(message)
            // A flood of messages does not move the end.
            return HostClock.monotonicNs < endNs
        case .lost(let code):
            throw bus.error(ofLoss: code, address, wasSent: bus.unsentCall == nil)
        case .idle: break
        }
        guard HostClock.monotonicNs < endNs else { return false }
        var poll = DescriptorPoll()
        let events = bus.events
        _ = poll.add(bus.descriptor, reading: events.readable, writing: events.writable)
        let place = wake.map { poll.add($0.number, reading: true) }
        do throws(LoopError) {
            try poll.wait(until: endNs)
        } catch {
            throw .failed(error)
        }
        guard let wake, let place, poll.isReadable(place) else { return true }
        wake.reset()
        return false
    }

    private func take(_ message: SDMessage) {
        switch message.kind {
        case .answer(let number) where number == expected:
            do throws(BusError) {
                answer = .success(try message.read(limit: Self.valueLimit))
            } catch {
                answer = .failure(error)
            }
        case .refusal(let number, let error) where number == expected: answer = .failure(error)
        case .signal: keep(message)
        case .answer, .refusal, .other: break
        }
    }

    private func keep(_ message: SDMessage) {
        guard waiting.count < Self.signalLimit else { return }
        let known = signals.first { $0.service == message.sender && message.isSignal($0) }
        // ignored: a signal that cannot be read says nothing.
        guard let known, let values = try? message.read(limit: Self.valueLimit) else { return }
        waiting.append(Received(signal: known, values: values))
    }
}
