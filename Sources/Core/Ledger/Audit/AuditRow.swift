import Contract
package import Features
import OpenSSL
import SQLite

/// What was changed.
package struct AuditedChange: Hashable, Sendable {
    /// Whose; nil where it is the machine's.
    package let subject: String?
    /// *Shape*: `toggle`, `runtime`, `permission`, `consent`, `purchase`, `licence`, `trial`, `units`, `override` or
    /// `table`.
    package let kind: String
    /// *Shape*: the path of a feature, a permission, a product, an issuer with a purchase, or a fact.
    package let name: String
    /// The earlier value; nil for the default, or where there was none.
    package let old: String?
    /// The new value; nil for the default.
    package let new: String?

    /// Describes a change.
    package init(_ kind: String, _ name: String, of subject: Subject? = nil, from old: String? = nil, to new: String?) {
        (self.kind, self.name, self.old, self.new) = (kind, name, old, new)
        self.subject = subject == .machine ? nil : subject?.description
    }

    /// Describes the change of a fact that the log has.
    init(_ change: LedgerChange, from held: LedgerFact?) {
        // What was set in the place of a source's answer is called by its kind, and what a user said by the log's word.
        let fact = change.fact
        let word = fact.isSetting ? fact.rule?.kind.rawValue : fact.kindWord
        self.init(word ?? "", fact.key.name, of: change.subject, from: held?.stateWord, to: fact.stateWord)
    }
}

/// One row of the audit.
package struct AuditRow: Hashable, Sendable {
    /// *Units and range*: from 1, without gaps.
    package let number: Int64
    /// *Units*: milliseconds since 1970 UTC, by the wall clock.
    package let timeMs: Int64
    package let author: Author
    package let change: AuditedChange
    /// The digest of this row and of all rows before it.
    package let chain: [UInt8]

    /// *Units*: bytes of a digest.
    static let chainBytes = 32

    /// A row that follows one with a digest; nil without the library that makes digests.
    init?(
        _ number: Int64, timeMs: Int64, by author: Author, _ change: AuditedChange, behind chain: [UInt8]
    ) {
        (self.number, self.timeMs, self.author, self.change) = (number, timeMs, author, change)
        let bytes = chain + Self.bytes(number, timeMs, author, change)
        guard let digest = OpenSSL.sha256(of: bytes) else { return nil }
        self.chain = digest
    }

    private init(_ number: Int64, timeMs: Int64, by author: Author, _ change: AuditedChange, chain: [UInt8]) {
        (self.number, self.timeMs, self.author, self.change, self.chain) = (number, timeMs, author, change, chain)
    }

    /// What the digest is made of, behind the digest of the row before: each value with its length, and a dash for one that is
    /// absent.
    ///
    /// *Shape*: `1:7,13:1700000000000,…,-,`.
    private static func bytes(
        _ number: Int64, _ timeMs: Int64, _ author: Author, _ change: AuditedChange
    ) -> [UInt8] {
        let origin = author.origin
        let values: [String?] = [
            String(number), String(timeMs), String(author.uid), String(origin?.processID ?? 0), origin?.unit,
            origin?.program, author.method, change.subject, change.kind, change.name, change.old, change.new,
        ]
        return values.flatMap { value in
            Array((value.map { "\($0.utf8.count):\($0)," } ?? "-,").utf8)
        }
    }

    // MARK: On the disk

    /// The columns, in the order of `init`.
    static let columns = "number, timeMs, uid, pid, unit, program, method, subject, kind, name, old, new, chain"

    /// Reads a row; nil where it is damaged.
    init?(_ row: Row) {
        guard let number = row.number(0), let timeMs = row.number(1),
            let uid = row.number(2).flatMap({ UInt32(exactly: $0) }),
            let pid = row.number(3).flatMap({ Int32(exactly: $0) }), let method = row.text(6), let kind = row.text(8),
            let name = row.text(9), case .bytes(let chain) = row.values[12]
        else { return nil }
        let origin = AuditOrigin(processID: pid, unit: row.text(4), program: row.text(5), keepMs: 0)
        self.init(
            number, timeMs: timeMs, by: Author(uid: uid, method: method, origin: origin),
            AuditedChange(kind, name, subjectText: row.text(7), from: row.text(10), to: row.text(11)), chain: chain)
    }

    /// Writes the row.
    ///
    /// *Throws*: SQLite's errors.
    func insert(_ db: Database) throws {
        let origin = author.origin
        let arguments: [any SQLArgument] = [
            number, timeMs, Int64(author.uid), Int64(origin?.processID ?? 0), origin?.unit, origin?.program,
            author.method, change.subject, change.kind, change.name, change.old, change.new, chain,
        ]
        try db.run("INSERT INTO audit (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", arguments)
    }

    /// Whether the digest is that of the row behind one with another digest; nil without the library that makes digests.
    func follows(_ chain: [UInt8]) -> Bool? {
        AuditRow(number, timeMs: timeMs, by: author, change, behind: chain).map { $0.chain == self.chain }
    }
}

extension AuditedChange {
    /// A change that was read.
    fileprivate init(_ kind: String, _ name: String, subjectText: String?, from old: String?, to new: String?) {
        (self.kind, self.name, self.old, self.new, subject) = (kind, name, old, new, subjectText)
    }
}
