// One call of `Purchases.Watch`: what a subject has of each product, and then what is no longer as it was told.
//
//     the first answer    every product
//     later               those that have changed since, at most ten times a second; nothing while nothing has
//
// A client that does not read in time is told the difference between what it knows and what is, once it reads.

import Contract
import EventLoop
import FactSources
import Features
import HostSystem
import Routing

/// The answers to one call.
///
/// *Owner/thread*: the loop's thread; held by its session until it ends, and by its list.
final class PurchaseWatch: ReplyStream {
    /// What was told last, and of which state.
    struct Told {
        var reports: [PurchaseReport]
        var tableRevision: String
        var stateRevision: StateRevision
        var atNs: Int64
    }

    unowned let session: Session
    /// nil for the caller's own.
    let subject: Subject?
    /// nil before the first answer.
    var told: Told?
    private unowned let list: PurchaseWatches

    init(_ session: Session, of subject: Subject?, in list: PurchaseWatches) {
        (self.session, self.subject, self.list) = (session, subject, list)
    }

    /// The subject whose purchases are told.
    var holder: Subject { subject ?? session.caller.subject }
    var lastReply: Reply { .report(PurchasesReport()) }

    func next() -> StreamedAnswer? { list.next(for: self) }

    func close() { list.remove(self) }
}

/// All calls of `Purchases.Watch` that go on.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
final class PurchaseWatches {
    private static let intervalNs = Limits.watchInterval.wholeNanoseconds

    private unowned let server: Server
    private var watches: [ObjectIdentifier: PurchaseWatch] = [:]
    private let loop: Loop
    private lazy var telling = try? DueTimer(loop: loop) { [weak self] in self?.giveTurns() }

    init(loop: Loop, of server: Server) { (self.loop, self.server) = (loop, server) }

    /// Adds a watch.
    func add(_ session: Session, of subject: Subject?) {
        let watch = PurchaseWatch(session, of: subject, in: self)
        watches[ObjectIdentifier(watch)] = watch
        session.answer(with: watch)
        let features = server.snapshot.ruleset.catalogue.features.indices
        server.facts.gathering.whenReady(features, for: watch.holder) { [weak session] in session?.goOn() }
    }

    /// Removes a watch.
    func remove(_ watch: PurchaseWatch) { watches[ObjectIdentifier(watch)] = nil }

    /// Has every watch look for news in the loop's next turn.
    func tellLater() {
        if !watches.isEmpty { telling?.fire(within: .zero) }
    }

    /// Ends the timer.
    func close() { telling?.close() }

    /// What a watch has not been told; asked for in its session's turn.
    func next(for watch: PurchaseWatch) -> StreamedAnswer? {
        guard mayHear(watch) else { return .last(.failure(.permissionDenied)) }
        let nowNs = HostClock.monotonicNs
        guard isBehind(watch) else { return nil }
        let waitNs = waitNs(of: watch, nowNs)
        guard waitNs <= 0 else {
            telling?.fire(within: .nanoseconds(waitNs))
            return nil
        }
        let snapshot = server.snapshot
        let products = PurchaseCalls(server: server).products(for: watch.session.caller)
        let reports = server.facts.licences.reports(on: products, for: watch.holder)
        let before = watch.told.map { Dictionary($0.reports.map { ($0.product, $0) }) { first, _ in first } }
        watch.told = .init(
            reports: reports, tableRevision: snapshot.ruleset.revision,
            stateRevision: snapshot.store.revision(of: watch.holder), atNs: nowNs)
        guard let before else { return .next(.report(PurchasesReport { $0.purchases = reports }), isMore: false) }
        let changed = reports.filter { $0.isNews(since: before[$0.product]) }
        let removed = Set(before.keys).subtracting(reports.map(\.product)).sorted()
        if changed.isEmpty, removed.isEmpty { return nil }
        return .next(
            .report(PurchasesReport { ($0.purchases, $0.removed) = (changed, removed) }), isMore: false)
    }

    /// Those that must wait for their interval look once it is over.
    private func giveTurns() {
        let nowNs = HostClock.monotonicNs
        var nextNs: Int64?
        for watch in watches.values where isBehind(watch) || !mayHear(watch) {
            let waitNs = waitNs(of: watch, nowNs)
            if waitNs > 0 { nextNs = min(nextNs ?? waitNs, waitNs) } else { watch.session.goOn() }
        }
        if let nextNs { telling?.fire(within: .nanoseconds(nextNs)) }
    }

    private func waitNs(of watch: PurchaseWatch, _ nowNs: Int64) -> Int64 {
        watch.told.map { $0.atNs + Self.intervalNs - nowNs } ?? 0
    }

    private func isBehind(_ watch: PurchaseWatch) -> Bool {
        guard let told = watch.told else { return true }
        return told.tableRevision != server.snapshot.ruleset.revision
            || told.stateRevision != server.snapshot.store.revision(of: watch.holder)
    }

    /// Whether a caller may still hear of a subject; a reload may have taken the right from it.
    private func mayHear(_ watch: PurchaseWatch) -> Bool {
        watch.subject.map { server.callers.mayName($0, caller: watch.session.caller) } ?? true
    }
}

extension PurchaseReport {
    /// Whether it differs from an earlier one by more than the time that has passed.
    fileprivate func isNews(since earlier: PurchaseReport?) -> Bool {
        var (new, old) = (self, earlier)
        new.trial?.left = nil
        old?.trial?.left = nil
        return new != old
    }
}
