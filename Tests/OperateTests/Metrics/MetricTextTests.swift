import Contract
import Serving
import Testing

@testable import OperateService

/// Numbers as text, in both forms.
@Suite struct MetricTextTests {
    private static func list() -> MetricList {
        var times = MetricHistogram()
        for ns: Int64 in [20_412, 100_000, 100_001, 31_000_000_000] { times.add(ns: ns) }
        var list = MetricList()
        list.counter("deeplinkd_calls", 17, "Calls answered.")
        list.add(.gauge, "deeplinkd_uptime_seconds", .time(ns: 1_500_000_000), #"A back\slash and a "quote"."#)
        list.histogram("deeplinkd_link_duration_seconds", [([("route", "a\"b\\c\nd")], times)], "How long.")
        list.add(.gauge, "deeplinkd_none", [], "Without a value it is not there.")
        return list
    }

    private static func text(_ form: GetMetrics.Form) -> String {
        let text = MetricText(form: form)
        return list().metrics.map { text.lines(of: $0) }.joined() + text.end
    }

    private static let label = #"route="a\"b\\c\nd""#

    private static func buckets() -> String {
        let counts = [2] + Array(repeating: 3, count: 10)
        let bounds = ["0.0001", "0.0005", "0.001", "0.005", "0.01", "0.05", "0.1", "0.5", "1.0", "5.0", "30.0"]
        let name = "deeplinkd_link_duration_seconds"
        return zip(bounds, counts).map { "\(name)_bucket{\(label),le=\"\($0)\"} \($1)\n" }.joined()
            + "\(name)_bucket{\(label),le=\"+Inf\"} 4\n\(name)_sum{\(label)} 31.000220413\n\(name)_count{\(label)} 4\n"
    }

    @Test func `Prometheus' form`() {
        #expect(
            Self.text(.prometheus) == """
                # HELP deeplinkd_calls_total Calls answered.
                # TYPE deeplinkd_calls_total counter
                deeplinkd_calls_total 17
                # HELP deeplinkd_uptime_seconds A back\\\\slash and a "quote".
                # TYPE deeplinkd_uptime_seconds gauge
                deeplinkd_uptime_seconds 1.5
                # HELP deeplinkd_link_duration_seconds How long.
                # TYPE deeplinkd_link_duration_seconds histogram

                """ + Self.buckets())
    }

    @Test func `the form of OpenMetrics`() {
        #expect(
            Self.text(.openmetrics) == """
                # HELP deeplinkd_calls Calls answered.
                # TYPE deeplinkd_calls counter
                deeplinkd_calls_total 17
                # HELP deeplinkd_uptime_seconds A back\\\\slash and a \\"quote\\".
                # TYPE deeplinkd_uptime_seconds gauge
                # UNIT deeplinkd_uptime_seconds seconds
                deeplinkd_uptime_seconds 1.5
                # HELP deeplinkd_link_duration_seconds How long.
                # TYPE deeplinkd_link_duration_seconds histogram
                # UNIT deeplinkd_link_duration_seconds seconds

                """ + Self.buckets() + "# EOF\n")
    }

    @Test(
        arguments: [
            (0, "0"), (1, "0.000000001"), (1_000_000_000, "1"), (1_500_000_000, "1.5"), (-1_500_000_000, "-1.5"),
            (Int64.max, "9223372036.854775807"),
        ] as [(Int64, String)])
    func `a time is told in seconds, exactly`(_ ns: Int64, _ text: String) {
        #expect(MetricValue.time(ns: ns).text == text)
    }
}
