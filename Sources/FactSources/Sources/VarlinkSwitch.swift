// A runtime switch that a service keeps. The method gets the feature's path and answers for it:
//
//     method Get(feature: string) -> (on: ?bool)
//
// An `on` that is absent or null leaves the answer to the table's default. Other members of the answer are ignored, as
// Varlink asks of clients; anything else that is not exactly this is a failure: an error, an `on` of another type,
// bytes that are no reply, an end before the reply, a second reply.
//
// If the service does not answer, the switch is undetermined: it must not stay on because its service died. A table can
// declare a grace, `… grace 10s`, in which the last value still counts, so that the service can be restarted. If its queue
// of connections is full there is no grace, because any user who may connect could fill the queue and so keep a switch `on`
// that was turned `off`.
//
// Each question has its own connection: connecting, asking and answering take about 50 µs together, an answer is valid
// for a second, and a service that stops when it has no connection could otherwise never stop. Any process that can
// listen at the address can answer: put the socket into a folder that only the service can write to, and let only the
// daemon connect.

internal import Contract
package import EventLoop
package import Features
import HostSystem
internal import VarlinkClient

/// Asks a service for one switch.
///
/// *Limits*: an answer of `Limits.sourceReplyBytes`; `Limits.sourceDeadline` for all of it.
package final class VarlinkSwitch: FactSource {
    package let name: String
    package let lifetime: AnswerLifetime
    package var onChange: ((Subject?) -> Void)?
    private let path: String
    private let method: String
    private let loop: Loop
    private let deadline: Duration
    private var calls: [ObjectIdentifier: VarlinkCall] = [:]

    /// - Parameters:
    ///   - path: the socket's; no connection is made before the first question.
    ///   - grace: how long its last answer counts after it stopped answering.
    package init(
        path: String, method: String, grace: Duration = .zero, loop: Loop, deadline: Duration = Limits.sourceDeadline
    ) {
        lifetime = AnswerLifetime(isAnnounced: false, asksAgainAfter: Limits.switchLifetime, grace: grace)
        self.path = path
        self.method = method
        self.loop = loop
        self.deadline = deadline
        name = "varlink:" + path
    }

    package func ask(_ question: FactQuestion, _ reply: @escaping (SourceReply) -> Void) {
        do throws(LoopError) {
            let call = try VarlinkCall(
                loop: loop, path: path, method: method, parameters: [.init("feature", .string(question.key.name))],
                replyLimit: Limits.sourceReplyBytes, deadline: deadline)
            calls[ObjectIdentifier(call)] = call
            call.onEnd = { [weak self, weak call] result in
                if let call { self?.calls[ObjectIdentifier(call)] = nil }
                reply(Self.reply(to: result, as: question.key))
            }
        } catch {
            let isFull = error.codeName == "EAGAIN"
            reply(isFull ? .undetermined(reason: "\(error): its queue is full") : .failed(reason: "\(error)"))
        }
    }

    package func close() {
        for call in calls.values { call.close() }
        calls = [:]
    }

    private static func reply(to result: VarlinkCall.Result, as key: FactKey) -> SourceReply {
        switch result {
        case .failure(let error): return .failed(reason: "\(error)")
        case .success(.error(let name, _)): return .failed(reason: "it answered \(name)")
        case .success(.parameters(let parameters)):
            switch parameters["on"] {
            case nil, .null: return .facts([:])
            case .bool(let isOn): return .facts([key: isOn ? .on : .off])
            default: return .failed(reason: "its `on` is neither true nor false")
            }
        }
    }
}
