import Foundation
import SQLite
import Testing

struct FileTests {
    /// A closed database with a thousand rows.
    private static func filled() throws -> Folder {
        let folder = try Folder()
        let db = try Database(path: folder.database)
        try db.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT) STRICT")
        try db.transaction(.immediate) {
            for number in 1...1000 { try db.run("INSERT INTO t VALUES (?, ?)", [number, "text \(number)"]) }
        }
        try db.close()
        return folder
    }

    @Test func `what was written is there when the file is opened again`() throws {
        let folder = try Self.filled()
        let db = try Database(path: folder.database)
        #expect(try db.number("SELECT count(*) FROM t") == 1000)
        try db.close()
    }

    @Test func `a file that cannot be opened is refused with the reason`() throws {
        let folder = try Folder()
        for (path, code) in [
            (folder.path + "/missing/a.db", SQLiteCode.cannotOpen), (folder.path, .cannotOpen),
            (folder.path + "/a\0b.db", .misuse),
            // A path, and not a URI: the folder `file:` is not there.
            ("file:" + folder.database, .cannotOpen),
        ] {
            #expect(error { _ = try Database(path: path) }?.code.primary == code, "\(path)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func `a database that may not be written says so`() throws {
        let folder = try Self.filled()
        let db = try Database(path: folder.database)
        try db.execute("PRAGMA query_only = ON")
        #expect(error { try db.run("DELETE FROM t") } == SQLiteError(.readOnly, "attempt to write a readonly database"))
        #expect(try db.number("SELECT count(*) FROM t") == 1000)
        try db.close()
    }

    // MARK: Locks

    @Test func `a lock of another connection is reported, and passes`() throws {
        let folder = try Self.filled()
        let (one, two) = (try Database(path: folder.database), try Database(path: folder.database))
        try one.transaction(.immediate) {
            try one.run("DELETE FROM t WHERE a > 900")
            let found = error { try two.transaction(.immediate) { _ = Issue.record("it has begun") } }
            #expect(found == SQLiteError(.busy, "database is locked"))
            #expect(try !two.isInTransaction && two.number("SELECT count(*) FROM t") == 1000)
        }
        try two.transaction(.immediate) { try two.run("DELETE FROM t WHERE a > 800") }
        #expect(try one.number("SELECT count(*) FROM t") == 800)
        try one.close()
        try two.close()
    }

    @Test func `a statement waits for a lock as long as it may`() throws {
        let folder = try Self.filled()
        let (locked, waiting) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let (path, ended) = (folder.database, DispatchSemaphore(value: 0))
        let holder = Thread {
            defer { ended.signal() }
            let db = try? Database(path: path)
            try? db?.transaction(.immediate) {
                locked.signal()
                waiting.wait()
                // The other one is about to wait, or waits already: both are right.
                usleep(20_000)
            }
        }
        holder.start()
        locked.wait()
        let db = try Database(path: path, busyTimeout: .seconds(60))
        waiting.signal()
        try db.transaction(.immediate) { try db.run("DELETE FROM t") }
        ended.wait()
        try db.close()
    }

    // MARK: Damage

    @Test func `a file of another kind is refused by the first statement`() throws {
        let folder = try Folder()
        try Data(
            "This is a letter, and is long enough to be taken for a database. \(String(repeating: "x", count: 4096))"
                .utf8
        )
        .write(to: URL(fileURLWithPath: folder.database))
        let db = try Database(path: folder.database)
        #expect(
            error { _ = try db.number("SELECT count(*) FROM t") }
                == SQLiteError(.notADatabase, "file is not a database"))
        try db.close()
    }

    @Test func `damage is an error or another value, and never more`() throws {
        let folder = try Self.filled()
        let sound = try #require(FileManager.default.contents(atPath: folder.database))
        var failures = 0
        // Each page is overwritten from several places on, so that every structure of a page is hit.
        for start in stride(from: 0, to: sound.count, by: 509) {
            var bytes = sound
            for offset in start..<min(start + 64, bytes.count) {
                bytes[offset] = UInt8(truncatingIfNeeded: offset &* 167)
            }
            try bytes.write(to: URL(fileURLWithPath: folder.database))
            let db = try Database(path: folder.database)
            let found = error {
                _ = try db.rows("SELECT * FROM t WHERE b <> ''")
                try db.transaction(.immediate) { try db.run("UPDATE t SET b = b || 'x'") }
            }
            if let found {
                failures += 1
                #expect([.corrupt, .notADatabase, .error, .mismatch].contains(found.code.primary), "\(found)")
            }
            try db.close()
        }
        #expect(failures > 10)
    }

    // MARK: Closing

    @Test func `after closing, every call fails and nothing is left of the file`() throws {
        let folder = try Self.filled()
        let db = try Database(path: folder.database)
        try db.execute("PRAGMA journal_mode = WAL")
        #expect(try db.number("SELECT count(*) FROM t") == 1000)
        #expect(folder.openDescriptorCount > 0)
        try db.close()
        #expect(folder.openDescriptorCount == 0)
        for step in [
            { try db.run("SELECT 1") }, { try db.execute("SELECT 1") }, { try db.transaction(.immediate) {} },
        ] as [() throws -> Void] {
            #expect(error(step) == SQLiteError(.misuse, "the database was closed"))
        }
        #expect(!db.isInTransaction && db.changeCount == 0 && db.lastInsertedRowID == 0)
        try db.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.db"], "the log is folded in")
    }

    @Test func `while rows are read, closing is refused`() throws {
        let folder = try Self.filled()
        let db = try Database(path: folder.database)
        var (refusals, count) = (0, 0)
        try db.forEach("SELECT a FROM t WHERE a <= 10") { _ in
            if error({ try db.close() })?.code == .busy { refusals += 1 }
            count += 1
        }
        #expect(refusals == 10 && count == 10)
        try db.close()
        #expect(folder.openDescriptorCount == 0)
    }

    @Test func `a connection that is dropped is closed, whatever its statements did`() throws {
        let folder = try Self.filled()
        for step in [
            { _ in }, { try $0.run("SELECT a FROM t") }, { _ = try $0.row("SELECT a FROM t") },
            { try $0.run("SELECT ?") },
            { try $0.run("INSERT INTO t VALUES (1, 'again')") }, { try $0.execute("BEGIN; DELETE FROM t") },
        ] as [(Database) throws -> Void] {
            do {
                let db = try Database(path: folder.database)
                try? step(db)
            }
            #expect(folder.openDescriptorCount == 0)
        }
        let db = try Database(path: folder.database)
        #expect(try db.number("SELECT count(*) FROM t") == 1000, "the transaction that was left open has no effect")
        try db.close()
    }

    @Test func `a code has SQLite's words, and an error ends with its number`() {
        #expect(SQLiteError(.busy).message == "database is locked")
        #expect("\(SQLiteError(SQLiteCode(rawValue: 5 | 1 << 8)))" == "database is locked, SQLite 261")
        #expect("\(SQLiteError(.full, "no room"))" == "no room, SQLite 13")
        #expect(SQLiteError(SQLiteCode(rawValue: -7)).message == "unknown error")
    }
}
