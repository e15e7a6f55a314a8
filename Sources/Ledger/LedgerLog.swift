import Contract
import Features
import GRDB

/// The log's two verbs: append a change, read what is current.
///
/// Both belong into a transaction.
enum LedgerLog {
    /// Makes a change part of the log, and decides what is current by the rule that merges use.
    ///
    /// *Throws*: `tooManySubjects`, `corrupt`, SQLite's errors.
    static func append(
        _ change: LedgerChange, _ head: inout LedgerHead, nowMs: Int64, _ db: Database
    ) throws -> LedgerReceipt {
        let key = Self.key(change)
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT \(LedgerRow.columns) FROM fact
                    WHERE subject = ? AND kind = ? AND name = ? AND item = ?
                    """), arguments: key)
        let hosts = try LedgerRow.hosts(db)
        let held = row.flatMap { LedgerRow($0, hosts: hosts).entry }
        if let held, held.fact == change.fact { return LedgerReceipt(effect: .unchanged, stamp: held.stamp) }
        if row == nil { try admit(change, db) }
        let entry = LedgerEntry(
            subject: change.subject, fact: change.fact, author: change.author, stamp: head.advance(nowMs: nowMs))
        let isCurrent = held.map(entry.supersedes) ?? true
        if isCurrent, row != nil { try retire(key, db) }
        try LedgerRow.insert(entry, host: head.hostNumber, isCurrent: isCurrent, db)
        if row != nil { try trim(key, db) }
        return LedgerReceipt(effect: isCurrent ? .current : .superseded, stamp: entry.stamp)
    }

    /// Reads the current facts, of one subject or of all.
    ///
    /// *Throws*: SQLite's errors.
    static func snapshot(of subject: Subject?, _ db: Database) throws -> LedgerSnapshot {
        let condition = subject == nil ? "" : "WHERE subject = ?"
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT \(LedgerRow.columns) FROM fact \(condition)",
            arguments: subject.map { [$0.description] } ?? [])
        let hosts = try LedgerRow.hosts(db)
        var snapshot = LedgerSnapshot()
        while let row = try rows.next() {
            if let entry = LedgerRow(row, hosts: hosts).entry {
                snapshot.add(entry)
            } else {
                snapshot.unreadableCount += 1
            }
        }
        return snapshot
    }

    /// Counts a subject for whoever first gives it a fact and is not the subject itself.
    private static func admit(_ change: LedgerChange, _ db: Database) throws {
        guard change.subject != .machine, change.subject != .uid(change.author.uid) else { return }
        let (subject, uid) = (change.subject.description, Int64(change.author.uid))
        let isKnown = try DatabaseValue.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM delegated WHERE subject = ?"), arguments: [subject])
        guard isKnown == nil else { return }
        let count = try DatabaseValue.fetchOne(
            db.cachedStatement(sql: "SELECT subjects FROM caller WHERE uid = ?"), arguments: [uid])
        guard count.flatMap(Int.fromDatabaseValue) ?? 0 < Limits.subjectsPerDelegate else {
            throw LedgerError.tooManySubjects(limit: Limits.subjectsPerDelegate)
        }
        try db.cachedStatement(sql: "INSERT INTO delegated VALUES (?, ?)").execute(arguments: [subject, uid])
    }

    private static func key(_ change: LedgerChange) -> StatementArguments {
        let topic = change.fact.topic
        return [change.subject.description, topic.kind, topic.name, topic.item]
    }

    private static func retire(_ key: StatementArguments, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                UPDATE change SET isCurrent = 0
                WHERE isCurrent = 1 AND subject = ? AND kind = ? AND name = ? AND item = ?
                """
        ).execute(arguments: key)
    }

    private static func trim(_ key: StatementArguments, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM change WHERE (host, sequence) IN (
                    SELECT host, sequence FROM change
                    WHERE isCurrent = 0 AND subject = ? AND kind = ? AND name = ? AND item = ?
                    ORDER BY time DESC LIMIT -1 OFFSET \(Limits.ledgerHistory))
                """
        ).execute(arguments: key)
    }
}
