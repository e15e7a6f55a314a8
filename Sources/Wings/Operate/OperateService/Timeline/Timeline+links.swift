import Contract
import Features
import HostSystem
import OperateRules
import Serving

extension Timeline: LinkFollower {
    /// Notes that a link waits, or is performed.
    func linkBegan(_ link: LinkStopwatch, _ outcome: borrowing Outcome, caller: Caller, subject: Subject?) {
        guard isNoted(caller, subject) else { return }
        let (route, feature, action) = (outcome.route ?? "", outcome.feature ?? "", outcome.action ?? "")
        let (routeBytes, featureBytes, actionBytes) = (route.utf8, feature.utf8, action.utf8)
        let inputs = Array(outcome.parameters.lazy.map(\.name).joined(separator: ",").utf8)
        var head = head(caller, subject, featureBytes.span)
        (head.kind, head.link) = (.began, UInt32(truncatingIfNeeded: link.number))
        append(
            head, code: outcome.code, id: Span(), route: routeBytes.span, feature: featureBytes.span,
            action: actionBytes.span, inputs: inputs.span, subject: subject)
        begun = head.link
        didAppend()
    }

    /// Notes what became of a link, and how long its stages took.
    func linkEnded(
        _ end: LinkEnd, id: Span<UInt8>, route: Span<UInt8>, feature: Span<UInt8>, action: Span<UInt8>,
        inputs: Span<UInt8>, caller: Caller, subject: Subject?, values: () -> [Outcome.Parameter]
    ) {
        guard isNoted(caller, subject) else { return }
        var head = head(caller, subject, feature)
        head.link = UInt32(truncatingIfNeeded: end.number ?? 0)
        let times = end.times
        head.totalUs = UInt64(clamping: (times.endedNs - times.startedNs) / 1000)
        // One that ended in the turn in which it came has no stages.
        if end.number != nil {
            head.queuedUs = UInt32(clamping: times.queuedNs / 1000)
            head.sourcesUs = UInt32(clamping: times.sourcesNs / 1000)
            head.performedUs = UInt64(clamping: times.performedNs / 1000)
            head.waitedUs = UInt64(clamping: times.waitedNs / 1000)
        }
        append(
            head, code: end.code, id: id, route: route, feature: feature, action: action, inputs: inputs,
            subject: subject)
        if focus.has(feature) { focus.keep(values(), of: ring.lastNumber) }
        didAppend()
    }

    /// Whether entries are made of a caller's links for a subject.
    private func isNoted(_ caller: Caller, _ subject: Subject?) -> Bool {
        if everyone == true { return true }
        guard let feature = terms.feature, server.snapshot.hasAvailable(feature, to: caller) else { return false }
        return subject.map { server.snapshot.hasAvailable(feature, to: caller, subject: $0) } ?? true
    }

    /// What of an entry its caller and its subject say.
    private func head(_ caller: Caller, _ subject: Subject?, _ feature: Span<UInt8>) -> TimelineHead {
        var head = TimelineHead()
        (head.uid, head.user) = (caller.uid, subordinates.owner(of: caller.uid))
        if case .uid(let uid)? = subject { head.subjectUser = subordinates.owner(of: uid) }
        if !hidden.isEmpty { head.isHidden = hidden.contains(feature.indices.map { feature[$0] }) }
        return head
    }

    private func append(
        _ given: TimelineHead, code: OutcomeCode, id: Span<UInt8>, route: Span<UInt8>, feature: Span<UInt8>,
        action: Span<UInt8>, inputs: Span<UInt8>, subject: Subject?
    ) {
        var head = given
        if let link = begun {
            begun = nil
            if head.kind == .ended, head.link == link {
                ring.takeBack()
                head.link = 0
            }
        }
        let code = code.rawValue.utf8
        let subject = (subject?.description ?? "").utf8
        ring.append(head, wallUs: HostClock.wallUs) { output, start in
            var end = start + TimelineRecord.headBytes
            TimelineRecord.write(.code, code.span, to: &output, at: start, &end)
            TimelineRecord.write(.id, id, to: &output, at: start, &end)
            TimelineRecord.write(.route, route, to: &output, at: start, &end)
            TimelineRecord.write(.feature, feature, to: &output, at: start, &end)
            TimelineRecord.write(.action, action, to: &output, at: start, &end)
            TimelineRecord.write(.subject, subject.span, to: &output, at: start, &end)
            TimelineRecord.write(.inputs, inputs, to: &output, at: start, &end)
            return end
        }
    }
}
