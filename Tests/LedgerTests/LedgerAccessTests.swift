import ChannelRules
import ChannelService
import Contract
import Features
import Foundation
import SQLite
import TestTables
import Testing

@testable import Ledger

/// A ledger that cannot be written is opened as far as possible.
@Suite(.serialized) struct LedgerAccessTests {
    private static func open(_ directory: StateDirectory, continuing run: LedgerRun? = nil) throws(LedgerError)
        -> Ledger
    {
        try LedgerOpening.asFarAsPossible(
            directory: directory.path, schema: .standard, continuing: run, clock: { 1_000_000 })
    }

    private static func off(_ feature: String) throws -> LedgerChange {
        try LedgerChange(LedgerFact(.runtime(feature), .off), of: .machine, by: someone)
    }

    /// Writes a file that takes all free space.
    private static func fill(_ directory: StateDirectory, _ name: String) throws {
        let path = directory.path + "/" + name
        try #require(FileManager.default.createFile(atPath: path, contents: nil))
        let handle = try #require(FileHandle(forWritingAtPath: path))
        // The pages of a file that was removed are free only once no child of another test, between fork and exec, has it.
        for _ in 0..<3 {
            while (try? handle.write(contentsOf: Data(repeating: 0, count: 4096))) != nil {}
            usleep(20_000)
        }
    }

    private static func isOn(_ feature: String, _ ledger: Ledger) throws -> FactValue? {
        try ledger.snapshotAll().subjects[.uid(1000)]?[.toggle(feature)]?.fact.value
    }

    // MARK: The reserve

    @Test func `a ledger that is opened has a reserve of a mebibyte, and one that is cut short is made anew`() throws {
        let directory = try StateDirectory()
        let ledger = try Self.open(directory)
        #expect(ledger.access == .everything)
        ledger.close()
        let name = "ledger.db.reserve"
        #expect(directory.names == ["ledger.db", "ledger.db.initialised", name])
        #expect(directory.contents[name]?.count == 1 << 20)
        try directory.write(Data(repeating: 0, count: 7000), to: directory.path + "/" + name)
        try Self.open(directory).close()
        #expect(directory.contents[name]?.count == 1 << 20)
    }

    @Test func `what makes room takes the reserve, and other changes are refused from then on`() throws {
        let directory = try StateDirectory()
        let ledger = try Self.open(directory)
        defer { ledger.close() }
        _ = try ledger.write([.received(try DurableLinkTests.link("a"), key: nil, outcome: "")])
        // As a full disk does, SQLite reports `full` where the database may not grow.
        func limit(_ pages: Int) throws { _ = try ledger.perform { try $0.number("PRAGMA max_page_count = \(pages)") } }
        try limit(1)
        var count = 0
        #expect(throws: LedgerError.full(path: directory.database)) {
            while count < 1000 {
                _ = try ledger.apply(toggle("Feature/\(count)", true))
                count += 1
            }
        }
        #expect(ledger.access == .everything && directory.names.contains("ledger.db.reserve"))
        // Here the reserve gives no room, since the limit is not the disk's; but it was given up.
        #expect(throws: LedgerError.full(path: directory.database)) {
            for number in 0..<1000 { _ = try ledger.apply(Self.off("Feature/\(number)")) }
        }
        #expect(!directory.names.contains("ledger.db.reserve"))
        #expect(ledger.access == .essentials(.full(path: directory.database)))
        try limit(100_000)
        #expect(throws: LedgerError.full(path: directory.database)) { _ = try ledger.apply(toggle("B", true)) }
        #expect(try ledger.apply(Self.off("A")).effect == .current)
        #expect(try ledger.write([.told(delivery: "a"), .ended(delivery: "a", outcome: nil)]) == [nil, nil])
        #expect(try ledger.takeLinks().links.isEmpty)
        #expect(LedgerOpening.isWorthRepeating(for: ledger), "there is room for a reserve")
        #expect(directory.names.contains("ledger.db.reserve"))
    }

    // MARK: Disks

    @Test func `on a full disk links end and an off is kept, also after a start, and then everything is kept again`()
        throws
    {
        guard let disk = try SmallDisk(kilobytes: 3072, for: "links end on a full disk") else { return }
        var ledger = try Self.open(disk.directory)
        func refill(_ name: String) throws -> Int {
            try Self.fill(disk.directory, name)
            var count = 0
            while (try? ledger.apply(toggle("\(name)/\(count)", true))) != nil { count += 1 }
            return count
        }
        _ = try ledger.write((0..<69).map { .received(try DurableLinkTests.link("\($0)"), key: nil, outcome: "") })
        _ = try refill("one")
        #expect(throws: LedgerError.full(path: disk.directory.database)) { _ = try ledger.apply(toggle("A", true)) }
        #expect(try ledger.apply(Self.off("A")).effect == .current)
        for number in 0..<34 { #expect(try ledger.write([.ended(delivery: "\(number)", outcome: nil)]) == [nil]) }
        ledger.close()
        ledger = try Self.open(disk.directory)
        #expect(try ledger.snapshotAll().switches[.runtime("A")]?.value == .off)
        #expect(try ledger.takeLinks().links.count == 35)
        for number in 34..<69 { #expect(try ledger.write([.ended(delivery: "\(number)", outcome: nil)]) == [nil]) }
        #expect(try ledger.takeLinks().links.isEmpty)
        try FileManager.default.removeItem(atPath: disk.directory.path + "/one")
        #expect(LedgerOpening.isWorthRepeating(for: ledger))
        ledger.close()
        ledger = try Self.open(disk.directory)
        #expect(ledger.access == .everything)
        #expect(try ledger.apply(toggle("A", true)).effect == .current)
        ledger.close()
    }

    @Test func `a ledger on a disk so full that nothing can be written is read`() throws {
        guard let disk = try SmallDisk(kilobytes: 2048, for: "reading on a full disk") else { return }
        try disk.directory.use { _ = try $0.apply(toggle("A", true)) }
        try Self.fill(disk.directory, "filler")
        let ledger = try Self.open(disk.directory)
        let full = LedgerError.full(path: disk.directory.database)
        #expect(ledger.access == .reading(full))
        #expect(try Self.isOn("A", ledger) == .on)
        #expect(throws: full) { _ = try ledger.apply(Self.off("A")) }
        // The lock keeps a second daemon out, which would keep its changes to itself.
        ledger.close()
    }

    @Test func `a ledger on a read-only disk is read, with the changes in its log, and a first start is refused`()
        throws
    {
        guard let disk = try SmallDisk(kilobytes: 2048, for: "reading on a read-only disk"),
            let other = try SmallDisk(kilobytes: 2048, for: "reading a log on a read-only disk"),
            let empty = try SmallDisk(kilobytes: 64, for: "a first start on a read-only disk")
        else { return }
        let ledger = try Self.open(disk.directory)
        _ = try ledger.apply(toggle("A", true))
        _ = try ledger.write([.received(try DurableLinkTests.link("a"), key: nil, outcome: "")])
        // As a crash leaves it: the changes are in the log.
        for name in ["ledger.db", "ledger.db-wal", "ledger.db.initialised"] {
            #expect(try run("/bin/cp", ["-p", disk.directory.path + "/" + name, other.directory.path]))
        }
        ledger.close()
        for directory in [disk.directory, other.directory] {
            let before = directory.contents
            #expect((before["ledger.db-wal"] != nil) == (directory === other.directory))
            try (directory === disk.directory ? disk : other).remount("ro")
            let ledger = try Self.open(directory)
            let fault = LedgerError.readOnly(path: directory.path)
            #expect(ledger.access == .reading(fault))
            #expect(try Self.isOn("A", ledger) == .on)
            #expect(try ledger.takeLinks().links.map(\.isOfThisRun) == [false])
            #expect(throws: fault) { _ = try ledger.apply(Self.off("A")) }
            #expect(throws: fault) { _ = try ledger.write([.ended(delivery: "a", outcome: nil)]) }
            #expect(throws: LedgerError.readOnly(path: ledger.copyPath)) { _ = try ledger.copy() }
            #expect(!LedgerOpening.isWorthRepeating(for: ledger))
            let readRun = ledger.run
            ledger.close()
            #expect(directory.contents == before)
            try (directory === disk.directory ? disk : other).remount("rw")
            let again = try Self.open(directory, continuing: readRun)
            #expect(again.access == .everything && again.run == readRun, "the run goes on")
            #expect(try again.write([.ended(delivery: "a", outcome: nil)]) == [nil])
            again.close()
        }
        try empty.remount("ro")
        #expect(throws: LedgerError.readOnly(path: empty.directory.path)) { _ = try Self.open(empty.directory) }
    }

    @Test func `a ledger that has to be migrated is not opened for reading`() throws {
        guard let disk = try SmallDisk(kilobytes: 2048, for: "an older ledger on a read-only disk") else { return }
        try disk.directory.use { _ = try $0.apply(toggle("A", true)) }
        let db = try Database(path: disk.directory.database)
        try db.execute("PRAGMA user_version = 6")
        try db.close()
        try disk.remount("ro")
        #expect(throws: LedgerError.readOnly(path: disk.directory.path)) { _ = try Self.open(disk.directory) }
    }
}
