// Requests of `Open` with `waitMs`: where something stands in the way they are kept, and cleared again whenever facts of their
// subject or the table change, and once a second besides, since some sources announce nothing.
//
//     cleared                        performed, once, by the same path as any request
//     the time is over               cleared for the last time: performed, or answered with what stands in the way then
//     a newer one of the same user   the older is answered at once: a person who clicks again means the newer link
//     the connection is gone         forgotten
//     the daemon ends                answered rejected.shuttingDown
//
// One request waits for each user and feature, so that a purchase does not open a dozen links at once.

import Contract
import EventLoop
import Features
import HostSystem
import Routing

/// The requests that wait until what blocks them is lifted.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
final class WaitingRequests {
    /// Takes the end of a request's wait.
    typealias Proceed = (consuming Clearance) -> Void

    private struct Key: Hashable {
        let user: UInt32
        let subject: Subject
        let feature: String
    }

    private final class Entry {
        let request: LinkRequest
        let endNs: Int64
        let isWanted: () -> Bool
        let proceed: Proceed
        /// What stood in the way last.
        private(set) var outcome: Outcome
        /// When it was cleared last, by which table and facts.
        private var lookedNs = HostClock.monotonicNs
        private var tableRevision: String
        private var stateRevision: StateRevision
        private(set) var isLooking = false
        /// When it is answered at the latest: at its end, or a moment later if it is cleared a last time then.
        private(set) var lastNs = Int64.max

        init(
            _ request: LinkRequest, _ outcome: Outcome, _ snapshot: Snapshot, endNs: Int64,
            isWanted: @escaping () -> Bool, proceed: @escaping Proceed
        ) {
            (self.request, self.outcome, self.endNs) = (request, outcome, endNs)
            (self.isWanted, self.proceed) = (isWanted, proceed)
            tableRevision = snapshot.ruleset.revision
            stateRevision = snapshot.store.revision(of: request.holder)
        }

        /// When it is cleared again, also where nothing has moved; while it is cleared, when it ends.
        var nextNs: Int64 { isLooking ? lastNs : min(endNs, lookedNs + Limits.waitPoll.wholeNanoseconds) }

        /// Whether another outcome is possible by now.
        func isDue(_ snapshot: Snapshot, nowNs: Int64) -> Bool {
            nowNs >= nextNs || tableRevision != snapshot.ruleset.revision
                || stateRevision != snapshot.store.revision(of: request.holder)
        }

        /// Notes that it is cleared.
        ///
        /// The last look at its end may take a moment, an earlier one only until the end.
        func beginLook(nowNs: Int64) {
            isLooking = true
            lastNs = nowNs < endNs ? endNs : endNs + Limits.watchInterval.wholeNanoseconds
        }

        /// Notes that it was cleared.
        func endLook() { (isLooking, lastNs) = (false, .max) }

        /// Notes what stands in the way now.
        func note(_ outcome: Outcome, _ snapshot: Snapshot) {
            (self.outcome, lookedNs) = (outcome, HostClock.monotonicNs)
            tableRevision = snapshot.ruleset.revision
            stateRevision = snapshot.store.revision(of: request.holder)
        }

        /// Answers with what stood in the way last.
        func end(adding sentence: String = "") {
            outcome.message += sentence
            proceed(.stopped(outcome, feature: nil))
        }
    }

    private unowned let server: Server
    private let loop: Loop
    private var entries: [Key: Entry] = [:]
    private lazy var timer = try? DueTimer(loop: loop) { [weak self] in self?.look() }
    private var isClosed = false

    init(loop: Loop, of server: Server) { (self.loop, self.server) = (loop, server) }

    /// Ends the timer.
    func close() {
        isClosed = true
        timer?.close()
    }

    // MARK: Beginnings

    /// How long a request may wait; nil for not at all.
    ///
    /// *Units and range*: milliseconds, 1 to `Limits.longestWait`.
    /// *Throws*: `invalid` for any other number.
    static func length(_ waitMs: Int64?) throws(ParameterError) -> Duration? {
        guard let waitMs else { return nil }
        guard 1...Limits.longestWait.wholeMilliseconds ~= waitMs else { throw .invalid(.waitMs) }
        return .milliseconds(waitMs)
    }

    /// Clears a request as the server does, after a wait where something stands in its way.
    ///
    /// - Parameters:
    ///   - length: how long it may wait; nil for not at all.
    ///   - isWanted: whether its caller still waits for an answer.
    func clear(
        _ request: LinkRequest, within length: Duration?, while isWanted: @escaping () -> Bool,
        then proceed: @escaping Proceed
    ) {
        server.clearLink(request) { [self] clearance in
            guard let length, isWanted(), !server.isShuttingDown else { return proceed(clearance) }
            switch consume clearance {
            case .stopped(let outcome, let feature):
                guard let feature, Self.isWorthWaiting(outcome, feature) else {
                    return proceed(.stopped(outcome, feature: feature))
                }
                add(
                    request, outcome, feature: server.snapshot.ruleset.catalogue.features[feature].path,
                    length: length, while: isWanted, then: proceed)
            case .cleared(let proof, let draft): proceed(.cleared(proof, draft))
            }
        }
    }

    /// Keeps a request that something stands in the way of; an older one of the same user and feature is answered.
    private func add(
        _ request: LinkRequest, _ outcome: Outcome, feature: String, length: Duration,
        while isWanted: @escaping () -> Bool, then proceed: @escaping Proceed
    ) {
        server.noteWait(for: outcome.code.rawValue, feature: feature, request)
        let key = Key(user: request.caller.uid, subject: request.holder, feature: feature)
        if let older = entries.removeValue(forKey: key) {
            older.end(adding: " A newer request of the same user and feature waits in its place.")
        }
        entries[key] = Entry(
            request, outcome, server.snapshot, endNs: HostClock.monotonicNs + length.wholeNanoseconds,
            isWanted: isWanted, proceed: proceed)
        awaitNext()
    }

    // MARK: Ends

    /// Forgets the request of a connection that is gone.
    func forget(_ connection: Int) {
        for (key, entry) in entries where entry.request.waiter?.isAwaited == true {
            guard entry.request.waiter?.ticket == connection else { continue }
            entries[key] = nil
            entry.end()
        }
    }

    /// Answers all, where the daemon ends.
    func shutDown() {
        let waiting = entries.values
        entries = [:]
        for entry in waiting { entry.proceed(.stopped(Outcome(RequestError.shuttingDown), feature: nil)) }
    }

    // MARK: Looking again

    /// Looks again soon: facts or the table may have changed.
    func tellLater() {
        guard !entries.isEmpty, !isClosed else { return }
        timer?.fire(within: Limits.watchInterval)
    }

    private func awaitNext() {
        guard !isClosed else { return }
        let nextNs = entries.values.lazy.map(\.nextNs).min()
        if let nextNs { timer?.fire(byNs: nextNs) }
    }

    private func look() {
        let (nowNs, snapshot) = (HostClock.monotonicNs, server.snapshot)
        for (key, entry) in entries {
            // Its time is over also while a source is asked for it: that may take longer.
            if !entry.isWanted() || nowNs >= entry.lastNs {
                entries[key] = nil
                entry.end()
            } else if !entry.isLooking, entry.isDue(snapshot, nowNs: nowNs) {
                look(at: entry, key)
            }
        }
        awaitNext()
    }

    private func look(at entry: Entry, _ key: Key) {
        entry.beginLook(nowNs: HostClock.monotonicNs)
        server.facts.advance()
        server.clearLink(entry.request) { [weak self] clearance in
            entry.endLook()
            // It may have ended meanwhile: then it was answered, and what is cleared here is not performed.
            guard let self, entries[key] === entry else { return }
            switch consume clearance {
            case .stopped(let outcome, let feature):
                if Self.isWorthWaiting(outcome, feature), HostClock.monotonicNs < entry.endNs {
                    entry.note(outcome, server.snapshot)
                    return awaitNext()
                }
                entries[key] = nil
                entry.proceed(.stopped(outcome, feature: feature))
            case .cleared(let proof, let draft):
                entries[key] = nil
                entry.proceed(.cleared(proof, draft))
            }
        }
    }

    /// Whether what stands in the way may be lifted while a request waits.
    private static func isWorthWaiting(_ outcome: Outcome, _ feature: Int?) -> Bool {
        feature != nil && (outcome.code.outcomeClass == .blocked || outcome.code == .pendingUndetermined)
    }
}
