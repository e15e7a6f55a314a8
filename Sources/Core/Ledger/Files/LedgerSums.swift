// The sums by which a flipped bit in a row is found. SQLite's pages have no checksums, so a bit that is flipped inside a text
// or a number is read as another text or number. The table `checksum` has the sum of the rows of each table, in the sense of
// the two functions that every connection of ours has (shim.h of CSQLite). Triggers keep them: in the transaction that
// changes a row, so a crash leaves both or none.
//
//     INSERT INTO host VALUES (1, 'ab')     the row `host` of checksum changes with it
//     a bit of 'ab' flips on the disk       the sum of the rows and the row of checksum differ
//     a row is gone                         the same
//
// A sum for each table and not for each row: it costs no space in rows, and a row that was lost shows too. Which row it is does
// not matter to what follows, since a backup is restored as a whole.
//
// The triggers are made from the columns that tables have at the end of a migration, so a step that adds a table or a
// column needs no line here. `sqlite_master` has a sum as well: a flipped bit in a trigger is found.

import SQLite

/// The sums of the tables' rows.
enum LedgerSums {
    /// The step of the schema that adds them; a migration then makes the triggers (`cover`).
    static let step = "CREATE TABLE checksum (name TEXT PRIMARY KEY, total INTEGER NOT NULL) STRICT, WITHOUT ROWID;"

    private static let triggerPrefix = "checksumOf_"
    private static let schemaName = "sqlite_master"
    private static let schemaTotal = "SELECT sum_rows(type, name, tbl_name, sql) FROM sqlite_master"

    /// Whether a database has sums: those of earlier versions have none.
    ///
    /// *Throws*: SQLite's errors.
    static func areThere(_ db: Database) throws -> Bool {
        // A flipped bit can make it `Checksum` or a `Table`, which SQLite takes for the same.
        try db.number(
            "SELECT count(*) FROM sqlite_master WHERE lower(type) = 'table' AND lower(name) = 'checksum'") == 1
    }

    /// Removes the triggers, so that steps of a migration can change tables; belongs into a transaction.
    ///
    /// *Throws*: SQLite's errors.
    static func uncover(_ db: Database) throws {
        for trigger in try names(db, "trigger") where trigger.hasPrefix(triggerPrefix) {
            try db.execute("DROP TRIGGER \(quoted(trigger))")
        }
    }

    /// Makes the triggers of all tables, and sums up the rows that are there; belongs into a transaction.
    ///
    /// *Throws*: SQLite's errors. *Cost*: reads every row.
    static func cover(_ db: Database) throws {
        guard try areThere(db) else { return }
        try db.run("DELETE FROM checksum")
        for table in try tables(db) {
            let columns = try columns(of: table, db)
            try db.run(
                "INSERT INTO checksum SELECT ?, sum_rows(\(list(columns))) FROM \(quoted(table))", [table])
            for trigger in triggers(of: table, columns) { try db.execute(trigger) }
        }
        try db.run("INSERT INTO checksum SELECT ?, (\(schemaTotal))", [schemaName])
    }

    private static func triggers(of table: String, _ columns: [String]) -> [String] {
        let (added, removed) = (list(columns, of: "new."), list(columns, of: "old."))
        let totals = [
            "INSERT": "sum_with(total, \(added))", "DELETE": "sum_with(total, \(removed))",
            "UPDATE": "sum_with(sum_with(total, \(removed)), \(added))",
        ]
        return totals.sorted { $0.key < $1.key }.map { event, total in
            """
            CREATE TRIGGER \(quoted(triggerPrefix + table + event)) AFTER \(event) ON \(quoted(table)) BEGIN
                UPDATE checksum SET total = \(total) WHERE name = '\(table)';
            END
            """
        }
    }

    /// The differences between the sums and the rows; empty where there is none.
    ///
    /// *Shape*: sentences without an end: `the rows of the table host are not those that were written`.
    /// *Throws*: SQLite's errors. *Cost*: reads every row; some 200 ns for each.
    static func faults(_ db: Database) throws -> [String] {
        guard try areThere(db) else { return [] }
        var totals: [String: Int64] = [:]
        try db.forEach("SELECT name, total FROM checksum") { row in
            if let name = row.text(0) { totals[name] = row.number(1) }
        }
        var faults: [String] = []
        for table in try tables(db) {
            let found = try db.number("SELECT sum_rows(\(list(try columns(of: table, db)))) FROM \(quoted(table))")
            if totals[table] == nil {
                faults.append("the table \(table) has no checksum")
            } else if totals[table] != found {
                faults.append("the rows of the table \(table) are not those that were written")
            }
        }
        if try totals[schemaName] != db.number(schemaTotal) {
            faults.append("the schema is not the one that was written")
        }
        return faults
    }

    /// The tables with rows of ours.
    ///
    /// *Throws*: SQLite's errors.
    static func tables(_ db: Database) throws -> [String] {
        try names(db, "table").filter { $0 != "checksum" && !$0.hasPrefix("sqlite_") }
    }

    private static func names(_ db: Database, _ type: String) throws -> [String] {
        try db.rows("SELECT name FROM sqlite_master WHERE type = ? ORDER BY name", [type]).compactMap { $0.text(0) }
    }

    /// The columns that are on the disk; others are computed from them.
    private static func columns(of table: String, _ db: Database) throws -> [String] {
        try db.rows("SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0", [table]).compactMap { $0.text(0) }
    }

    private static func list(_ columns: [String], of row: String = "") -> String {
        columns.map { row + quoted($0) }.joined(separator: ", ")
    }

    private static func quoted(_ name: String) -> String {
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
