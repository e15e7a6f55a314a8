import Contract
import Features
import Foundation
import PurchaseRules
import PurchaseService
import TestSupport
import Testing

@testable import Ledger

/// What is spent and reserved, on the disk.
@Suite(.serialized) struct SpendingLedgerTests {
    private static let basis = SpendingBasis.licence(issuer: "shop", id: "order-1")
    private static let ann = Subject.uid(1000)

    private static func reservation(
        _ id: String, _ units: Int = 3, of basis: SpendingBasis = basis, by subject: Subject = ann
    ) -> Reservation {
        Reservation(
            outcomeID: id, uid: 1000, subject: subject, feature: "Game", action: "play",
            parts: [ReservedPart("coins", SpendingPortion(basis, units))])
    }

    private static func write(_ ledger: Ledger, _ steps: SpendingStep...) throws {
        #expect(try ledger.write(steps as [any LedgerStep]).allSatisfy { $0 == nil })
    }

    private static func units(_ kept: KeptSpending, of basis: SpendingBasis = basis, by subject: Subject = ann) -> Int {
        kept.spent[subject]?["coins"]?[basis] ?? 0
    }

    @Test func `an end takes the units, gives them back, or leaves them to an operator`() throws {
        let directory = try StateDirectory()
        try directory.use { ledger in
            let all = ["taken", "back", "doubt", "running"].map { Self.reservation($0) }
            for reservation in all { try Self.write(ledger, .reserved(reservation)) }
            #expect(try ledger.spending().spent.isEmpty, "they are under way")
            #expect(try ledger.spending().running == ["taken", "back", "doubt", "running"])
            try Self.write(ledger, .ended(all[0], .taken), .ended(all[1], .givenBack), .ended(all[2], .undecided))
            // An end that was written is written again without an effect.
            try Self.write(ledger, .ended(all[0], .taken), .ended(all[1], .taken), .ended(all[2], .undecided))
            let kept = try ledger.spending()
            #expect(Self.units(kept) == 6 && kept.undecided.map(\.outcomeID) == ["doubt"])
            #expect(kept.running == ["running"])
        }
        try directory.use { ledger in
            let kept = try ledger.spending()
            #expect(Self.units(kept) == 9 && kept.undecided.map(\.outcomeID) == ["doubt", "running"])
            #expect(kept.undecided.allSatisfy { $0.startedMs == 1_000_000 && $0.action == "play" })
            // The same id of this run is another link.
            try Self.write(ledger, .reserved(Self.reservation("doubt", 100)))
            try Self.write(ledger, .decided(outcomeID: "doubt", isSpent: false, by: someone))
            try Self.write(ledger, .decided(outcomeID: "running", isSpent: true, by: someone))
            try Self.write(ledger, .decided(outcomeID: "running", isSpent: true, by: someone))
            let decided = try ledger.spending()
            #expect(Self.units(decided) == 6 && decided.undecided.isEmpty && decided.running == ["doubt"])
        }
    }

    @Test func `what was spent of a setting goes with the setting`() throws {
        let directory = try StateDirectory()
        try directory.use { ledger in
            let first = Self.reservation("a", 2, of: .setting(asOfMs: 1))
            let second = Self.reservation("b", 5, of: .setting(asOfMs: 2))
            try Self.write(ledger, .reserved(first), .ended(first, .taken), .reserved(second), .ended(second, .taken))
            let other = Self.reservation("c", 1)
            try Self.write(ledger, .reserved(other), .ended(other, .taken))
            let kept = try ledger.spending()
            #expect(Self.units(kept, of: .setting(asOfMs: 1)) == 0)
            #expect(Self.units(kept, of: .setting(asOfMs: 2)) == 5 && Self.units(kept) == 1)
        }
    }

    @Test func `a subject has a limit of what is reserved, and another one has room`() throws {
        let directory = try StateDirectory()
        try directory.use { ledger in
            for number in 0..<Limits.reservationsPerSubject {
                try Self.write(ledger, .reserved(Self.reservation("\(number)")))
            }
            let refusals = try ledger.write([
                SpendingStep.reserved(Self.reservation("more")),
                SpendingStep.reserved(Self.reservation("other", by: .account("ann"))),
            ])
            let limit = Limits.reservationsPerSubject
            #expect(refusals == [.tooManyReservations(found: limit, limit: limit), nil])
            try Self.write(ledger, .ended(Self.reservation("0"), .givenBack), .reserved(Self.reservation("more")))
        }
    }

    @Test func `steps of a group are written together, and a refusal keeps back what it must`() throws {
        let directory = try StateDirectory()
        try directory.use { ledger in
            let key = try IdempotencyKey("k", of: Self.ann, by: 1000)
            let reservation = Self.reservation("a")
            try Self.write(ledger, .reserved(reservation))
            // A key that was not claimed does not keep the units reserved.
            let group = StepGroup(
                [KeyStep(key, outcome: "o", lifetime: .seconds(9)), SpendingStep.ended(reservation, .taken)],
                goesOnBehindRefusal: true)
            #expect(try ledger.write([group]) == [.notClaimed(key: "k")])
            #expect(try Self.units(ledger.spending()) == 3)
            #expect(try ledger.claim(key, fingerprint: "f", lifetime: .seconds(9)) == .begun)
            #expect(try ledger.write([KeyStep(key, outcome: "o", lifetime: .seconds(9))]) == [nil])
            #expect(try ledger.claim(key, fingerprint: "f", lifetime: .seconds(9)) == .finished(outcome: "o"))
        }
    }

    @Test func `of units that are reserved and spent under a hundred kills none is lost and none is spent twice`()
        throws
    {
        var random = SeededGenerator(for: "spending under kills")
        let directory = try StateDirectory()
        var (next, taken, undecided, kills) = (1, 0, 0, 0)
        while kills < 100 {
            let output = try ProgramPipe()
            let victim = try probe(["spend", directory.path, "\(next)"], output: output)
            var data = Data()
            // Some are killed while they open the ledger, most in the middle of a step.
            if Int.random(in: 0..<8, using: &random) > 0 {
                let enough = Int.random(in: 1...40, using: &random)
                while data.count(where: { $0 == 10 }) < enough {
                    let more = output.readSome()
                    guard !more.isEmpty else { break }
                    data += more
                }
            }
            usleep(UInt32.random(in: 0...3000, using: &random))
            victim.kill()
            data += output.readAll()
            kills += 1
            let lines = String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
                .dropLast().map { $0.split(separator: " ").map(String.init) }
            func numbers(_ word: String) -> Set<Int> {
                Set(lines.filter { $0.first == word }.compactMap { Int($0.last ?? "") })
            }
            try directory.use { ledger in
                let kept = try ledger.spending()
                let left = Set(kept.undecided.compactMap { Int($0.outcomeID) })
                #expect(numbers("reserved").subtracting(numbers("ended?")).isSubset(of: left), "a reservation is lost")
                let ended = numbers("ended")
                let doubtful = ended.filter { $0.isMultiple(of: 16) }
                #expect(ended.intersection(left) == doubtful, "an end is lost")
                // One whose end was being written has it or not, and the rows say which.
                let endings = numbers("ended?").subtracting(left)
                taken += endings.count { !$0.isMultiple(of: 16) && !$0.isMultiple(of: 3) }
                let total = (0..<5).reduce(0) { $0 + Self.units(kept, of: .licence(issuer: "shop", id: "order-\($1)")) }
                #expect(total == 3 * (taken + left.count), "after kill \(kills)")
                for number in left {
                    let isSpent = Bool.random(using: &random)
                    if isSpent { taken += 1 }
                    undecided += 1
                    try Self.write(ledger, .decided(outcomeID: "\(number)", isSpent: isSpent, by: someone))
                }
                let decided = try ledger.spending()
                let rest = (0..<5).reduce(0) {
                    $0 + Self.units(decided, of: .licence(issuer: "shop", id: "order-\($1)"))
                }
                #expect(rest == 3 * taken && decided.undecided.isEmpty, "after kill \(kills)")
                next = max(next, (numbers("reserved?").max() ?? 0) + 1)
            }
        }
        #expect(taken > 100 && undecided > 20)
        print("\(kills) kills, \(next - 1) links: \(taken) performed, \(undecided) decided by an operator")
    }
}
