import Contract
import EventLoop
import FactSources
import Features
import HostSystem

/// All calls of `Watch` that go on, and what makes them hear of changes: each has its turn, as a call has, whenever
/// something may have moved for it, but at most ten times a second.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
final class WatchList {
    private let loop: Loop
    private unowned let server: Server
    private let gathering: FactGathering
    private var groups: [WatchGroup.Key: WatchGroup] = [:]
    private lazy var telling = try? DueTimer(loop: loop) { [weak self] in self?.giveTurns() }
    private lazy var polling = try? DueTimer(loop: loop) { [weak self] in self?.poll() }

    init(loop: Loop, of server: Server) {
        self.loop = loop
        self.server = server
        gathering = server.facts.gathering
    }

    /// Adds a watch, whose first answer is what the features are once that is known, and the others are what changes.
    func add(_ session: Session, of subject: Subject?, features: Range<Int>) {
        let key = WatchGroup.Key(caller: session.caller, subject: subject)
        let group = groups[key] ?? WatchGroup(key)
        let watch = Watch(session, of: key, in: self)
        groups[key] = group
        group.watches[ObjectIdentifier(watch)] = watch
        session.answer(with: watch)
        pollIfDue()
        gathering.whenReady(features, for: key.holder) { [weak session] in session?.goOn() }
    }

    /// Removes a watch.
    func remove(_ watch: Watch) {
        guard let group = groups[watch.key] else { return }
        group.watches[ObjectIdentifier(watch)] = nil
        if group.watches.isEmpty { groups[watch.key] = nil }
        if groups.isEmpty { polling?.cancel() }
    }

    /// What a watch has not been told; asked for in its session's turn.
    func next(for watch: Watch) -> StreamedAnswer? {
        guard let group = groups[watch.key] else { return nil }
        guard mayHear(watch.key) else { return .last(.failure(.permissionDenied)) }
        let (nowNs, snapshot) = (HostClock.monotonicNs, server.snapshot)
        group.refresh(snapshot, for: server.sight(of: watch.key.caller), nowNs: nowNs)
        if group.isBehind(snapshot) {
            tellLater(afterNs: group.waitNs(nowNs: nowNs))
            // What it is told first is no older than its call, although others of the group had their notice just now.
            guard watch.wasTold else { return nil }
        }
        return watch.next(of: group)
    }

    /// Whether a caller may still hear of a subject; a reload may have taken the right from it.
    private func mayHear(_ key: WatchGroup.Key) -> Bool {
        key.subject.map { server.callers.mayName($0, caller: key.caller) } ?? true
    }

    /// Has every watch look for news in the loop's next turn.
    func tellLater() {
        guard !groups.isEmpty else { return }
        tellLater(afterNs: 0)
    }

    private func tellLater(afterNs waitNs: Int64) {
        telling?.fire(within: .nanoseconds(waitNs))
    }

    /// Those who must wait for their interval look once it is over.
    private func giveTurns() {
        let (nowNs, snapshot) = (HostClock.monotonicNs, server.snapshot)
        var nextNs: Int64?
        for group in groups.values where group.isBehind(snapshot) || !mayHear(group.key) {
            let waitNs = group.waitNs(nowNs: nowNs)
            if waitNs > 0 {
                nextNs = min(nextNs ?? waitNs, waitNs)
            } else {
                for watch in group.watches.values { watch.session.goOn() }
            }
        }
        if let nextNs { tellLater(afterNs: nextNs) }
    }

    /// Asks sources as often as the table in force needs it, while there are watches.
    func pollIfDue() {
        guard !groups.isEmpty, let interval = gathering.pollingInterval else { return polling?.cancel() ?? () }
        polling?.fire(within: interval)
    }

    private func poll() {
        gathering.refresh(for: Set(groups.keys.map(\.holder)))
        pollIfDue()
    }

    /// Ends all timers.
    func close() {
        for timer in [telling, polling] { timer?.close() }
    }
}
