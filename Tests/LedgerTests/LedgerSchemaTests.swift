import Features
import Glibc
import SQLite
import TestSupport
import TestTables
import Testing

@testable import Ledger

struct LedgerSchemaTests {
    /// The contents of a ledger of versions 6 to 9.
    private static let sinceLinks = """
        INSERT INTO host VALUES (1, '000000000000000000000000000000aa');
        INSERT INTO ledger VALUES (1, '000000000000000000000000000000bb', 1, 7, 65536000, 0, 4, 1000, 5000, 0);
        INSERT INTO subject VALUES (1, 'uid:1000', NULL);
        INSERT INTO subject VALUES (2, 'account:a', NULL);
        UPDATE subject SET delegate = 0 WHERE number = 2;
        INSERT INTO change VALUES
            (1, 3, 65535000, 1, 'toggle', 'A', '', 'off', NULL, NULL, NULL, NULL, 1000, 'm', 0),
            (1, 7, 65536001, 1, 'toggle', 'A', '', 'on', NULL, NULL, NULL, NULL, 1000, 'm', 1),
            (1, 5, 65536000, 2, 'purchase', 'p', 't', 'active', 1, 2, 3, 'file', 0, 's', 1);
        INSERT INTO idempotency VALUES
            (1000, 'uid:1000', 'k', 'f', 4, 1, 86400000, 259200000, 'o', 1, 6, 65536000, NULL),
            (7, 'uid:1000', 'delegate''s', 'f', 4, 1, 86400000, 259201000, 'o', 1, 6, 65536000, NULL);
        """

    /// The contents of a ledger of each version before the next one, in the SQL of that version.
    private static let contents: [String] = [
        "",
        """
        INSERT INTO host VALUES (1, '000000000000000000000000000000aa');
        INSERT INTO ledger VALUES (1, '000000000000000000000000000000bb', 1, 7, 65536000, 0);
        INSERT INTO change VALUES
            (1, 3, 65536000, 'uid:1000', 'toggle', 'A', '', 'off', NULL, NULL, NULL, NULL, 1000, 'm', 0),
            (1, 7, 65536001, 'uid:1000', 'toggle', 'A', '', 'on', NULL, NULL, NULL, NULL, 1000, 'm', 1),
            (1, 5, 65536000, 'account:a', 'purchase', 'p', 't', 'active', 1, 2, 3, 'file', 0, 's', 1);
        """,
        """
        INSERT INTO host VALUES (1, '000000000000000000000000000000aa');
        INSERT INTO ledger VALUES (1, '000000000000000000000000000000bb', 1, 7, 65536000, 0, 4);
        INSERT INTO change VALUES
            (1, 7, 65536001, 'uid:1000', 'toggle', 'A', '', 'on', NULL, NULL, NULL, NULL, 1000, 'm', 1),
            (1, 5, 65536000, 'account:a', 'purchase', 'p', 't', 'active', 1, 2, 3, 'file', 0, 's', 1);
        INSERT INTO idempotency VALUES ('uid:1000', 'k', 'f', 4, 1, 9000000000000, 'o', 1, 6, 65536000);
        """,
        """
        INSERT INTO host VALUES (1, '000000000000000000000000000000aa');
        INSERT INTO ledger VALUES (1, '000000000000000000000000000000bb', 1, 7, 65536000, 0, 4, 1000);
        INSERT INTO change VALUES
            (1, 3, 65535000, 'uid:1000', 'toggle', 'A', '', 'off', NULL, NULL, NULL, NULL, 1000, 'm', 0),
            (1, 7, 65536001, 'uid:1000', 'toggle', 'A', '', 'on', NULL, NULL, NULL, NULL, 1000, 'm', 1),
            (1, 5, 65536000, 'account:a', 'purchase', 'p', 't', 'active', 1, 2, 3, 'file', 0, 's', 1);
        INSERT INTO delegated VALUES ('account:a', 0);
        INSERT INTO idempotency VALUES ('uid:1000', 'k', 'f', 4, 1, 9000000000000, 'o', 1, 6, 65536000, 1000);
        INSERT INTO idempotency VALUES ('uid:1000', 'delegate''s', 'f', 4, 1, 9000000000000, 'o', 1, 6, 65536000, 7);
        """,
        """
        INSERT INTO host VALUES (1, '000000000000000000000000000000aa');
        INSERT INTO ledger VALUES (1, '000000000000000000000000000000bb', 1, 7, 65536000, 0, 4, 1000, 5000);
        INSERT INTO subject VALUES (1, 'uid:1000', NULL);
        INSERT INTO subject VALUES (2, 'account:a', NULL);
        UPDATE subject SET delegate = 0 WHERE number = 2;
        INSERT INTO change VALUES
            (1, 3, 65535000, 1, 'toggle', 'A', '', 'off', NULL, NULL, NULL, NULL, 1000, 'm', 0),
            (1, 7, 65536001, 1, 'toggle', 'A', '', 'on', NULL, NULL, NULL, NULL, 1000, 'm', 1),
            (1, 5, 65536000, 2, 'purchase', 'p', 't', 'active', 1, 2, 3, 'file', 0, 's', 1);
        INSERT INTO idempotency VALUES
            (1000, 'uid:1000', 'k', 'f', 4, 1, 86400000, 9000000000000, 'o', 1, 6, 65536000),
            (7, 'uid:1000', 'delegate''s', 'f', 4, 1, 86400000, 259201000, 'o', 1, 6, 65536000);
        """,
        """
        INSERT INTO host VALUES (1, '000000000000000000000000000000aa');
        INSERT INTO ledger VALUES (1, '000000000000000000000000000000bb', 1, 7, 65536000, 0, 4, 1000, 5000, 0);
        INSERT INTO subject VALUES (1, 'uid:1000', NULL);
        INSERT INTO subject VALUES (2, 'account:a', NULL);
        UPDATE subject SET delegate = 0 WHERE number = 2;
        INSERT INTO change VALUES
            (1, 3, 65535000, 1, 'toggle', 'A', '', 'off', NULL, NULL, NULL, NULL, 1000, 'm', 0),
            (1, 7, 65536001, 1, 'toggle', 'A', '', 'on', NULL, NULL, NULL, NULL, 1000, 'm', 1),
            (1, 5, 65536000, 2, 'purchase', 'p', 't', 'active', 1, 2, 3, 'file', 0, 's', 1);
        INSERT INTO idempotency VALUES
            (1000, 'uid:1000', 'k', 'f', 4, 1, 86400000, 259200000, 'o', 1, 6, 65536000),
            (7, 'uid:1000', 'delegate''s', 'f', 4, 1, 86400000, 259201000, 'o', 1, 6, 65536000);
        """,
        sinceLinks, sinceLinks, sinceLinks, sinceLinks, sinceLinks,
    ]

    @Test func `a ledger of every earlier version is migrated with all its facts`() throws {
        #expect(Self.contents.count == LedgerSchema.standard.steps.count, "each version but the latest has its fixture")
        let fresh = try StateDirectory()
        let shape = try fresh.use(Self.shape)
        for (version, rows) in Self.contents.enumerated() {
            let directory = try StateDirectory()
            let db = try Database(path: directory.database)
            try db.transaction(.immediate) {
                try LedgerSchema.mark(db)
                try LedgerSchema.migrate(db, through: Array(LedgerSchema.standard.steps.prefix(version)))
                try db.execute(rows)
            }
            try db.close()
            try directory.use { ledger in
                #expect(try Self.shape(ledger) == shape, "from version \(version)")
                guard version > 0 else { return }
                let snapshot = try ledger.snapshotAll()
                #expect(snapshot.subjects[.uid(1000)]?[.toggle("A")]?.fact.value == .on)
                #expect(snapshot.unreadableCount == 1, "no version of the daemon wrote what a source reported")
                #expect(ledger.host == HostID("000000000000000000000000000000aa"))
                #expect(try ledger.apply(toggle("A", false)).stamp.sequence == 8)
                let delegated = try ledger.write { try texts($0, "SELECT text FROM subject WHERE delegate = 0") }
                #expect(delegated == ["account:a"])
                let counts = try ledger.write { try $0.rows("SELECT subjects FROM caller WHERE uid = 0") }
                #expect(counts.map(\.values) == [[.integer(1)]] && snapshot.clock.aheadMs == 0)
                guard version > 1 else { return }
                let key = try IdempotencyKey("k", of: .uid(1000), by: 1000)
                #expect(try ledger.claim(key, fingerprint: "f", lifetime: .seconds(1)) == .finished(outcome: "o"))
                guard version > 2 else { return }
                let other = try IdempotencyKey("delegate's", of: .uid(1000), by: 7)
                #expect(try ledger.claim(other, fingerprint: "f", lifetime: .seconds(1)) == .finished(outcome: "o"))
            }
        }
    }

    @Test func `the space of each caller's keys is counted anew in a migration`() throws {
        for (version, rows) in Self.contents.enumerated() {
            let directory = try StateDirectory()
            let db = try Database(path: directory.database)
            try db.transaction(.immediate) {
                try LedgerSchema.mark(db)
                try LedgerSchema.migrate(db, through: Array(LedgerSchema.standard.steps.prefix(version)))
                try db.execute(rows)
            }
            try db.close()
            try directory.use { ledger in
                let counted = try ledger.write { db in
                    try db.rows(
                        """
                        SELECT uid, keptBytes, factBytes,
                            (SELECT coalesce(sum(bytes), 0) FROM idempotency WHERE uid = caller.uid),
                            (SELECT coalesce(sum(bytes), 0) FROM change WHERE uid = caller.uid)
                            + (SELECT coalesce(sum(bytes), 0) FROM subject WHERE delegate = caller.uid)
                        FROM caller
                        """)
                }
                for caller in counted {
                    let (counts, sums) = (caller.values[1...2], caller.values[3...4])
                    #expect(Array(counts) == Array(sums), "\(caller.values[0]) from version \(version)")
                }
                #expect(version == 0 || counted.contains { $0.number(2) ?? 0 > 0 })
                // A key with an expiry far in the future expires in a day.
                let late = try ledger.write {
                    try $0.number("SELECT count(*) FROM idempotency WHERE expiresMs > 90000000")
                }
                #expect(late == 0)
            }
        }
    }

    @Test func `a process killed in a migration leaves a ledger that the next start migrates whole`() throws {
        var random = SeededGenerator(for: "killed in a migration")
        let fresh = try StateDirectory()
        let shape = try fresh.use(Self.shape)
        let (version, rows) = try #require(Self.contents.enumerated().first { $0.offset == 4 })
        for _ in 0..<12 {
            let directory = try StateDirectory()
            let db = try Database(path: directory.database)
            try db.transaction(.immediate) {
                try LedgerSchema.mark(db)
                try LedgerSchema.migrate(db, through: Array(LedgerSchema.standard.steps.prefix(version)))
                try db.execute(rows)
            }
            try db.close()
            let null = try ProgramPipe()
            let process = try probe(["change", directory.path, "1"], output: null)
            usleep(UInt32.random(in: 2000...60_000, using: &random))
            process.kill()
            try directory.use { ledger in
                let (found, snapshot) = (try Self.shape(ledger), try ledger.snapshotAll())
                #expect(found == shape && snapshot.subjects[.uid(1000)]?[.toggle("A")]?.fact.value == .on)
            }
        }
    }

    /// Version, mark and every table, index and view.
    private static func shape(_ ledger: Ledger) throws -> [String] {
        try ledger.write { db in
            try texts(db, "SELECT name || coalesce(sql, '') FROM sqlite_master ORDER BY name")
                + ["user_version", "application_id"].map { "\(try db.number("PRAGMA \($0)") ?? -1)" }
        }
    }

    @Test func `a migration step that fails rolls back all steps of that start`() throws {
        let directory = try StateDirectory()
        let db = try Database(path: directory.database)
        #expect(throws: SQLiteError.self) {
            try db.transaction(.immediate) {
                try LedgerSchema.migrate(db, through: LedgerSchema.standard.steps + ["CREATE TABLE change (twice)"])
            }
        }
        #expect(try db.number("SELECT count(*) FROM sqlite_master") == 0)
        try db.close()
        #expect(openingError(directory) == nil)
    }
}
