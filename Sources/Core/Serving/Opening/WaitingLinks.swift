// Requests of `Open` with `waitMs`: where something stands in the way they are kept, and taken up to the gate again whenever
// facts of their subject or the table change, and once a second besides, since some sources announce nothing.
//
//     cleared                        performed, once, by the same path as any request
//     the time is over               taken up to the gate for the last time: performed, or answered with what blocks it then
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
final class WaitingLinks {
    private struct Key: Hashable {
        let user: UInt32
        let subject: Subject
        let feature: String
    }

    private final class Entry {
        let link: PendingLink
        let endNs: Int64
        /// What blocked it last.
        private(set) var outcome: Outcome
        /// When it was at the gate last, and by which table and facts.
        private var lookedNs = HostClock.monotonicNs
        private var tableRevision: String
        private var stateRevision: StateRevision
        private(set) var isLooking = false
        /// When it is answered at the latest: at its end, or a moment later if it is at the gate a last time then.
        private(set) var lastNs = Int64.max

        init(_ link: PendingLink, _ outcome: Outcome, _ snapshot: Snapshot, endNs: Int64) {
            (self.link, self.outcome, self.endNs) = (link, outcome, endNs)
            tableRevision = snapshot.ruleset.revision
            stateRevision = snapshot.store.revision(of: link.request.holder)
        }

        /// When it is taken up to the gate again, also where nothing has moved; while it is on its way, when it is
        /// answered at the latest.
        var nextNs: Int64 { isLooking ? lastNs : min(endNs, lookedNs + Limits.waitPoll.wholeNanoseconds) }

        /// True if another outcome is possible by now.
        func isDue(_ snapshot: Snapshot, nowNs: Int64) -> Bool {
            nowNs >= nextNs || tableRevision != snapshot.ruleset.revision
                || stateRevision != snapshot.store.revision(of: link.request.holder)
        }

        /// Notes that it is on its way to the gate.
        ///
        /// The last look at its end may take a moment, an earlier one only until the end.
        func beginLook(nowNs: Int64) {
            isLooking = true
            lastNs = nowNs < endNs ? endNs : endNs + Limits.watchInterval.wholeNanoseconds
        }

        /// Notes what blocks it now.
        func note(_ outcome: Outcome, _ snapshot: Snapshot) {
            (isLooking, lastNs) = (false, .max)
            (self.outcome, lookedNs) = (outcome, HostClock.monotonicNs)
            tableRevision = snapshot.ruleset.revision
            stateRevision = snapshot.store.revision(of: link.request.holder)
        }

        /// Answers with what blocked it last.
        func end(adding sentence: String = "") {
            outcome.message += sentence
            link.end(outcome)
        }
    }

    private unowned let server: Server
    private let loop: Loop
    private var entries: [Key: Entry] = [:]
    /// *Units*: links that wait.
    var count: Int { entries.count }
    private lazy var timer = try? DueTimer(loop: loop) { [weak self] in self?.look() }
    private var isClosed = false

    init(loop: Loop, of server: Server) { (self.loop, self.server) = (loop, server) }

    /// Ends the timer.
    func close() {
        isClosed = true
        timer?.close()
    }

    // MARK: Beginnings

    /// True if what stopped a link may be lifted while it waits.
    static func mayBeLifted(_ stop: StoppedLink) -> Bool {
        stop.feature != nil
            && (stop.outcome.code.outcomeClass == .blocked || stop.outcome.code == .pendingUndetermined)
    }

    /// Keeps a link that was stopped, if it may wait and what stopped it may be lifted.
    ///
    /// - Returns: false if it is to be answered now.
    func keeps(_ link: PendingLink, _ stop: StoppedLink) -> Bool {
        guard let length = link.request.wait, !isClosed else { return false }
        if let key = key(of: link), let entry = entries[key] {
            if Self.mayBeLifted(stop), HostClock.monotonicNs < entry.endNs {
                entry.note(stop.outcome, server.snapshot)
                awaitNext()
                return true
            }
            remove(key)
            return false
        }
        guard Self.mayBeLifted(stop), let feature = stop.feature, !server.isShuttingDown else { return false }
        add(link, stop.outcome, feature: server.snapshot.ruleset.catalogue.features[feature].path, length: length)
        return true
    }

    /// Keeps a link; an older one of the same user and feature is answered.
    private func add(_ link: PendingLink, _ outcome: Outcome, feature: String, length: Duration) {
        let request = link.request
        server.noteWait(for: outcome.code.rawValue, feature: feature, request)
        server.notes.began(request, outcome)
        request.stopwatch?.enter(.wait)
        let key = Key(user: request.caller.uid, subject: request.holder, feature: feature)
        remove(key)?.end(adding: " A newer request of the same user and feature waits in its place.")
        link.blockedFeature = feature
        entries[key] = Entry(
            link, outcome, server.snapshot, endNs: HostClock.monotonicNs + length.wholeNanoseconds)
        awaitNext()
    }

    private func key(of link: PendingLink) -> Key? {
        link.blockedFeature.map { Key(user: link.request.caller.uid, subject: link.request.holder, feature: $0) }
    }

    @discardableResult
    private func remove(_ key: Key) -> Entry? {
        let entry = entries.removeValue(forKey: key)
        entry?.link.blockedFeature = nil
        return entry
    }

    // MARK: Ends

    /// Forgets a link that goes on.
    func forget(_ link: PendingLink) {
        if let key = key(of: link) { remove(key) }
    }

    /// Forgets the link of a connection that is gone.
    func forget(_ connection: Int) {
        for (key, entry) in entries {
            guard let waiter = entry.link.request.waiter, waiter.isAwaited, waiter.connection == connection else {
                continue
            }
            remove(key)
            entry.end()
        }
    }

    /// Answers all, where the daemon ends.
    func shutDown() {
        for key in Array(entries.keys) { remove(key)?.link.end(Outcome(RequestError.shuttingDown)) }
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
            if entry.link.isOver || nowNs >= entry.lastNs {
                remove(key)
                entry.end()
            } else if !entry.isLooking, entry.isDue(snapshot, nowNs: nowNs) {
                entry.beginLook(nowNs: HostClock.monotonicNs)
                server.facts.advance()
                entry.link.pass()
            }
        }
        awaitNext()
    }
}
