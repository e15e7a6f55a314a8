import Features
import Foundation
import SQLite
import TestSupport
import TestTables
import Testing

@testable import Ledger

struct LedgerOpeningTests {
    /// A state directory with a closed ledger that holds some facts.
    private static func used(_ count: Int = 1) throws -> StateDirectory {
        let directory = try StateDirectory()
        try directory.use { ledger in
            let names = (1...count).map { "Feature/\($0)" }
            _ = try ledger.apply(names.map { try toggle($0, true) })
        }
        return directory
    }

    /// Runs statements on the closed database, as another program might.
    private static func tamper(_ directory: StateDirectory, _ sql: String) throws {
        let db = try Database(path: directory.database)
        try db.execute(sql)
        try db.close()
    }

    /// Expects that opening fails, and that every file is unchanged afterwards.
    private static func expectRefusal(_ directory: StateDirectory, _ code: String, _ context: Comment? = nil) {
        let before = directory.contents
        #expect(openingError(directory)?.code == code, context)
        #expect(directory.contents == before, context)
    }

    @Test func `a first start creates the database and the stamp`() throws {
        let directory = try StateDirectory()
        #expect(openingError(directory) == nil)
        #expect(directory.contents.keys.sorted() == ["ledger.db", "ledger.db.initialised"])
        #expect(
            String(decoding: directory.contents["ledger.db.initialised"] ?? Data(), as: UTF8.self).hasPrefix(
                "deeplinkd"))
    }

    @Test func `a first start that was cut short is completed by the next one`() throws {
        let directory = try StateDirectory()
        try directory.write(Data(), to: directory.database)
        #expect(openingError(directory) == nil)
        try FileManager.default.removeItem(atPath: directory.stamp)
        #expect(openingError(directory) == nil)
        #expect(FileManager.default.fileExists(atPath: directory.stamp))
    }

    @Test func `a truncated stamp counts as a stamp`() throws {
        let directory = try Self.used()
        try directory.write(Data("deepl".utf8), to: directory.stamp)
        #expect(openingError(directory) == nil)
        try FileManager.default.removeItem(atPath: directory.database)
        Self.expectRefusal(directory, "ledger.lost")
    }

    @Test func `a missing, emptied or newly created database is reported as lost, and no new one is created`() throws {
        let gone = try Self.used()
        try FileManager.default.removeItem(atPath: gone.database)
        Self.expectRefusal(gone, "ledger.lost", "gone")
        let emptied = try Self.used()
        try emptied.write(Data(), to: emptied.database)
        Self.expectRefusal(emptied, "ledger.lost", "emptied")
        let replaced = try Self.used()
        try FileManager.default.removeItem(atPath: replaced.database)
        try Self.tamper(replaced, "CREATE TABLE a (b); DROP TABLE a")
        Self.expectRefusal(replaced, "ledger.lost", "replaced")
        let logOnly = try StateDirectory()
        try logOnly.write(Data("x".utf8), to: logOnly.database + "-wal")
        Self.expectRefusal(logOnly, "ledger.lost", "only the log is left")
    }

    @Test func `another program's database and another ledger's are refused`() throws {
        let other = try StateDirectory()
        try Self.tamper(other, "CREATE TABLE bookmark (url)")
        Self.expectRefusal(other, "ledger.foreign")
        let (one, two) = (try Self.used(), try Self.used())
        try FileManager.default.removeItem(atPath: one.database)
        try FileManager.default.moveItem(atPath: two.database, toPath: one.database)
        let text = openingError(one).map(\.description)
        #expect(
            text == "\(one.database) is not this ledger's database: put a backup in its place, "
                + "`deeplinkctl ledger restore --state-dir \(one.path) FILE`, or move it away, "
                + "`mv \(one.database) \(one.database).other`, and put the right file there; then run `deeplinkctl reload`"
        )
    }

    @Test func `another program's write-ahead log is not touched either`() throws {
        let (source, other) = (try StateDirectory(), try StateDirectory())
        let db = try Database(path: source.database)
        try db.execute("PRAGMA journal_mode = WAL; CREATE TABLE bookmark (url)")
        for name in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: source.database + name, toPath: other.database + name)
        }
        try db.close()
        Self.expectRefusal(other, "ledger.foreign")
    }

    @Test func `a newer schema is refused with both version numbers`() throws {
        let directory = try Self.used()
        try Self.tamper(directory, "PRAGMA user_version = 99")
        Self.expectRefusal(directory, "ledger.newerSchema")
        #expect(
            openingError(directory)?.description
                == "\(directory.database) has schema 99 and this version reads \(LedgerSchema.standard.steps.count) at most: "
                + "use the version that wrote it, or move it and its -wal file away, "
                + "`mv \(directory.database) \(directory.database).newer`, put an older backup in its place, "
                + "then run `deeplinkctl reload`"
        )
    }

    @Test func `a damaged header, any damaged page and a truncated file are reported as corrupt`() throws {
        var random = SeededGenerator(for: "damage")
        let directory = try Self.used(2000)
        let sound = try #require(directory.contents["ledger.db"])
        let pageCount = sound.count / 4096
        #expect(pageCount > 20)
        var damaged: [(String, Data)] = [("half the file", sound.prefix(sound.count / 2 & ~4095))]
        damaged.append(
            (
                "the header",
                Data((0..<100).map { _ in UInt8.random(in: 0...255, using: &random) }) + sound.dropFirst(100)
            ))
        for page in 1..<pageCount {
            var bytes = sound
            for offset in page * 4096..<(page + 1) * 4096 { bytes[offset] = UInt8.random(in: 0...255, using: &random) }
            damaged.append(("page \(page + 1)", bytes))
        }
        for (what, bytes) in damaged {
            try directory.write(bytes, to: directory.database)
            Self.expectRefusal(directory, "ledger.corrupt", "\(what)")
        }
        try directory.write(sound, to: directory.database)
        #expect(openingError(directory) == nil)
    }

    @Test func `arbitrary bytes in place of the database are refused without harm`() throws {
        var random = SeededGenerator(for: "any bytes")
        let sound = try #require(try Self.used(50).contents["ledger.db"])
        for _ in 0..<200 {
            let directory = try StateDirectory()
            var bytes = sound
            for _ in 0..<Int.random(in: 1...64, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            try directory.write(bytes, to: directory.database)
            guard let ledger = try? directory.open() else { continue }
            _ = try? ledger.snapshotAll()
            _ = try? ledger.apply(toggle("Feature/1", false))
            ledger.close()
        }
    }

    @Test func `a ledger that another process has open is locked until that process closes it`() throws {
        let directory = try Self.used()
        let (input, output) = (try ProgramPipe(), try ProgramPipe())
        let holder = try probe(["hold", directory.path], input: input, output: output)
        #expect(String(decoding: output.readSome(), as: UTF8.self) == "open\n")
        #expect(openingError(directory) == .locked(path: directory.database))
        input.close()
        try holder.wait()
        #expect(openingError(directory) == nil)
    }

    @Test func `a ledger cannot be opened twice in one process either`() throws {
        let directory = try Self.used()
        try directory.use { _ in #expect(openingError(directory) == .locked(path: directory.database)) }
    }

    @Test func `every call on a closed ledger is an error`() throws {
        let ledger = try Self.used().open()
        ledger.close()
        ledger.close()
        #expect(throws: LedgerError.self) { _ = try ledger.apply(toggle("A", true)) }
        #expect(throws: LedgerError.self) { _ = try ledger.snapshotAll() }
    }

    @Test func `a missing state directory, and a file in its place, are reported`() throws {
        let directory = try StateDirectory()
        #expect(throws: LedgerError.noDirectory(path: directory.path + "/none")) {
            _ = try Ledger(directory: directory.path + "/none", schema: .standard)
        }
        try directory.write(Data("x".utf8), to: directory.path + "/file")
        #expect(throws: LedgerError.noDirectory(path: directory.path + "/file")) {
            _ = try Ledger(directory: directory.path + "/file", schema: .standard)
        }
        #expect(throws: LedgerError.noDirectory(path: "")) { _ = try Ledger(directory: "", schema: .standard) }
        #expect(throws: LedgerError.self) { _ = try Ledger(directory: "a\0b", schema: .standard) }
    }

    @Test func `files that others could have written are refused`() throws {
        let directory = try Self.used()
        for path in [directory.database, directory.path] {
            let before = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
            #expect(openingError(directory) == .untrusted(path: path, reason: "others than its owner can write it"))
            try FileManager.default.setAttributes([.posixPermissions: before ?? 0o700], ofItemAtPath: path)
        }
        #expect(openingError(directory) == nil)
    }

    @Test func `a read-only directory is reported, and the ledger opens once it is writable`() throws {
        guard let disk = try SmallDisk(kilobytes: 1024, for: "a read-only directory") else { return }
        try disk.remount("ro")
        Self.expectRefusal(disk.directory, "ledger.readOnly", "first start")
        try disk.remount("rw")
        try disk.directory.use { _ = try $0.apply(toggle("A", true)) }
        try disk.remount("ro")
        Self.expectRefusal(disk.directory, "ledger.readOnly")
        try disk.remount("rw")
        #expect(try disk.directory.use { try $0.snapshotAll() }.subjects.count == 1)
    }

    /// True if file permissions apply to this process; prints why a test is skipped if not.
    private static func isBound(by test: String) -> Bool {
        if getuid() == 0 { print("skipped: \(test): root may write") }
        return getuid() != 0
    }

    @Test(.enabled(if: isBound(by: "a directory without the right to write")))
    func `a directory without write permission is reported`() throws {
        let directory = try StateDirectory()
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: directory.path)
        #expect(openingError(directory) == .readOnly(path: directory.path))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: directory.path)
    }
}
