import Conf
import Contract
import DesktopEntries
import Features
import LoopedBus
import SystemBus

extension Errand {
    /// Ends because the app is not started: nothing was done.
    func refuse(_ refusal: AppRefusal) {
        let code: OutcomeCode =
            switch refusal {
            case .noApp: .failedLaunchNoApp
            case .noLink: .failedLaunchNoLink
            case .unsound, .loops: .failedLaunch
            }
        fail(code, "\(subject) was not started: \(Escaping.printable(refusal.reason)).")
    }

    /// Ends because the job of its unit has failed.
    func fail(_ end: UnitJobEnd, of unit: UnitName) {
        about.job = end.result
        about.unitResult = end.failure?.result
        about.exit = end.failure?.exit.map(Execution.Exit.init)
        let reason = end.failure.map { "\(end.result), \($0.result)" } ?? end.result
        fail(
            .failedLaunch,
            "The service manager could not start the app: the job of \(unit) ended with \(Escaping.printable(reason)).")
    }

    /// Ends because there was no job, or its end is not known.
    func fail(_ error: UnitJobError, of unit: UnitName) {
        switch error {
        case .noManager(let error), .notSent(let error):
            markUnsent()
            fail(.failedLaunch, "The service manager could not be asked: \(Escaping.printable("\(error)")).")
        case .refused(let name, let text):
            markUnsent()
            about.errorName = name
            about.reason = text.isEmpty ? nil : text.cut(toBytes: Limits.outwardReasonBytes)
            fail(.failedLaunch, "The service manager refused the app: \(Escaping.printable(name)).")
        case .endUnknown(let error):
            failUnanswered(
                error.map { Escaping.printable("\($0)") } ?? "the service manager was lost before it answered")
        }
    }
}
