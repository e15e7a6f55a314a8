package import SystemBus

extension UnitVerb {
    /// The manager's method.
    fileprivate var member: String {
        switch self {
        case .start: "StartUnit"
        case .restart: "RestartUnit"
        case .reload: "ReloadUnit"
        }
    }
}

/// A job for a service manager: to bring one unit into a state.
package struct UnitJob: Equatable, Sendable {
    package let unit: UnitName
    let member: String
    let arguments: [BusValue]

    /// A job for a unit that has a file.
    ///
    /// It replaces a job of that unit that it conflicts with, as one of `systemctl` does.
    package init(_ verb: UnitVerb, _ unit: UnitName) {
        (self.unit, member) = (unit, verb.member)
        arguments = [.string(unit.text), .string("replace")]
    }

    /// Starts a unit that has no file, and goes when it has ended.
    ///
    /// - Parameter properties: as systemd's D-Bus interface has them: `("Slice", .string("app.slice"))`.
    package init(startingTransient unit: UnitName, _ properties: [(String, BusValue)]) {
        (self.unit, member) = (unit, "StartTransientUnit")
        let values = properties.map { BusValue.structure([.string($0), .variant($1)]) }
        arguments = [
            .string(unit.text), .string("fail"), .array(values, of: "(sv)"), .array([], of: "(sa(sv))"),
        ]
    }
}

/// The end of a job that the manager accepted.
package struct UnitJobEnd: Equatable, Sendable {
    /// The end of a unit that failed.
    package struct Failure: Equatable, Sendable {
        /// How its main process ended.
        package enum Exit: Equatable, Sendable {
            case code(Int)
            case signal(Int)
        }

        /// The value of systemd's property `Result`, as `exit-code`, `signal` or `start-limit-hit`.
        package let result: String
        /// Nil where no main process had run.
        package let exit: Exit?

        /// Names the result, and the end of the process.
        package init(_ result: String, _ exit: Exit?) { (self.result, self.exit) = (result, exit) }
    }

    /// The job's result in systemd's words, as `done`, `failed`, `timeout`, `dependency`, `canceled` or `skipped`.
    package let result: String
    /// Nil where the unit did not fail itself, or the manager did not say.
    package let failure: Failure?

    /// Names the result, and how the unit failed.
    package init(_ result: String, _ failure: Failure? = nil) { (self.result, self.failure) = (result, failure) }

    /// True if the unit is as the job should make it.
    package var isDone: Bool { result == "done" }
}

/// The reason why the end of a job is not known, or there was none.
package enum UnitJobError: Error, Equatable, Sendable {
    /// There is no service manager: no bus, or none on it. Nothing was started.
    case noManager(BusError)
    /// The call could not be sent. Nothing was started.
    case notSent(BusError)
    /// The manager refused the job. Nothing was started.
    ///
    /// *Shape*: `name` is D-Bus's, `org.freedesktop.systemd1.NoSuchUnit`; `text` is as it was received.
    case refused(name: String, text: String)
    /// The call was sent, and it is not known whether there is a job, or how it ended.
    case endUnknown(BusError?)

    /// The error of the call that asks for a job.
    init(ofCall error: BusError) {
        switch error {
        case .libraryMissing, .addressUnusable, .noBus: self = .noManager(error)
        case .tooManyCalls, .unsendable, .unwritable, .failed, .lost(_, wasSent: false), .late(_, wasSent: false):
            self = .notSent(error)
        case .refused(let name, let text, let byBus):
            self = byBus ? Self.answer(ofBus: name, text, error) : .refused(name: name, text: text)
        case .lost, .late, .tooLarge, .unreadable: self = .endUnknown(error)
        }
    }

    /// The bus answers in the place of a manager that is not there, or that has taken the call and ended.
    private static func answer(ofBus name: String, _ text: String, _ error: BusError) -> Self {
        let prefix = "org.freedesktop.DBus.Error."
        if error.isServiceMissing || name.hasPrefix(prefix + "Spawn.") { return .noManager(error) }
        return ["NoReply", "Timeout", "TimedOut", "Disconnected"].contains { name == prefix + $0 }
            ? .endUnknown(error) : .refused(name: name, text: text)
    }
}
