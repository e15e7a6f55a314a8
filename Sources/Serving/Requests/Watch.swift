import Contract

/// One call of `Watch` that goes on: the answers to it.
///
/// *Owner/thread*: the loop's thread; held by its session until it ends, and by its group.
final class Watch: ReplyStream {
    let key: WatchGroup.Key
    unowned let session: Session
    private unowned let list: WatchList
    private var told = WatchGroup.Edition(number: 0, features: [])
    /// What it is being told, a page at a time, and how much of that it was told.
    private var telling = WatchGroup.Change(features: [], removed: [])
    private var toldCount = 0
    /// Whether it has had its first answer, or a part of it.
    var wasTold: Bool { told.number != 0 }
    private var isTelling = false

    init(_ session: Session, of key: WatchGroup.Key, in list: WatchList) {
        self.session = session
        self.key = key
        self.list = list
    }

    var lastReply: Reply { .watched([], removed: []) }

    func next() -> StreamedAnswer? { list.next(for: self) }

    func close() { list.remove(self) }

    /// The next page of what it has not been told; nil where there is nothing.
    func next(of group: WatchGroup) -> StreamedAnswer? {
        if !isTelling {
            guard told.number != group.edition.number else { return nil }
            (telling, toldCount, isTelling) = (group.change(since: told), 0, true)
            told = group.edition
        }
        let page = FeaturePage(of: telling.features[toldCount...])
        toldCount += page.features.count
        isTelling = toldCount < telling.features.count
        return .next(.watched(page.features, removed: isTelling ? [] : telling.removed), isMore: isTelling)
    }
}
