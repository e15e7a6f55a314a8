// Performs `launch`: starts the app of a desktop entry, as the desktop does when a link is clicked.
//
//     find, read and check the entry and its program      on another thread
//       ↓ the entry says DBusActivatable, and the bus knows the name
//     org.freedesktop.Application.Open                     the app runs, or the bus starts it
//       ↓ else
//     StartTransientUnit(app-deeplinkd-ID@RANDOM.service)  the service manager of the user starts it
//       ↓ there is none
//     a program in a session of its own                    as `exec` with `detach`
//
// The service manager's child has the environment of the session, outlives this process, and has a control group whose name
// tells the desktop's portal which app it is. This process's own environment is given only to the last kind.
//
// Only what was read and checked is started: the entry is read once, and only root and this user can change the program.

import Conf
import Contract
import DesktopEntries
import EventLoop
import Features
import HostSystem
import LoopedBus
import ReachRules
import Serving
import SystemBus

/// Performs `launch`.
final class LaunchRunner: ReachPerformer {
    /// What was found of an app, on another thread.
    struct Found: Sendable {
        let app: StartableApp
        /// The program with the links; the reason why there is none counts where the bus does not start the app.
        let command: Result<StartableApp.Command, AppRefusal>
    }

    /// One start that is under way.
    struct Start {
        let errand: Errand
        let found: Found
        let links: [String]
        /// The variables of this start.
        let variables: [String: String]
        let token: String?
        let traceparent: String?
        let uid: UInt32
        /// For the bus and the manager; the errand ends before.
        let deadline: Duration
    }

    let errands: Errands
    private let loop: Loop
    private let buses: ReachBuses
    private let environment: [String: String]
    /// What starts programs where there is no service manager.
    private let programs: () -> (any ProgramStarter)?

    init(
        _ loop: Loop, _ buses: ReachBuses, _ errands: Errands, environment: [String: String],
        programs: @escaping () -> (any ProgramStarter)?
    ) {
        (self.loop, self.buses, self.errands) = (loop, buses, errands)
        (self.environment, self.programs) = (environment, programs)
    }

    /// Starts the app, and answers when it runs.
    func perform(_ template: LaunchTemplate, _ call: ReachCall, then answer: @escaping (Performance) -> Void) {
        let origin = call.link
        guard origin.url != nil || !template.takesLink else { return answer(.failed(.noLink)) }
        let links = template.links(for: call.inputs, link: origin.url)
        let app = call.order.app.map(LaunchedApp.entry) ?? template.app(for: links.first, by: call.caller)
        var about = Execution(.launch)
        if case .entry(let id) = app { about.app = id }
        let begun = errands.begin(
            call.action, for: call.uid, call.order, about, subject: app.subject, failing: .failedLaunch, then: answer)
        guard let errand = begun else { return }
        let environment = environment
        // One that no variable can hold is none.
        let token = SessionVariables.activating(origin.activationToken).isEmpty ? nil : origin.activationToken
        let variables = SessionVariables.activating(token).merging(call.order.variables) { $1 }
        do throws(LoopError) {
            try loop.work {
                Self.find(app, links, environment)
            } then: { [self] found in
                guard errand.isOpen else { return }
                switch found {
                case .failure(let refusal): errand.refuse(refusal)
                case .success(let found):
                    errand.about.app = found.app.id
                    errand.subject = LaunchedApp.entry(found.app.id).subject
                    start(
                        Start(
                            errand: errand, found: found, links: links, variables: variables, token: token,
                            traceparent: call.order.traceparent, uid: call.uid,
                            deadline: call.action.limits.timeout + .seconds(1)))
                }
            }
        } catch {
            errand.fail(.failedLaunch, "\(app.subject) could not be looked up: \(error).")
        }
    }

    private static func find(
        _ wanted: LaunchedApp, _ links: [String], _ environment: [String: String]
    ) -> Result<Found, AppRefusal> {
        let session = AppSession(
            dataFolders: UserFolders.allData(environment), stateFolder: UserFolders.state(environment),
            environment: environment)
        do throws(AppRefusal) {
            let app = try StartableApp(try id(of: wanted, for: links, in: session), in: session)
            let command: Result<StartableApp.Command, AppRefusal>
            do throws(AppRefusal) {
                command = .success(try app.command(for: links))
            } catch {
                command = .failure(error)
            }
            return .success(Found(app: app, command: command))
        } catch {
            return .failure(error)
        }
    }

    private static func id(
        of wanted: LaunchedApp, for links: [String], in session: AppSession
    ) throws(AppRefusal) -> String {
        switch wanted {
        case .entry(let id): return id
        case .former:
            let scheme = (links.first ?? "").prefix { $0 != ":" }.lowercased()
            return try session.formerApp(of: scheme)
        }
    }

    private func start(_ start: Start) {
        guard let name = start.found.app.busName, let bus = buses.connection(to: .session) else {
            return startProgram(start)
        }
        activate(name, on: bus, start)
    }

    // MARK: The service manager

    /// Starts the program of the entry, by the service manager where there is one.
    func startProgram(_ start: Start) {
        switch start.found.command {
        case .failure(let refusal): start.errand.refuse(refusal)
        case .success(let command):
            guard let units = buses.units(on: .session) else { return startAlone(command, start) }
            startUnit(command, start, units, knowsExitType: true)
        }
    }

    /// Has the service manager start the program.
    ///
    /// - Parameter knowsExitType: false for a manager before version 250: then the unit ends with its first process.
    private func startUnit(
        _ command: StartableApp.Command, _ start: Start, _ units: UnitManager, knowsExitType: Bool
    ) {
        let errand = start.errand
        // ignored: a kernel without random numbers starts no unit, and the next lines say so.
        let random = (try? HostFacts.randomName()).map { String($0.prefix(16)) } ?? ""
        guard !random.isEmpty, let unit = LaunchTemplate.unit(of: start.found.app.id, random) else {
            return errand.fail(.failedLaunch, "The app \(start.found.app.id) could not be given a name for its unit.")
        }
        let job = UnitJob(
            startingTransient: unit, Self.properties(command, start, knowsExitType: knowsExitType))
        let ticket = units.start(job, deadline: start.deadline, onSent: { errand.markSent() }) { [self] result in
            guard errand.isOpen else { return }
            errand.about.unit = unit.text
            switch result {
            case .success(let end) where end.isDone:
                errand.about.job = end.result
                errand.end(.done(.okStarted, errand.execution))
            case .success(let end): errand.fail(end, of: unit)
            case .failure(.noManager):
                errand.about.unit = nil
                errand.markUnsent()
                startAlone(command, start)
            case .failure(.refused(let name, _)) where knowsExitType && Self.refusesProperty(name):
                errand.markUnsent()
                startUnit(command, start, units, knowsExitType: false)
            case .failure(let error): errand.fail(error, of: unit)
            }
        }
        errand.onAbandoned = { units.giveUp(ticket) }
    }

    private static func properties(
        _ command: StartableApp.Command, _ start: Start, knowsExitType: Bool
    ) -> [(String, BusValue)] {
        let entry = start.found.app.entry
        let exitType: [(String, BusValue)] = knowsExitType ? [("ExitType", .string("cgroup"))] : []
        return [
            ("Description", .string(entry.name ?? start.found.app.id)), ("Slice", .string("app.slice")),
            ("Type", .string("exec")), ("CollectMode", .string("inactive-or-failed")),
            ("WorkingDirectory", .string(entry.folder ?? "~")),
            TransientService.environment(start.variables),
            TransientService.withoutVariables(SessionVariables.foreign(to: start.variables)),
            TransientService.program(command.program, command.words),
        ] + exitType
    }

    private static func refusesProperty(_ name: String) -> Bool {
        name == "org.freedesktop.DBus.Error.PropertyReadOnly"
    }

    // MARK: Without a manager

    /// Starts the program in a session of its own.
    private func startAlone(_ command: StartableApp.Command, _ start: Start) {
        let errand = start.errand
        guard let programs = programs() else {
            return errand.fail(.failedLaunch, "There is no service manager, and this daemon starts no programs.")
        }
        let variables = environment.filter { SessionVariables.contains($0.key) }
        let process = ProcessStart(
            program: command.program, arguments: command.words,
            environment: variables.merging(start.variables) { $1 },
            directory: start.found.app.entry.folder ?? environment["HOME"] ?? "/", isRead: false)
        programs.start(process, for: start.uid, onStart: { errand.end(.done(.okStarted, errand.execution)) }) { error in
            guard let error else { return }
            errand.about.error = error.execution?.error
            errand.fail(error.code == .failedSpawn ? .failedLaunch : error.code, error.message)
        }
        // It is started in its turn, and nothing takes it back.
        errand.markSent()
    }
}

extension LaunchedApp {
    /// The subject of a sentence.
    fileprivate var subject: String {
        switch self {
        case .entry(let id): "The app \(id)"
        case .former: "The app that had the link before"
        }
    }
}
