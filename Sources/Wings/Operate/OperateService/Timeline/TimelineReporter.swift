import Contract
import Features
import Routing
import Serving

/// Makes reports of entries for one caller.
struct TimelineReporter {
    private let timeline: Timeline
    private let user: UInt32
    private let audience: Audience
    /// Whether operators see values of the links of others.
    private let isDevelopment: Bool
    private let hidden: Set<String>

    init(_ timeline: Timeline, for caller: Caller, _ audience: Audience) {
        (self.timeline, self.audience) = (timeline, audience)
        let ruleset = timeline.server.snapshot.ruleset
        (user, isDevelopment) = (timeline.server.user(of: caller), ruleset.profile == .development)
        hidden =
            audience == .operator ? [] : Set(ruleset.catalogue.features.lazy.filter(\.isHidden).map(\.path))
    }

    /// The report of an entry; a feature that only operators are told of is not named to others.
    func report(_ entry: TimelineEntry, missing: UInt64) -> TimelineEntryReport {
        let head = entry.head
        return TimelineEntryReport {
            ($0.number, $0.atMs) = (Int64(clamping: head.number), head.wallMs)
            $0.missing = missing == 0 ? nil : audience == .operator ? Int64(clamping: missing) : 1
            guard head.kind != .started else { return $0.kind = .started }
            $0.kind = head.kind == .began ? .began : .ended
            ($0.link, $0.uid) = (head.link == 0 ? nil : Int64(head.link), Int64(head.uid))
            ($0.subject, $0.outcomeId) = (entry.subject.nonEmpty, entry.id.nonEmpty)
            $0.code = entry.code.nonEmpty
            if audience == .operator || !head.isHidden && !hidden.contains(entry.feature) {
                ($0.route, $0.feature) = (entry.route.nonEmpty, entry.feature.nonEmpty)
                $0.action = entry.action.nonEmpty
                $0.inputs = entry.inputs.split(separator: ",").map(String.init)
                if isDevelopment || head.user == user || head.subjectUser == user {
                    $0.values = timeline.focus.values(of: head.number)
                }
            }
            guard head.kind == .ended else { return }
            $0.totalUs = Int64(clamping: head.totalUs)
            $0.sourcesUs = Self.time(UInt64(head.sourcesUs))
            ($0.waitedUs, $0.queuedUs) = (Self.time(head.waitedUs), Self.time(UInt64(head.queuedUs)))
            $0.performedUs = Self.time(head.performedUs)
        }
    }

    private static func time(_ us: UInt64) -> Int64? { us == 0 ? nil : Int64(clamping: us) }
}

extension String {
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
