import Contract
import Features
import Foundation
import HostSystem
import SQLite
import TestSupport
import TestTables
import Testing

@testable import ChannelService
@testable import Ledger

/// Damage of rows is found: by the sums that are kept with them, and by SQLite's own checks.
struct LedgerSumsTests {
    /// A closed ledger with rows in most tables, some changed and some removed.
    private static func used() throws -> StateDirectory {
        let directory = try StateDirectory()
        try directory.use { ledger in
            for round in 0..<3 {
                _ = try ledger.apply((1...12).map { try toggle("Feature/\($0)", ($0 + round).isMultiple(of: 2)) })
            }
            let account = try #require(Subject("account:ann"))
            _ = try ledger.apply([try toggle("Timer", true, of: account)])
            for name in ["one", "two", "three"] {
                let key = try IdempotencyKey(name, of: .uid(1000), by: 1000)
                _ = try ledger.claim(key, fingerprint: "f", lifetime: .seconds(60))
                if name == "one" { try ledger.finish(key, outcome: "an outcome") }
                if name == "two" { try ledger.release(key) }
            }
            let row = JournalRow(
                outcomeId: "o1", uid: 1000, subject: nil, route: "r", feature: "F", action: "a")
            _ = try ledger.write([JournalStep.begun(row)] as [any LedgerStep])
            try ledger.checkpointClock()
        }
        return directory
    }

    /// What every table has.
    private static func rows(_ path: String) throws -> [[Row]] {
        let db = try Database(unlocked: path, hasLog: false)
        defer { try? db.close() }
        return try LedgerSums.tables(db).map { try db.rows("SELECT * FROM \"\($0)\"") }
    }

    /// Whether damage of a file is found.
    private static func isFound(_ path: String) -> Bool {
        // An error is a finding too.
        (try? LedgerInspection.ofFile(path))?.faults.isEmpty != true
    }

    @Test func `every table and every column that is on the disk has its part in the sums`() throws {
        try Self.used().use { ledger in
            let (tables, triggers) = try ledger.perform { db in
                (try LedgerSums.tables(db), try texts(db, "SELECT sql FROM sqlite_master WHERE type = 'trigger'"))
            }
            #expect(tables.count >= 9 && tables.contains("link") && tables.contains("licence"))
            for table in tables {
                let columns = try ledger.perform {
                    try $0.rows("SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0", [table])
                }.compactMap { $0.text(0) }
                let own = triggers.filter { $0.contains("checksumOf_\(table)") && $0.contains("name = '\(table)'") }
                #expect(own.count == 3, "\(table)")
                for trigger in own {
                    let isWhole = columns.allSatisfy {
                        trigger.contains("new.\"\($0)\"") || trigger.contains("old.\"\($0)\"")
                    }
                    #expect(isWhole && !columns.isEmpty, "\(trigger)")
                }
            }
        }
    }

    @Test func `the sums follow every change, and a copy has them too`() throws {
        let (directory, place) = (try Self.used(), try StateDirectory())
        try directory.use { ledger in
            let found = try ledger.inspect(isThorough: true)
            #expect(found.faults == [] && found.hasSums && found.schema == LedgerSchema.latest)
            #expect(found.tables.first { $0.name == "idempotency" }?.rowCount == 2)
            try ledger.backup(to: place.path + "/copy")
        }
        let copy = try LedgerInspection.ofFile(place.path + "/copy")
        #expect(copy.faults == [] && copy.isCopy && copy.hasSums)
        #expect(copy.tables == (try LedgerInspection.ofFile(directory.database)).tables)
        #expect(place.names == ["copy"], "reading leaves nothing behind")
    }

    @Test func `the version that other programs compare is that of the schema`() {
        #expect(LedgerSchema.standard.steps.count == LedgerSchema.latest)
    }

    @Test func `of bits flipped at random each is found, or every row reads as before`() throws {
        var random = SeededGenerator(for: "flipped bits")
        let (directory, place) = (try Self.used(), try StateDirectory())
        let sound = [UInt8](try #require(directory.contents["ledger.db"]))
        let (path, rows) = (place.path + "/copy", try Self.rows(directory.database))
        var found = 0
        for _ in 0..<1500 {
            var bytes = sound
            let offset = Int.random(in: 0..<bytes.count, using: &random)
            let bit = UInt8.random(in: 0..<8, using: &random)
            bytes[offset] ^= 1 << bit
            try place.write(Data(bytes), to: path)
            if Self.isFound(path) {
                found += 1
            } else {
                #expect((try? Self.rows(path)) == rows, "byte \(offset), bit \(bit)")
            }
        }
        print("flipped bits that were found: \(found) of 1500")
        #expect(found > 100)
    }

    @Test func `each flipped bit of a text in a row is found, by opening too`() throws {
        let directory = try Self.used()
        let sound = try #require(directory.contents["ledger.db"])
        for text in ["Feature/7", "io.deeplinkd.Features.SetToggle", "account:ann", "an outcome", "uid:1000"] {
            let range = try #require(sound.range(of: Data(text.utf8)), "\(text)")
            for offset in range {
                for bit in 0..<8 {
                    var bytes = sound
                    bytes[offset] ^= 1 << UInt8(bit)
                    try directory.write(bytes, to: directory.database)
                    #expect(Self.isFound(directory.database), "\(text), byte \(offset), bit \(bit)")
                    // Opening does not compare indexes with their tables, and these two texts are in no index.
                    guard bit == 0, text.contains("SetToggle") || text == "an outcome" else { continue }
                    #expect(openingError(directory)?.code == "ledger.corrupt", "\(text), byte \(offset)")
                }
            }
        }
    }

    @Test func `each flipped bit of the name of the sums' own table is found`() throws {
        let (directory, place) = (try Self.used(), try StateDirectory())
        let sound = [UInt8](try #require(directory.contents["ledger.db"]))
        let range = try #require(Data(sound).range(of: Data("tablechecksumchecksum".utf8)))
        for offset in range {
            for bit in 0..<8 {
                var bytes = sound
                bytes[offset] ^= 1 << UInt8(bit)
                try place.write(Data(bytes), to: place.path + "/copy")
                #expect(Self.isFound(place.path + "/copy"), "byte \(offset - range.lowerBound), bit \(bit)")
            }
        }
    }

    @Test func `a row that was removed, added or changed behind the triggers is found, with its table`() throws {
        let directory = try Self.used()
        let sound = try #require(directory.contents["ledger.db"])
        let changes = [
            ("change", "DELETE FROM change WHERE sequence = 3"), ("subject", "UPDATE subject SET delegate = 7"),
            ("host", "INSERT INTO host VALUES (9, 'x')"), ("journal", "UPDATE journal SET uid = 0"),
            ("idempotency", "UPDATE idempotency SET outcome = 'other' WHERE outcome IS NOT NULL"),
            ("ledger", "UPDATE ledger SET seenMs = 0"),
        ]
        for (table, statement) in changes {
            try directory.write(sound, to: directory.database)
            let db = try Database(path: directory.database)
            for event in ["INSERT", "UPDATE", "DELETE"] {
                let trigger = "\"checksumOf_\(table)\(event)\""
                let text = try db.text("SELECT sql FROM sqlite_master WHERE name = ?", ["checksumOf_\(table)\(event)"])
                try db.execute("DROP TRIGGER \(trigger)")
                try #require(text != nil)
            }
            try db.execute(statement)
            try db.close()
            let faults = try LedgerInspection.ofFile(directory.database).faults
            #expect(faults.contains("the rows of the table \(table) are not those that were written"), "\(faults)")
            #expect(faults.contains("the schema is not the one that was written"), "\(faults)")
        }
    }

    @Test func `a file that is cut, empty, foreign, of a later version or in use is no sound ledger`() throws {
        var random = SeededGenerator(for: "cut files")
        let (directory, place) = (try Self.used(), try StateDirectory())
        let sound = try #require(directory.contents["ledger.db"])
        let path = place.path + "/copy"
        for _ in 0..<60 {
            try place.write(sound.prefix(Int.random(in: 0..<sound.count, using: &random)), to: path)
            #expect(Self.isFound(path))
        }
        func error() -> String? {
            do throws(LedgerError) {
                _ = try LedgerInspection.ofFile(path)
                return nil
            } catch {
                return error.code
            }
        }
        try place.write(Data(), to: path)
        #expect(error() == "ledger.foreign")
        try FileManager.default.removeItem(atPath: path)
        #expect(error() == "ledger.failed")
        var db = try Database(path: path)
        try db.execute("CREATE TABLE bookmark (url)")
        try db.close()
        #expect(error() == "ledger.foreign")
        try place.write(sound, to: path)
        db = try Database(path: path)
        try db.execute("PRAGMA user_version = 99")
        try db.close()
        #expect(error() == "ledger.newerSchema")
        let output = try ProgramPipe()
        let input = try ProgramPipe()
        let holder = try probe(["hold", directory.path], input: input, output: output)
        _ = output.readSome()
        #expect(throws: LedgerError.locked(path: directory.database)) {
            try LedgerInspection.ofFile(directory.database)
        }
        holder.kill()
        // What the killed process left in the log counts.
        #expect(try LedgerInspection.ofFile(directory.database).faults == [])
    }

    @Test func `a ledger of an earlier version has no sums, and gets them when it is opened`() throws {
        let directory = try StateDirectory()
        let db = try Database(path: directory.database)
        try db.transaction(.immediate) {
            try LedgerSchema.mark(db)
            try LedgerSchema.migrate(db, through: Array(LedgerSchema.standard.steps.prefix(8)))
            try db.execute(
                """
                INSERT INTO host VALUES (1, '000000000000000000000000000000aa');
                INSERT INTO ledger VALUES (1, '000000000000000000000000000000bb', 1, 7, 65536000, 0, 4, 1000, 5000, 0);
                """)
        }
        try db.close()
        let before = try LedgerInspection.ofFile(directory.database)
        #expect(!before.hasSums && before.faults == [] && before.schema == 8)
        try directory.use { ledger in
            let after = try ledger.inspect(isThorough: true)
            #expect(after.hasSums && after.faults == [] && after.ledger == before.ledger)
        }
    }
}
