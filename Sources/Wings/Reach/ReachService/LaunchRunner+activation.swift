import Conf
import Contract
import Features
import LoopedBus
import ReachRules
import SystemBus

extension LaunchRunner {
    /// Calls the app by its name, which the bus starts if it does not run.
    func activate(_ name: String, on bus: BusConnection, _ start: Start) {
        let errand = start.errand
        let links = BusValue.array(start.links.map { .string($0) }, of: "s")
        let app = BusTemplate(service: name, form: start.links.isEmpty ? .activate : .open(.link))
        let platform = BusTemplate.platform(start.token, start.traceparent)
        let call = BusCall(
            name, path: app.path, interface: app.interface, member: app.member,
            start.links.isEmpty ? [platform] : [links, platform])
        errand.about.service = name
        let number = bus.call(call, deadline: start.deadline, onSent: { errand.markSent() }) { [self] result in
            guard errand.isOpen else { return }
            switch result {
            case .success: errand.end(.done(.okStarted, errand.execution))
            case .failure(let error): activationFailed(error, start)
            }
        }
        // Without a number it has its reply, and what followed has its own way to give up.
        if let number { errand.onAbandoned = { bus.giveUp(number) } }
    }

    private func activationFailed(_ error: BusError, _ start: Start) {
        let errand = start.errand
        switch error {
        case .refused(_, _, true) where error.isServiceMissing:
            // An entry can say so of an app whose name the bus does not know, and its program is there.
            startInstead(start)
        case .libraryMissing, .addressUnusable, .noBus: startInstead(start)
        case .refused(let name, let text, let isByBus):
            (errand.about.errorName, errand.about.reason) = (
                name, text.isEmpty ? nil : text.cut(toBytes: Limits.outwardReasonBytes)
            )
            let name = Escaping.printable(name)
            if isByBus, Self.isWithoutAnswer(name) {
                errand.failUnanswered(Escaping.printable("\(error)"))
            } else if isByBus || Self.isBeforeEffect(name) {
                errand.markUnsent()
                errand.fail(.failedLaunch, "The app could not be started by its name on the message bus: \(name).")
            } else {
                errand.fail(.failedDBus, "The app answered with the error \(name).")
            }
        case .lost, .late, .tooLarge, .unreadable, .tooManyCalls, .unsendable, .unwritable, .failed:
            guard !error.wasSent else { return errand.failUnanswered(Escaping.printable("\(error)")) }
            errand.markUnsent()
            errand.fail(.failedLaunch, "The app could not be called: \(Escaping.printable("\(error)")).")
        }
    }

    private func startInstead(_ start: Start) {
        start.errand.markUnsent()
        start.errand.about.service = nil
        startProgram(start)
    }

    /// True for errors of what every service has, which come before the app acts.
    private static func isBeforeEffect(_ name: String) -> Bool {
        ["InvalidArgs", "UnknownInterface", "UnknownMethod", "UnknownObject"].contains {
            name == "org.freedesktop.DBus.Error." + $0
        }
    }

    /// True for errors that the bus gives in the place of an app that took the call.
    private static func isWithoutAnswer(_ name: String) -> Bool {
        ["NoReply", "Timeout", "TimedOut", "Disconnected"].contains { name == "org.freedesktop.DBus.Error." + $0 }
    }
}
