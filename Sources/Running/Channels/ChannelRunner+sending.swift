// The sender's side: what becomes of a link at once, and what its sender hears later.
//
//     plain, latest, sticky    answered at once
//     held                     answered when a subscriber has acknowledged it, or when it is over
//     held, no one waits       answered at once, ok.accepted; how it ends goes to the log
//
// A sender that hangs up, or whose deadline passes, takes its link back while no subscriber was told of it. Afterwards the
// link goes on, and whether it takes effect the sender cannot know: unknown.effect.

import Channels
import Contract
import Features
import HostSystem

extension ChannelRunner {
    /// Sends a verified link to a channel, and answers once.
    ///
    /// - Parameter isAwaited: whether anyone waits for the answer.
    func perform(
        _ name: String, _ proof: consuming VerifiedActionBinding, _ origin: LinkOrigin, isAwaited: Bool, ticket: Int?,
        then answer: @escaping (Performance) -> Void
    ) {
        guard !isStopping else { return answer(.notBegun(.shutdown)) }
        let link = ChannelLink(origin, action: proof.action.name, inputs: proof.inputs)
        guard let rules = hub.rules(of: name) else { return answer(.failed(ChannelAnswer.gone(name))) }
        guard rules.kind == .held else {
            let result = hub.send(link, to: name, user: proof.user, nowNs: HostClock.monotonicNs)
            settle()
            return answer(ChannelAnswer.performance(result, in: name, rules))
        }
        let waits = isAwaited && !proof.action.limits.isDetached
        hold(
            link, of: proof.user,
            HeldSend(
                channel: name, proof, feature: origin.feature, sentNs: HostClock.monotonicNs,
                ticket: waits ? ticket : nil, answer: answer), waits: waits)
    }

    /// Keeps a link until it is acknowledged; answers a sender that does not wait.
    private func hold(_ link: ChannelLink, of user: UInt32, _ send: HeldSend, waits: Bool) {
        do throws(LoopError) {
            try drawName()
        } catch {
            let message = "The link cannot be named, because the system has no random bits to give."
            send.answer?(.failed(.other(.failedInternal, message: message)))
            return
        }
        let result = hub.send(link, to: send.channel, user: user, nowNs: send.sentNs)
        if case .held(let number) = result {
            send.link = number
            sends[number] = send
            if let ticket = send.ticket { tickets[ticket] = send }
            if !waits { send.answer.take()?(ChannelAnswer.accepted(send)) }
        } else if let rules = hub.rules(of: send.channel) {
            send.answer.take()?(ChannelAnswer.performance(result, in: send.channel, rules))
        }
        settle()
    }

    /// Takes back the link of a ticket, or answers its sender without waiting for the end.
    func stop(_ ticket: Int, because cause: Interruption) {
        guard let send = tickets.removeValue(forKey: ticket) else { return }
        stop(send, because: cause)
        settle()
    }

    private func stop(_ send: HeldSend, because cause: Interruption) {
        send.withdrawal = .notBegun(cause)
        if hub.withdraw(link: send.link, nowNs: HostClock.monotonicNs) { return }
        send.withdrawal = nil
        release(send)
        send.answer.take()?(.failed(ChannelAnswer.notAwaited(send, cause)))
    }

    /// Answers every sender that waits, and takes back what no subscriber was told of; no link is taken afterwards.
    func stopAll() {
        isStopping = true
        for send in sends.values.sorted(by: { $0.link < $1.link }) { stop(send, because: .shutdown) }
        settle()
    }

    /// Takes what became of a link, for its sender.
    func finish(_ link: Int, _ result: HeldResult) {
        guard let send = sends.removeValue(forKey: link) else { return }
        release(send)
        var performance = ChannelAnswer.performance(result, of: send, declared[send.channel])
        // One that a subscriber was told of before ends as `notAcknowledged` all the same.
        if result == .withdrawn, let withdrawal = send.withdrawal { performance = withdrawal }
        if let answer = send.answer.take() { answer(performance) } else { onUnawaited?(send, performance) }
    }

    private func release(_ send: HeldSend) {
        if let ticket = send.ticket.take() { tickets[ticket] = nil }
    }
}

extension VerifiedActionBinding {
    /// Whose subscribers get the link: the user whose facts count, or the caller where those of no user do.
    fileprivate var user: UInt32 { if case .uid(let uid) = subject { uid } else { caller.uid } }
}
