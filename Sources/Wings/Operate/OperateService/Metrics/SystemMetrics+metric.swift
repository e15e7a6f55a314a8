import Contract
import OperateWire
import Serving

extension Metric {
    /// *Shape*: `io.deeplinkd.LinkDurationSeconds` of `deeplinkd_link_duration_seconds`.
    fileprivate var systemName: String {
        let words = name.split(separator: "_").drop { $0 == "deeplinkd" }
        return "io.deeplinkd." + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// Its names: a distribution has two.
    fileprivate var systemNames: [(name: String, help: String, kind: DescribeSystemMetrics.Kind)] {
        switch kind {
        case .counter: [(systemName, help, .counter)]
        case .gauge: [(systemName, help, .gauge)]
        case .histogram:
            [
                (systemName + "Count", help + " How many there were.", .counter),
                (systemName + "Sum", help + " All of them together.", .counter),
            ]
        }
    }
}

extension ListSystemMetrics.Answer {
    /// The answers that give a number.
    static func all(of metric: Metric) -> [Self] {
        let name = metric.systemName
        return metric.values.map { Self(name, $0.value, $0.labels) }
            + metric.histograms.flatMap { sample in
                [
                    Self(name + "Count", .count(sample.value.count), sample.labels),
                    Self(name + "Sum", .time(ns: sample.value.sumNs), sample.labels),
                ]
            }
    }

    private init(_ name: String, _ value: MetricValue, _ labels: [Metric.Label]) {
        self.init()
        self.name = name
        switch value {
        case .count(let count): self.value = .integer(count)
        case .time(let ns) where ns % 1_000_000_000 == 0: self.value = .integer(ns / 1_000_000_000)
        case .time: self.value = .number(literal: value.text)
        }
        // One without a value is absent, as in the other forms it is empty.
        let named = labels.filter { !$0.value.isEmpty }.sorted { $0.name < $1.name }
        if !named.isEmpty { fields = OpenObject(members: named.map { .init($0.name, .string($0.value)) }) }
    }
}

extension DescribeSystemMetrics.Answer {
    /// The answers that describe a number.
    static func all(of metric: Metric) -> [Self] {
        metric.systemNames.map { name, help, kind in
            var answer = Self()
            (answer.name, answer.description, answer.type) = (name, help, kind)
            return answer
        }
    }
}
