import SQLite
import Testing

struct TransactionTests {
    private struct Stop: Error {}

    private static func count(_ db: Database) throws -> Int64? { try db.number("SELECT count(*) FROM t") }

    @Test(arguments: [TransactionKind.deferred, .immediate])
    func `a transaction takes effect as a whole, or not at all`(_ kind: TransactionKind) throws {
        let db = try memory()
        let value = try db.transaction(kind) {
            #expect(db.isInTransaction)
            try db.run("INSERT INTO t VALUES (1, 'a')")
            return "done"
        }
        #expect(value == "done" && !db.isInTransaction)
        #expect(throws: Stop.self) {
            try db.transaction(kind) {
                try db.run("INSERT INTO t VALUES (2, 'b')")
                throw Stop()
            }
        }
        #expect(try !db.isInTransaction && Self.count(db) == 1)
    }

    @Test func `a transaction within another is refused, and the outer one goes on`() throws {
        let db = try memory()
        try db.transaction(.immediate) {
            #expect(error { try db.transaction(.immediate) { _ = Issue.record("it has begun") } }?.code == .error)
            #expect(db.isInTransaction)
            try db.run("INSERT INTO t VALUES (1, 'a')")
        }
        #expect(try Self.count(db) == 1)
    }

    @Test func `a commit that fails leaves nothing, and no transaction`() throws {
        let db = try memory("a INTEGER PRIMARY KEY, b INTEGER REFERENCES t DEFERRABLE INITIALLY DEFERRED")
        let found = error { try db.transaction(.immediate) { try db.run("INSERT INTO t VALUES (1, 7)") } }
        #expect(found?.code.primary == .constraint)
        #expect(try !db.isInTransaction && Self.count(db) == 0)
        try db.transaction(.immediate) { try db.run("INSERT INTO t VALUES (1, 1)") }
    }

    @Test(arguments: [true, false])
    func `once SQLite has rolled back a transaction, none of its further statements takes effect`(
        _ runsOn: Bool
    ) throws {
        let db = try memory("a INTEGER PRIMARY KEY, b TEXT")
        let found = error {
            try db.transaction(.immediate) {
                try db.run("INSERT INTO t VALUES (1, 'a')")
                #expect(error { try db.run("INSERT OR ROLLBACK INTO t VALUES (1, 'b')") }?.code.primary == .constraint)
                guard runsOn else { return }
                #expect(error { try db.run("INSERT INTO t VALUES (2, 'c')") }?.code == .abort)
                #expect(error { try db.execute("INSERT INTO t VALUES (3, 'd')") }?.code == .abort)
            }
        }
        #expect(found == SQLiteError(.abort, "the transaction was rolled back"))
        #expect(try Self.count(db) == 0)
        try db.run("INSERT INTO t VALUES (4, 'e')")
        #expect(try Self.count(db) == 1)
    }

    @Test func `a full database refuses the change that does not fit, and takes one that does`() throws {
        let folder = try Folder()
        let db = try Database(path: folder.database)
        try db.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (a BLOB); PRAGMA max_page_count = 8")
        let found = error {
            try db.transaction(.immediate) {
                try db.run("INSERT INTO t VALUES ('small')")
                try db.run("INSERT INTO t VALUES (zeroblob(100000))")
            }
        }
        #expect(found == SQLiteError(.full, "database or disk is full"))
        #expect(try !db.isInTransaction && Self.count(db) == 0)
        try db.transaction(.immediate) { try db.run("INSERT INTO t VALUES ('small')") }
        #expect(try Self.count(db) == 1)
        try db.close()
    }
}
