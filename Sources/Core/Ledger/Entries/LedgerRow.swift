import Contract
import Features
import SQLite

/// Reads and writes lines of the log.
struct LedgerRow {
    /// Selects current lines; further conditions may follow.
    static let current = """
        SELECT host, sequence, time, subject.text, kind, name, item, state, asOfMs, endsMs, graceEndsMs, source, uid, method
        FROM change JOIN subject ON subject.number = change.subject WHERE isCurrent = 1
        """

    let row: Row
    let hosts: [Int64: HostID]
    let rules: [any KeptRule.Type]

    /// The hosts by the numbers that rows have for them; there are few, and lines are many.
    ///
    /// *Throws*: SQLite's errors.
    static func hosts(_ db: Database) throws -> [Int64: HostID] {
        try db.rows("SELECT number, id FROM host").reduce(into: [:]) { hosts, row in
            if let number = row.number(0), let id = row.text(1) { hosts[number] = HostID(id) }
        }
    }

    /// The line; nil where it is written in words that this version does not know.
    var entry: LedgerEntry? {
        guard let host = row.number(0).flatMap({ hosts[$0] }), let sequence = row.number(1), let time = row.number(2),
            let subject = row.text(3).flatMap({ Subject($0) }), let fact,
            let uid = row.number(12).flatMap({ UInt32(exactly: $0) }),
            let method = row.text(13)
        else { return nil }
        return LedgerEntry(
            subject: subject, fact: fact, author: Author(uid: uid, method: method),
            stamp: LedgerStamp(host: host, sequence: sequence, time: HybridTime(packed: time)))
    }

    private var fact: LedgerFact? {
        guard let word = row.text(4), let name = row.text(5),
            let rule = rules.first(where: { $0.rowWord == word || $0.settingWord == word }),
            let key = rule.key(ofRow: name)
        else { return nil }
        let (state, isSetting) = (row.text(7), rule.settingWord == word)
        let dates = (row.number(9), row.number(10))
        let value = state.flatMap { rule.value(ofRow: $0, isSetting: isSetting, dates: dates) }
        guard state == nil || value != nil else { return nil }
        return isSetting ? LedgerFact(setting: key, to: value) : LedgerFact(key, value)
    }

    /// Appends a line.
    ///
    /// - Parameter subject: the number of the entry's subject.
    ///
    /// *Throws*: SQLite's errors.
    static func insert(_ entry: LedgerEntry, host: Int64, subject: Int64, isCurrent: Bool, _ db: Database) throws {
        let fact = entry.fact
        let dates = fact.value.flatMap { fact.rule?.dates(of: $0) }
        let arguments: [any SQLArgument] = [
            host, entry.stamp.sequence, entry.stamp.time.packed, subject, fact.kindWord, fact.key.name,
            LedgerLog.item, fact.stateWord, dates.map { _ in Int64(0) }, dates?.endsMs, dates?.graceEndsMs,
            dates.map { _ in "" }, Int64(entry.author.uid), entry.author.method, isCurrent,
        ]
        try db.run("INSERT INTO change VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", arguments)
    }
}
