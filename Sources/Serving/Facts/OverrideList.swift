import Contract
import EventLoop
import Features

/// The facts that operators have put in the place of what sources say, each until its time is over.
///
/// *Limits*: `Limits.overrides`.
struct OverrideList {
    private struct Entry {
        let facts: Facts
        /// *Shape*: as a `with` line says it.
        let text: String
        /// *Units*: nanoseconds on the monotonic clock.
        let endsNs: Int64
    }

    private var entries: [FactName: Entry] = [:]

    /// All of them together; nil where there are none.
    var facts: FactOverrides? {
        guard !entries.isEmpty else { return nil }
        var all = FactOverrides()
        for entry in entries.values { all.add(entry.facts) }
        return all
    }

    /// Adds one, or replaces the one about the same fact; says whether there was room.
    mutating func add(_ facts: Facts, text: String, endsNs: Int64) -> Bool {
        for name in facts.names {
            guard entries[name] != nil || entries.count < Limits.overrides else { return false }
            entries[name] = Entry(facts: facts, text: text, endsNs: endsNs)
        }
        return true
    }

    /// Takes out those about the same facts.
    mutating func remove(_ facts: Facts) {
        for name in facts.names { entries[name] = nil }
    }

    /// Takes out all of them.
    mutating func removeAll() { entries = [:] }

    /// Takes out those whose time is over; tells when the next one's is.
    mutating func removeEnded(nowNs: Int64) -> Int64? {
        entries = entries.filter { $0.value.endsNs > nowNs }
        return entries.values.map(\.endsNs).min()
    }

    /// What status says of them, in a fixed order.
    func reports(nowNs: Int64) -> [OverrideReport] {
        entries.values.sorted { $0.text < $1.text }.map {
            OverrideReport(fact: $0.text, endsAfterMs: max(0, $0.endsNs - nowNs) / 1_000_000)
        }
    }
}
