import Contract
import EventLoop
import Features
import HostSystem
import Serving

/// The answers to one call: entries of the disk, then those in memory, then those that are made meanwhile.
///
/// *Owner/thread*: the loop's thread; held by its session until it ends.
final class TimelineStream: ReplyStream {
    /// *Units*: entries of one answer.
    private static let entriesPerAnswer = 100

    private unowned let timeline: Timeline
    private unowned let session: Session
    private let follows: Bool
    private var filter: TimelineFilter
    /// How many of the last entries are asked for; nil from then on.
    private var last: Int?
    private var cursor: TimelineCursor
    private var found: ArraySlice<TimelineEntryReport> = []
    /// Whether the files have nothing that the search has not passed.
    private var isBehindFiles = false
    private var isReading = false
    private var isClosed = false

    init(_ timeline: Timeline, _ session: Session, _ filter: TimelineFilter, after: UInt64?, last: Int?, follows: Bool)
    {
        (self.timeline, self.session, self.filter, self.last) = (timeline, session, filter, last)
        (cursor, self.follows) = (TimelineCursor(after: after), follows)
        if follows { timeline.add(self) }
    }

    var lastReply: any Reply { GetTimeline.Answer() }

    /// True unless it waits for what is made from now on.
    var endsByItself: Bool { !follows }

    /// Takes a turn, because there may be more.
    func goOn() { session.goOn() }

    func close() {
        isClosed = true
        timeline.remove(self)
    }

    func next() -> StreamedAnswer? {
        guard timeline.isOn else { return .last(BareError.noTimeline) }
        if found.isEmpty { fill() }
        if !found.isEmpty { return .next(page(), isMore: true) }
        return isReading || follows ? nil : .last(GetTimeline.Answer())
    }

    private func page() -> GetTimeline.Answer {
        var bytes = 0
        let page = found.prefix(Self.entriesPerAnswer).prefix { report in
            defer { bytes += report.roughBytes }
            return bytes == 0 || bytes + report.roughBytes <= Limits.pageBytes
        }
        found = found.dropFirst(page.count)
        return GetTimeline.Answer { $0.entries = Array(page) }
    }

    // MARK: Searching

    /// Looks for more entries: on the disk first, where memory does not go back far enough.
    private func fill() {
        guard !isReading else { return }
        timeline.willRead()
        var search = TimelineSearch(filter, last.map { .last($0) } ?? .all, from: cursor)
        let (ring, isBehind) = (timeline.ring, isBehindFiles)
        let firstNumber = ring.firstNumber ?? .max
        // A client that does not read falls behind: what it has not got may be on the disk alone by now.
        let isInMemory = cursor.number >= firstNumber || isBehind && cursor.number >= ring.evicted ?? 0
        guard !isInMemory, let files = timeline.files, !files.segments.isEmpty else { return finish(&search) }
        // What is not shown any more may still be on the disk.
        search.filter.sinceMs = max(filter.sinceMs ?? .min, files.oldestMs(nowMs: HostClock.wallMs))
        search.end = firstNumber
        isReading = true
        do throws(LoopError) {
            try timeline.server.loop.work { [search] in
                var search = search
                files.search(&search)
                return search
            } then: { [weak self] in
                self?.didRead($0)
            }
        } catch {
            isReading = false
            finish(&search)
        }
    }

    private func didRead(_ search: TimelineSearch) {
        isReading = false
        guard !isClosed else { return }
        var search = search
        search.end = .max
        search.filter.sinceMs = filter.sinceMs
        if search.isFull { take(search) } else { finish(&search) }
        session.goOn()
    }

    /// Goes on in memory, to the last entry that there is.
    private func finish(_ search: inout TimelineSearch) {
        isBehindFiles = true
        timeline.willRead()
        search.scan(timeline.ring)
        if let last { search.keepLast(last) }
        take(search)
        last = nil
    }

    private func take(_ search: TimelineSearch) {
        cursor = search.cursor
        let audience = timeline.server.callers.audience(of: session.caller)
        let reporter = TimelineReporter(timeline, for: session.caller, audience)
        found = search.entries().map { reporter.report($0.entry, missing: $0.missing) }[...]
        // The caller may have been an operator when it began.
        filter.viewer = audience == .operator ? nil : timeline.server.user(of: session.caller)
    }
}

extension TimelineEntryReport {
    /// About how long it is as a part of an answer.
    ///
    /// *Units*: bytes; escapes are not counted.
    fileprivate var roughBytes: Int {
        let texts = [subject, code, outcomeId, route, feature, action].reduce(350) { $0 + ($1?.utf8.count ?? 0) }
        return inputs.reduce(texts) { $0 + $1.utf8.count + 3 }
            + values.reduce(0) { $0 + $1.name.utf8.count + JSONText.text(of: $1.value).utf8.count + 6 }
    }
}
