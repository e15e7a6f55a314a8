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
        guard let kind = text(4), let name = text(5) else { return nil }
        let state = text(7)
        switch kind {
        case "toggle": return Self.answer(state, "on", "off").map { .toggle(feature: name, isOn: $0) }
        case "runtime": return Self.answer(state, "on", "off").map { .runtime(feature: name, isOn: $0) }
        case "consent":
            guard let permission = Permission(name) else { return nil }
            return Self.answer(state, "granted", "denied").map { .consent(permission, isGranted: $0) }
        case "purchase":
            guard let state = state.flatMap({ PurchaseState(rawValue: $0) }), let item = text(6), let asOf = number(8),
                let source = text(11)
            else { return nil }
            return .purchase(
                PurchaseFact(
                    product: name, transaction: item, state: state, asOfMs: asOf, endsMs: number(9),
                    graceEndsMs: number(10), source: source))
        default: return nil
        }
    }

    /// Yes, no or neither, as three words; the outer nil is for any other word.
    private static func answer(_ state: String?, _ yes: String, _ no: String) -> Bool?? {
        switch state {
        case nil: .some(nil)
        case yes: true
        case no: false
        default: nil
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
        let topic = entry.fact.topic
        var arguments: [(any DatabaseValueConvertible)?] = [
            host, entry.stamp.sequence, entry.stamp.time.packed, subject, topic.kind, topic.name, topic.item,
        ]
        switch entry.fact {
        case .toggle(_, let isOn), .runtime(_, let isOn):
            arguments += [isOn.map { $0 ? "on" : "off" }, nil, nil, nil, nil]
        case .consent(_, let isGranted):
            arguments += [isGranted.map { $0 ? "granted" : "denied" }, nil, nil, nil, nil]
        case .purchase(let fact):
            arguments += [fact.state.rawValue, fact.asOfMs, fact.endsMs, fact.graceEndsMs, fact.source]
        }
        arguments += [Int64(entry.author.uid), entry.author.method, isCurrent]
        try db.cachedStatement(sql: "INSERT INTO change VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
            .execute(arguments: StatementArguments(arguments))
    }
}
