// Numbers that the daemon tells of itself, in no form yet: the core and each wing add theirs, and what is asked for them writes
// them down (MetricText.swift, SystemMetrics).
//
//     deeplinkd_links                    counter     route, feature, code
//     deeplinkd_link_duration_seconds    histogram   route, feature, code
//     deeplinkd_connections              gauge
//
// A label is a name of the table or of this program: never a URL, an input or a user.

/// A number as it is told.
package enum MetricValue: Equatable, Sendable {
    case count(Int64)
    /// *Units*: nanoseconds, told as seconds.
    case time(ns: Int64)

    /// *Shape*: a decimal number: `17`, `0.000020412`.
    package var text: String {
        switch self {
        case .count(let count): return String(count)
        case .time(let ns):
            let (seconds, rest) = ns.quotientAndRemainder(dividingBy: 1_000_000_000)
            guard rest != 0 else { return String(seconds) }
            var digits = String(rest.magnitude)
            digits = String(repeating: "0", count: 9 - digits.count) + digits
            while digits.last == "0" { digits.removeLast() }
            return (ns < 0 ? "-" : "") + "\(seconds.magnitude).\(digits)"
        }
    }
}

/// A distribution of times.
package struct MetricHistogram: Equatable, Sendable {
    /// *Units*: nanoseconds; the upper bound of each bucket but the last, which has none.
    package static let bounds: [Int64] = [
        100_000, 500_000, 1_000_000, 5_000_000, 10_000_000, 50_000_000, 100_000_000, 500_000_000, 1_000_000_000,
        5_000_000_000, 30_000_000_000,
    ]

    /// By bucket, each without those before it.
    package private(set) var counts: InlineArray<12, Int64> = InlineArray(repeating: 0)
    package private(set) var count: Int64 = 0
    /// *Units*: nanoseconds.
    package private(set) var sumNs: Int64 = 0

    package init() {}

    /// Adds a time.
    package mutating func add(ns: Int64) {
        var bucket = 0
        while bucket < 11, ns > Self.bounds[bucket] { bucket += 1 }
        counts[bucket] += 1
        (count, sumNs) = (count + 1, sumNs &+ ns)
    }

    /// Adds another distribution.
    package mutating func add(_ other: Self) {
        for bucket in counts.indices { counts[bucket] += other.counts[bucket] }
        (count, sumNs) = (count + other.count, sumNs &+ other.sumNs)
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.count == other.count && one.sumNs == other.sumNs
            && one.counts.indices.allSatisfy {
                one.counts[$0] == other.counts[$0]
            }
    }
}

/// A number of one kind, with a value for each combination of its labels.
package struct Metric: Equatable, Sendable {
    /// How a number moves.
    package enum Kind: String, Sendable {
        /// It only grows while the daemon runs.
        case counter
        case gauge
        case histogram
    }

    /// A value, with the labels that tell it from the others of its name.
    package struct Sample<Content: Equatable & Sendable>: Equatable, Sendable {
        package let labels: [Label]
        package let value: Content
    }

    /// A name, and what tells apart.
    package struct Label: Equatable, Sendable {
        package let name: String
        package let value: String

        package init(name: String, value: String) { (self.name, self.value) = (name, value) }
    }

    /// *Shape*: without the ending of a counter, with that of its unit: `deeplinkd_uptime_seconds`.
    package let name: String
    package let kind: Kind
    /// One sentence.
    package let help: String
    package private(set) var values: [Sample<MetricValue>] = []
    package private(set) var histograms: [Sample<MetricHistogram>] = []

    /// The unit that its name ends in; nil for a plain count.
    package var unit: String? { ["seconds", "bytes"].first { name.hasSuffix("_" + $0) } }
}

/// The numbers that were collected.
package struct MetricList: Equatable, Sendable {
    /// In the order in which they were added, each name once.
    package private(set) var metrics: [Metric] = []

    package init() {}

    /// Adds a number without labels.
    package mutating func add(_ kind: Metric.Kind, _ name: String, _ value: MetricValue, _ help: String) {
        add(kind, name, [([], value)], help)
    }

    /// Adds a number that only grows.
    package mutating func counter(_ name: String, _ count: Int, _ help: String) {
        add(.counter, name, .count(Int64(count)), help)
    }

    /// Adds a number that grows and shrinks.
    package mutating func gauge(_ name: String, _ count: Int, _ help: String) {
        add(.gauge, name, .count(Int64(count)), help)
    }

    /// Adds a number with labels; nothing where it has no value.
    package mutating func add(
        _ kind: Metric.Kind, _ name: String, _ values: [([(String, String)], MetricValue)], _ help: String
    ) {
        guard !values.isEmpty else { return }
        let samples = values.map { Metric.Sample(labels: Self.labels($0), value: $1) }
        metrics.append(Metric(name: name, kind: kind, help: help, values: samples))
    }

    /// Adds distributions with labels; nothing where there are none.
    package mutating func histogram(
        _ name: String, _ values: [([(String, String)], MetricHistogram)], _ help: String
    ) {
        guard !values.isEmpty else { return }
        let samples = values.map { Metric.Sample(labels: Self.labels($0), value: $1) }
        metrics.append(Metric(name: name, kind: .histogram, help: help, histograms: samples))
    }

    private static func labels(_ labels: [(String, String)]) -> [Metric.Label] {
        labels.map { Metric.Label(name: $0, value: $1) }
    }
}
