import Contract
import Features
import GRDB

/// Reads and writes lines of the log.
///
/// A value that does not have the type its column promises comes from a damaged file. Reading it answers nil, never a trap.
struct LedgerRow {
    /// Selects current lines; further conditions may follow.
    static let current = """
        SELECT host, sequence, time, subject.text, kind, name, item, state, asOfMs, endsMs, graceEndsMs, source, uid, method
        FROM change JOIN subject ON subject.number = change.subject WHERE isCurrent = 1
        """

    private let row: Row
    private let hosts: [Int64: HostID]

    init(_ row: Row, hosts: [Int64: HostID]) {
        self.row = row
        self.hosts = hosts
    }

    /// The hosts by the numbers that rows have for them; there are few, and lines are many.
    ///
    /// *Throws*: SQLite's errors.
    static func hosts(_ db: Database) throws -> [Int64: HostID] {
        let rows = try Row.fetchAll(db.cachedStatement(sql: "SELECT number, id FROM host"))
        var hosts: [Int64: HostID] = [:]
        for row in rows {
            guard let number = Int64.fromDatabaseValue(row[0]), let id = String.fromDatabaseValue(row[1]) else {
                continue
            }
            hosts[number] = HostID(id)
        }
        return hosts
    }

    /// The line; nil where it is written in words that this version does not know.
    var entry: LedgerEntry? {
        guard let host = number(0).flatMap({ hosts[$0] }), let sequence = number(1), let time = number(2),
            let subject = text(3).flatMap({ Subject($0) }), let fact,
            let uid = number(12).flatMap({ UInt32(exactly: $0) }),
            let method = text(13)
        else { return nil }
        return LedgerEntry(
            subject: subject, fact: fact, author: Author(uid: uid, method: method),
            stamp: LedgerStamp(host: host, sequence: sequence, time: HybridTime(packed: time)))
    }

    private var fact: LedgerFact? {
        guard let word = text(4), let kind = LedgerFact.kinds[word], let name = text(5) else { return nil }
        let state = text(7)
        let key = FactKey(kind, name)
        switch word {
        case "toggle", "runtime":
            let value = state.flatMap(SwitchState.init(rawValue:))
            guard state == nil || value != nil, value != .unknown else { return nil }
            return LedgerFact(key, value.map(FactValue.state))
        case "consent":
            let statuses: [String: PermissionStatus] = ["granted": .authorized, "denied": .denied]
            let value = state.flatMap { statuses[$0] }
            guard let permission = Permission(name), state == nil || value != nil else { return nil }
            return LedgerFact(.permission(permission), value.map(FactValue.permission))
        case "purchase":
            guard let state = state.flatMap({ PurchaseState(rawValue: $0) }), let item = text(6), let asOf = number(8),
                let source = text(11)
            else { return nil }
            let purchase = Purchase(state, endsMs: number(9), graceEndsMs: number(10))
            return LedgerFact(key, .purchase(purchase), transaction: item, source: source, asOfMs: asOf)
        default: return nil
        }
    }

    private func text(_ index: Int) -> String? { String.fromDatabaseValue(row[index]) }
    private func number(_ index: Int) -> Int64? { Int64.fromDatabaseValue(row[index]) }

    /// Appends a line.
    ///
    /// - Parameter subject: the number of the entry's subject.
    ///
    /// *Throws*: SQLite's errors.
    static func insert(_ entry: LedgerEntry, host: Int64, subject: Int64, isCurrent: Bool, _ db: Database) throws {
        let (fact, purchase) = (entry.fact, entry.fact.purchase)
        let arguments: [(any DatabaseValueConvertible)?] = [
            host, entry.stamp.sequence, entry.stamp.time.packed, subject, fact.kindWord, fact.key.name,
            fact.transaction, fact.stateWord, purchase.map { _ in fact.asOfMs }, purchase?.endsMs,
            purchase?.graceEndsMs, purchase.map { _ in fact.source }, Int64(entry.author.uid), entry.author.method,
            isCurrent,
        ]
        try db.cachedStatement(sql: "INSERT INTO change VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
            .execute(arguments: StatementArguments(arguments))
    }
}
