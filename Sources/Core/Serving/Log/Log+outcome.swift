// Writes the log's line of a call. Every call has one:
//
//     outcome code=ok.performed id=0f2p7rmd41qkg route=say uid=1000
//
// A line with a dictionary of fields, a string for each value and a sort takes 12,000 instructions. So this one, whose keys
// are always the same, is put together from bytes.

import Contract
import EventLoop
import Features
import Routing

extension Log {
    /// Notes an outcome: its code, id, route and caller.
    ///
    /// Besides these `action=F.say` of an action that was named, `subject=` of facts that were not the caller's own, and
    /// `target=` of the unit, the app or the service that the action reached, and `trace=` of a request that is part of a trace;
    /// never the URL, an input or a key.
    func note(
        _ outcome: borrowing Outcome, id: Span<UInt8>, uid: UInt32, subject: Subject?, trace: String? = nil
    ) {
        let route = (outcome.route ?? "").utf8
        let (feature, action) = ((outcome.feature ?? "").utf8, (outcome.action ?? "").utf8)
        let target = (outcome.execution?.target ?? "").utf8
        let trace = (trace ?? "").utf8
        note(
            outcome.code, id: id, route: route.span, feature: feature.span, action: action.span, uid: uid,
            subject: subject == .uid(uid) ? nil : subject, target: target.span, trace: trace.span)
    }

    /// Notes an outcome by the UTF-8 of its names; an empty one is absent.
    ///
    /// - Parameter subject: whose facts counted; nil where they were the caller's own.
    ///
    /// *Cost*: no allocation where names are plain, and nothing is retained.
    func note(
        _ code: OutcomeCode, id: Span<UInt8>, route: Span<UInt8>, feature: Span<UInt8>, action: Span<UInt8>,
        uid: UInt32, subject: Subject? = nil, target: Span<UInt8> = Span(), trace: Span<UInt8> = Span()
    ) {
        guard has(.info) else { return }
        lines.append { line in
            form.begin(.info, .outcome, in: &line)
            if route.isEmpty, !feature.isEmpty, !action.isEmpty { line.append(action: action, of: feature) }
            // Nearly every line, in one piece.
            if case .okPerformed = code {
                line.append(literal: " code=ok.performed id=")
            } else {
                line.append(literal: " code=")
                line.append(code.rawValue)
                line.append(literal: " id=")
            }
            // An id has letters and digits alone.
            if id.isEmpty { line.append(UInt8(ascii: "-")) } else { line.append(id) }
            line.append(literal: " route=")
            if route.isEmpty { line.append(UInt8(ascii: "-")) } else { line.append(value: route) }
            if let subject { line.append(key: " subject=", subject.description.utf8.span) }
            line.append(key: " target=", target)
            line.append(key: " trace=", trace)
            line.append(literal: " uid=")
            line.append(uid)
            if form.beginFields(.info, .outcome, in: &line) {
                line.append(field: "DEEPLINKD_CODE", code.rawValue.utf8.span)
                if !feature.isEmpty { line.append(field: "DEEPLINKD_FEATURE", feature) }
                if !id.isEmpty { line.append(field: "DEEPLINKD_OUTCOME_ID", id) }
                line.append(literal: "DEEPLINKD_PEER_UID=")
                line.append(uid)
                line.append(UInt8(ascii: "\n"))
                if !route.isEmpty { line.append(field: "DEEPLINKD_ROUTE", route) }
                if let subject { line.append(field: "DEEPLINKD_SUBJECT", subject.description.utf8.span) }
                if !target.isEmpty { line.append(field: "DEEPLINKD_TARGET", target) }
                // The name that other programs give it too.
                if !trace.isEmpty { line.append(field: "TRACE_ID", trace) }
            }
            line.append(form.lineEnd)
        }
    }
}

extension Log {
    /// Notes where the tables of this machine are not served.
    func noteWithheld(_ ruleset: Ruleset) {
        guard let place = ruleset.withheldBy else { return }
        notice("user-instances no: the tables of this machine are not served", ["at": place])
    }
}

extension LineRoom {
    /// Appends the pair of an action that was named.
    fileprivate mutating func append(action: Span<UInt8>, of feature: Span<UInt8>) {
        append(literal: " action=")
        // No name of a table has a blank or a quote, which would put both into one pair of quotes.
        append(value: feature)
        append(UInt8(ascii: "."))
        append(value: action)
    }
}

extension Execution {
    /// The unit, the app or the service that an action reached; nil for other actions.
    fileprivate var target: String? { unit ?? app ?? service }
}
