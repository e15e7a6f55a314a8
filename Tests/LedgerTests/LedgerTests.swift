import Contract
import Features
import Foundation
import SQLite
import Testing

@testable import Ledger
@testable import PermissionRules
@testable import PurchaseRules

struct LedgerTests {
    @Test func `applied changes are there after reopening, with author and time`() throws {
        let directory = try StateDirectory()
        let camera = try #require(Permission("camera"))
        let purchase = LedgerFact(
            setting: .purchase("premium"), to: .purchase(Purchase(.active, endsMs: 9, graceEndsMs: 12)))
        let operatorOfIt = Author(uid: 0, method: "io.deeplinkd.Features.SetRuntime")
        let receipts = try directory.use { ledger in
            try ledger.apply([
                LedgerChange(LedgerFact(.toggle("A/B"), .on), of: .uid(1000), by: someone),
                LedgerChange(LedgerFact(.toggle("A"), .off), of: .account("ann@x"), by: someone),
                LedgerChange(LedgerFact(.runtime("A"), .off), of: .machine, by: operatorOfIt),
                LedgerChange(LedgerFact(.permission(camera), .permission(.authorized)), of: .uid(1000), by: someone),
                LedgerChange(purchase, of: .uid(1000), by: someone),
            ])
        }
        #expect(receipts.map(\.effect) == [.current, .current, .current, .current, .current])
        #expect(receipts.map(\.stamp.sequence) == [1, 2, 3, 4, 5])
        let snapshot = try directory.use { try $0.snapshotAll() }
        let own = try #require(snapshot.subjects[.uid(1000)])
        #expect(own[.toggle("A/B")]?.fact.value == .on)
        #expect(own[.toggle("A/B")]?.author == someone)
        #expect(own[.toggle("A/B")]?.stamp == receipts[0].stamp)
        #expect(own[.toggle("A/B")]?.stamp.time == HybridTime(milliseconds: 1_000_000))
        #expect(own[.permission(camera)]?.fact.value == .permission(.authorized))
        #expect(snapshot.settings[.uid(1000)]?[.purchase("premium")]?.fact == purchase)
        #expect(snapshot.subjects[.account("ann@x")]?[.toggle("A")]?.fact.value == .off)
        #expect(snapshot.runtime[.runtime("A")]?.fact.value == .off)
        #expect(snapshot.runtime[.runtime("A")]?.author == operatorOfIt)
        #expect(snapshot.highWater == receipts[4].stamp.time)
        #expect(snapshot.unreadableCount == 0)
    }

    @Test func `a fact at its default is absent, and a withdrawn consent can be requested again`() throws {
        let camera = try #require(Permission("camera"))
        let snapshot = try StateDirectory().use { ledger in
            _ = try ledger.apply([
                toggle("A", true), toggle("A", nil),
                LedgerChange(LedgerFact(.permission(camera), .permission(.denied)), of: .uid(1000), by: someone),
                LedgerChange(LedgerFact(.permission(camera), nil), of: .uid(1000), by: someone),
            ])
            return try ledger.snapshotAll()
        }
        #expect(snapshot.subjects.isEmpty)
    }

    @Test func `a setting is kept beside a consent, until it is cleared`() throws {
        let camera = FactKey.permission(.camera)
        let own = Subject.uid(1000)
        let bought = Purchase(.active, units: 3, endsMs: 99)
        let directory = try StateDirectory()
        try directory.use { ledger in
            _ = try ledger.apply([
                LedgerChange(LedgerFact(camera, .permission(.authorized)), of: own, by: someone),
                LedgerChange(LedgerFact(setting: camera, to: .permission(.restricted)), of: own, by: someone),
                LedgerChange(LedgerFact(setting: .purchase("p"), to: .purchase(bought)), of: own, by: someone),
            ])
        }
        let snapshot = try directory.use { try $0.snapshotAll() }
        #expect(snapshot.subjects[own]?[camera]?.fact.value == .permission(.authorized))
        #expect(snapshot.settings[own]?[camera]?.fact.value == .permission(.restricted))
        #expect(snapshot.settings[own]?[.purchase("p")]?.fact.value == .purchase(bought))
        #expect(snapshot.settingsInForce[own]?[.purchase("p")]?.evidence?.source == "ledger")
        let cleared = try directory.use { ledger in
            _ = try ledger.apply([
                LedgerChange(LedgerFact(setting: camera, to: nil), of: own, by: someone),
                LedgerChange(LedgerFact(setting: .purchase("p"), to: nil), of: own, by: someone),
            ])
            return try ledger.snapshotAll()
        }
        #expect(cleared.settings.isEmpty && cleared.subjects == snapshot.subjects)
        #expect(cleared.unreadableCount == 0)
    }

    @Test func `every status and state that can be set is read as it was written`() throws {
        let values =
            PermissionStatus.allCases.filter { $0 != .unknown }.map {
                (FactKey.permission(.camera), FactValue.permission($0))
            }
            + PurchaseState.allCases.filter { $0 != .unknown }.flatMap { state in
                [nil, 0, 7, Int.max].map { (FactKey.purchase("p"), FactValue.purchase(Purchase(state, units: $0))) }
            }
        try StateDirectory().use { ledger in
            for (key, value) in values {
                _ = try ledger.apply(LedgerChange(LedgerFact(setting: key, to: value), of: .machine, by: someone))
                #expect(try ledger.snapshotAll().settings[.machine]?[key]?.fact.value == value)
            }
        }
        for (key, value) in [
            (FactKey.permission(.camera), FactValue.permission(.unknown)),
            (.purchase("p"), .purchase(Purchase(.unknown))),
            (.toggle("A"), .on), (.permission(.camera), .on),
        ] {
            #expect(throws: LedgerError.self) {
                try LedgerChange(LedgerFact(setting: key, to: value), of: .machine, by: someone)
            }
        }
    }

    @Test func `subjects never see each other's facts`() throws {
        try StateDirectory().use { ledger in
            _ = try ledger.apply([
                toggle("A", true, of: .uid(1)), toggle("A", false, of: .uid(2)),
                toggle("A", true, of: .account("uid:2")),
            ])
            let values = try ledger.snapshotAll().subjects.mapValues { $0.mapValues(\.fact.value) }
            #expect(
                values == [
                    .uid(1): [.toggle("A"): .on], .uid(2): [.toggle("A"): .off],
                    .account("uid:2"): [.toggle("A"): .on],
                ])
        }
    }

    @Test func `setting a fact to its current value writes nothing`() throws {
        try StateDirectory().use { ledger in
            let first = try ledger.apply(toggle("A", true))
            let again = try ledger.apply(toggle("A", true))
            #expect(again == LedgerReceipt(effect: .unchanged, stamp: first.stamp))
            #expect(try ledger.apply(toggle("A", false)).stamp.sequence == 2)
        }
    }

    @Test func `a batch is applied completely and in its order`() throws {
        try StateDirectory().use { ledger in
            let receipts = try ledger.apply([toggle("A", true), toggle("A", false), toggle("A", true)])
            #expect(receipts.map(\.effect) == [.current, .current, .current])
            #expect(receipts[0].stamp.time < receipts[2].stamp.time)
            #expect(try ledger.snapshotAll().subjects[.uid(1000)]?[.toggle("A")]?.fact.value == .on)
            #expect(try ledger.apply([]) == [])
        }
    }

    @Test func `the history of one fact is bounded, so endless toggling of a switch does not fill the disk`() throws {
        try StateDirectory().use { ledger in
            for number in 0..<100 { _ = try ledger.apply(toggle("A", number.isMultiple(of: 2))) }
            _ = try ledger.apply(toggle("B", true))
            let count = try ledger.write { try $0.number("SELECT count(*) FROM change") }
            // 32 superseded entries and the current one of A, and the one of B.
            #expect(count == 34)
            #expect(try ledger.apply(toggle("A", true)).stamp.sequence == 102)
        }
    }

    @Test func `a user can set facts for a limited number of new subjects, and for all with facts already`() throws {
        func change(_ subject: Subject, by uid: UInt32, _ feature: String = "A") throws -> LedgerChange {
            try LedgerChange(LedgerFact(.toggle(feature), .on), of: subject, by: Author(uid: uid, method: "m"))
        }
        let directory = try StateDirectory()
        try directory.use { ledger in
            let limit = Limits.subjectsPerDelegate
            _ = try ledger.apply(change(.account("first"), by: 7))
            try ledger.write { db in
                try db.run(
                    """
                    WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
                    INSERT INTO subject (text) SELECT 'account:' || i FROM n
                    """, [limit])
                try db.execute("UPDATE subject SET delegate = 7 WHERE delegate IS NULL")
            }
            for subject in [Subject.account("more"), .uid(1)] {
                #expect(throws: LedgerError.tooManySubjects(limit: limit)) {
                    _ = try ledger.apply(change(subject, by: 7))
                }
            }
            #expect(try ledger.apply(change(.account("first"), by: 7, "B")).effect == .current)
            #expect(try ledger.apply(change(.account("2"), by: 7)).effect == .current)
            #expect(try ledger.apply(change(.uid(7), by: 7)).effect == .current)
            #expect(try ledger.apply(change(.account("more"), by: 8)).effect == .current)
            #expect(try ledger.apply(change(.account("more"), by: 7, "B")).effect == .current)
        }
    }

    @Test func `setting the wall clock back does not set the ledger's clock back`() throws {
        let directory = try StateDirectory()
        let later = try directory.open(nowMs: 5000)
        let first = try later.apply(toggle("A", true))
        later.close()
        let earlier = try directory.open(nowMs: 10)
        let second = try earlier.apply(toggle("A", false))
        #expect(first.stamp.time < second.stamp.time)
        #expect(second.effect == .current)
        earlier.close()
    }

    @Test func `entries that this version cannot read count as absent, and are counted`() throws {
        try StateDirectory().use { ledger in
            _ = try ledger.apply([toggle("A", true), toggle("B", true)])
            try ledger.write { try $0.execute("UPDATE change SET kind = 'mood' WHERE name = 'B'") }
            let snapshot = try ledger.snapshotAll()
            #expect(snapshot.unreadableCount == 1)
            #expect(snapshot.subjects[.uid(1000)]?.keys.map(\.name) == ["A"])
        }
    }

    @Test func `every change is on the disk when it is acknowledged`() throws {
        try StateDirectory().use { ledger in
            let settings = try ledger.write { db in
                try ["journal_mode", "synchronous", "locking_mode"].map { try db.row("PRAGMA \($0)")?.values }
            }
            #expect(settings == [[.text("wal")], [.integer(2)], [.text("exclusive")]])
        }
    }

    @Test func `a program with the ledger loads SQLite, and nothing of Foundation`() throws {
        // Foundation and its ICU have ten times the size of a daemon.
        let program = try probeProgram()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: program), options: .alwaysMapped)
        #expect(bytes.range(of: Data("libsqlite3.so".utf8)) != nil)
        for name in ["libFoundation", "lib_FoundationICU"] {
            #expect(bytes.range(of: Data(name.utf8)) == nil, "\(name)")
        }
    }

    @Test func `only the owner can read the ledger's files`() throws {
        let directory = try StateDirectory()
        try directory.use { ledger in
            _ = try ledger.apply(toggle("A", true))
            for name in directory.names {
                let mode = try FileManager.default.attributesOfItem(atPath: directory.path + "/" + name)[
                    .posixPermissions]
                #expect(mode as? Int == 0o600, "\(name)")
            }
            #expect(directory.names == ["ledger.db", "ledger.db-wal", "ledger.db.initialised"])
        }
    }
}
