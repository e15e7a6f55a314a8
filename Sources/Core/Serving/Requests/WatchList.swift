// Calls that report the present state and then its changes: `Features.Watch` and `Purchases.Watch`.
//
//     the first answer    all reports, as they are now
//     later               the reports that have changed, and the names of those that are gone; nothing while nothing changes
//
// Reports are made again when facts or the table have moved, at most ten times a second. A client that does not read in
// time gets the difference between the reports that it knows and the last ones, once it reads.

package import Contract
import EventLoop
import FactSources
package import Features
import Routing

/// A kind of watch: what is reported, and in which reply.
package protocol Watched {
    /// One of the things that are watched, as a reply has it.
    associatedtype Report: Equatable

    /// True if the watches of one caller and one subject share their reports, which are made once for all of them.
    static var isShared: Bool { get }
    /// The name of a report, by which a later one replaces it.
    static func name(of report: Report) -> String
    /// All reports as they are now.
    static func reports(for key: WatchKey, _ server: Server) -> [Report]
    /// True if a report says something else than an earlier one of the same name.
    static func isNews(_ report: Report, since earlier: Report?) -> Bool
    /// As many of some reports as go into one answer, from the first on.
    static func page(of reports: ArraySlice<Report>) -> [Report]
    /// The answer that has these reports.
    static func reply(_ reports: [Report], removed: [String]) -> any Reply
}

/// Whose watches have the same reports.
package struct WatchKey: Hashable {
    package let caller: Caller
    /// nil for the caller's own.
    let subject: Subject?
    /// In which the texts of the table are wanted; nil where the call does not say.
    package let languages: LanguageList?
    /// The only session that has them; nil for reports that are shared.
    let session: ObjectIdentifier?
    /// The subject that counts.
    package var holder: Subject { subject ?? caller.subject }
}

/// All calls of one kind of watch.
///
/// Each takes turns as other calls do, when something may have moved for it.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
package final class WatchList<Kind: Watched> {
    unowned let server: Server
    private var groups: [WatchKey: WatchGroup<Kind>] = [:]
    private lazy var looking = try? DueTimer(loop: server.loop) { [weak self] in self?.giveTurns() }
    private lazy var polling = try? DueTimer(loop: server.loop) { [weak self] in self?.poll() }

    package init(of server: Server) { self.server = server }

    /// Adds a watch; its first answer comes once the sources of all features have answered.
    package func add(_ session: Session, of subject: Subject?, _ languages: LanguageList? = nil) {
        let key = WatchKey(
            caller: session.caller, subject: subject, languages: languages,
            session: Kind.isShared ? nil : ObjectIdentifier(session))
        let group = groups[key] ?? WatchGroup(key, in: self)
        groups[key] = group
        let watch = Watch(session, in: group)
        group.watches[ObjectIdentifier(watch)] = watch
        session.answer(with: watch)
        pollIfDue()
        let features = server.snapshot.ruleset.catalogue.features.indices
        server.facts.gathering.whenReady(features, for: key.holder) { [weak session] in session?.goOn() }
    }

    /// Removes a group that has no watch any more.
    func remove(_ group: WatchGroup<Kind>) {
        groups[group.key] = nil
        if groups.isEmpty { polling?.cancel() }
    }

    /// Has every watch look for changes after a time; by default in the loop's next turn.
    package func look(afterNs waitNs: Int64 = 0) {
        if !groups.isEmpty { looking?.fire(within: .nanoseconds(waitNs)) }
    }

    private func giveTurns() {
        for group in groups.values where group.isBehind || !group.isAllowed {
            let waitNs = group.waitNs
            if waitNs > 0 { look(afterNs: waitNs) } else { for watch in group.watches.values { watch.session.goOn() } }
        }
    }

    /// Asks sources as often as the table in force needs it, while there are watches.
    package func pollIfDue() {
        guard !groups.isEmpty, let interval = server.facts.gathering.pollingInterval else {
            return polling?.cancel() ?? ()
        }
        polling?.fire(within: interval)
    }

    private func poll() {
        server.facts.gathering.refresh(for: Set(groups.keys.map(\.holder)))
        pollIfDue()
    }

    /// Ends all timers.
    package func close() {
        for timer in [looking, polling] { timer?.close() }
    }
}
