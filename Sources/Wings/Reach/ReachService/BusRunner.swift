import Conf
import Contract
import Features
import LoopedBus
import ReachRules
import Serving
import SystemBus
import Varlink

/// Performs `dbus`: calls services on the two message buses, each by one connection that is kept.
final class BusRunner: ReachPerformer {
    let errands: Errands
    private let buses: ReachBuses

    init(_ buses: ReachBuses, _ errands: Errands) { (self.buses, self.errands) = (buses, errands) }

    /// Calls the method, and answers with its reply.
    func perform(_ template: BusTemplate, _ call: ReachCall, then answer: @escaping (Performance) -> Void) {
        var about = Execution(.dbus)
        (about.service, about.method) = (template.service, template.method)
        let link = call.link
        guard link.url != nil || !template.takesLink else { return answer(.failed(.noLink)) }
        guard
            let errand = errands.begin(
                call.action, for: call.uid, call.order, about, subject: "The service \(template.service)",
                failing: .failedDBus, then: answer)
        else { return }
        guard
            let values = template.values(
                for: call.inputs, link: link.url, token: link.activationToken, traceparent: call.order.traceparent)
        else {
            // The values were checked with the link.
            return errand.fail(.failedInternal, "The call of \(template.method) could not be put together.")
        }
        guard let bus = buses.connection(to: template.isOnSystemBus ? .system : .session) else {
            return errand.fail(.failedDBusNoService, "There is no session bus to call \(template.service) on.")
        }
        let method = BusCall(
            template.service, path: template.path, interface: template.interface, member: template.member, values)
        send(method, on: bus, template, call.action, errand)
    }

    private func send(
        _ method: BusCall, on bus: BusConnection, _ template: BusTemplate, _ action: Action, _ errand: Errand
    ) {
        // A little later than the errand, which knows what its end means.
        let number = bus.call(
            method, deadline: action.limits.timeout + .seconds(1), limit: Limits.outwardAnswerBytes,
            onSent: { errand.markSent() },
            reply: { result in
                switch result {
                case .success(let values): errand.end(Self.performance(of: values, template, action, errand.execution))
                // The table says nothing of the answer, so it does not matter what it is.
                case .failure(.tooLarge), .failure(.unreadable):
                    if action.result == nil {
                        errand.end(Self.performance(of: [], template, action, errand.execution))
                    } else {
                        errand.failUnreadable("it has more than is read")
                    }
                case .failure(let error): Self.end(errand, because: error, template)
                }
            })
        if let number { errand.onAbandoned = { bus.giveUp(number) } }
    }

    // MARK: Answers

    private static func performance(
        of values: [BusValue], _ template: BusTemplate, _ action: Action, _ execution: Execution
    ) -> Performance {
        guard !template.isAnsweredAtOnce else {
            return .done(.okDelivered, message: "The app \(template.service) has taken the call.", execution)
        }
        return action.performance(answering: object(of: values, action), execution)
    }

    /// The answer as an object: a dictionary from texts is one, and of other values each has the name of a member of the table
    /// in its order.
    private static func object(of values: [BusValue], _ action: Action) -> Value {
        let json = values.map(\.json)
        if json.count == 1, case .object = json[0] { return json[0] }
        return .object(zip(action.result?.members ?? [], json).map { Value.Member($0.name, $1) })
    }

    // MARK: Errors

    private static func end(_ errand: Errand, because error: BusError, _ template: BusTemplate) {
        switch error {
        case .refused(let name, let text, let byBus): end(errand, refused: name, text, byBus: byBus, template)
        case .lost, .late:
            guard error.wasSent else {
                return errand.fail(
                    .failedDBusNoService, "The call of \(template.service) was not sent: \(error).")
            }
            errand.failUnanswered("\(error)")
        case .tooLarge, .unreadable: errand.failUnreadable("\(error)")
        case .tooManyCalls: errand.fail(.overloaded, "The call of \(template.service) was not sent: \(error).")
        // libsystemd takes no text with a character that Unicode reserves.
        case .unwritable, .unsendable:
            errand.fail(.failedDBusNoMethod, "The call of \(template.service) was not sent: \(error).")
        case .libraryMissing, .addressUnusable, .noBus, .failed:
            errand.fail(.failedDBusNoService, "There is no message bus to call \(template.service) on.")
        }
    }

    /// Ends with an error that the service has answered, or the bus in its place.
    private static func end(
        _ errand: Errand, refused name: String, _ text: String, byBus: Bool, _ template: BusTemplate
    ) {
        errand.about.errorName = Escaping.printable(String(name.prefix(255)))
        if !text.isEmpty { errand.about.reason = text.cut(toBytes: Limits.outwardReasonBytes) }
        let kind = name.hasPrefix("org.freedesktop.DBus.Error.") ? String(name.dropFirst(27)) : nil
        switch kind {
        case "UnknownMethod"?, "UnknownObject"?, "UnknownInterface"?, "InvalidArgs"?, "InvalidSignature"?:
            errand.fail(
                .failedDBusNoMethod,
                "The service \(template.service) does not have \(template.method) with these arguments.")
        case "AccessDenied"?, "AuthFailed"?, "InteractiveAuthorizationRequired"?:
            errand.fail(.failedDBusDenied, "The daemon may not call \(template.method) of \(template.service).")
        case "NoReply"?, "Timeout"?, "Disconnected"?:
            errand.failUnanswered("the message bus says that it did not answer")
        case "LimitsExceeded"? where byBus:
            errand.fail(.overloaded, "The message bus takes no more calls of the daemon.")
        // All else that the bus says in the place of a service is that there is none: it is not installed, or did not start.
        case _ where byBus && template.service != BusCall.bus:
            errand.fail(
                .failedDBusNoService, "No service has the name \(template.service), and the bus cannot start one.")
        default:
            errand.fail(
                .failedDBus, "The service \(template.service) answered with the error \(Escaping.printable(name)).")
        }
    }
}
