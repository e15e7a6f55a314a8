// The reports of one caller and one subject, made once for all of its watches. When they are made again and differ, there
// is a new edition:
//
//     edition 1   all features as they were when the first watch began
//     edition 2   SleepTimer is available now          ← sent to the watches that know edition 1
//     edition 3   …
//
// A watch that fell behind, because its client did not read, gets all differences between its edition and the last one.

import Contract
import Features
import HostSystem
import Routing

/// The reports that some watches share.
///
/// *Owner/thread*: the loop's thread; held by its list while it has a watch.
final class WatchGroup<Kind: Watched> {
    /// The reports at one moment.
    struct Edition {
        var number = 0
        var reports: [Kind.Report] = []
    }

    /// The difference between two editions.
    struct Change {
        var reports: ArraySlice<Kind.Report> = []
        var removed: [String] = []
    }

    let key: WatchKey
    var watches: [ObjectIdentifier: Watch<Kind>] = [:]
    private(set) var edition = Edition()
    private unowned let list: WatchList<Kind>
    /// From the edition before the last one to the last one.
    private var latest = Change()
    private var tableRevision = ""
    private var stateRevision: StateRevision?
    /// *Units*: nanoseconds on the monotonic clock; nil before the first edition.
    private var madeNs: Int64?

    init(_ key: WatchKey, in list: WatchList<Kind>) { (self.key, self.list) = (key, list) }

    /// Removes a watch.
    func remove(_ watch: Watch<Kind>) {
        watches[ObjectIdentifier(watch)] = nil
        if watches.isEmpty { list.remove(self) }
    }

    /// False if the caller may not name the subject any more: a reload may have taken the right from it.
    var isAllowed: Bool { key.subject.map { list.server.callers.mayName($0, caller: key.caller) } ?? true }

    /// True if the table or the facts have moved since the reports were made.
    var isBehind: Bool {
        let snapshot = list.server.snapshot
        return tableRevision != snapshot.ruleset.revision || stateRevision != snapshot.store.revision(of: key.holder)
    }

    /// *Units*: nanoseconds until the reports may be made again; 0 or less if they may now.
    var waitNs: Int64 { madeNs.map { $0 + Limits.watchInterval.wholeNanoseconds - HostClock.monotonicNs } ?? 0 }

    /// Makes the reports again if something has moved; false if it is too early for that.
    ///
    /// *Cost*: a comparison if nothing has moved.
    func refresh() -> Bool {
        guard isBehind else { return true }
        let waitNs = waitNs
        guard waitNs <= 0 else {
            list.look(afterNs: waitNs)
            return false
        }
        let snapshot = list.server.snapshot
        (tableRevision, stateRevision) = (snapshot.ruleset.revision, snapshot.store.revision(of: key.holder))
        madeNs = HostClock.monotonicNs
        let next = Edition(number: edition.number + 1, reports: Kind.reports(for: key, list.server))
        let change = Self.change(from: edition, to: next)
        guard edition.number == 0 || !change.reports.isEmpty || !change.removed.isEmpty else { return true }
        (edition, latest) = (next, change)
        return true
    }

    /// The difference between an older edition and the last one.
    func change(since known: Edition) -> Change {
        known.number == edition.number - 1 ? latest : Self.change(from: known, to: edition)
    }

    private static func change(from old: Edition, to new: Edition) -> Change {
        var gone = Dictionary(old.reports.map { (Kind.name(of: $0), $0) }) { first, _ in first }
        let changed = new.reports.filter { Kind.isNews($0, since: gone.removeValue(forKey: Kind.name(of: $0))) }
        return Change(reports: changed[...], removed: old.reports.map(Kind.name).filter { gone[$0] != nil })
    }
}
