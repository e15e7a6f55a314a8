// How one call is served: admitted, carried out, and answered now or later.
//
//     admission → begin → the link's path, or the method's handler → the reply → end

import Contract
import Features
import HostSystem

extension Session {
    /// Serves a call about a link with one text.
    func serve(_ link: CallDecoder.PlainLink, _ text: Span<UInt8>) {
        guard isAdmitted(answersOutcome: true, method: link.method) else { return }
        begin(awaited: true)
        let (path, waiter) = (server.path, Waiter(self))
        switch link {
        case .open: answer { path.take(text, to: .perform, for: waiter, writing: &$0) }
        case .verify: answer { path.take(text, to: .keep, for: waiter, writing: &$0) }
        case .perform: answer { path.perform(binding: text, for: waiter, nil, writing: &$0) }
        }
    }

    /// Serves any other call.
    func serve(_ call: Call) {
        // A call that cannot be served counts too: to answer it with an error takes as long as another call.
        let method = call.method
        let isAdmitted = isAdmitted(
            isForOperators: method?.audience == .operator, answersOutcome: method?.answersOutcome ?? false,
            isOneway: call.oneway, method: method, orPostpone: call)
        guard isAdmitted else { return }
        begin(awaited: !call.oneway)
        switch call.content {
        case .refused(let error): answer(error)
        case .request(let request) where type(of: request).isStreaming && !call.more: answer(VarlinkError.expectedMore)
        case .request(let request): server.serve(request, for: self) { self.answer($0) }
        }
    }

    /// Whether a call may be carried out now; if not, it is answered, dropped or postponed.
    private func isAdmitted(
        isForOperators: Bool = false, answersOutcome: Bool, isOneway: Bool = false,
        method: @autoclosure () -> (any Method.Type)?, orPostpone call: @autoclosure () -> Call? = nil
    ) -> Bool {
        switch connections.admission(
            isForOperators: isForOperators, answersOutcome: answersOutcome, isOneway: isOneway, from: self,
            isOperator: server.callers.isOperator(caller))
        {
        case .served: return true
        case .dropped: countCall()
        case .refused(let error):
            countCall()
            if let reply = method()?.refusal(with: server.recorded(error, caller)) { append(reply) }
        case .postponed:
            postponed = call()
            hasPostponed = true
            stall()
        }
        return false
    }

    /// Begins a call that will be answered now or later, or never.
    private func begin(awaited: Bool) {
        isAnswering = true
        user.callsInFlight += 1
        isAwaited = awaited
    }

    /// Answers the call under way with a link as far as it goes straight on, and else when it has ended.
    func answer(_ take: (inout JSONWriter) -> Progress) {
        let isRead = isAwaited && !hasHungUp
        let progress = outgoing.write { writer in
            let start = writer.count
            let progress = take(&writer)
            if !isRead { writer.truncate(to: start) }
            return progress
        }
        switch progress {
        case .answered: end()
        case .waits(let link):
            link.begin { outcome, binding in
                guard let binding else { return self.answer(OutcomeAnswer(outcome)) }
                let lifetimeMs = Limits.bindingLifetime.wholeMilliseconds
                self.answer(
                    VerifyLink.Answer {
                        ($0.outcome, $0.binding, $0.expiresAfterMs) = (outcome, binding.text, lifetimeMs)
                    })
            }
        }
    }

    /// Answers the call under way.
    private func answer(_ reply: any Reply) {
        if isAwaited { append(reply) }
        lastActivityNs = HostClock.monotonicNs
        end()
    }

    /// Ends the call under way, which was answered.
    private func end() {
        isAnswering = false
        user.callsInFlight -= 1
        countCall()
        connections.wake(user)
        if !isServing { handOver() }
    }
}
