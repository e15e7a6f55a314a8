import Contract
import Features
import TestSupport
import Testing

@testable import Ledger
@testable import PurchaseRules

extension LedgerEntry {
    /// The fact that an entry is about, without its value, and the subject.
    fileprivate struct Key: Hashable {
        let subject: Subject
        let fact: FactKey
        let isSetting: Bool
    }

    fileprivate var key: Key { Key(subject: subject, fact: fact.key, isSetting: fact.isSetting) }

    /// Merges entries into a state: for each key the entry that counts.
    fileprivate static func merge(_ entries: some Sequence<LedgerEntry>, into state: inout [Key: LedgerEntry]) {
        for entry in entries {
            if let held = state[entry.key], !entry.supersedes(held) { continue }
            state[entry.key] = entry
        }
    }
}

struct LedgerEntryTests {
    /// Entries of three hosts about a few facts, with many equal times.
    private static func entries(_ count: Int, _ random: inout SeededGenerator) -> [LedgerEntry] {
        (1...Int64(count)).map { sequence in
            let host = HostID(bits: UInt128.random(in: 1...3, using: &random))
            // One host never gives the same time twice.
            let time = HybridTime(
                milliseconds: Int64.random(in: 0...3, using: &random), count: UInt16(truncatingIfNeeded: sequence))
            return LedgerEntry(
                subject: Bool.random(using: &random) ? .uid(1) : .account("a"), fact: fact(&random),
                author: Author(uid: UInt32.random(in: 0...3, using: &random), method: "m"),
                stamp: LedgerStamp(host: host, sequence: sequence, time: time))
        }
    }

    private static func fact(_ random: inout SeededGenerator) -> LedgerFact {
        let value: FactValue? = [.on, .off, nil].randomElement(using: &random) ?? nil
        switch Int.random(in: 0...2, using: &random) {
        case 0: return LedgerFact(.toggle(Bool.random(using: &random) ? "A" : "B"), value)
        case 1: return LedgerFact(.runtime("A"), value)
        default:
            let state = PurchaseState.allCases.randomElement(using: &random) ?? .none
            return LedgerFact(setting: .purchase("p"), to: .purchase(Purchase(state)))
        }
    }

    private static func merged(_ parts: [LedgerEntry]...) -> [LedgerEntry.Key: LedgerEntry] {
        var state: [LedgerEntry.Key: LedgerEntry] = [:]
        for part in parts { LedgerEntry.merge(part, into: &state) }
        return state
    }

    @Test func `the result of merging does not depend on order, repetition or grouping`() {
        var random = SeededGenerator(for: "merging")
        for _ in 0..<500 {
            let all = Self.entries(36, &random).shuffled(using: &random)
            let (a, b, c) = (Array(all[..<12]), Array(all[12..<24]), Array(all[24...]))
            let whole = Self.merged(a, b, c)
            #expect(whole == Self.merged(c, b, a), "commutative")
            #expect(whole == Self.merged(all), "any order")
            #expect(whole == Self.merged(a, a, b, c, b), "idempotent")
            #expect(whole == Self.merged(Array(Self.merged(a).values), Array(Self.merged(b, c).values)), "associative")
        }
    }

    @Test func `exactly one of two entries about the same fact supersedes the other`() {
        var random = SeededGenerator(for: "superseding")
        let entries = Self.entries(120, &random)
        for a in entries {
            #expect(!a.supersedes(a))
            for b in entries where a != b && a.key == b.key { #expect(a.supersedes(b) != b.supersedes(a)) }
        }
    }

    @Test func `the current facts in the database are the result of merging its log`() throws {
        var random = SeededGenerator(for: "log and state")
        try StateDirectory().use { ledger in
            var log: [LedgerEntry] = []
            for _ in 0..<400 {
                let fact = Self.fact(&random)
                var subject = Subject.uid(UInt32.random(in: 1...2, using: &random))
                if fact.key.kind == .runtime { subject = .machine }
                if fact.value == .purchase(Purchase(.unknown)) { continue }
                let receipt = try ledger.apply(LedgerChange(fact, of: subject, by: someone))
                guard receipt.effect != .unchanged else { continue }
                log.append(LedgerEntry(subject: subject, fact: fact, author: someone, stamp: receipt.stamp))
            }
            var expected = LedgerSnapshot()
            for entry in Self.merged(log).values { expected.add(entry) }
            expected.highWater = try #require(log.last).stamp.time
            expected.seenMs = 1_000_000
            expected.clock = FactClock(wallMs: 1_000_000, seenMs: 0)
            #expect(try ledger.snapshotAll() == expected)
        }
    }
}
