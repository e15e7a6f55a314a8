import Contract
import Features
import Routing
import Serving

/// The calls about the timeline.
///
/// *Owner/thread*: the loop's thread.
struct TimelineCalls {
    /// *Units*: entries that can be asked for as the last ones.
    private static let mostLast: Int64 = 10_000

    let timeline: Timeline

    /// Those of its two methods.
    var handlers: [Handler] { [Handler(entries), Handler(focus)] }

    private func entries(_ call: ServedCall<GetTimeline>) throws(ParameterError) {
        let (request, server) = (call.request, timeline.server)
        guard timeline.isOn else { return call.reply(BareError.noTimeline) }
        var filter = TimelineFilter()
        if !server.callers.isOperator(call.caller) { filter.viewer = server.user(of: call.caller) }
        (filter.sinceMs, filter.untilMs) = (request.sinceMs, request.untilMs)
        if let uid = request.uid {
            guard let uid = UInt32(exactly: uid) else { throw .invalid(.uid) }
            filter.user = server.subordinates.owner(of: uid)
        }
        filter.feature = Array((request.feature.map { path(of: $0, for: call.caller) } ?? "").utf8)
        filter.code = Array((request.code ?? "").utf8)
        filter.id = Array((request.outcomeId ?? "").utf8)
        guard request.last.map({ (0...Self.mostLast).contains($0) }) ?? true else { throw .invalid(.last) }
        guard request.after.map({ $0 >= 0 }) ?? true else { throw .invalid(.after) }
        let stream = TimelineStream(
            timeline, call.session, filter, after: request.after.map { UInt64($0) }, last: request.last.map { Int($0) },
            follows: request.follows)
        call.session.answer(with: stream)
        call.session.goOn()
    }

    /// The path of a feature by its last name; a name that the table does not have may be that of an earlier table.
    private func path(of name: String, for caller: Caller) -> String {
        let catalogue = timeline.server.snapshot.ruleset.catalogue
        let number = catalogue.feature(named: name, for: timeline.server.sight(of: caller))
        return number.map { catalogue.features[$0].path } ?? name
    }

    private func focus(_ call: ServedCall<SetFocus>) throws(ParameterError) -> any Reply {
        let (server, focus) = (timeline.server, timeline.focus)
        guard timeline.isOn else { return BareError.noTimeline }
        if let names = call.request.features {
            let catalogue = server.snapshot.ruleset.catalogue
            var paths: [String] = []
            for name in names {
                guard let number = catalogue.feature(named: name) else { throw .invalid(.features) }
                paths.append(catalogue.features[number].path)
            }
            focus.set(paths)
            server.log.notice("focus", ["features": paths.joined(separator: ","), "uid": "\(call.caller.uid)"])
        }
        return SetFocus.Answer { $0.features = focus.features }
    }
}
