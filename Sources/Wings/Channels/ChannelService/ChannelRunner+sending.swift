// The sender's side: what becomes of a link at once, and what its sender hears later.
//
//     plain, latest, sticky    answered at once
//     held                     answered when a subscriber has acknowledged it, or when it is over
//     held, no one waits       answered at once, ok.accepted; how it ends goes to the log, perhaps that of the next run
//
// A sender that hangs up, or whose deadline passes, takes its link back while no subscriber was told of it. Afterwards the
// link goes on, and whether it takes effect the sender cannot know: unknown.effect.

package import ChannelRules
import Contract
package import Features
import HostSystem
import Routing
package import Serving

extension ChannelRunner {
    /// True for channels.
    package func performs(_ template: any PerformerTemplate) -> Bool { template is ChannelTemplate }

    /// Sends a verified link to a channel, and answers once.
    package func perform(
        _ proof: consuming VerifiedActionBinding, _ order: PerformanceOrder,
        then answer: @escaping (Performance) -> Void
    ) {
        guard let name = proof.action.performer.channel else {
            preconditionFailure("the runner hands on actions of this kind alone")
        }
        let origin = order.draft.origin(activationToken: order.activationToken)
        guard !isStopping else { return answer(.notBegun(.shutdown)) }
        let link = ChannelLink(
            origin, action: proof.action.name, inputs: proof.members, traceparent: order.traceparent)
        guard let rules = hub.rules(of: name) else { return answer(.failed(ChannelAnswer.gone(name))) }
        guard rules.kind == .held else {
            let result = hub.send(link, to: name, user: proof.user, nowNs: HostClock.monotonicNs)
            settle()
            return answer(ChannelAnswer.performance(result, in: name, rules))
        }
        let waits = order.isAwaited && !proof.action.limits.isDetached
        let send = HeldSend(
            channel: name, proof, feature: origin.feature, sentNs: HostClock.monotonicNs,
            ticket: waits ? order.ticket : nil, answer: answer)
        guard declared[name]?.isDurable == true else { return hold(link, of: proof.user, send, waits: waits) }
        guard let keeper = makeKeeper?(order, proof.caller) else {
            let message = "The channel \(name) is durable, and this program keeps no links on the disk."
            return answer(.failed(RunningError(.failedChannelNotKept, message)))
        }
        order.keeper = keeper
        let user = proof.user
        do {
            let durable = try DurableLink(
                proof,
                .init(
                    delivery: try HostFacts.randomName(), channel: name, user: user, owner: owner(user),
                    lifetime: rules.lifetime, route: origin.route, feature: origin.feature, url: origin.url,
                    mayBeTold: rules.isRedelivered))
            receive(durable, link, send, keeper, waits: waits)
        } catch {
            answer(.failed(RunningError(.failedInternal, "The link cannot be kept: \(error).")))
        }
    }

    /// Keeps a link on the disk, before its sender is answered that it was accepted and before an app is told of it.
    private func receive(
        _ durable: DurableLink, _ link: ChannelLink, _ send: HeldSend, _ keeper: any LinkKeeper, waits: Bool
    ) {
        let about = durable.description
        if let rules = hub.rules(of: send.channel),
            let limit = hub.obstacle(to: link, in: send.channel, user: about.user)
        {
            return finish(send, ChannelAnswer.performance(.full(limit), in: send.channel, rules))
        }
        send.isBeingReceived = true
        if let ticket = send.ticket { tickets[ticket] = send }
        keeper.receive(durable, accepted: ChannelAnswer.accepted(send)) { [self] error in
            send.isBeingReceived = false
            if let error { return finish(send, .failed(error)) }
            (send.keeper, send.isToldKept) = (keeper, about.mayBeTold)
            // At the end of the daemon it stays for the next one.
            if isStopping { return leave(send) }
            if let withdrawal = send.withdrawal { return finish(send, withdrawal) }
            hold(link, of: about.user, send, delivery: about.delivery, waits: waits)
        }
    }

    /// Takes up a link that an earlier run of the daemon accepted.
    ///
    /// - Parameter keeper: nil for one that was in memory alone.
    package func restore(_ kept: KeptLink, keeper: (any LinkKeeper)?) {
        let (link, nowNs) = (kept.link, HostClock.monotonicNs)
        let about = link.description
        guard hub.link(ofDelivery: about.delivery) == nil else { return }
        let send = HeldSend(link, wasTold: kept.wasTold, keeper: keeper, nowNs: nowNs)
        let declaration = declared[about.channel]
        func end(_ result: HeldResult) { finish(send, ChannelAnswer.performance(result, of: send, declaration)) }
        guard kept.remaining > .zero else { return end(kept.wasTold ? .notAcknowledged : .noSubscriber) }
        guard let declaration else { return end(kept.wasTold ? .notAcknowledged : .removed) }
        guard declaration.rules.isRedelivered || !kept.wasTold else { return end(.notAcknowledged) }
        let origin = LinkOrigin(
            route: about.route, feature: about.feature, url: about.url, activationToken: about.activationToken)
        let restored = RestoredLink(
            ChannelLink(origin, action: link.action, inputs: link.inputs, traceparent: about.traceparent),
            delivery: about.delivery,
            remaining: kept.remaining, wasTold: kept.wasTold)
        guard let number = hub.restore(restored, to: about.channel, user: about.user, nowNs: nowNs) else {
            return end(kept.wasTold ? .notAcknowledged : .removed)
        }
        send.link = number
        sends[number] = send
        settle()
    }

    /// Keeps a link until it is acknowledged; answers a sender that does not wait.
    private func hold(
        _ link: ChannelLink, of user: UInt32, _ send: HeldSend, delivery: String? = nil, waits: Bool
    ) {
        do throws(LoopError) {
            if delivery == nil { try drawName() }
        } catch {
            let message = "The link cannot be named, because the system has no random bits to give."
            return finish(send, .failed(RunningError(.failedInternal, message)))
        }
        let result = hub.send(
            link, to: send.channel, user: user, delivery: delivery, nowNs: HostClock.monotonicNs)
        if case .held(let number) = result {
            send.link = number
            sends[number] = send
            if let ticket = send.ticket { tickets[ticket] = send }
            if !waits { send.answer.take()?(ChannelAnswer.accepted(send)) }
        } else if let rules = hub.rules(of: send.channel) {
            finish(send, ChannelAnswer.performance(result, in: send.channel, rules))
        } else {
            finish(send, .failed(ChannelAnswer.gone(send.channel)))
        }
        settle()
    }

    /// Takes back the link of a ticket, or answers its sender without waiting for the end.
    package func stop(_ ticket: Int, because cause: Interruption) {
        guard let send = tickets.removeValue(forKey: ticket) else { return }
        stop(send, because: cause)
        settle()
    }

    private func stop(_ send: HeldSend, because cause: Interruption) {
        send.withdrawal = .notBegun(cause)
        if send.isBeingReceived { return }
        if hub.withdraw(link: send.link, nowNs: HostClock.monotonicNs) { return }
        send.withdrawal = nil
        release(send)
        send.answer.take()?(.failed(ChannelAnswer.notAwaited(send, cause)))
    }

    /// Answers every sender that waits, and takes back their links that no subscriber was told of, at once; no link is taken
    /// afterwards.
    ///
    /// Links whose senders do not wait are left to the next run.
    package func stopAll(then onIdle: @escaping () -> Void) {
        isStopping = true
        for send in sends.values.sorted(by: { $0.link < $1.link }) {
            if send.keeper != nil {
                leave(send)
            } else if send.answer != nil {
                stop(send, because: .shutdown)
                send.isGivenUp = true
            }
        }
        settle()
        onIdle()
    }

    /// The links that wait in memory and whose senders do not, in the order in which they were sent.
    func linksLeft() -> [(HeldSend, HeldLink)] {
        sends.values.filter { $0.keeper == nil && $0.answer == nil && !$0.isGivenUp }
            .sorted { $0.link < $1.link }.compactMap { send in hub.held[send.link].map { (send, $0) } }
    }

    /// Ends a link that is not left to the next run.
    func giveUp(_ send: HeldSend, wasTold: Bool) {
        sends[send.link] = nil
        let result = ChannelAnswer.performance(.notAcknowledged, of: send, declared[send.channel])
        finish(send, wasTold ? result : .notBegun(.shutdown))
    }

    /// Answers the sender of a durable link, which stays for the next run of the daemon.
    private func leave(_ send: HeldSend) {
        release(send)
        // One that was accepted under rules by which it was redelivered may have been told of.
        let isOver = send.isToldKept && declared[send.channel]?.rules.isRedelivered == false
        send.answer.take()?(
            isOver ? .failed(ChannelAnswer.notAwaited(send, .shutdown)) : ChannelAnswer.accepted(send))
    }

    /// Takes what became of a link, for its sender.
    func finish(_ link: Int, _ result: HeldResult) {
        guard let send = sends.removeValue(forKey: link) else { return }
        // One that a subscriber was told of before ends as `notAcknowledged` all the same.
        if result == .withdrawn, let withdrawal = send.withdrawal { return finish(send, withdrawal) }
        finish(send, ChannelAnswer.performance(result, of: send, declared[send.channel]))
    }

    /// Gives the last word on a link.
    private func finish(_ send: HeldSend, _ performance: Performance) {
        release(send)
        send.keeper?.linkDidEnd()
        if let answer = send.answer.take() {
            answer(performance)
        } else if let keeper = send.keeper {
            keeper.takeEnd(performance)
        } else {
            onUnawaited?(send, performance)
        }
    }

    private func release(_ send: HeldSend) {
        if let ticket = send.ticket.take() { tickets[ticket] = nil }
    }
}

extension VerifiedActionBinding {
    /// Whose subscribers get the link: the user whose facts count, or the caller where those of no user do.
    fileprivate var user: UInt32 { if case .uid(let uid) = subject { uid } else { caller.uid } }
}
