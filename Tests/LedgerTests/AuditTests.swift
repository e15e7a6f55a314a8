import Contract
import Features
import Foundation
import PurchaseRules
import SQLite
import TestSupport
import TestTables
import Testing

@testable import Ledger
@testable import PurchaseService

/// The audit: a row with each change, numbered and chained.
struct AuditTests {
    private static let day: Int64 = 86_400_000

    private static func author(_ uid: UInt32 = 1000, keepDays: Int64 = 90) -> Author {
        Author(
            uid: uid, method: "m",
            origin: AuditOrigin(processID: 7, unit: "a.scope", program: "tool", keepMs: keepDays * day))
    }

    private static func toggle(_ name: String, _ isOn: Bool?, by author: Author = author()) throws -> LedgerChange {
        try LedgerChange(LedgerFact(.toggle(name), isOn.map { $0 ? .on : .off }), of: .uid(1000), by: author)
    }

    private func toggleWithoutOrigin(_ name: String) throws -> LedgerChange {
        try LedgerChange(LedgerFact(.toggle(name), .on), of: .uid(1000), by: someone)
    }

    private static func rows(_ ledger: Ledger) throws -> [AuditRow] { try ledger.audit(after: 0, limit: 10_000).rows }

    /// *Shape*: `toggle A uid:1000 default on`.
    private static func words(_ row: AuditRow) -> String {
        let change = row.change
        return [
            change.kind, change.name, change.subject ?? "machine", change.old ?? "default", change.new ?? "default",
        ]
        .joined(separator: " ")
    }

    @Test func `each change has a row with what it was before, and one that changes nothing has none`() throws {
        try StateDirectory().use { ledger in
            for isOn in [true, true, false, nil, nil] { _ = try ledger.apply(Self.toggle("A", isOn)) }
            let rows = try Self.rows(ledger)
            #expect(
                rows.map(Self.words) == [
                    "toggle A uid:1000 default on", "toggle A uid:1000 on off", "toggle A uid:1000 off default",
                ])
            #expect(rows.map(\.number) == [1, 2, 3] && rows.allSatisfy { $0.author.uid == 1000 })
            #expect(rows[0].author.origin?.unit == "a.scope" && rows[0].author.origin?.processID == 7)
            #expect(try ledger.inspect(isThorough: true).faults == [])
        }
    }

    @Test func `an author without an origin leaves no row`() throws {
        try StateDirectory().use { ledger in
            _ = try ledger.apply(toggleWithoutOrigin("A"))
            _ = try ledger.write(
                [AuditStep(AuditedChange("table", "revision", to: "r"), by: someone)] as [any LedgerStep])
            #expect(
                try Self.rows(ledger) == [] && ledger.inspect(isThorough: false).tables.contains { $0.name == "audit" })
        }
    }

    @Test func `a change that is refused has no row`() throws {
        try StateDirectory().use { ledger in
            for number in 0..<Limits.subjectsPerDelegate {
                let subject = try #require(Subject("account:a\(number)"))
                let change = try LedgerChange(LedgerFact(.toggle("A"), .on), of: subject, by: someone)
                _ = try ledger.apply(change)
            }
            let other = try #require(Subject("account:other"))
            let change = try LedgerChange(LedgerFact(.toggle("A"), .on), of: other, by: Self.author())
            #expect(throws: LedgerError.self) { try ledger.apply(change) }
            #expect(try Self.rows(ledger) == [])
        }
    }

    @Test func `licences, trials and what the ledger does not keep have rows too`() throws {
        try StateDirectory().use { ledger in
            let licence = NewLicence(
                digest: "d", issuer: "shop", keyID: "k", id: "order-7", issuedMs: 1, receivedMs: 2,
                token: "secret.token")
            for _ in 0..<2 { _ = try ledger.keep([licence], of: .uid(1000), by: Self.author()) }
            let trial = KeptTrial(startedMs: 1, endsMs: 2)
            for _ in 0..<2 { _ = try ledger.start(trial, of: "pro", for: .uid(1000), by: Self.author()) }
            let step = AuditStep(AuditedChange("override", "toggle A", to: "on"), by: Self.author(0))
            _ = try ledger.write([step] as [any LedgerStep])
            let rows = try Self.rows(ledger)
            #expect(
                rows.map(Self.words) == [
                    "licence shop order-7 uid:1000 default kept", "trial pro uid:1000 default started",
                    "override toggle A machine default on",
                ])
            #expect(!rows.contains { "\($0)".contains("secret") })
        }
    }

    /// Damage of the rows, with what is said of it.
    private static let damage: [(sql: String, fault: String)] = [
        ("DELETE FROM audit WHERE number = 3", "the audit has no rows 3 to 3"),
        ("DELETE FROM audit WHERE number IN (2, 3)", "the audit has no rows 2 to 3"),
        ("DELETE FROM audit WHERE number = 5", "the audit has no rows behind number 4"),
        ("DELETE FROM audit WHERE number = 1", "the audit has no rows 1 to 1"),
        ("UPDATE audit SET uid = 0 WHERE number = 2", "row 2 of the audit, or the one before it, was changed"),
        ("UPDATE audit SET new = 'off' WHERE number = 4", "row 4 of the audit, or the one before it, was changed"),
        (
            "UPDATE audit SET timeMs = timeMs + 1 WHERE number = 1",
            "row 1 of the audit, or the one before it, was changed"
        ),
        (
            "UPDATE audit SET chain = zeroblob(32) WHERE number = 2",
            "row 3 of the audit, or the one before it, was changed"
        ),
        ("UPDATE audit SET chain = x'00' WHERE number = 2", "row 2 of the audit, or the one before it, was changed"),
        ("UPDATE audit SET number = 9 WHERE number = 5", "the audit has no rows 5 to 8"),
    ]

    @Test(arguments: damage.indices)
    func `a row that was removed, changed or moved by hand is found, though the sums were made anew`(_ index: Int)
        throws
    {
        let directory = try StateDirectory()
        try directory.use { ledger in
            for number in 1...5 { _ = try ledger.apply(Self.toggle("F\(number)", true)) }
        }
        let db = try Database(path: directory.database)
        try db.execute(Self.damage[index].sql)
        try db.close()
        let faults = try LedgerInspection.ofFile(directory.database).faults
        #expect(faults.contains(Self.damage[index].fault), "\(faults)")
    }

    @Test func `old rows go first, what went is known by its number, and the rest is still verified`() throws {
        let directory = try StateDirectory()
        for (index, days) in [0, 1, 2, 3, 11].enumerated() {
            let ledger = try directory.open(nowMs: Int64(days) * Self.day + 1_000_000)
            _ = try ledger.apply(Self.toggle("F\(index)", true, by: Self.author(keepDays: 9)))
            ledger.close()
        }
        let ledger = try directory.open(nowMs: 11 * Self.day + 1_000_000)
        var page = try ledger.audit(after: 0, limit: 10)
        #expect(page.first == 4 && page.last == 5 && page.rows.map(\.number) == [4, 5])
        #expect(try ledger.inspect(isThorough: true).faults == [])
        ledger.close()
        // An upkeep removes them too, also where nothing is changed.
        let later = try directory.open(nowMs: 100 * Self.day)
        try later.checkpointClock()
        page = try later.audit(after: 0, limit: 10)
        #expect(page.first == 6 && page.last == 5 && page.rows.isEmpty)
        _ = try later.apply(Self.toggle("F9", true))
        #expect(try Self.rows(later).map(\.number) == [6])
        #expect(try later.inspect(isThorough: true).faults == [])
        later.close()
    }

    @Test func `rows are read by pages, time and user`() throws {
        try StateDirectory().use { ledger in
            for number in 1...7 {
                _ = try ledger.apply(Self.toggle("F\(number)", true, by: Self.author(number == 3 ? 0 : 1000)))
            }
            let first = try ledger.audit(after: 0, limit: 3)
            #expect(first.rows.map(\.number) == [1, 2, 3] && first.next == 3)
            let last = try ledger.audit(after: 6, limit: 3)
            #expect(last.rows.map(\.number) == [7] && last.next == nil)
            #expect(try ledger.audit(after: 0, uid: 0, limit: 9).rows.map(\.number) == [3])
            // Whose facts were changed counts as well.
            #expect(try ledger.audit(after: 0, uid: 1000, limit: 9).rows.count == 7)
            #expect(try ledger.audit(after: 0, sinceMs: 1_000_001, limit: 9).rows.isEmpty)
        }
    }

    @Test func `a process killed at any moment leaves a change and its row, or neither`() throws {
        var random = SeededGenerator(for: "killing audits")
        let directory = try StateDirectory()
        var count = 0
        for _ in 0..<12 {
            let output = try ProgramPipe()
            let victim = try probe(["audit", directory.path, String(count + 1)], output: output)
            _ = output.readSome()
            usleep(UInt32.random(in: 0...30_000, using: &random))
            victim.kill()
            try directory.use { ledger in
                let toggles = try ledger.snapshotAll().subjects[.uid(1000)] ?? [:]
                let rows = try Self.rows(ledger)
                #expect(toggles.count == rows.count && Set(rows.map(\.change.name)) == Set(toggles.keys.map(\.name)))
                #expect(rows.map(\.number) == (0..<rows.count).map { Int64($0 + 1) })
                #expect(try ledger.inspect(isThorough: true).faults == [])
                count = rows.count
            }
        }
        #expect(count > 0)
    }
}
