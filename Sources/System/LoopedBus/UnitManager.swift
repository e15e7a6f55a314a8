// A client of a service manager, systemd, on the system's or the session's bus. A job is asked for, and ends later:
//
//     StartUnit("play@7.service", "replace")     →  /org/freedesktop/systemd1/job/42
//     JobRemoved(42, "/…/job/42", "play@7.service", "failed")
//     Get("…systemd1.Service", "Result")         →  exit-code
//
// The signal may come before the reply with the path of the job: ends of jobs are kept while a call has no reply. Two calls
// may get one job, if the manager merges them; then both end with it.
//
// Any connection of the bus may send a `JobRemoved` to this one alone, and the bus lets it through. So a signal counts only
// if its sender is the connection that has the manager's name, which the bus says and nothing else. When the manager has
// another connection, as after `systemctl daemon-reexec`, jobs go on, and each that has no end is looked for: one that is gone
// has ended meanwhile, in a way that is not known. When our connection is lost, no end of a job is known any more.

internal import SystemBus

/// Starts, restarts and reloads units, and waits for the end of each job.
///
/// *Owner/thread*: the loop's thread. A bus connection has one of these at most.
package final class UnitManager {
    /// What becomes of a job; called once.
    package typealias Reply = (Result<UnitJobEnd, UnitJobError>) -> Void

    private enum State: Equatable {
        case asked
        case accepted(path: String)
        /// The job has ended, and the unit is being looked at.
        case ended
    }

    private struct Waiting {
        let unit: UnitName
        /// The call that asks for the job, on the bus.
        var call: UInt64?
        var state = State.asked
        let reply: Reply
    }

    /// A job that ended, as one connection of the bus says.
    private struct EndedJob: Hashable {
        let path: String
        let sender: String
    }

    static let service = "org.freedesktop.systemd1"
    static let interface = "org.freedesktop.systemd1.Manager"
    static let path = "/org/freedesktop/systemd1"
    private static let busName = "org.freedesktop.DBus"
    private static let busPath = "/org/freedesktop/DBus"
    /// *Units*: ends of jobs that are kept while a call has no reply.
    private static let keptEnds = 1_024
    /// How long the manager may take to say why a unit failed.
    private static let lookDeadline = Duration.seconds(2)

    let bus: BusConnection
    /// The unique name of the manager's connection; nil where it is not known.
    private var owner: String?
    /// True while the manager sends its signals, which it does for no longer than jobs are waited for: it sends all of them to
    /// the bus then.
    private var isSubscribed = false
    private var waiting: [Int: Waiting] = [:]
    private var lastTicket = 0
    /// The services that are followed, by their names.
    var runs: [String: ServiceRun] = [:]
    /// The results of jobs that ended while a call had no reply, or while it was not known who the manager is.
    private var ends: [EndedJob: String] = [:]

    /// Asks for nothing yet.
    package init(bus: BusConnection) {
        self.bus = bus
        let removed = BusSignal(
            Self.service, path: Self.path, interface: Self.interface, member: "JobRemoved", types: "uoss")
        bus.subscribe(to: removed) { [weak self] values, sender in self?.jobEnded(values, sender) }
        var changed = BusSignal(
            Self.busName, path: Self.busPath, interface: Self.busName, member: "NameOwnerChanged", types: "sss")
        changed.firstArgument = Self.service
        bus.subscribe(to: changed) { [weak self] values, sender in self?.ownerChanged(values, sender) }
        bus.onLoss { [weak self] in self?.connectionLost() }
    }

    // MARK: Jobs

    /// Asks for a job, and waits for its end.
    ///
    /// - Parameters:
    ///   - deadline: for the manager to accept the job; its end may take any time.
    ///   - onSent: called before the reply, when the call cannot be withdrawn any more; maybe before this returns.
    ///   - reply: called once, maybe before this returns; never after `giveUp`.
    /// - Returns: the number by which the end is waited for no more.
    @discardableResult
    package func start(
        _ job: UnitJob, deadline: Duration, onSent: (() -> Void)? = nil, reply: @escaping Reply
    ) -> Int {
        lastTicket += 1
        let ticket = lastTicket
        waiting[ticket] = Waiting(unit: job.unit, reply: reply)
        if !isSubscribed { lookUp(deadline) }
        let call = bus.call(manager(job.member, job.arguments), deadline: deadline, onSent: onSent) {
            [weak self] in self?.answered(ticket, $0)
        }
        waiting[ticket]?.call = call
        return ticket
    }

    /// Waits for the end of a job no more: a call that was not sent is withdrawn, and a job goes on.
    package func giveUp(_ ticket: Int) {
        if let call = waiting.removeValue(forKey: ticket)?.call { bus.giveUp(call) }
        settle()
        unsubscribeIfIdle()
    }

    private func answered(_ ticket: Int, _ result: Result<[BusValue], BusError>) {
        guard waiting[ticket] != nil else { return }
        defer { settle() }
        switch result {
        case .failure(let error): end(ticket, .failure(UnitJobError(ofCall: error)))
        case .success(let values):
            guard values.count == 1, let path = values[0].text else {
                return end(ticket, .failure(.endUnknown(.unreadable)))
            }
            waiting[ticket]?.state = .accepted(path: path)
        }
    }

    /// Takes the end of a job.
    ///
    /// *Shape*: of the values: the number of the job, its path, the unit, the result.
    private func jobEnded(_ values: [BusValue], _ sender: String) {
        guard [nil, sender].contains(owner), values.count == 4, let path = values[1].text, let result = values[3].text
        else { return }
        if ends.count < Self.keptEnds { ends[EndedJob(path: path, sender: sender)] = result }
        settle()
    }

    /// Ends the jobs whose end is known from the manager itself, and drops the other ends that no job can have any more.
    private func settle() {
        guard let owner else { return }
        for (ticket, job) in waiting {
            guard case .accepted(let path) = job.state, let result = ends[EndedJob(path: path, sender: owner)] else {
                continue
            }
            didEnd(ticket, result)
        }
        if !hasUnanswered { ends = [:] }
    }

    private var hasUnanswered: Bool { waiting.contains { $0.value.state == .asked } }

    private func didEnd(_ ticket: Int, _ result: String) {
        guard let unit = waiting[ticket]?.unit else { return }
        guard ["failed", "timeout"].contains(result) else {
            return end(ticket, .success(UnitJobEnd(result)))
        }
        waiting[ticket]?.state = .ended
        look(at: unit) { [weak self] failure in
            self?.end(ticket, .success(UnitJobEnd(result, failure)))
        }
    }

    private func end(_ ticket: Int, _ result: Result<UnitJobEnd, UnitJobError>) {
        let job = waiting.removeValue(forKey: ticket)
        unsubscribeIfIdle()
        job?.reply(result)
    }

    // MARK: The unit

    /// Asks how a unit failed.
    private func look(at unit: UnitName, then reply: @escaping (UnitJobEnd.Failure?) -> Void) {
        var found: [String: BusValue] = [:]
        let names = ["Result", "ExecMainCode", "ExecMainStatus"]
        var left = names.count
        for name in names {
            let call = property(name, of: unit.objectPath, "org.freedesktop.systemd1.Service")
            bus.call(call, deadline: Self.lookDeadline) { result in
                if case .success(let values) = result, case .variant(let value)? = values.first { found[name] = value }
                left -= 1
                if left == 0 { reply(Self.failure(found)) }
            }
        }
    }

    private static func failure(_ found: [String: BusValue]) -> UnitJobEnd.Failure? {
        guard let result = found["Result"]?.text, result != "success" else { return nil }
        return UnitJobEnd.Failure(result, UnitJobEnd.Failure.Exit(found))
    }

    // MARK: The manager

    /// Asks the bus who the manager is, and the manager for its signals.
    ///
    /// A signal that comes before the answer is kept with its sender.
    private func lookUp(_ deadline: Duration) {
        let whose = BusCall(
            Self.busName, path: Self.busPath, interface: Self.busName, member: "GetNameOwner", [.string(Self.service)])
        bus.call(whose, deadline: deadline) { [weak self] result in
            guard case .success(let values) = result else { return }
            self?.owner = values.first?.text
            self?.settle()
        }
        subscribe(deadline)
    }

    /// ignored: the reply; without signals the end of a job is unknown when the time is over.
    private func subscribe(_ deadline: Duration) {
        isSubscribed = true
        bus.call(manager("Subscribe"), deadline: deadline) { _ in }
    }

    /// ignored: the reply; further signals are dropped.
    func unsubscribeIfIdle() {
        guard waiting.isEmpty, runs.isEmpty, isSubscribed else { return }
        isSubscribed = false
        if owner != nil { bus.call(manager("Unsubscribe"), deadline: Self.lookDeadline) { _ in } }
    }

    /// *Shape*: of the values: the name, the connection that had it, the one that has it.
    private func ownerChanged(_ values: [BusValue], _ sender: String) {
        guard sender == Self.busName, values.count == 3, let name = values[2].text else { return }
        owner = name.isEmpty ? nil : name
        settle()
        guard owner != nil, !(waiting.isEmpty && runs.isEmpty) else { return }
        subscribe(Self.lookDeadline)
        for run in runs.values { run.look() }
        for (ticket, job) in waiting { if case .accepted(let path) = job.state { look(for: path, ticket, job.unit) } }
    }

    /// Ends the wait for a job that a new manager does not have.
    private func look(for path: String, _ ticket: Int, _ unit: UnitName) {
        let call = property("Unit", of: path, "org.freedesktop.systemd1.Job")
        bus.call(call, deadline: Self.lookDeadline) { [weak self] result in
            if case .success(let values) = result, case .variant(.structure(let members))? = values.first,
                members.first?.text == unit.text
            {
                return
            }
            if self?.waiting[ticket]?.state == .accepted(path: path) { self?.end(ticket, .failure(.endUnknown(nil))) }
        }
    }

    private func connectionLost() {
        (owner, isSubscribed, ends) = (nil, false, [:])
        for (ticket, job) in waiting.sorted(by: { $0.key < $1.key }) {
            if case .accepted = job.state { end(ticket, .failure(.endUnknown(nil))) }
        }
        // A call that was not sent goes on a new connection.
        if hasUnanswered || !runs.isEmpty { lookUp(Self.lookDeadline) }
        for run in runs.values { run.recover() }
    }

    /// A bus that was started a moment ago keeps the call until the manager has found it, as for any service that it starts.
    func manager(_ member: String, _ arguments: [BusValue] = []) -> BusCall {
        BusCall(Self.service, path: Self.path, interface: Self.interface, member: member, arguments)
    }

    /// A call for a property of an object of the manager.
    func property(_ name: String, of path: String, _ interface: String) -> BusCall {
        BusCall(
            Self.service, path: path, interface: "org.freedesktop.DBus.Properties", member: "Get",
            [.string(interface), .string(name)])
    }
}
