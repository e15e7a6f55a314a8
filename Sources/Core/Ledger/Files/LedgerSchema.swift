// The tables, as the steps that created them. A step is never edited once a ledger may have been written with it. A
// change to the schema is a further step; a ledger of any earlier version gets the steps that it lacks, all in one
// transaction. The number of steps taken is in the file's header (user_version), where every tool can read it, beside a
// mark that the file is ours (application_id).
//
// `change` is the log: its entries are never altered, and superseded ones are deleted only from the old end of a fact's
// history. The current facts are the entries marked current, one per fact, which the unique index ensures; the view
// `fact` shows them. No second table repeats them, so no two tables can disagree.
//
// Triggers count the disk space of a user's entries in `caller`, from a column `bytes` of each entry. `bytes` is the
// most that an entry can take and not its length: SQLite joins a page with its neighbours only when two thirds of it
// are empty, and a text longer than the quarter of a page that an entry of a tree may have takes a page of its own.
// `delegate` is the user who first set a fact for a subject without being that subject.

package import Features
import SQLite

/// The tables of a program's ledger with the steps that made them, and the kinds of facts in its log.
package struct LedgerSchema: Sendable {
    /// How the log has facts of each kind.
    let rules: [any KeptRule.Type]
    /// The tables of other owners than the core.
    let tables: [any LedgerTables.Type]
    /// The steps from each version to the next, from the empty file on.
    let steps: [String]

    /// - Parameters:
    ///   - kinds: those of the program; rows of others count as unreadable.
    ///   - tables: of all other owners. *Precondition*: with the core's, each version has one step.
    package init(kinds: ConstraintKinds, tables: [any LedgerTables.Type]) {
        (rules, self.tables) = (kinds.kept, tables)
        var steps = Self.coreSteps
        let later = [9: LedgerSums.step]
        for (version, step) in (tables.flatMap({ $0.steps }) + later).sorted(by: { $0.key < $1.key }) {
            steps.append(step)
            precondition(version == steps.count, "each version of the ledger's schema has one step")
        }
        self.steps = steps
    }

    /// The tables of the core besides those of facts and keys.
    package static let ownTables: [any LedgerTables.Type] = [JournalTables.self, AuditTables.self]

    /// The kinds of facts that the ledger keeps.
    package var kinds: Set<FactKind> { Set(rules.map { FactKind($0) }) }

    /// The names of the sources that answer with what users said, by kind.
    package var answerBooks: [FactKind: String] {
        rules.reduce(into: [:]) { names, rule in names[FactKind(rule)] = rule.answerBook }
    }

    /// The version that this program writes, with all its tables.
    package static let latest = 11

    /// *Shape*: the letters `DLKD`.
    static let applicationID: Int64 = 0x444C_4B44
    /// *Units*: bytes.
    ///
    /// *Source*: https://www.sqlite.org/fileformat2.html#the_database_header
    static let headerByteCount = 100

    /// True if a file begins as a database with our mark.
    static func isMarked(_ header: [UInt8]) -> Bool {
        header.starts(with: "SQLite format 3\0".utf8) && header.dropFirst(68).starts(with: "DLKD".utf8)
    }

    /// The steps to versions 1…5.
    private static let coreSteps = [
        // 1: facts
        """
        CREATE TABLE host (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;
        CREATE TABLE ledger (
            only INTEGER PRIMARY KEY CHECK (only = 1), id TEXT NOT NULL, host INTEGER NOT NULL REFERENCES host,
            sequence INTEGER NOT NULL, time INTEGER NOT NULL, isCopy INTEGER NOT NULL CHECK (isCopy IN (0, 1))
        ) STRICT;
        CREATE TABLE change (
            host INTEGER NOT NULL REFERENCES host, sequence INTEGER NOT NULL, time INTEGER NOT NULL,
            subject TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, item TEXT NOT NULL,
            state TEXT, asOfMs INTEGER, endsMs INTEGER, graceEndsMs INTEGER, source TEXT,
            uid INTEGER NOT NULL, method TEXT NOT NULL, isCurrent INTEGER NOT NULL CHECK (isCurrent IN (0, 1)),
            PRIMARY KEY (host, sequence)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX currentFact ON change (subject, kind, name, item) WHERE isCurrent = 1;
        CREATE INDEX history ON change (subject, kind, name, item, time) WHERE isCurrent = 0;
        CREATE VIEW fact AS SELECT * FROM change WHERE isCurrent = 1;
        """,
        // 2: idempotency keys, and the count of runs, by which a run recognizes requests that an earlier one left
        // unfinished
        """
        ALTER TABLE ledger ADD COLUMN run INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE idempotency (
            subject TEXT NOT NULL, key TEXT NOT NULL, fingerprint TEXT NOT NULL, run INTEGER NOT NULL,
            startedMs INTEGER NOT NULL, expiresMs INTEGER NOT NULL, outcome TEXT,
            host INTEGER NOT NULL REFERENCES host, sequence INTEGER NOT NULL, time INTEGER NOT NULL,
            PRIMARY KEY (subject, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX expiry ON idempotency (expiresMs);
        """,
        // 3: the latest time seen, apart from the time of stamps; the first user to set facts for a subject; and the
        // space of each caller's keys, counted here because a count over all rows for every change would cost as much
        // as there are rows
        """
        CREATE TABLE caller (
            uid INTEGER PRIMARY KEY, keptBytes INTEGER NOT NULL DEFAULT 0, subjects INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE TABLE delegated (subject TEXT PRIMARY KEY, uid INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TRIGGER subjectDelegated AFTER INSERT ON delegated BEGIN
            INSERT OR IGNORE INTO caller (uid) VALUES (new.uid);
            UPDATE caller SET subjects = subjects + 1 WHERE uid = new.uid;
        END;
        INSERT OR IGNORE INTO delegated SELECT subject, uid FROM change
            WHERE subject <> 'machine' AND subject <> 'uid:' || uid ORDER BY time;
        ALTER TABLE ledger ADD COLUMN seenMs INTEGER NOT NULL DEFAULT 0;
        UPDATE ledger SET seenMs = time >> 16;
        ALTER TABLE idempotency ADD COLUMN uid INTEGER NOT NULL DEFAULT -1;
        ALTER TABLE idempotency ADD COLUMN bytes INTEGER AS (
            128 + length(CAST(subject AS BLOB)) + length(CAST(key AS BLOB)) + length(CAST(fingerprint AS BLOB))
            + coalesce(length(CAST(outcome AS BLOB)), 0)
        ) VIRTUAL;
        \(keyTriggers)
        """,
        numberedSubjects + callersKeys,
        // 5: the total time for which the ledger was closed; keys are now deleted by that, not by a time of the wall
        // clock
        """
        ALTER TABLE ledger ADD COLUMN closedMs INTEGER NOT NULL DEFAULT 0;
        UPDATE idempotency SET forgottenMs
            = ledger.keyMs + max(0, min(forgottenMs - ledger.seenMs, 259200000)) FROM ledger;
        """,
    ]

    /// Step 4, the facts: subjects by number, since each row and each index contained the whole text; and the disk
    /// space of each caller's rows.
    private static let numberedSubjects = """
        CREATE TABLE subject (
            number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, delegate INTEGER,
            bytes INTEGER AS (
                64 + length(CAST(text AS BLOB)) * 7 / 2 + iif(length(CAST(text AS BLOB)) > 960, 4096, 0)
            ) VIRTUAL
        ) STRICT;
        INSERT INTO subject (text, delegate)
            SELECT named.subject, delegated.uid
            FROM (SELECT subject FROM change UNION SELECT subject FROM delegated) AS named
            LEFT JOIN delegated ON delegated.subject = named.subject;
        DROP TABLE delegated;
        DROP VIEW fact;
        CREATE TABLE numbered (
            host INTEGER NOT NULL REFERENCES host, sequence INTEGER NOT NULL, time INTEGER NOT NULL,
            subject INTEGER NOT NULL REFERENCES subject, kind TEXT NOT NULL, name TEXT NOT NULL, item TEXT NOT NULL,
            state TEXT, asOfMs INTEGER, endsMs INTEGER, graceEndsMs INTEGER, source TEXT,
            uid INTEGER NOT NULL, method TEXT NOT NULL, isCurrent INTEGER NOT NULL CHECK (isCurrent IN (0, 1)),
            key INTEGER AS (
                length(CAST(kind AS BLOB)) + length(CAST(name AS BLOB)) + length(CAST(item AS BLOB))
            ) VIRTUAL,
            bytes INTEGER AS (
                200 + 5 * key + iif(key > 800, 8192, 0)
                + 3 * (coalesce(length(CAST(state AS BLOB)), 0) + length(CAST(method AS BLOB)))
                + iif(source IS NULL, 0, 100 + 3 * length(CAST(source AS BLOB)))
                + iif(coalesce(length(CAST(source AS BLOB)), 0) + length(CAST(method AS BLOB)) > 100, 4096, 0)
            ) VIRTUAL,
            PRIMARY KEY (host, sequence)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO numbered
            SELECT change.host, change.sequence, change.time, subject.number, kind, name, item, state, asOfMs, endsMs,
                graceEndsMs, source, uid, method, isCurrent
            FROM change JOIN subject ON subject.text = change.subject ORDER BY change.host, change.sequence;
        DROP TABLE change;
        ALTER TABLE numbered RENAME TO change;
        CREATE UNIQUE INDEX currentFact ON change (subject, kind, name, item) WHERE isCurrent = 1;
        CREATE INDEX history ON change (subject, kind, name, item, time) WHERE isCurrent = 0;
        CREATE VIEW fact AS
            SELECT host, sequence, time, subject.text AS subject, kind, name, item, state, asOfMs, endsMs, graceEndsMs,
                source, uid, method
            FROM change JOIN subject ON subject.number = change.subject WHERE isCurrent = 1;
        ALTER TABLE caller ADD COLUMN factBytes INTEGER NOT NULL DEFAULT 0;
        INSERT OR IGNORE INTO caller (uid)
            SELECT uid FROM change UNION SELECT delegate FROM subject WHERE delegate IS NOT NULL;
        UPDATE caller SET factBytes = factBytes + taken.bytes
            FROM (SELECT uid, sum(bytes) AS bytes FROM change GROUP BY uid) AS taken WHERE taken.uid = caller.uid;
        UPDATE caller SET factBytes = factBytes + taken.bytes
            FROM (SELECT delegate, sum(bytes) AS bytes FROM subject GROUP BY delegate) AS taken
            WHERE taken.delegate = caller.uid;
        CREATE TRIGGER subjectDelegated AFTER UPDATE OF delegate ON subject WHEN old.delegate IS NULL BEGIN
            INSERT OR IGNORE INTO caller (uid) VALUES (new.delegate);
            UPDATE caller SET subjects = subjects + 1, factBytes = factBytes + new.bytes WHERE uid = new.delegate;
        END;
        CREATE TRIGGER changeWritten AFTER INSERT ON change BEGIN
            INSERT OR IGNORE INTO caller (uid) VALUES (new.uid);
            UPDATE caller SET factBytes = factBytes + new.bytes WHERE uid = new.uid;
        END;
        CREATE TRIGGER changeDropped AFTER DELETE ON change BEGIN
            UPDATE caller SET factBytes = factBytes - old.bytes WHERE uid = old.uid;
        END;

        """

    /// Step 4, the keys: they belong to caller and subject, and expire by a clock of their own.
    ///
    /// A key whose expiry is far in the future was taken while the wall clock was wrong, so all keys expire after a
    /// day. A key from before step 3, whose caller is unknown, becomes the subject's own.
    private static let callersKeys = """
        ALTER TABLE ledger ADD COLUMN keyMs INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE keyed (
            uid INTEGER NOT NULL, subject TEXT NOT NULL, key TEXT NOT NULL, fingerprint TEXT NOT NULL,
            run INTEGER NOT NULL, startedMs INTEGER NOT NULL, expiresMs INTEGER NOT NULL, forgottenMs INTEGER NOT NULL,
            outcome TEXT, host INTEGER NOT NULL REFERENCES host, sequence INTEGER NOT NULL, time INTEGER NOT NULL,
            bytes INTEGER AS (
                128 + length(CAST(subject AS BLOB)) + length(CAST(key AS BLOB)) + length(CAST(fingerprint AS BLOB))
                + coalesce(length(CAST(outcome AS BLOB)), 0)
            ) VIRTUAL,
            PRIMARY KEY (uid, subject, key)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO keyed
            SELECT iif(uid = -1 AND subject GLOB 'uid:[0-9]*', CAST(substr(subject, 5) AS INTEGER), uid), subject, key,
                fingerprint, old.run, startedMs, 86400000, min(expiresMs, seenMs + 86400000) + 172800000, outcome,
                old.host, old.sequence, old.time
            FROM idempotency AS old, ledger;
        DROP TABLE idempotency;
        ALTER TABLE keyed RENAME TO idempotency;
        CREATE INDEX expiry ON idempotency (expiresMs);
        INSERT OR IGNORE INTO caller (uid) SELECT uid FROM idempotency;
        UPDATE caller SET keptBytes = 0;
        UPDATE caller SET keptBytes = kept.bytes
            FROM (SELECT uid, sum(bytes) AS bytes FROM idempotency GROUP BY uid) AS kept WHERE kept.uid = caller.uid;
        \(keyTriggers)
        """

    /// The count of each caller's keys, in steps 3 and 4.
    private static let keyTriggers = """
        CREATE TRIGGER keyClaimed AFTER INSERT ON idempotency BEGIN
            INSERT OR IGNORE INTO caller (uid) VALUES (new.uid);
            UPDATE caller SET keptBytes = keptBytes + new.bytes WHERE uid = new.uid;
        END;
        CREATE TRIGGER keyFinished AFTER UPDATE OF outcome ON idempotency BEGIN
            UPDATE caller SET keptBytes = keptBytes - old.bytes + new.bytes WHERE uid = new.uid;
        END;
        CREATE TRIGGER keyForgotten AFTER DELETE ON idempotency BEGIN
            UPDATE caller SET keptBytes = keptBytes - old.bytes WHERE uid = old.uid;
        END;
        """

    /// Checks that this version may open the file, before anything is written to it.
    ///
    /// *Throws*: `foreign`, `newerSchema`, `lost`, `corrupt`, SQLite's errors.
    func check(_ db: Database, _ files: LedgerFiles, isStamped: Bool) throws {
        let version = Int(try db.number("PRAGMA user_version") ?? 0)
        let owner = try db.number("PRAGMA application_id") ?? 0
        let tables = try db.number("SELECT count(*) FROM sqlite_master") ?? 0
        if version == 0, owner == 0 || owner == Self.applicationID, tables == 0 {
            guard !isStamped else { throw LedgerError.lost(path: files.database, stamp: files.stamp) }
            return
        }
        guard owner == Self.applicationID, version > 0 else { throw LedgerError.foreign(path: files.database) }
        guard version <= steps.count else {
            throw LedgerError.newerSchema(path: files.database, found: version, supported: steps.count)
        }
        // Not integrity_check, which also compares every index with its table and takes about twice as long: damage
        // from outside is in the pages, and quick_check reads them all. Neither finds a flipped bit inside a text, since
        // SQLite's pages have no checksums: for that there are the sums of the rows.
        let verdict = try db.text("PRAGMA quick_check(1)") ?? ""
        guard verdict == "ok" else { throw LedgerError.corrupt(path: files.database, detail: verdict) }
        if let fault = try LedgerSums.faults(db).first {
            throw LedgerError.corrupt(path: files.database, detail: fault)
        }
    }

    /// Marks the file as ours before it has a log: only the mark distinguishes it from another program's file without
    /// opening it.
    ///
    /// *Throws*: SQLite's errors.
    static func mark(_ db: Database) throws {
        if try db.number("PRAGMA application_id") == 0 {
            try db.execute("PRAGMA application_id = \(applicationID)")
        }
    }

    /// Whether the file has the schema of this version.
    ///
    /// *Throws*: SQLite's errors.
    func isLatest(_ db: Database) throws -> Bool {
        try db.number("PRAGMA user_version") == Int64(steps.count)
    }

    /// Runs the steps that the file lacks; call it inside a transaction.
    ///
    /// *Throws*: SQLite's errors.
    static func migrate(_ db: Database, through steps: [String]) throws {
        let version = Int(try db.number("PRAGMA user_version") ?? 0)
        guard version < steps.count else { return }
        try LedgerSums.uncover(db)
        for step in steps.dropFirst(version) { try db.execute(step) }
        try LedgerSums.cover(db)
        try db.execute("PRAGMA user_version = \(steps.count)")
    }
}
