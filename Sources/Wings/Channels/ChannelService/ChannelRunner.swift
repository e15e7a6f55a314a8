// Performs `channel NAME`: hands the links of verified bindings to the hub (ChannelRules), and does what the hub has to
// have done. The hub knows no clock, no socket and no program; they are here:
//
//     perform(proof)       → hub.send        → wake → the listener's session has its turn → next(for:) → the client
//     acknowledge(name)    → hub.acknowledge → answer → the sender's outcome
//     the timer            → hub.advance     → answer, wake, end
//     hub: start           → ProgramStarter  → the program has ended → hub.starterEnded
//
// A held link passes three moments: received (ChannelRunner+sending.swift, `hold`), told (`next(for:)`) and acknowledged
// (`acknowledge`). Each is one function.

package import ChannelRules
import Contract
package import EventLoop
package import Features
import HostSystem
import Serving

/// Performs `channel`.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
package final class ChannelRunner: ActionPerformer {
    let hub: ChannelHub
    private let loop: Loop
    /// What starts the programs of channels; nil where no wing does.
    var programs: () -> (any ProgramStarter)? = { nil }
    /// Makes what keeps a link of a durable channel; nil where none is kept.
    var makeKeeper: ((PerformanceOrder, Caller) -> (any LinkKeeper)?)?
    private let names = DeliveryNames()
    /// The user whose limits what belongs to a uid counts for.
    let owner: (UInt32) -> UInt32
    /// The channels of the table in force, and those that are suspended, as they were declared.
    private(set) var declared: [String: ChannelDeclaration] = [:]
    /// By the numbers of their links.
    var sends: [Int: HeldSend] = [:]
    /// The links whose senders wait, by their tickets.
    var tickets: [Int: HeldSend] = [:]
    private var listeners: [ObjectIdentifier: any ChannelListener] = [:]
    /// The users whose links each program takes that runs; it runs as the daemon's own user, so one of a channel is enough.
    private var starting: [String: [UInt32]] = [:]
    private var timer: DueTimer?
    private var isSettling = false
    private var isClosed = false
    var isStopping = false
    /// Told of the end of a link whose sender did not wait for it.
    package var onUnawaited: ((HeldSend, Performance) -> Void)?
    /// Told of a program that could not be started.
    package var onStartFailure: ((_ channel: String, RunningError) -> Void)?

    /// Makes a runner without channels.
    ///
    /// - Parameter owner: the user whose links those of a uid count as.
    package init(loop: Loop, owner: @escaping (UInt32) -> UInt32 = { $0 }) {
        (self.loop, self.owner) = (loop, owner)
        hub = ChannelHub(
            firstNumber: { HostClock.wallMs << 10 }, deliveryName: { [names] in names.take() }, owner: owner)
    }

    /// Ends the timer; nothing is due any more.
    package func close() {
        isClosed = true
        timer.take()?.close()
    }

    // MARK: The table

    /// Puts the channels of a table in force.
    ///
    /// - Parameter isSuspended: whether a channel that is not among them will be again: until then its links and
    ///   subscribers stay.
    package func adopt(
        _ channels: [String: ChannelDeclaration], suspending isSuspended: (String) -> Bool = { _ in false }
    ) {
        let suspended = declared.filter { channels[$0.key] == nil && isSuspended($0.key) }
        declared = channels.merging(suspended) { declared, _ in declared }
        hub.adopt(channels.mapValues(\.rules), suspending: isSuspended, nowNs: HostClock.monotonicNs)
        settle()
        for listener in listeners.values { listener.channelsDidChange() }
    }

    /// The declaration of a channel; nil where the table in force has none of that name.
    package func declaration(of channel: String) -> ChannelDeclaration? { declared[channel] }

    // MARK: Subscribers

    /// Adds a subscriber, which hears the links of its own user, or all where the table says so.
    ///
    /// *Throws*: as the hub does.
    package func subscribe(
        _ listener: any ChannelListener, to channel: String, as caller: Caller, after: Int64?
    ) throws(SubscriptionError) -> Subscription {
        let subscription = try hub.subscribe(
            to: channel, user: caller.uid, hearsAll: declared[channel]?.hearsAll(caller) ?? false, after: after,
            nowNs: HostClock.monotonicNs)
        listeners[ObjectIdentifier(subscription)] = listener
        settle()
        return subscription
    }

    /// Removes a subscriber whose client is gone.
    package func unsubscribe(_ subscription: Subscription) {
        listeners[ObjectIdentifier(subscription)] = nil
        hub.unsubscribe(subscription, nowNs: HostClock.monotonicNs)
        settle()
    }

    /// Ends a subscription to all users' links, where the table in force does not let it hear them.
    package func endIfNotAdmitted(_ subscription: Subscription, to channel: String, as caller: Caller) {
        guard subscription.hearsAll, declared[channel]?.hearsAll(caller) == false else { return }
        hub.end(subscription, .notAdmitted, nowNs: HostClock.monotonicNs)
        settle()
    }

    /// The held link that a subscriber is told next; nil where it is told something else, or nothing.
    ///
    /// The caller verifies it again before it asks for what is next, or refuses it.
    package func nextHeldLink(for subscription: Subscription) -> HeldSend? {
        hub.nextHeldLink(for: subscription).flatMap { sends[$0] }
    }

    /// Whether a held link may be told now; false while it is being written down that an app is told of it.
    ///
    /// The subscriber that has the link is woken then.
    package func isReadyToTell(_ send: HeldSend) -> Bool {
        guard let keeper = send.keeper, !send.isToldKept else { return true }
        guard !send.isTellingBeingKept else { return false }
        send.isTellingBeingKept = true
        hub.postpone(link: send.link)
        keeper.noteTelling { [weak self] in
            (send.isTellingBeingKept, send.isToldKept) = (false, true)
            guard let self else { return }
            hub.resume(link: send.link, nowNs: HostClock.monotonicNs)
            settle()
        }
        return false
    }

    /// What a subscriber is told now; nil where there is nothing.
    package func next(for subscription: Subscription) -> ChannelNews? {
        hub.next(for: subscription, nowNs: HostClock.monotonicNs)
    }

    /// Ends a link that may not be handed over any more.
    package func refuse(_ send: HeldSend, _ reason: Performance) {
        send.withdrawal = reason
        hub.refuse(link: send.link, nowNs: HostClock.monotonicNs)
        settle()
    }

    /// Takes what a subscriber says of a link that it was told of, and answers when that is kept.
    package func acknowledge(
        _ delivery: String, _ result: Acknowledgement, user: UInt32,
        then answer: @escaping (Result<Void, AcknowledgementError>) -> Void
    ) {
        let keeper = hub.link(ofDelivery: delivery).flatMap { sends[$0]?.keeper }
        let taken = Result { () throws(AcknowledgementError) in
            try hub.acknowledge(delivery, result, user: user, nowNs: HostClock.monotonicNs)
        }
        settle()
        guard let keeper, case .success = taken else { return answer(taken) }
        keeper.whenEnded { answer(taken) }
    }

    /// Removes a user's links that wait; returns how many.
    package func clear(_ channel: String, user: UInt32) -> Int {
        defer { settle() }
        return hub.clear(channel, user: user, nowNs: HostClock.monotonicNs)
    }

    /// How many subscribers hear a user's links, how many of these wait, and how many are kept.
    package func counts(of channel: String, user: UInt32) -> (subscribers: Int, waiting: Int, kept: Int) {
        hub.counts(of: channel, user: user)
    }

    /// How many subscribers a channel has, and how many links of all users wait.
    func totals(of channel: String) -> (subscribers: Int, waiting: Int) { hub.totals(of: channel) }

    // MARK: What the hub has to have done

    /// Draws the name of the next delivery, where there is none.
    ///
    /// *Throws*: where the system has no random bits to give.
    func drawName() throws(LoopError) { try names.draw() }

    /// Does what the hub has to have done, and has it called when something is due.
    func settle() {
        // What is done may call the hub again; the outer loop takes what comes of it.
        guard !isSettling else { return }
        isSettling = true
        while true {
            let effects = hub.takeEffects()
            if effects.isEmpty { break }
            for effect in effects { perform(effect) }
        }
        isSettling = false
        startTimer()
    }

    private func perform(_ effect: ChannelHub.Effect) {
        switch effect {
        case .wake(let subscription): listeners[ObjectIdentifier(subscription)]?.subscriptionHasNews()
        case .end(let subscription, let reason):
            listeners.removeValue(forKey: ObjectIdentifier(subscription))?.subscriptionDidEnd(reason)
        case .answer(let link, let result): finish(link, result)
        case .start(let channel, let user): startProgram(of: channel, for: user)
        }
    }

    private func startTimer() {
        guard !isClosed, let dueNs = hub.nextDeadlineNs else { return }
        if timer == nil {
            // ignored: libuv has no reason to fail for a timer.
            timer = try? DueTimer(loop: loop) { [weak self] in self?.timePassed() }
        }
        timer?.fire(byNs: dueNs)
    }

    private func timePassed() {
        hub.advance(nowNs: HostClock.monotonicNs)
        settle()
    }

    // MARK: Programs

    private func startProgram(of channel: String, for user: UInt32) {
        if starting[channel] != nil { return starting[channel, default: []].append(user) }
        guard !isStopping, let declaration = declared[channel], let command = declaration.starter else { return }
        starting[channel] = [user]
        guard let programs = programs() else {
            return programEnded(
                of: channel,
                RunningError(
                    .failedSpawn, "The program \(command[0]) could not be started: this daemon starts no programs."))
        }
        programs.start(command, variables: declaration.environment, for: user) { [weak self] error in
            self?.programEnded(of: channel, error)
        }
    }

    private func programEnded(of channel: String, _ error: RunningError?) {
        if let error { onStartFailure?(channel, error) }
        for user in starting.removeValue(forKey: channel) ?? [] {
            hub.starterEnded(channel: channel, user: user, nowNs: HostClock.monotonicNs)
        }
        settle()
    }
}

/// Names of deliveries, drawn before they are needed: the hub cannot fail.
private final class DeliveryNames {
    private var next: String?

    func draw() throws(LoopError) {
        if next == nil { next = try HostFacts.randomName() }
    }

    func take() -> String {
        guard let name = next.take() else { preconditionFailure("the name of a delivery is drawn before it is sent") }
        return name
    }
}
