// The lanes of actions whose tables say how many of them may be performed at once:
//
//     action play { … concurrency 2 ; queue 3 for 10s }
//
//     link 1, 2      performed
//     link 3 to 5    wait for their turn, for ten seconds at most; no user has more than two of the three places
//     link 6         rejected.overloaded
//
// A link that waits keeps its proof, and performing uses it up. When its turn comes, the link is asked first: where the table
// or the facts have changed meanwhile, it goes up to the gate again with the place that it has (`PerformanceOrder.onTurn`). A
// link ends its wait also by its deadline, because its caller hangs up, and because the daemon ends: nothing was done then.
//
// Users take turns, as everywhere. A lane counts what has no outcome yet: a service that no longer is waited for may still act.

import Contract
import EventLoop
import Features
import HostSystem
import Routing

/// The links that are performed or wait, of all actions with `concurrency`.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
final class ActionLanes {
    /// Performs an action whose turn it is.
    typealias Perform = (
        _ proof: consuming VerifiedActionBinding, _ order: PerformanceOrder, _ then: @escaping (Performance) -> Void
    ) -> Void

    /// A link that waits for its turn.
    fileprivate final class Waiting {
        var proof: VerifiedActionBinding?
        let order: PerformanceOrder
        let user: UInt32
        let queue: ActionLimits.Queue
        let endNs: Int64
        let answer: (Performance) -> Void

        init(
            _ proof: consuming VerifiedActionBinding, _ order: PerformanceOrder, of user: UInt32,
            _ queue: ActionLimits.Queue, then answer: @escaping (Performance) -> Void
        ) {
            self.proof = consume proof
            (self.order, self.user, self.queue, self.answer) = (order, user, queue, answer)
            endNs = HostClock.monotonicNs + queue.longestWait.wholeNanoseconds
        }
    }

    /// The places of one action, by its full name: also where a table is replaced.
    fileprivate final class Lane {
        let name: String
        /// As many as the newest table allows.
        var most = 1
        var takenCount = 0
        private var queue = TurnQueueByUser<UInt32, Waiting>()
        private var counts: [UInt32: Int] = [:]
        private(set) var waitingCount = 0

        init(_ name: String) { self.name = name }

        func waitingCount(of user: UInt32) -> Int { counts[user, default: 0] }

        func add(_ link: Waiting) {
            queue.add(link, of: link.user)
            counts[link.user, default: 0] += 1
            waitingCount += 1
        }

        func next() -> Waiting? {
            let link = queue.next()
            if let link { didRemove(link) }
            return link
        }

        func remove(_ link: Waiting) {
            queue.remove(of: link.user) { $0 === link }
            didRemove(link)
        }

        private func didRemove(_ link: Waiting) {
            let left = counts[link.user, default: 1] - 1
            counts[link.user] = left > 0 ? left : nil
            waitingCount -= 1
        }
    }

    private let loop: Loop
    private let perform: Perform
    private var lanes: [String: Lane] = [:]
    private var waiting: [ObjectIdentifier: (link: Waiting, lane: Lane)] = [:]
    /// *Units*: links that wait for their turn.
    var queuedCount: Int { waiting.count }
    /// Ends waits; made for the first link that waits.
    private var timer: DueTimer?
    private var draining: Set<String> = []

    init(_ loop: Loop, perform: @escaping Perform) { (self.loop, self.perform) = (loop, perform) }

    /// Ends the timer.
    func close() { timer.take()?.close() }

    // MARK: Arrivals

    /// Performs an action of which a table limits how many there may be, at once or in its turn.
    ///
    /// - Parameter user: whom the link counts for.
    func enter(
        _ proof: consuming VerifiedActionBinding, _ order: PerformanceOrder, most: Int, of user: UInt32,
        then answer: @escaping (Performance) -> Void
    ) {
        let name = order.draft.origin(activationToken: nil).feature + "." + proof.action.name
        if let place = order.place.take(), place.lane?.name == name {
            return run(proof, order, in: place, then: answer)
        }
        let lane = lanes[name] ?? Lane(name)
        (lanes[name], lane.most) = (lane, most)
        if lane.takenCount < most { return run(proof, order, in: take(lane), then: answer) }
        let queue = proof.action.limits.queue
        if let refusal = refusal(of: queue, in: lane, to: user) { return answer(.failed(refusal)) }
        guard let queue, let timer = usableTimer() else { return answer(.failed(.laneFull(name, most, ""))) }
        let link = Waiting(proof, order, of: user, queue, then: answer)
        order.stopwatch?.enter(.queue)
        lane.add(link)
        waiting[ObjectIdentifier(link)] = (link, lane)
        timer.fire(byNs: link.endNs)
    }

    /// Why one more link cannot wait; nil where it can.
    private func refusal(of queue: ActionLimits.Queue?, in lane: Lane, to user: UInt32) -> RunningError? {
        guard let queue else { return .laneFull(lane.name, lane.most, "") }
        if lane.waitingCount >= queue.count {
            return .laneFull(lane.name, lane.most, ", and \(lane.waitingCount) more wait")
        }
        let own = lane.waitingCount(of: user)
        return own < queue.countPerUser ? nil : .laneFull(lane.name, lane.most, ", and \(own) more of yours wait")
    }

    private func usableTimer() -> DueTimer? {
        if timer == nil { timer = try? DueTimer(loop: loop) { [weak self] in self?.timePassed() } }
        return timer
    }

    // MARK: Turns

    private func take(_ lane: Lane) -> LanePlace {
        lane.takenCount += 1
        return LanePlace(lane) { [weak self] in self?.didLeave($0) }
    }

    private func run(
        _ proof: consuming VerifiedActionBinding, _ order: PerformanceOrder, in place: LanePlace,
        then answer: @escaping (Performance) -> Void
    ) {
        perform(proof, order) { performance in
            answer(performance)
            place.leave()
        }
    }

    private func didLeave(_ lane: Lane) {
        lane.takenCount -= 1
        // A turn may end at once, and then the loop further up goes on.
        guard draining.insert(lane.name).inserted else { return }
        while lane.takenCount < lane.most, let link = lane.next() { begin(link, in: take(lane)) }
        draining.remove(lane.name)
        if lane.takenCount == 0, lane.waitingCount == 0 { lanes[lane.name] = nil }
    }

    private func begin(_ link: Waiting, in place: LanePlace) {
        forget(link)
        link.order.stopwatch?.enter(.perform)
        guard let proof = link.proof.take() else { return place.leave() }
        guard let onTurn = link.order.onTurn else { return run(proof, link.order, in: place, then: link.answer) }
        if let proof = onTurn(proof, place) { run(proof, link.order, in: place, then: link.answer) }
    }

    // MARK: Ends of waits

    private func forget(_ link: Waiting) {
        waiting[ObjectIdentifier(link)] = nil
        // A timer that is due keeps the loop running.
        if waiting.isEmpty { timer?.cancel() }
    }

    /// Ends the wait of a ticket; nothing was done.
    func stop(_ ticket: Int, because cause: Interruption) {
        guard let found = waiting.values.first(where: { $0.link.order.ticket == ticket }) else { return }
        end(found.link, in: found.lane, with: .notBegun(cause))
    }

    /// Ends all waits; nothing was done.
    func stopAll() {
        for found in Array(waiting.values) { end(found.link, in: found.lane, with: .notBegun(.shutdown)) }
    }

    private func timePassed() {
        let nowNs = HostClock.monotonicNs
        for found in Array(waiting.values) where found.link.endNs <= nowNs {
            let late = RunningError.turnLate(found.lane.name, found.lane.most, found.link.queue.longestWait)
            end(found.link, in: found.lane, with: .failed(late))
        }
        if let nextNs = waiting.values.map(\.link.endNs).min() { timer?.fire(byNs: nextNs) }
    }

    private func end(_ link: Waiting, in lane: Lane, with performance: Performance) {
        // An answer may end another one.
        guard waiting[ObjectIdentifier(link)] != nil else { return }
        forget(link)
        lane.remove(link)
        link.proof = nil
        link.answer(performance)
    }
}

/// The place in a lane of an action that is performed, or whose turn has come.
///
/// *Owner/thread*: the loop's thread. It is left once, at the latest when its holder lets go of it.
package final class LanePlace {
    fileprivate private(set) var lane: ActionLanes.Lane?
    private let onLeave: (ActionLanes.Lane) -> Void

    fileprivate init(_ lane: ActionLanes.Lane, onLeave: @escaping (ActionLanes.Lane) -> Void) {
        (self.lane, self.onLeave) = (lane, onLeave)
    }

    deinit { leave() }

    /// Gives the place to the next one, unless that was done.
    func leave() {
        if let lane = lane.take() { onLeave(lane) }
    }
}

extension RunningError {
    /// As many links of an action are performed as may be, and no more of them may wait.
    fileprivate static func laneFull(_ name: String, _ most: Int, _ clause: String) -> Self {
        Self(.overloaded, "The action \(name) is performed for \(most.links)" + clause + ", as many as may.")
    }

    /// The turn of a link has not come in time.
    fileprivate static func turnLate(_ name: String, _ most: Int, _ time: Duration) -> Self {
        Self(
            .overloaded,
            "The action \(name) is performed for \(most.links), as many as may, and none has ended within \(time).")
    }
}

extension Int {
    fileprivate var links: String { self == 1 ? "1 link" : "\(self) links" }
}
