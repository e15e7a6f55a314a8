import Contract
import Features
import SQLite

/// The two operations of the log: append a change, and read the current facts.
///
/// Both must run inside a transaction.
enum LedgerLog {
    /// The columns `item`, `asOfMs` and `source` are for facts with several items, each reported by a source; there are none.
    static let item = ""

    /// Appends a change to the log, and decides which entry is current by the rule that merges use.
    ///
    /// *Throws*: `tooManySubjects`, `tooMuchWritten`, `corrupt`, SQLite's errors.
    static func append(
        _ change: LedgerChange, _ head: inout LedgerHead, nowMs: Int64, _ schema: LedgerSchema, _ db: Database
    ) throws -> LedgerReceipt {
        let subject = try LedgerSubjects.number(of: change.subject, db)
        let fact = change.fact
        let key: [any SQLArgument] = [subject, fact.kindWord, fact.key.name, item]
        let row = try db.row(
            LedgerRow.current + " AND change.subject = ? AND kind = ? AND name = ? AND item = ?", key)
        let held = try row.flatMap { LedgerRow(row: $0, hosts: try LedgerRow.hosts(db), rules: schema.rules).entry }
        if let held, held.fact == fact { return LedgerReceipt(effect: .unchanged, stamp: held.stamp) }
        if row == nil { try LedgerSubjects.admit(change.subject, by: change.author, number: subject, db) }
        let entry = LedgerEntry(
            subject: change.subject, fact: fact, author: change.author, stamp: head.advance(nowMs: nowMs))
        let isCurrent = held.map(entry.supersedes) ?? true
        if isCurrent, row != nil { try retire(key, db) }
        try LedgerRow.insert(entry, host: head.hostNumber, subject: subject, isCurrent: isCurrent, db)
        if row != nil { try trim(key, keeping: Limits.ledgerHistory, db) }
        try limitRoom(for: change, key, isNew: row == nil, db)
        try AuditTables.append(AuditedChange(change, from: held?.fact), by: change.author, nowMs: nowMs, db)
        return LedgerReceipt(effect: isCurrent ? .current : .superseded, stamp: entry.stamp)
    }

    /// Reads the current facts.
    ///
    /// *Throws*: SQLite's errors.
    static func snapshot(_ schema: LedgerSchema, _ db: Database) throws -> LedgerSnapshot {
        let hosts = try LedgerRow.hosts(db)
        var snapshot = LedgerSnapshot()
        try db.forEach(LedgerRow.current) { row in
            if let entry = LedgerRow(row: row, hosts: hosts, rules: schema.rules).entry {
                snapshot.add(entry)
            } else {
                snapshot.unreadableCount += 1
            }
        }
        return snapshot
    }

    /// Limits the disk space of a caller's facts.
    ///
    /// Over the limit a new fact is an error. A change to an existing fact replaces the fact's history, so that it
    /// takes no more space than before.
    ///
    /// The machine's facts are not limited: operators set them, and they are few.
    private static func limitRoom(
        for change: LedgerChange, _ key: [any SQLArgument], isNew: Bool, _ db: Database
    ) throws {
        let limit = Limits.factBytesPerCaller
        guard change.subject != .machine, try LedgerSubjects.factBytes(of: change.author.uid, db) > limit
        else { return }
        guard !isNew else { throw LedgerError.tooMuchWritten(limit: limit) }
        try trim(key, keeping: 0, db)
    }

    private static func retire(_ key: [any SQLArgument], _ db: Database) throws {
        try db.run(
            """
            UPDATE change SET isCurrent = 0
            WHERE isCurrent = 1 AND subject = ? AND kind = ? AND name = ? AND item = ?
            """, key)
    }

    private static func trim(_ key: [any SQLArgument], keeping count: Int, _ db: Database) throws {
        try db.run(
            """
            DELETE FROM change WHERE (host, sequence) IN (
                SELECT host, sequence FROM change
                WHERE isCurrent = 0 AND subject = ? AND kind = ? AND name = ? AND item = ?
                ORDER BY time DESC LIMIT -1 OFFSET ?)
            """, key + [count])
    }
}
