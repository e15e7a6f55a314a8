// Starts programs as units of their own, by the service manager of the user:
//
//     check the program                on another thread: the trust that every program needs
//       ↓
//     Get(Environment)                 the variables that the manager adds; the unit does without them
//       ↓
//     StartTransientUnit               with the ends of the program's streams as descriptors
//       ↓
//     JobRemoved, done                 the program was executed
//
// Without a manager nothing is started. Until the start is sent it can be taken back; what interrupts it afterwards is reported
// with the program that runs by then.
//
// At its end, and a second after SIGTERM, the rest of its control group gets SIGKILL, also a process that founded a session of
// its own. If the daemon is killed, the manager ends the unit when its time is over.

import Contract
import EventLoop
import ExecRules
import Features
import HostSystem
import LoopedBus
import SystemBus

/// Starts programs as units.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
final class UnitStarts {
    /// What became of a start.
    enum Result {
        /// It runs; and what interrupted it while it was being started.
        case started(UnitProcess, Interruption?)
        case failed(RunningError)
        /// It was not started.
        case givenUp(Interruption)
    }

    /// What to start, and for whom.
    struct Order {
        let start: ProcessStart
        let unit: ProgramUnit
        /// The full name of the action.
        let name: String
        let timeout: Duration
        /// True for an action without an effect: then one whose start is not known has failed.
        let isHarmless: Bool
        let ticket: Int?
    }

    private final class Job {
        let order: Order
        let startedNs = HostClock.monotonicNs
        private var then: ((Result) -> Void)?
        var timer: Timer?
        var run: ServiceRun?
        var streams: PassedStreams?
        var isSent = false
        var interruption: Interruption?

        init(_ order: Order, then: @escaping (Result) -> Void) { (self.order, self.then) = (order, then) }

        /// True until its result is known.
        var isOpen: Bool { then != nil }

        func end(_ result: Result) {
            timer.take()?.close()
            if case .started = result {
                // The process has them.
                (run, streams) = (nil, nil)
            }
            run.take()?.close()
            streams.take()?.close()
            then.take()?(result)
        }
    }

    /// The variables that the manager makes for each unit.
    private static let ownVariables = [
        "INVOCATION_ID", "JOURNAL_STREAM", "MANAGERPID", "MEMORY_PRESSURE_WATCH", "MEMORY_PRESSURE_WRITE",
        "SYSTEMD_EXEC_PID",
    ]

    private let loop: Loop
    private let address: String?
    private var bus: BusConnection?
    private var manager: UnitManager?
    private var jobs: [ObjectIdentifier: Job] = [:]
    /// *Units*: programs that are being started.
    var count: Int { jobs.count }

    /// Touches nothing yet.
    ///
    /// - Parameter environment: names the bus of the session.
    init(_ loop: Loop, environment: [String: String]) {
        (self.loop, address) = (loop, BusAddress.session(environment))
    }

    /// Ends the connection.
    func close() {
        bus?.close()
        (bus, manager) = (nil, nil)
    }

    // MARK: Starts

    /// Starts a program; `then` is called once.
    func add(_ order: Order, then: @escaping (Result) -> Void) {
        guard let manager = connectedManager() else {
            return then(.failed(.noManager(order, "neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set")))
        }
        let job = Job(order, then: then)
        jobs[ObjectIdentifier(job)] = job
        do throws(LoopError) {
            // A little later than each of the calls.
            job.timer = try Timer(loop: loop) { [weak self] in self?.timePassed(job) }
            job.timer?.start(after: order.timeout + .seconds(1))
            let path = order.start.program
            try loop.work {
                Self.fault(of: path)
            } then: { [self] fault in
                guard job.isOpen else { return }
                if let fault { end(job, .failed(ProgramRunner.reason(fault, path, order.start.directory))) }
                if job.isOpen { askVariables(job, manager) }
            }
        } catch {
            end(job, .failed(ProgramRunner.reason(error, order.start.program, order.start.directory)))
        }
    }

    private static func fault(of path: String) -> LoopError? {
        do throws(LoopError) {
            let file = try ProgramFile(path)
            _ = file.path
            return nil
        } catch {
            return error
        }
    }

    private func connectedManager() -> UnitManager? {
        if let manager { return manager }
        guard let address else { return nil }
        let made = BusConnection(loop: loop, address: address)
        let manager = UnitManager(bus: made)
        (bus, self.manager) = (made, manager)
        return manager
    }

    private func askVariables(_ job: Job, _ manager: UnitManager) {
        manager.variables(deadline: job.order.timeout) { [self] result in
            guard job.isOpen else { return }
            switch result {
            case .success(let variables):
                let names = variables.map { String($0.prefix { $0 != "=" }) }
                start(job, manager, without: names + Self.ownVariables)
            case .failure(let error): end(job, .failed(.noManager(job.order, "\(error)")))
            }
        }
    }

    private func start(_ job: Job, _ manager: UnitManager, without variables: [String]) {
        let (order, start) = (job.order, job.order.start)
        // ignored: a kernel without random numbers starts no unit, and the next lines say so.
        let random = (try? HostFacts.randomName()).map { String($0.prefix(16)) } ?? ""
        guard !random.isEmpty, let unit = UnitName("deeplinkd-program-\(random).service") else {
            return end(job, .failed(.noManager(order, "its unit could not be given a name")))
        }
        let streams: PassedStreams
        do throws(LoopError) {
            streams = try PassedStreams(loop: loop, input: start.input, isRead: start.isRead)
        } catch {
            return end(job, .failed(ProgramRunner.reason(error, start.program, start.directory)))
        }
        let run = ServiceRun(unit, of: manager)
        (job.run, job.streams) = (run, streams)
        let properties = Self.properties(order, streams.otherEnds, without: variables)
        run.start(properties, deadline: order.timeout) {
            job.isSent = true
            streams.closeOtherEnds()
        } then: { [self] result in
            guard job.isOpen else { return }
            end(job, self.result(result, job, run, streams))
        }
    }

    private func result(
        _ result: Swift.Result<UnitJobEnd, UnitJobError>, _ job: Job, _ run: ServiceRun, _ streams: PassedStreams
    ) -> Result {
        switch result {
        case .success(let end) where end.isDone || Self.hasRun(end):
            .started(UnitProcess(run, streams, startedNs: job.startedNs), job.interruption)
        case .success(let end): .failed(.notExecuted(job.order, end, run.unit.text))
        case .failure(.noManager(let error)), .failure(.notSent(let error)):
            .failed(.noManager(job.order, "\(error)"))
        case .failure(.refused(let name, let text)): .failed(.refusedByManager(job.order, name, text))
        case .failure(.endUnknown(let error)):
            .failed(.startUnknown(job.order, .failedSpawn, error.map { "\($0)" } ?? "the connection to it was lost"))
        }
    }

    /// True if the program was executed, and has ended by the time that the manager looked at it: it takes the job for a failed
    /// one then.
    ///
    /// *Source*: systemd.exec(5): the statuses of what is done before the execution are those from 200 on.
    private static func hasRun(_ end: UnitJobEnd) -> Bool {
        switch end.failure?.exit {
        case .code(let code): !(200...243).contains(code)
        case .signal: true
        case nil: false
        }
    }

    private func end(_ job: Job, _ result: Result) {
        guard jobs.removeValue(forKey: ObjectIdentifier(job)) != nil else { return }
        job.end(result)
    }

    // MARK: Properties

    private static func properties(
        _ order: Order, _ ends: PassedStreams.OtherEnds, without variables: [String]
    ) -> [(String, BusValue)] {
        let start = order.start
        let unset = Set(variables).subtracting(start.environment.keys).sorted()
        var properties: [(String, BusValue)] = [
            ("Description", .string("deeplinkd: \(order.name)")), ("Slice", .string("app.slice")),
            ("Type", .string("exec")), ("CollectMode", .string("inactive-or-failed")),
            ("WorkingDirectory", .string(start.directory ?? "/")), TransientService.environment(start.environment),
            TransientService.withoutVariables(unset), TransientService.program(start.program, start.arguments),
            ("IgnoreSIGPIPE", .boolean(false)), ("KillSignal", .int32(9)), ("OOMPolicy", .string("stop")),
            Self.stream("StandardInput", ends.input), Self.stream("StandardOutput", ends.output),
            Self.stream("StandardError", ends.errors),
        ]
        if start.isRead {
            let longest = order.timeout + Limits.killGrace + .seconds(2)
            properties.append(TransientService.time("RuntimeMaxUSec", longest))
        }
        if let bytes = order.unit.memoryBytes {
            properties += [("MemoryMax", .uint64(UInt64(bytes))), ("MemorySwapMax", .uint64(0))]
        }
        if let tasks = order.unit.tasks { properties.append(("TasksMax", .uint64(UInt64(tasks)))) }
        if let percent = order.unit.cpuPercent {
            properties.append(("CPUQuotaPerSecUSec", .uint64(UInt64(percent) * 10_000)))
        }
        return properties
    }

    private static func stream(_ name: String, _ descriptor: Int32?) -> (String, BusValue) {
        descriptor.map { (name + "FileDescriptor", .descriptor($0)) } ?? (name, .string("null"))
    }

    // MARK: Interruptions

    /// Gives up the start of a ticket; one that was sent is reported with the interruption.
    func stop(_ ticket: Int, because cause: Interruption) {
        guard let job = jobs.values.first(where: { $0.order.ticket == ticket }) else { return }
        if !job.order.start.isRead, cause == .hangUp { return }
        interrupt(job, cause)
    }

    /// Starts none of those that were not sent.
    func stopAll(because cause: Interruption) { for job in Array(jobs.values) { interrupt(job, cause) } }

    private func interrupt(_ job: Job, _ cause: Interruption) {
        if job.isSent { job.interruption = job.interruption ?? cause } else { end(job, .givenUp(cause)) }
    }

    private func timePassed(_ job: Job) {
        guard job.isSent else { return end(job, .givenUp(.timeout(job.order.timeout))) }
        end(job, .failed(.startUnknown(job.order, .failedTimeout, "it did not answer within \(job.order.timeout)")))
    }
}
