// Where each link is noted once its outcome is known: a line of the log, and a call of each follower.
//
//     LinkPath, PendingLink, Server.recorded → LinkNotes → the log
//                                                        → followers: what a wing keeps of links, or counts
//
// Without followers nothing else is done: no clock is read, and no name is copied.

package import Contract
package import Features
import HostSystem

/// Takes note of links, such as for a timeline or for counters.
///
/// *Owner/thread*: the loop's thread; held by its service.
package protocol LinkFollower: AnyObject {
    /// Takes note that a link is performed, or waits until what blocks it is lifted.
    ///
    /// One that ends in the turn in which it came has no beginning.
    ///
    /// - Parameter outcome: what is known of it by now; the code is what blocks it, or `ok.wouldPerform`.
    func linkBegan(_ link: LinkStopwatch, _ outcome: borrowing Outcome, caller: Caller, subject: Subject?)

    /// Takes note of the outcome of a link.
    ///
    /// - Parameters:
    ///   - id: the id of the outcome.
    ///   - route: the names, as UTF-8; an empty one is absent.
    ///   - inputs: the names of the action's inputs, with commas between them; none where the link brought none.
    ///   - subject: whose facts counted; nil where they were the caller's own.
    ///   - values: the action's inputs, secrets masked; they are put together when it is called.
    func linkEnded(
        _ end: LinkEnd, id: Span<UInt8>, route: Span<UInt8>, feature: Span<UInt8>, action: Span<UInt8>,
        inputs: Span<UInt8>, caller: Caller, subject: Subject?, values: () -> [Outcome.Parameter])
}

/// Takes note of links of traces that their callers record, and of no others.
///
/// *Owner/thread*: the loop's thread; held by its service.
package protocol LinkTracer: AnyObject {
    /// Takes note of the outcome of a link of a trace; the names as `linkEnded` of a follower.
    func linkEnded(
        _ code: OutcomeCode, _ times: LinkDurations, _ trace: LinkTrace, id: Span<UInt8>, route: Span<UInt8>,
        feature: Span<UInt8>, action: Span<UInt8>)
}

/// What takes note of links.
package struct LinkWatchers {
    /// Of all links.
    package var followers: [any LinkFollower] = []
    /// Of links of a trace.
    package var tracers: [any LinkTracer] = []

    /// Makes the watchers of a service.
    package init(followers: [any LinkFollower] = [], tracers: [any LinkTracer] = []) {
        (self.followers, self.tracers) = (followers, tracers)
    }
}

/// What is known of a link that has ended, besides its names and who sent it.
package struct LinkEnd {
    package let code: OutcomeCode
    package let times: LinkDurations
    /// The number under which it began; nil where it ended in the turn in which it came.
    package let number: UInt64?
}

/// Notes links.
///
/// *Owner/thread*: the loop's thread; held by its server.
final class LinkNotes {
    private let log: Log
    private var watchers = LinkWatchers()
    /// True if something follows all links.
    private(set) var isFollowed = false
    /// When the link came that is on its way in this turn.
    private var startedNs: Int64 = 0
    private var lastNumber: UInt64 = 0

    init(_ log: Log) { self.log = log }

    /// Takes what follows links from now on.
    func follow(_ watchers: LinkWatchers) { (self.watchers, isFollowed) = (watchers, !watchers.followers.isEmpty) }

    /// Takes the time at which a link comes.
    func start() {
        if isFollowed { startedNs = HostClock.monotonicNs }
    }

    /// A stopwatch for a link that has to wait; nil where nothing follows it.
    ///
    /// - Parameters:
    ///   - traceparent: what its caller said of its trace, a valid one.
    ///   - isOfTurn: true if the link came in this turn, by `start`.
    func stopwatch(_ traceparent: String?, isOfTurn: Bool) -> LinkStopwatch? {
        let sampled = watchers.tracers.isEmpty ? nil : traceparent.flatMap { TraceParent.isSampled($0) ? $0 : nil }
        guard isFollowed || sampled != nil else { return nil }
        lastNumber += 1
        // Without followers `start` has read no clock.
        let startedNs = isOfTurn && isFollowed ? startedNs : HostClock.monotonicNs
        return LinkStopwatch(number: lastNumber, startedNs: startedNs, sampled.map(LinkTrace.init))
    }

    /// Notes that a link is performed, or waits; only the first time.
    func began(_ request: LinkRequest, _ outcome: @autoclosure () -> Outcome) {
        guard let stopwatch = request.stopwatch, stopwatch.begin() else { return }
        let outcome = outcome()
        for follower in watchers.followers {
            follower.linkBegan(stopwatch, outcome, caller: request.caller, subject: request.subject)
        }
    }

    /// Notes an outcome that is made.
    ///
    /// - Parameters:
    ///   - stopwatch: nil for a link that ends in the turn in which it came.
    ///   - trace: the name of the trace that the request is part of.
    func note(
        _ outcome: borrowing Outcome, id: Span<UInt8>, caller: Caller, subject: Subject?, _ stopwatch: LinkStopwatch?,
        isOfTurn: Bool = false, trace: String? = nil
    ) {
        log.note(outcome, id: id, uid: caller.uid, subject: subject, trace: trace)
        let steps = stopwatch?.trace
        guard isFollowed || steps != nil else { return }
        let (route, feature, action) = (outcome.route ?? "", outcome.feature ?? "", outcome.action ?? "")
        let (routeBytes, featureBytes, actionBytes) = (route.utf8, feature.utf8, action.utf8)
        if let stopwatch, let steps {
            let times = stopwatch.ended(atNs: HostClock.monotonicNs)
            for tracer in watchers.tracers {
                tracer.linkEnded(
                    outcome.code, times, steps, id: id, route: routeBytes.span, feature: featureBytes.span,
                    action: actionBytes.span)
            }
        }
        guard isFollowed else { return }
        let parameters = outcome.parameters
        let inputs = Array(parameters.lazy.map(\.name).joined(separator: ",").utf8)
        tell(
            outcome.code, id, routeBytes.span, featureBytes.span, actionBytes.span, inputs.span, caller, subject,
            stopwatch, isOfTurn: isOfTurn, values: { parameters })
    }

    /// Notes the outcome of a link that ends in the turn in which it came, by the UTF-8 of its names.
    ///
    /// *Cost*: compiled into its caller, so that what is for followers is not put together without one.
    @inline(__always)
    func note(
        _ code: OutcomeCode, id: Span<UInt8>, route: Span<UInt8>, feature: Span<UInt8>, action: Span<UInt8>,
        inputs: Span<UInt8>, caller: Caller, subject: Subject?, values: () -> [Outcome.Parameter]
    ) {
        log.note(code, id: id, route: route, feature: feature, action: action, uid: caller.uid, subject: subject)
        guard isFollowed else { return }
        tell(code, id, route, feature, action, inputs, caller, subject, nil, isOfTurn: true, values: values)
    }

    private func tell(
        _ code: OutcomeCode, _ id: Span<UInt8>, _ route: Span<UInt8>, _ feature: Span<UInt8>, _ action: Span<UInt8>,
        _ inputs: Span<UInt8>, _ caller: Caller, _ subject: Subject?, _ stopwatch: LinkStopwatch?, isOfTurn: Bool,
        values: () -> [Outcome.Parameter]
    ) {
        let nowNs = HostClock.monotonicNs
        let startedNs = isOfTurn ? startedNs : nowNs
        let times = stopwatch?.ended(atNs: nowNs) ?? LinkDurations(startedNs: startedNs, endedNs: nowNs)
        let end = LinkEnd(code: code, times: times, number: stopwatch?.number)
        for follower in watchers.followers {
            follower.linkEnded(
                end, id: id, route: route, feature: feature, action: action, inputs: inputs, caller: caller,
                subject: subject, values: values)
        }
    }
}
