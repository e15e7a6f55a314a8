import Conf
import Contract
import Features
import LoopedBus
import ReachRules
import Serving
import SystemBus

/// Performs `unit`: has the service manager start, restart or reload a unit, and waits for the end of the job.
///
/// The system instance asks the manager of the machine, and polkit decides. A user's instance asks the user's own manager,
/// which asks no other.
final class UnitRunner: ReachPerformer {
    let errands: Errands
    private let buses: ReachBuses
    private let kind: ReachBuses.Kind

    /// - Parameter instance: the kind of this daemon.
    init(_ buses: ReachBuses, _ errands: Errands, instance: Instance?) {
        (self.buses, self.errands) = (buses, errands)
        kind = instance == .system ? .system : .session
    }

    /// Asks for the job, and answers with its end.
    func perform(_ template: UnitTemplate, _ call: ReachCall, then answer: @escaping (Performance) -> Void) {
        var about = Execution(.unit)
        guard let unit = template.unit(for: call.inputs) else {
            let message = "No unit can have the name that these values make."
            return answer(.failed(RunningError(.failedUnitNotFound, message, about)))
        }
        about.unit = unit.text
        guard
            let errand = errands.begin(
                call.action, for: call.uid, call.order, about, subject: "The service manager",
                failing: .failedUnit, then: answer)
        else { return }
        guard let manager = buses.units(on: kind) else {
            errand.about.error = "neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set"
            return errand.fail(.failedUnitNoManager, "The session has no service manager that can be reached.")
        }
        let job = UnitJob(template.verb, unit)
        let ticket = manager.start(job, deadline: call.action.limits.timeout, onSent: { errand.markSent() }) {
            Self.end(errand, job, $0)
        }
        errand.onAbandoned = { manager.giveUp(ticket) }
    }

    private static func end(_ errand: Errand, _ job: UnitJob, _ result: Result<UnitJobEnd, UnitJobError>) {
        switch result {
        case .success(let end):
            (errand.about.job, errand.about.unitResult) = (end.result, end.failure?.result)
            errand.about.exit = end.failure?.exit.map(Execution.Exit.init)
            guard !end.isDone else { return errand.end(.done(.okPerformed, errand.execution)) }
            let ending = "The job for \(job.unit) ended as `\(printable(end.result))`"
            errand.fail(.failedUnit, ending + clause(end.failure) + ".")
        case .failure(.noManager(let error)), .failure(.notSent(let error)):
            errand.markUnsent()
            errand.about.error = "\(error)"
            errand.fail(.failedUnitNoManager, "The service manager cannot be reached.")
        case .failure(.refused(let name, let text)):
            errand.markUnsent()
            errand.about.errorName = name
            errand.about.reason = text.isEmpty ? nil : text.cut(toBytes: Limits.outwardReasonBytes)
            errand.fail(code(of: name), "The service manager \(sentence(of: name)) \(job.unit).")
        case .failure(.endUnknown(let error)):
            errand.failUnanswered(error.map { "\($0)" } ?? "the connection to it was lost")
        }
    }

    /// The end of a sentence about the job.
    private static func clause(_ failure: UnitJobEnd.Failure?) -> String {
        guard let failure else { return "" }
        let how =
            switch failure.exit {
            case .code(let code): ", with exit status \(code)"
            case .signal(let signal): ", by signal \(signal)"
            case nil: ""
            }
        return ": the unit failed as `\(printable(failure.result))`" + how
    }

    // MARK: Refusals

    private static let missing = Set(
        ["NoSuchUnit", "UnitMasked", "LoadFailed", "BadUnitSetting"].map { "org.freedesktop.systemd1." + $0 })
    private static let denied: Set<String> = [
        "org.freedesktop.DBus.Error.AccessDenied", "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired",
        "org.freedesktop.DBus.Error.AuthFailed", "org.freedesktop.PolicyKit1.Error.NotAuthorized",
    ]

    private static func code(of name: String) -> OutcomeCode {
        missing.contains(name) ? .failedUnitNotFound : denied.contains(name) ? .failedUnitDenied : .failedUnit
    }

    private static func sentence(of name: String) -> String {
        switch code(of: name) {
        case .failedUnitNotFound: "cannot load the unit"
        case .failedUnitDenied: "does not let this daemon have a job for"
        default: "answered \(printable(name)) to the job for"
        }
    }

    private static func printable(_ text: String) -> String { Escaping.printable(text) }
}

extension Execution.Exit {
    /// The end of a unit's main process.
    init(_ exit: UnitJobEnd.Failure.Exit) {
        switch exit {
        case .code(let code): self = .code(Int32(truncatingIfNeeded: code))
        case .signal(let signal): self = .signal(Int32(truncatingIfNeeded: signal))
        }
    }
}
