// One service without a file, from its start to its end. The manager forgets such a unit as soon as it has ended, and its
// result with it. So this connection holds on to it (`AddRef`), as `systemd-run --wait` does:
//
//     StartTransientUnit(…, AddRef)       →  the job ends: the program runs
//     PropertiesChanged(ActiveState)      →  inactive or failed: a reason to ask
//     Get(Result), Get(ExecMainStatus)    →  oom-kill, 9
//     UnrefUnit                           →  the unit is gone
//
// A signal is only a reason to ask, so it does not matter who sent it. Where the connection is lost, the next one takes hold of
// the unit again; one that ended meanwhile is forgotten, and its end is not known.

package import SystemBus

/// A transient service that is followed to its end.
///
/// *Owner/thread*: the loop's thread; held by its manager until it has ended. The owner calls `close()`.
package final class ServiceRun {
    /// How it ended.
    package struct End: Equatable, Sendable {
        /// The value of systemd's property `Result`: `success`, `exit-code`, `signal`, `oom-kill`.
        package let result: String
        /// How its main process ended; nil where none had run.
        package let exit: UnitJobEnd.Failure.Exit?
    }

    package let unit: UnitName
    private let manager: UnitManager
    /// Called once it has ended, and never after `close()`: nil where the end is not known any more.
    package var onEnd: ((End?) -> Void)?
    private var ticket: Int?
    private var isLooking = false

    /// How long the manager may take for a question, or for a signal that it sends.
    private static let deadline = Duration.seconds(5)
    private static let service = "org.freedesktop.systemd1.Service"
    private static let properties = "org.freedesktop.DBus.Properties"

    private var change: BusSignal {
        BusSignal(
            UnitManager.service, path: unit.objectPath, interface: Self.properties, member: "PropertiesChanged",
            types: "sa{sv}as")
    }

    /// Asks for nothing yet.
    package init(_ unit: UnitName, of manager: UnitManager) { (self.unit, self.manager) = (unit, manager) }

    /// Starts it.
    ///
    /// - Parameters:
    ///   - properties: those of the service, without `AddRef`.
    ///   - deadline: for the manager to accept the job; its end may take any time.
    ///   - onSent: called when the start cannot be taken back any more.
    ///   - then: called once, with the end of the job: the program runs where that is done.
    package func start(
        _ properties: [(String, BusValue)], deadline: Duration, onSent: @escaping () -> Void,
        then: @escaping (Result<UnitJobEnd, UnitJobError>) -> Void
    ) {
        manager.add(self, change) { [weak self] in self?.look() }
        let job = UnitJob(startingTransient: unit, properties + [("AddRef", .boolean(true))])
        ticket = manager.start(job, deadline: deadline, onSent: onSent) { [weak self] result in
            self?.ticket = nil
            then(result)
            // It may have ended before its changes were listened to.
            self?.look()
        }
    }

    /// Sends a signal to all of its processes.
    package func signal(_ number: Int32) {
        // ignored: one that has ended gets no signal, and its end is known by the next look.
        manager.call("KillUnit", [.string(unit.text), .string("all"), .int32(number)], Self.deadline) { _ in }
    }

    /// Follows it no further; one that runs goes on.
    package func close() {
        onEnd = nil
        if let ticket = ticket.take() { manager.giveUp(ticket) }
        guard manager.remove(self, change) else { return }
        // ignored: a connection that is lost has let go of it.
        manager.call("UnrefUnit", [.string(unit.text)], Self.deadline) { _ in }
    }

    // MARK: Looking

    /// Asks whether it has ended.
    func look() {
        guard onEnd != nil, ticket == nil, !isLooking else { return }
        isLooking = true
        manager.get("ActiveState", of: unit, "org.freedesktop.systemd1.Unit", Self.deadline) { [weak self] state in
            guard let self else { return }
            isLooking = false
            switch state {
            case .success(.variant(.string("inactive"))), .success(.variant(.string("failed"))): askHow()
            case .failure(.refused): end(nil)
            // A connection that is lost is taken up by `recover`.
            case .success, .failure: break
            }
        }
    }

    /// Takes hold of it on a new connection.
    func recover() {
        guard onEnd != nil, ticket == nil else { return }
        manager.call("RefUnit", [.string(unit.text)], Self.deadline) { [weak self] result in
            if case .success = result { self?.look() } else { self?.end(nil) }
        }
    }

    private func askHow() {
        var found: [String: BusValue] = [:]
        let names = ["Result", "ExecMainCode", "ExecMainStatus"]
        var left = names.count
        for name in names {
            manager.get(name, of: unit, Self.service, Self.deadline) { [weak self] result in
                if case .success(.variant(let value)) = result { found[name] = value }
                left -= 1
                guard left == 0 else { return }
                let exit = UnitJobEnd.Failure.Exit(found)
                self?.end(found["Result"]?.text.map { End(result: $0, exit: exit) })
            }
        }
    }

    private func end(_ end: End?) {
        guard let onEnd = onEnd.take() else { return }
        onEnd(end)
    }
}

extension UnitJobEnd.Failure.Exit {
    /// The end of a main process; nil where none has ended.
    ///
    /// - Parameter properties: the code is that of waitid(2): 1 for an exit, 2 and 3 for a signal.
    init?(_ properties: [String: BusValue]) {
        guard let status = properties["ExecMainStatus"]?.number.map({ Int($0) }) else { return nil }
        switch properties["ExecMainCode"]?.number {
        case 1: self = .code(status)
        case 2, 3: self = .signal(status)
        case nil, .some: return nil
        }
    }
}
