import Contract

/// One call of a watch that goes on: the answers to it.
///
/// *Owner/thread*: the loop's thread; held by its session until it ends, and by its group.
final class Watch<Kind: Watched>: ReplyStream {
    unowned let session: Session
    private let group: WatchGroup<Kind>
    /// The edition whose reports the client has, or is getting.
    private var known = WatchGroup<Kind>.Edition()
    /// The rest of a change that is sent in several answers.
    private var unsent: WatchGroup<Kind>.Change?

    init(_ session: Session, in group: WatchGroup<Kind>) { (self.session, self.group) = (session, group) }

    var lastReply: any Reply { Kind.reply([], removed: []) }

    func close() { group.remove(self) }

    func next() -> StreamedAnswer? {
        guard group.isAllowed else { return .last(VarlinkError.permissionDenied) }
        // The first answer is no older than its call, also if the other watches of the group got theirs just now.
        guard group.refresh() || known.number > 0 else { return nil }
        if unsent == nil, known.number != group.edition.number {
            unsent = group.change(since: known)
            known = group.edition
        }
        guard var change = unsent.take() else { return nil }
        let page = Kind.page(of: change.reports)
        change.reports = change.reports.dropFirst(page.count)
        guard !change.reports.isEmpty else { return .next(Kind.reply(page, removed: change.removed), isMore: false) }
        unsent = change
        return .next(Kind.reply(page, removed: []), isMore: true)
    }
}
