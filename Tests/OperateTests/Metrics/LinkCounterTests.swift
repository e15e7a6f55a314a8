import Contract
import Features
import Testing

@testable import OperateService
@testable import Serving

/// Links are counted by their names, and there is a bound.
@Suite struct LinkCounterTests {
    private func count(
        _ counter: LinkCounter, _ route: String, _ feature: String, _ code: OutcomeCode = .okPerformed, ns: Int64 = 5
    ) {
        let end = LinkEnd(code: code, times: LinkDurations(startedNs: 100, endedNs: 100 + ns), number: nil)
        let (routeBytes, featureBytes, none) = (Array(route.utf8), Array(feature.utf8), [UInt8]())
        counter.linkEnded(
            end, id: none.span, route: routeBytes.span, feature: featureBytes.span, action: none.span,
            inputs: none.span, caller: Caller(uid: 1), subject: nil, values: { [] })
    }

    /// *Shape*: `route feature code count`.
    private func rows(_ counter: LinkCounter, hiding hidden: Set<String> = []) -> [String] {
        var list = MetricList()
        counter.add(to: &list, hiding: hidden)
        let links = list.metrics.first { $0.name == "deeplinkd_links" }
        return (links?.values ?? []).map { sample in
            (sample.labels.map(\.value) + [sample.value.text]).joined(separator: " ")
        }
    }

    @Test func `each combination of route, feature and code is counted`() {
        let counter = LinkCounter()
        #expect(rows(counter).isEmpty)
        for (route, feature, code) in [
            ("r", "F", .okPerformed), ("r", "F", .okPerformed), ("r", "F", .failedExit), ("rF", "", .okPerformed),
            ("", "rF", .okPerformed), ("", "", .routeNotFound),
        ] as [(String, String, OutcomeCode)] {
            count(counter, route, feature, code)
        }
        #expect(
            rows(counter) == [
                "r F ok.performed 2", "r F failed.exit 1", "rF  ok.performed 1", " rF ok.performed 1",
                "  rejected.route.notFound 1",
            ])
    }

    @Test func `what finds no place is counted together, by its code`() {
        let counter = LinkCounter()
        for _ in 0..<3 {
            for number in 0..<1500 { count(counter, "r\(number)", "F") }
            for number in 0..<500 { count(counter, "r\(number)", "F", .failedExit) }
        }
        let rows = rows(counter)
        #expect(rows.count == Limits.metricSeries + 2)
        #expect(rows[0] == "r0 F ok.performed 3")
        #expect(rows.contains("other other ok.performed 1500") && rows.contains("other other failed.exit 1500"))
    }

    @Test func `hidden features share one label`() {
        let counter = LinkCounter()
        for feature in ["Beta", "Open", "Beta.Inner"] { count(counter, "r" + feature, feature) }
        #expect(
            rows(counter, hiding: ["Beta", "Beta.Inner"]) == [
                "hidden hidden ok.performed 2", "rOpen Open ok.performed 1",
            ])
    }
}
