package import Features

/// All that a ledger knows at one moment, as plain values.
package struct LedgerSnapshot: Equatable, Sendable {
    /// A fact with who set it and when.
    package struct Recorded<Value: Equatable & Sendable>: Equatable, Sendable {
        package let value: Value
        package let author: Author
        package let stamp: LedgerStamp
    }

    /// The facts of one subject.
    ///
    /// What is at its default has no entry.
    package struct OfSubject: Equatable, Sendable {
        /// By the feature's path; never `unknown`.
        package var toggles: [String: Recorded<SwitchState>] = [:]
        /// `authorized` or `denied`.
        package var consents: [Permission: Recorded<PermissionStatus>] = [:]
        /// By product; several where several transactions are about one.
        package var purchases: [String: [Recorded<PurchaseFact>]] = [:]

        package init() {}
    }

    /// By the feature's path; never `unknown`.
    package var runtime: [String: Recorded<SwitchState>] = [:]
    package var subjects: [Subject: OfSubject] = [:]
    /// Entries in words that this version does not know; they count as absent.
    ///
    /// *Units*: entries.
    package var unreadableCount = 0
    /// The latest stamp.
    package var highWater = HybridTime(milliseconds: 0)
    /// The latest time seen: facts are never judged at an earlier one.
    ///
    /// *Units*: milliseconds since 1970 UTC.
    package var seenMs: Int64 = 0
    /// How the wall clock stood to the time seen last when the ledger was opened.
    package var clock = FactClock(wallMs: 0, seenMs: 0)

    package init() {}

    /// Takes in one current entry.
    mutating func add(_ entry: LedgerEntry) {
        func recorded<Value>(_ value: Value) -> Recorded<Value> {
            Recorded(value: value, author: entry.author, stamp: entry.stamp)
        }
        switch entry.fact {
        case .toggle(let feature, let isOn?):
            subjects[entry.subject, default: .init()].toggles[feature] = recorded(isOn ? .on : .off)
        case .runtime(let feature, let isOn?):
            runtime[feature] = recorded(isOn ? .on : .off)
        case .consent(let permission, let isGranted?):
            let status: PermissionStatus = isGranted ? .authorized : .denied
            subjects[entry.subject, default: .init()].consents[permission] = recorded(status)
        case .purchase(let fact):
            subjects[entry.subject, default: .init()].purchases[fact.product, default: []].append(recorded(fact))
        case .toggle(_, nil), .runtime(_, nil), .consent(_, nil): break
        }
    }
}
