import HostSystem

/// How long a link took.
///
/// *Units*: nanoseconds; moments on the monotonic clock.
package struct LinkDurations: Equatable, Sendable {
    /// When its call was read.
    package var startedNs: Int64
    /// When its outcome was known.
    package var endedNs: Int64
    /// For the sources of its facts.
    package var sourcesNs: Int64 = 0
    /// Until what blocked it was lifted.
    package var waitedNs: Int64 = 0
    /// Until its action had a place.
    package var queuedNs: Int64 = 0
    /// For its action.
    package var performedNs: Int64 = 0

    /// Makes the times of a link that waited for nothing.
    package init(startedNs: Int64, endedNs: Int64) { (self.startedNs, self.endedNs) = (startedNs, endedNs) }
}

/// Measures the stages of a link that has to wait.
///
/// *Owner/thread*: the loop's thread; held by the link's request.
package final class LinkStopwatch {
    /// What a link is about to do.
    package enum Stage: Sendable {
        /// It is decided, or written down: what is left of its time.
        case decide
        case sources
        case wait
        case queue
        case perform
    }

    /// The link's number in this process.
    package let number: UInt64
    /// Nil where no trace of it is wanted.
    package let trace: LinkTrace?
    private var times: LinkDurations
    private var stage = Stage.decide
    private var sinceNs: Int64
    private var hasBegun = false

    init(number: UInt64, startedNs: Int64, _ trace: LinkTrace? = nil) {
        (self.number, sinceNs, self.trace) = (number, startedNs, trace)
        times = LinkDurations(startedNs: startedNs, endedNs: startedNs)
    }

    /// When its call was read.
    package var startedNs: Int64 { times.startedNs }

    /// Enters a stage.
    func enter(_ next: Stage) { enter(next, atNs: HostClock.monotonicNs) }

    /// The times of a link whose outcome is known.
    func ended(atNs nowNs: Int64) -> LinkDurations {
        enter(.decide, atNs: nowNs)
        times.endedNs = nowNs
        return times
    }

    /// True the first time.
    func begin() -> Bool {
        defer { hasBegun = true }
        return !hasBegun
    }

    private func enter(_ next: Stage, atNs nowNs: Int64) {
        let length = nowNs - sinceNs
        switch stage {
        case .decide: break
        case .sources: times.sourcesNs += length
        case .wait: times.waitedNs += length
        case .queue: times.queuedNs += length
        case .perform: times.performedNs += length
        }
        (stage, sinceNs) = (next, nowNs)
        trace?.enter(next, atNs: nowNs)
    }
}
