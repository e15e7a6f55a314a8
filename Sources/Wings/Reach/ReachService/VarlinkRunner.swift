import Conf
import Contract
import EventLoop
import Features
import HostSystem
import ReachRules
import Serving
import Varlink
import VarlinkClient

/// Performs `varlink`: calls services on connections that are kept for the next call.
///
/// A service that was started by its socket may end when it has nothing to do. So a call that a kept connection did not take
/// is sent once more, on a new one.
final class VarlinkRunner: ReachPerformer {
    let errands: Errands
    private let loop: Loop
    /// Idle connections by the paths of their sockets, the latest used last.
    private var kept: [String: [VarlinkConnection]] = [:]

    init(_ loop: Loop, _ errands: Errands) { (self.loop, self.errands) = (loop, errands) }

    /// Closes the connections that are kept: a table without the service has no use for them.
    func closeKept() {
        for connection in kept.values.joined() { connection.close() }
        kept = [:]
    }

    /// Calls the method, and answers with its reply.
    func perform(_ template: VarlinkTemplate, _ call: ReachCall, then answer: @escaping (Performance) -> Void) {
        var about = Execution(.varlink)
        (about.service, about.method) = (template.address, template.method)
        let link = call.link.url
        guard link != nil || !template.arguments.takeLink else { return answer(.failed(.noLink)) }
        guard
            let errand = errands.begin(
                call.action, for: call.uid, call.order, about, subject: "The service at \(template.address)",
                failing: .failedVarlink, then: answer)
        else { return }
        let parameters = template.arguments.object(for: call.inputs, link: link)
        send(parameters, template, call.action, errand, onKept: true)
    }

    private func send(
        _ parameters: [Value.Member], _ template: VarlinkTemplate, _ action: Action, _ errand: Errand, onKept: Bool
    ) {
        let old = onKept ? takeKept(template.path) : nil
        let connection: VarlinkConnection
        do throws(LoopError) {
            connection =
                if let old { old } else {
                    try VarlinkConnection(loop: loop, path: template.path, replyLimit: Limits.outwardAnswerBytes)
                }
        } catch {
            errand.about.error = error.codeName
            return errand.fail(
                .failedVarlinkNoService, "No service takes the call at \(template.address).")
        }
        errand.onAbandoned = { connection.close() }
        errand.markSent()
        connection.call(template.method, parameters) { [self] result in
            switch result {
            case .success(let content):
                keep(connection, template.path)
                errand.end(Self.performance(of: content, action, errand.execution))
            case .failure(let error) where error.isBeforeEffect && old != nil:
                errand.markUnsent()
                send(parameters, template, action, errand, onKept: false)
            case .failure(let error) where error.isBeforeEffect:
                errand.markUnsent()
                errand.fail(
                    .failedVarlinkNoService,
                    "The service at \(template.address) closed the connection before it read the call.")
            case .failure(let error) where error.isAnswer: errand.failUnreadable("\(error)")
            case .failure(let error): errand.failUnanswered("\(error)")
            }
        }
    }

    // MARK: The answer

    private static func performance(
        of content: ReplyMessage.Content, _ action: Action, _ execution: Execution
    ) -> Performance {
        switch content {
        case .parameters(let answer): return action.performance(answering: answer, execution)
        case .error(let name, let parameters):
            var execution = execution
            let name = name.cut(toBytes: Limits.outwardReasonBytes)
            execution.errorName = name
            let details = JSONText.text(of: parameters)
            if details != "{}", details.utf8.count <= Limits.outwardDetailBytes { execution.details = details }
            let (code, what): (OutcomeCode, String) =
                tableErrors.contains(name)
                ? (.failedVarlinkNoMethod, "does not take the call: it answered")
                : (.failedVarlink, "answered with the error")
            return .failed(RunningError(code, "The service \(what) \(Escaping.printable(name)).", execution))
        }
    }

    /// Errors that a service answers before it acts.
    private static let tableErrors: Set<String> = Set(
        ["InterfaceNotFound", "MethodNotFound", "MethodNotImplemented", "InvalidParameter", "ExpectedMore"].map {
            "org.varlink.service." + $0
        })

    // MARK: Connections that are kept

    private func takeKept(_ path: String) -> VarlinkConnection? {
        guard let connection = kept[path]?.popLast() else { return nil }
        connection.onEnd = nil
        return connection
    }

    private func keep(_ connection: VarlinkConnection, _ path: String) {
        let all = kept.values.reduce(0) { $0 + $1.count }
        guard kept[path, default: []].count < Limits.keptConnections, all < Limits.allKeptConnections else {
            return connection.close()
        }
        connection.onEnd = { [weak self, unowned connection] in self?.kept[path]?.removeAll { $0 === connection } }
        kept[path, default: []].append(connection)
    }
}
