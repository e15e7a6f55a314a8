import Conf
import Contract
import EventLoop
import ExecRules
import Features
import LoopedBus

extension RunningError {
    /// There is no service manager to start the unit; nothing was started.
    static func noManager(_ order: UnitStarts.Order, _ reason: String) -> Self {
        Self(
            .failedSpawn, "The program \(order.start.program) was not started: the service manager cannot be reached.",
            Execution(.exec, error: reason))
    }

    /// The manager refused the unit; nothing was started.
    static func refusedByManager(_ order: UnitStarts.Order, _ name: String, _ text: String) -> Self {
        var execution = Execution(.exec)
        execution.errorName = name
        execution.reason = text.isEmpty ? nil : text.cut(toBytes: Limits.outwardReasonBytes)
        let reason = Escaping.printable(name)
        return Self(
            .failedSpawn,
            "The program \(order.start.program) was not started: the service manager refused its unit (\(reason)).",
            execution)
    }

    /// The unit was started, and its program could not be executed.
    static func notExecuted(_ order: UnitStarts.Order, _ end: UnitJobEnd, _ unit: String) -> Self {
        var execution = Execution(.exec)
        (execution.unit, execution.job, execution.unitResult) = (unit, end.result, end.failure?.result)
        let reason = Escaping.printable(end.failure?.result ?? end.result)
        let place = order.start.directory.map { $0 == "/" ? "" : " in \($0)" } ?? ""
        return Self(
            .failedSpawn,
            "The program \(order.start.program) could not be started\(place): its unit ended with \(reason).",
            execution)
    }

    /// The manager was asked, and has not answered.
    ///
    /// - Parameter failure: the code where the action has no effect.
    static func startUnknown(_ order: UnitStarts.Order, _ failure: OutcomeCode, _ reason: String) -> Self {
        Self(
            order.isHarmless ? failure : .unknownEffect,
            "The service manager was asked to start \(order.start.program), and whether it did is not known: "
                + Escaping.printable(reason) + ".", Execution(.exec))
    }
}
