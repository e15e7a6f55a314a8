// Who wants to hear when features change. Every watcher remembers what it was told last; after any change, once per turn
// of the loop, what has moved for it is compared with that and the difference is told. So changes that come fast are told
// together, and a client that does not read is told everything in one message when it reads again.

import Contract
import Features
import Routing

/// One call of `Watch` that goes on.
///
/// *Owner/thread*: the loop's thread; held by the server.
final class Watch {
    let session: Session
    /// Whose features are told; nil for the caller's own.
    let subject: Subject?
    private var told: [String: FeatureReport] = [:]
    private var order: [String] = []
    private var tableRevision = ""
    private var stateRevision: StateRevision?

    init(_ session: Session, of subject: Subject? = nil) {
        self.session = session
        self.subject = subject
    }

    /// What has changed since the last time; nil where nothing has.
    ///
    /// *Cost*: a comparison where neither the table nor the subject's state has moved; else as `List`.
    func changes(_ snapshot: Snapshot, _ reports: () -> [FeatureReport]) -> Reply? {
        let revision = snapshot.store.revision(of: subject ?? session.caller.subject)
        guard tableRevision != snapshot.ruleset.revision || stateRevision != revision else { return nil }
        let isFirst = stateRevision == nil
        (tableRevision, stateRevision) = (snapshot.ruleset.revision, revision)
        let now = reports()
        let changed = now.filter { told[$0.path] != $0 }
        let paths = now.map(\.path)
        let there = Set(paths)
        let removed = order.filter { !there.contains($0) }
        guard isFirst || !changed.isEmpty || !removed.isEmpty else { return nil }
        told = Dictionary(now.map { ($0.path, $0) }) { first, _ in first }
        order = paths
        return .watched(changed, removed: removed)
    }
}
