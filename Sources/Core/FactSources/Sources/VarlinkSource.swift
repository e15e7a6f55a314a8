// A fact that a service keeps. The method gets the fact's name and, for what is one subject's, the subject:
//
//     method Get(feature: string) -> (on: ?bool)                        a runtime switch
//     method Get(…: string, subject: string) -> (…)                     another kind, as its `SourcedRule` says
//
// An `on` that is absent or null leaves the answer to the table's default. Other members of the answer are ignored, as
// Varlink asks of clients; anything else that is not exactly this is a failure: an error, an `on` of another type, a status
// that is no status, bytes that are no reply, an end before the reply, a second reply.
//
// If the service does not answer, the fact is undetermined: it must not stay granted because its service died. A table can
// declare a grace, `… grace 10s`: an answer then counts until it is ten seconds old, so that the service can be restarted. If
// its queue of connections is full there is no grace, because any user who may connect could fill the queue and so keep a
// switch `on` that was turned `off`.
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

/// Asks a service for facts.
///
/// *Limits*: an answer of `Limits.sourceReplyBytes`; `Limits.sourceDeadline` for all of it.
package final class VarlinkSource: FactSource {
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
    ///   - grace: how long its last answer counts, from its own moment on, while the service does not answer.
    package init(
        path: String, method: String, grace: Duration = .zero, loop: Loop, deadline: Duration = Limits.sourceDeadline
    ) {
        lifetime = AnswerLifetime(isAnnounced: false, asksAgainAfter: Limits.sourceLifetime, grace: grace)
        self.path = path
        self.method = method
        self.loop = loop
        self.deadline = deadline
        name = "varlink:" + path
    }

    package func ask(_ question: FactQuestion, _ reply: @escaping (SourceReply) -> Void) {
        do throws(LoopError) {
            let call = try VarlinkCall(
                loop: loop, path: path, method: method, parameters: ServiceAnswer.parameters(for: question),
                replyLimit: Limits.sourceReplyBytes, deadline: deadline)
            calls[ObjectIdentifier(call)] = call
            call.onEnd = { [weak self, weak call] result in
                if let call { self?.calls[ObjectIdentifier(call)] = nil }
                reply(ServiceAnswer.reply(to: result, for: question.key))
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
}
