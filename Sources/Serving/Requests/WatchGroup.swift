// What the features are for one caller and one subject, worked out once for everybody who watches them. Each working out
// that finds a difference makes a new edition:
//
//     edition 1   all features as they were when the first watch began
//     edition 2   SleepTimer is available now          ← told to the watches that know edition 1
//     edition 3   …
//
// A watch that fell behind, since its client did not read, is told the difference between the edition that it knows and the
// last one: all that has changed, in one go.

import Contract
import Features
import Routing

/// The features as the watches of one caller and one subject are told of them.
///
/// *Owner/thread*: the loop's thread; held by `WatchList` while there is a watch.
final class WatchGroup {
    /// Who watches, and whose features.
    struct Key: Hashable {
        let caller: Caller
        /// nil for the caller's own.
        let subject: Subject?
        /// The subject that counts.
        var holder: Subject { subject ?? caller.subject }
    }

    /// The features at one moment.
    struct Edition {
        let number: Int
        let features: [FeatureReport]
    }

    /// What is different in the last edition.
    struct Change {
        let features: [FeatureReport]
        let removed: [String]
    }

    private static let intervalNs = Limits.watchInterval.wholeNanoseconds

    let key: Key
    /// The watches, each with what it was told.
    var watches: [ObjectIdentifier: Watch] = [:]
    private(set) var edition = Edition(number: 0, features: [])
    /// From the edition before the last one to the last one.
    private var latest = Change(features: [], removed: [])
    private var tableRevision = ""
    private var stateRevision: StateRevision?
    private var computedNs = Int64.min

    init(_ key: Key) { self.key = key }

    /// Whether anything that the features depend on has moved since they were worked out.
    func isBehind(_ snapshot: Snapshot) -> Bool {
        tableRevision != snapshot.ruleset.revision || stateRevision != snapshot.store.revision(of: key.holder)
    }

    /// In how many nanoseconds they may be worked out again; 0 or less where they may now.
    func waitNs(nowNs: Int64) -> Int64 {
        computedNs == .min ? 0 : computedNs + Self.intervalNs - nowNs
    }

    /// Works them out again where something has moved and it is time.
    ///
    /// - Parameter audience: as whom the caller is told.
    /// *Cost*: a comparison where nothing has moved; else an assessment of every feature.
    func refresh(_ snapshot: Snapshot, for audience: Audience, nowNs: Int64) {
        guard isBehind(snapshot), waitNs(nowNs: nowNs) <= 0 else { return }
        (tableRevision, stateRevision) = (snapshot.ruleset.revision, snapshot.store.revision(of: key.holder))
        computedNs = nowNs
        let reports = FeatureReports(snapshot, caller: key.caller, subject: key.subject, audience: audience)
        let features = reports.all
        let change = Self.change(from: edition.features, to: features)
        guard edition.number == 0 || !change.features.isEmpty || !change.removed.isEmpty else { return }
        (edition, latest) = (Edition(number: edition.number + 1, features: features), change)
    }

    /// What has changed since an edition.
    func change(since told: Edition) -> Change {
        if told.number == edition.number { return Change(features: [], removed: []) }
        if told.number == edition.number - 1 { return latest }
        return Self.change(from: told.features, to: edition.features)
    }

    private static func change(from old: [FeatureReport], to new: [FeatureReport]) -> Change {
        let before = Dictionary(old.map { ($0.path, $0) }) { first, _ in first }
        let there = Set(new.map(\.path))
        return Change(
            features: new.filter { before[$0.path] != $0 }, removed: old.map(\.path).filter { !there.contains($0) })
    }
}
