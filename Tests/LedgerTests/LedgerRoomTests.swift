import Contract
import Features
import SQLite
import Testing

@testable import Ledger

/// The facts that one user sets take a limited part of the disk.
struct LedgerRoomTests {
    private static let limit = Limits.factBytesPerCaller

    private static func change(
        _ subject: Subject, _ isOn: Bool?, by uid: UInt32 = 7, _ feature: String = "A"
    ) throws -> LedgerChange {
        try LedgerChange(
            LedgerFact(.toggle(feature), isOn.map { $0 ? .on : .off }), of: subject,
            by: Author(uid: uid, method: "io.deeplinkd.Features.SetToggle"))
    }

    private static func factBytes(_ ledger: Ledger, _ uid: UInt32 = 7) throws -> Int {
        try ledger.write { try LedgerSubjects.factBytes(of: uid, $0) }
    }

    /// *Units*: bytes of the database's pages, including those in the log.
    private static func size(_ ledger: Ledger) throws -> Int {
        try ledger.write { db in
            Int(try (db.number("PRAGMA page_count") ?? 0) * (db.number("PRAGMA page_size") ?? 0))
        }
    }

    /// An account whose name, including `account:`, has this many bytes.
    private static func account(_ number: Int, bytes: Int) -> Subject {
        let digits = String(number)
        return .account(String(repeating: "x", count: max(0, bytes - 8 - digits.utf8.count)) + digits)
    }

    /// Sets the count of a user's fact bytes to the limit, without writing facts.
    private static func fill(_ ledger: Ledger, _ bytes: Int = limit) throws {
        try ledger.write { try $0.run("UPDATE caller SET factBytes = ? WHERE uid = 7", [bytes]) }
    }

    @Test(arguments: [
        // Bytes of a name, accounts, changes of each, bytes of the feature's path.
        (1024, 600, 1, 1), (1024, 60, 40, 1), (960, 300, 2, 30), (24, 2000, 1, 40), (24, 300, 40, 40),
        (24, 100, 40, 300),
        (24, 40, 40, 1024),
    ])
    func `the file never takes more space than is counted`(name: Int, accounts: Int, changes: Int, path: Int) throws {
        try StateDirectory().use { ledger in
            let feature = String(repeating: "F", count: path)
            let (bytes, size) = (try Self.factBytes(ledger), try Self.size(ledger))
            for round in 0..<changes {
                // In an order that is neither the names' order nor its reverse.
                let batch = try (0..<accounts).map {
                    try Self.change(
                        Self.account($0 * 7919 % accounts, bytes: name), round.isMultiple(of: 2), feature)
                }
                _ = try ledger.apply(batch)
            }
            let (counted, taken) = (try Self.factBytes(ledger) - bytes, try Self.size(ledger) - size)
            // The first page of each tree is not counted, and deleted rows of one batch take space until its end.
            #expect(taken <= counted + 16 * 4096, "\(taken) of \(counted)")
            #expect(counted <= 8 * taken, "\(taken) of \(counted)")
        }
    }

    @Test func `deleted rows between others leave no more empty space than is counted`() throws {
        try StateDirectory().use { ledger in
            // One account without changes among three whose rows change until their first rows are deleted, a thousand
            // times over.
            let size = try Self.size(ledger)
            for number in 0..<300 {
                let busy = (0..<3).map { Self.account(1_000_000 + number * 3 + $0, bytes: 24) }
                _ = try ledger.apply(
                    [Self.change(Self.account(number, bytes: 24), true)] + busy.map { try Self.change($0, true) })
            }
            for round in 1...40 {
                let batch = try (0..<900).map {
                    try Self.change(Self.account(1_000_000 + $0, bytes: 24), round.isMultiple(of: 2))
                }
                _ = try ledger.apply(batch)
            }
            #expect(try Self.size(ledger) - size <= Self.factBytes(ledger) + 16 * 4096)
        }
    }

    @Test func `at the limit an existing fact can still be changed, and its history is deleted instead`() throws {
        try StateDirectory().use { ledger in
            let ann = Subject.account("ann")
            for number in 0..<10 { _ = try ledger.apply(Self.change(ann, number.isMultiple(of: 2))) }
            // With the texts `on` and `off`, of which one is longer, and with another user's row to be replaced.
            for (uid, isOn, bytes) in [
                (7, true, Self.limit), (7, false, Self.limit), (7, true, Self.limit - 1), (7, false, Self.limit - 1),
                (8, true, Self.limit), (7, false, Self.limit),
            ] as [(UInt32, Bool, Int)] {
                try Self.fill(ledger, bytes)
                #expect(try ledger.apply(Self.change(ann, isOn, by: uid)).effect == .current)
                #expect(try ledger.snapshotAll().subjects[ann]?[.toggle("A")]?.fact.value == (isOn ? .on : .off))
                let lines = try ledger.write { try $0.number("SELECT count(*) FROM change") }
                #expect(lines == 1 || uid == 8)
            }
        }
    }

    @Test func `a new fact over the limit is refused for every subject, and other callers are not affected`() throws {
        try StateDirectory().use { ledger in
            _ = try ledger.apply(Self.change(.account("ann"), true))
            try Self.fill(ledger)
            for change in try [
                Self.change(.account("bob"), true), Self.change(.account("ann"), true, "B"), Self.change(.uid(7), true),
            ] {
                #expect(throws: LedgerError.tooMuchWritten(limit: Self.limit)) { _ = try ledger.apply(change) }
            }
            let error = LedgerError.tooMuchWritten(limit: Self.limit)
            #expect(error.isAboutRequest && error.code == "ledger.tooMuchWritten")
            #expect(error.description.contains("64 MiB"))
            // No part of the refused changes was stored.
            #expect(try Self.factBytes(ledger) == Self.limit)
            #expect(try ledger.write { try $0.number("SELECT count(*) FROM subject") } == 1)
            #expect(try ledger.apply(Self.change(.account("bob"), true, by: 8)).effect == .current)
            let runtime = try LedgerChange(
                LedgerFact(.runtime("A"), .off), of: .machine, by: Author(uid: 7, method: "m"))
            #expect(try ledger.apply(runtime).effect == .current)
        }
    }

    @Test func `an older ledger in which a user is over the limit can be changed and becomes smaller`() throws {
        try StateDirectory().use { ledger in
            let ann = Subject.account("ann")
            for number in 0..<3 { _ = try ledger.apply(Self.change(ann, number.isMultiple(of: 2))) }
            try Self.fill(ledger, 10 * Self.limit)
            let bytes = try Self.factBytes(ledger)
            #expect(try ledger.apply(Self.change(ann, false)).effect == .current)
            #expect(try Self.factBytes(ledger) < bytes)
        }
    }

    @Test func `a subject's text is stored once, however many facts it has`() throws {
        try StateDirectory().use { ledger in
            let ann = Self.account(1, bytes: 1000)
            for number in 0..<20 { _ = try ledger.apply(Self.change(ann, number.isMultiple(of: 2), "F\(number % 5)")) }
            let found = try ledger.write { db in
                try texts(db, "SELECT DISTINCT subject FROM fact") + texts(db, "SELECT text FROM subject")
            }
            #expect(found == [ann.description, ann.description])
            let types = try ledger.write { try texts($0, "SELECT DISTINCT typeof(subject) FROM change") }
            #expect(types == ["integer"])
        }
    }
}
