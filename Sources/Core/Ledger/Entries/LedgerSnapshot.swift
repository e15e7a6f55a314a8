internal import Contract
package import Features

/// All that a ledger has at one moment, as plain values; what is at its default has no entry.
package struct LedgerSnapshot: Equatable, Sendable {
    package var runtime: [FactKey: LedgerEntry] = [:]
    /// All facts except runtime switches.
    package var subjects: [Subject: [FactKey: LedgerEntry]] = [:]
    /// The facts that operators and granting groups set; they go before `subjects`.
    package var settings: [Subject: [FactKey: LedgerEntry]] = [:]
    /// Entries with values that this version cannot read; they count as absent.
    ///
    /// *Units*: entries.
    package var unreadableCount = 0
    /// The latest stamp.
    package var highWater = HybridTime(milliseconds: 0)
    /// The latest time seen: facts are never judged at an earlier one.
    ///
    /// *Units*: milliseconds since 1970 UTC.
    package var seenMs: Int64 = 0
    /// The wall clock compared with the latest time seen, when the ledger was opened.
    package var clock = FactClock(wallMs: 0, seenMs: 0)

    package init() {}

    /// The runtime switches in force.
    package var switches: [FactKey: Fact] { runtime.compactMapValues(\.factInForce) }

    /// The subjects' facts, as they count where no setting is in their place.
    package var facts: [Subject: [FactKey: Fact]] { subjects.mapValues { $0.compactMapValues(\.factInForce) } }

    /// The settings in force.
    package var settingsInForce: [Subject: [FactKey: Fact]] {
        settings.mapValues { $0.compactMapValues(\.factInForce) }
    }

    /// Adds one current entry.
    mutating func add(_ entry: LedgerEntry) {
        guard entry.fact.value != nil else { return }
        if entry.fact.key.kind == .runtime {
            runtime[entry.fact.key] = entry
        } else if entry.fact.isSetting {
            settings[entry.subject, default: [:]][entry.fact.key] = entry
        } else {
            subjects[entry.subject, default: [:]][entry.fact.key] = entry
        }
    }
}
