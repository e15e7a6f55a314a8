// The numbers as text, in the two forms that scrapers read. They name counters differently, and no text is both:
//
//     prometheus     # TYPE deeplinkd_calls_total counter          openmetrics    # TYPE deeplinkd_calls counter
//                    deeplinkd_calls_total 17                                     deeplinkd_calls_total 17
//                                                                                 # EOF

import Contract
import Serving

/// Writes numbers down.
struct MetricText {
    let form: GetMetrics.Form

    /// The lines of one number.
    func lines(of metric: Metric) -> String {
        let isInfo = form == .openmetrics && metric.name == "deeplinkd_build"
        let plain = metric.kind == .counter && form == .prometheus ? metric.name + "_total" : metric.name
        let name = form == .prometheus && metric.name == "deeplinkd_build" ? metric.name + "_info" : plain
        var text = "# HELP \(name) \(Self.escaped(metric.help, quotes: form == .openmetrics))\n"
        text += "# TYPE \(name) \(isInfo ? "info" : metric.kind.rawValue)\n"
        if form == .openmetrics, let unit = metric.unit { text += "# UNIT \(name) \(unit)\n" }
        let ending = metric.kind == .counter ? "_total" : metric.name == "deeplinkd_build" ? "_info" : ""
        for sample in metric.values {
            text += "\(metric.name)\(ending)\(Self.text(sample.labels)) \(sample.value.text)\n"
        }
        for sample in metric.histograms { text += Self.lines(of: sample, metric.name) }
        return text
    }

    /// What stands behind the last number.
    var end: String { form == .openmetrics ? "# EOF\n" : "" }

    private static func lines(of sample: Metric.Sample<MetricHistogram>, _ name: String) -> String {
        var (text, count) = ("", Int64(0))
        for (bucket, bound) in MetricHistogram.bounds.enumerated() {
            count += sample.value.counts[bucket]
            let limit = MetricValue.time(ns: bound).text
            let label = Metric.Label(name: "le", value: limit.contains(".") ? limit : limit + ".0")
            text += "\(name)_bucket\(Self.text(sample.labels + [label])) \(count)\n"
        }
        let last = Metric.Label(name: "le", value: "+Inf")
        text += "\(name)_bucket\(Self.text(sample.labels + [last])) \(sample.value.count)\n"
        text += "\(name)_sum\(Self.text(sample.labels)) \(MetricValue.time(ns: sample.value.sumNs).text)\n"
        text += "\(name)_count\(Self.text(sample.labels)) \(sample.value.count)\n"
        return text
    }

    private static func text(_ labels: [Metric.Label]) -> String {
        guard !labels.isEmpty else { return "" }
        return "{" + labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }.joined(separator: ",") + "}"
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        guard text.utf8.contains(where: { [0x5C, 0x0A, 0x22].contains($0) }) else { return text }
        return text.reduce(into: "") { result, character in
            switch character {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"": result += quotes ? "\\\"" : "\""
            default: result.append(character)
            }
        }
    }
}
