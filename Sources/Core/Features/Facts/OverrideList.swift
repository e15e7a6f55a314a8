package import Contract

/// The facts that operators have overridden, each until its time is over.
///
/// *Limits*: `Limits.overrides`.
package struct OverrideList {
    private struct Entry {
        let fact: Fact
        /// *Shape*: as a `with` line has it.
        let text: String
        /// *Units*: nanoseconds on the monotonic clock.
        let endsNs: Int64
    }

    private var entries: [FactKey: Entry] = [:]

    package init() {}

    /// All of them.
    package var facts: [FactKey: Fact] { entries.mapValues(\.fact) }

    /// Adds the facts that are given, or replaces those about the same; false where there was no room.
    package mutating func add(_ facts: Facts, text: String, endsNs: Int64) -> Bool {
        for (key, fact) in facts.given {
            guard entries[key] != nil || entries.count < Limits.overrides else { return false }
            entries[key] = Entry(fact: .overriding(fact.value), text: text, endsNs: endsNs)
        }
        return true
    }

    /// Takes out those about the same facts.
    package mutating func remove(_ facts: Facts) {
        for key in facts.given.keys { entries[key] = nil }
    }

    /// Takes out all of them.
    package mutating func removeAll() { entries = [:] }

    /// Takes out those whose time is over; gives the time at which the next one ends.
    package mutating func removeEnded(nowNs: Int64) -> Int64? {
        entries = entries.filter { $0.value.endsNs > nowNs }
        return entries.values.map(\.endsNs).min()
    }

    /// The overrides as status lists them, in a fixed order.
    package func reports(nowNs: Int64) -> [OverrideReport] {
        entries.values.sorted { $0.text < $1.text }.map { entry in
            OverrideReport { ($0.fact, $0.endsAfterMs) = (entry.text, max(0, entry.endsNs - nowNs) / 1_000_000) }
        }
    }
}
