import Contract
import EventLoop
import FactSources
import Features

/// All calls of `Watch` that go on, and what makes them hear of changes: once per turn of the loop, however much has
/// moved in it, and as often as sources must be asked that do not tell by themselves.
///
/// *Owner/thread*: the loop's thread.
final class WatchList {
    /// What there is to tell.
    enum News {
        case next(Reply)
        /// It is told nothing after this.
        case last(Reply)
    }

    private let loop: Loop
    private let gathering: FactGathering
    private let news: (Watch) -> News?
    private var watches: [ObjectIdentifier: Watch] = [:]
    private var telling: Timer?
    private var polling: Timer?

    /// - Parameter news: what a watch has not been told yet; nil where that is nothing.
    init(loop: Loop, gathering: FactGathering, news: @escaping (Watch) -> News?) {
        self.loop = loop
        self.gathering = gathering
        self.news = news
    }

    /// Adds a watch, which is told what the features are when that is known, and from then on what changes.
    func add(_ watch: Watch, features: Range<Int>) {
        watches[ObjectIdentifier(watch.session)] = watch
        pollIfDue()
        gathering.whenReady(features, for: watch.subject ?? watch.session.caller.subject) { [weak self, weak watch] in
            if let watch { self?.tell(watch) }
        }
    }

    /// Tells a session no more.
    func remove(_ session: Session) {
        watches[ObjectIdentifier(session)] = nil
        if watches.isEmpty { polling?.cancel() }
    }

    /// Tells a session what it has missed while it did not read.
    func catchUp(_ session: Session) {
        if let watch = watches[ObjectIdentifier(session)] { tell(watch) }
    }

    /// Tells everybody in the loop's next turn.
    func tellLater() {
        guard !watches.isEmpty else { return }
        if telling == nil {
            telling = try? Timer(loop: loop) { [weak self] in
                guard let self else { return }
                for watch in watches.values { tell(watch) }
            }
        }
        telling?.start(after: .zero)
    }

    /// Asks sources as often as the table in force needs it while somebody watches.
    func pollIfDue() {
        guard !watches.isEmpty, let interval = gathering.pollingInterval else { return polling?.cancel() ?? () }
        if polling == nil { polling = try? Timer(loop: loop) { [gathering] in gathering.refresh() } }
        polling?.start(after: interval, repeatingEvery: interval)
    }

    /// Ends all timers.
    func close() {
        for timer in [telling, polling] { timer?.close() }
    }

    private func tell(_ watch: Watch) {
        guard watch.session.canTake, let news = news(watch) else { return }
        switch news {
        case .next(let reply): watch.session.tell(reply)
        case .last(let reply): watch.session.endWatch(with: reply)
        }
    }
}
