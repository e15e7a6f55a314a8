import ChannelRules
import ChannelWire
import Contract
import FactSources
import HostSystem
import Serving

/// One call of `Subscribe` that goes on: the links of a channel, each when its session asks for it.
///
///     the first answer     at once: from then on the client is subscribed
///     a link               of a held channel only after its feature was verified again
///     the end              of the channel, of the client's right to it, or of the daemon
///
/// *Owner/thread*: the loop's thread; held by its session until it ends, and by the runner.
final class ChannelStream: ReplyStream {
    private let channel: String
    private unowned let session: Session
    private let service: ChannelService
    private var subscription: Subscription?
    private var isGreeted = false
    /// The code of an end that the client was not told of.
    private var endCode: String?
    /// The held link for which sources are being asked, and the one for which they were.
    private var (awaited, settled) = (0, 0)

    private var channels: ChannelRunner { service.channels }

    init(_ channel: String, _ session: Session, of service: ChannelService) {
        (self.channel, self.session, self.service) = (channel, session, service)
    }

    /// Subscribes; the session is given the stream afterwards.
    func begin(after: Int64?) throws(SubscriptionError) {
        subscription = try channels.subscribe(self, to: channel, as: session.caller, after: after)
    }

    // MARK: Answers

    var lastReply: any Reply { SubscriptionEnded(code: "shutdown") }

    var payer: UInt32? { isGreeted ? subscription?.nextUser : nil }

    func next() -> StreamedAnswer? {
        guard let subscription else { return nil }
        guard isGreeted else {
            isGreeted = true
            let first = SubscribeToChannel.Answer { $0.sequence = subscription.position }
            return .next(first, isMore: subscription.hasNews || endCode != nil)
        }
        if let endCode { return .last(SubscriptionEnded(code: endCode)) }
        // What an app would be told now it could not acknowledge any more.
        guard !channels.isStopping, mayTell(subscription), let news = channels.next(for: subscription) else {
            return nil
        }
        return .next(Self.reply(news), isMore: subscription.hasNews)
    }

    func close() {
        if let subscription = subscription.take() { channels.unsubscribe(subscription) }
    }

    /// Whether the next link may be told now; refuses those whose feature is not available any more.
    private func mayTell(_ subscription: Subscription) -> Bool {
        while let send = channels.nextHeldLink(for: subscription) {
            guard awaited != send.link else { return false }
            switch ChannelCalls(service: service).handover(of: send, isSettled: settled == send.link) {
            case .allowed: return channels.isReadyToTell(send)
            case .refused(let reason): channels.refuse(send, reason)
            case .undecided(let feature):
                awaited = send.link
                service.server.facts.gathering.whenReady([feature], for: send.subject) { [weak self] in
                    guard let self else { return }
                    (awaited, settled) = (0, send.link)
                    session.goOn()
                }
                return false
            }
        }
        return true
    }

    private static func reply(_ news: ChannelNews) -> SubscribeToChannel.Answer {
        SubscribeToChannel.Answer {
            switch news {
            case .missed(let count, let sequence): ($0.sequence, $0.missed) = (sequence, count ?? 0)
            case .link(let link, let user, let sequence, let delivery):
                ($0.sequence, $0.link) = (sequence, delivered(link, of: user, delivery))
            }
        }
    }

    private static func delivered(_ link: ChannelLink, of user: UInt32, _ delivery: Delivery?) -> DeliveredLink {
        DeliveredLink {
            ($0.route, $0.feature, $0.action) = (link.route, link.feature, link.action)
            $0.inputs = OpenObject(members: link.inputs)
            ($0.uid, $0.url, $0.activationToken) = (user, link.url, link.activationToken)
            $0.traceparent = link.traceparent
            guard let delivery else { return }
            ($0.delivery, $0.isRedelivered) = (delivery.name, delivery.isRedelivered)
            $0.acknowledgeWithin = .nanoseconds(max(0, delivery.dueNs - HostClock.monotonicNs))
        }
    }
}

extension ChannelStream: ChannelListener {
    func subscriptionHasNews() { session.goOn() }

    func channelsDidChange() {
        if let subscription { channels.endIfNotAdmitted(subscription, to: channel, as: session.caller) }
    }

    func subscriptionDidEnd(_ reason: SubscriptionEnd) {
        endCode =
            switch reason {
            case .channelRemoved: "channel.removed"
            case .tooManyMissed: "channel.notAcknowledging"
            case .notAdmitted: "channel.notAdmitted"
            }
        session.goOn()
    }
}
