// Reads and writes licences and trials in the ledger. Both are only ever added:
//
//     a licence comes in            a row, if no row of the subject has its payload
//     a licence replaces another    two rows: which one counts is decided by their readers, who know the keys
//     a trial is started            a row, if the subject has none of the product
//
// The ledger does not verify signatures: its caller does, before a licence is written, and again when it is read. So a row
// is a claim until its reader has verified it, and a table's new keys count for old licences too.

import Contract
package import Features
package import Ledger
import SQLite

extension Ledger {
    /// Makes licences of one subject durable, with one write to the disk.
    ///
    /// - Parameter author: the user that sent them; another subject than the user counts as one that the user gives facts.
    ///
    /// Returns a receipt for each, in their order.
    /// *Throws*: `unusable` for a text that cannot be kept, `tooManySubjects`, `full`, `readOnly`, `corrupt`, `failed`; then
    /// none of them is promised.
    package func keep(
        _ licences: [NewLicence], of subject: Subject, by author: Author
    ) throws(LedgerError) -> [LicenceReceipt] {
        for licence in licences { try Self.check(licence) }
        try LedgerChange.check("the subject", subject.description)
        return try change { head, db in
            let (before, nowMs) = (head.sequence, self.clock())
            let number = try LedgerSubjects.number(of: subject, db)
            try LedgerSubjects.admit(subject, by: author, number: number, db)
            var room = try LicenceRoom(ofSubject: number, db)
            let receipts = try licences.map { licence in
                let known = try db.number(
                    "SELECT receivedMs FROM licence WHERE subject = ? AND digest = ?", [number, licence.digest])
                if let known { return LicenceReceipt.duplicate(receivedMs: known) }
                if let error = room.take(licence.rowBytes) { return .refused(error) }
                let stamp = head.advance(nowMs: nowMs)
                try Self.insert(licence, subject: number, author, stamp, head.hostNumber, db)
                let change = AuditedChange("licence", "\(licence.issuer) \(licence.id)", of: subject, to: "kept")
                try AuditTables.append(change, by: author, nowMs: nowMs, db)
                return .kept
            }
            if head.sequence != before { head.reach(nowMs: nowMs, keyMs: self.keyClock.nowMs) }
            return receipts
        }
    }

    /// Reads licences in the order in which they came: those after a number, and at most so many.
    ///
    /// - Parameter subject: whose; everybody's if nil.
    ///
    /// *Throws*: `corrupt`, `failed`.
    package func licences(
        after number: Int64 = 0, of subject: Subject? = nil, limit: Int
    ) throws(LedgerError) -> [KeptLicence] {
        try perform { db in
            let rows = try db.rows(
                """
                SELECT licence.number, subject.text, token, receivedMs
                FROM licence JOIN subject ON subject.number = licence.subject
                WHERE licence.number > ?\(subject == nil ? "" : " AND subject.text = ?")
                ORDER BY licence.number LIMIT ?
                """, subject.map { [number, $0.description, limit] } ?? [number, limit])
            return rows.compactMap { row in
                guard let number = row.number(0), let subject = row.text(1).flatMap({ Subject($0) }),
                    let token = row.text(2), let receivedMs = row.number(3)
                else { return nil }
                return KeptLicence(number: number, subject: subject, token: token, receivedMs: receivedMs)
            }
        }
    }

    /// Makes the start of a trial durable, if the subject has started none of the product before.
    ///
    /// *Throws*: `unusable` for a text that cannot be kept, `tooManySubjects`, `tooManyLicences`, `full`, `readOnly`,
    /// `corrupt`, `failed`.
    package func start(
        _ trial: KeptTrial, of product: String, for subject: Subject, by author: Author
    ) throws(LedgerError) -> TrialReceipt {
        try LedgerChange.check("the product", product)
        try LedgerChange.check("the subject", subject.description)
        return try change { head, db in
            let number = try LedgerSubjects.number(of: subject, db)
            if let known = try Self.trial(of: product, subject: number, db) { return .before(known) }
            try LedgerSubjects.admit(subject, by: author, number: number, db)
            var room = try LicenceRoom(ofSubject: number, db)
            if let error = room.take(LicenceRoom.trialBytes) { throw error }
            let stamp = head.advance(nowMs: self.clock())
            head.reach(nowMs: self.clock(), keyMs: self.keyClock.nowMs)
            try db.run(
                "INSERT INTO trial VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    number, product, trial.startedMs, trial.endsMs, head.hostNumber, stamp.sequence, stamp.time.packed,
                    Int64(author.uid), author.method,
                ])
            let change = AuditedChange("trial", product, of: subject, to: "started")
            try AuditTables.append(change, by: author, nowMs: self.clock(), db)
            return .started
        }
    }

    /// Reads all trials.
    ///
    /// *Throws*: `corrupt`, `failed`.
    package func trials() throws(LedgerError) -> KeptTrials {
        try perform { db in
            var trials = KeptTrials()
            try db.forEach(
                """
                SELECT subject.text, product, startedMs, endsMs
                FROM trial JOIN subject ON subject.number = trial.subject
                """
            ) { row in
                guard let subject = row.text(0).flatMap({ Subject($0) }), let product = row.text(1),
                    let startedMs = row.number(2), let endsMs = row.number(3)
                else { return }
                trials.bySubject[subject, default: [:]][product] = KeptTrial(startedMs: startedMs, endsMs: endsMs)
            }
            return trials
        }
    }

    // MARK: Rows

    private static func check(_ licence: NewLicence) throws(LedgerError) {
        try LedgerChange.check("the issuer", licence.issuer)
        try LedgerChange.check("the key's id", licence.keyID)
        try LedgerChange.check("the licence's id", licence.id)
        try LedgerChange.check("the digest", licence.digest)
        let count = licence.token.utf8.count
        guard count <= Limits.licenceBytes, !licence.token.utf8.contains(0) else {
            throw .unusable("the licence has \(count) bytes, the limit is \(Limits.licenceBytes)")
        }
    }

    private static func insert(
        _ licence: NewLicence, subject: Int64, _ author: Author, _ stamp: LedgerStamp, _ host: Int64, _ db: Database
    ) throws {
        try db.run(
            """
            INSERT INTO licence (host, sequence, time, subject, digest, issuer, keyID, id, issuedMs, token, receivedMs,
                uid, method, bytes)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                host, stamp.sequence, stamp.time.packed, subject, licence.digest, licence.issuer, licence.keyID,
                licence.id, licence.issuedMs, licence.token, licence.receivedMs, Int64(author.uid), author.method,
                licence.rowBytes,
            ])
    }

    private static func trial(of product: String, subject: Int64, _ db: Database) throws -> KeptTrial? {
        let row = try db.row(
            "SELECT startedMs, endsMs FROM trial WHERE subject = ? AND product = ?", [subject, product])
        guard let startedMs = row?.number(0), let endsMs = row?.number(1) else { return nil }
        return KeptTrial(startedMs: startedMs, endsMs: endsMs)
    }
}

/// How much room a subject's licences and trials have left.
private struct LicenceRoom {
    /// *Units*: bytes that the row of a trial can take.
    static let trialBytes = 2048

    private var count: Int
    private var bytes: Int

    /// *Throws*: SQLite's errors.
    init(ofSubject subject: Int64, _ db: Database) throws {
        let trials = Int(try db.number("SELECT count(*) FROM trial WHERE subject = ?", [subject]) ?? 0)
        count = trials + Int(try db.number("SELECT count(*) FROM licence WHERE subject = ?", [subject]) ?? 0)
        bytes =
            trials * Self.trialBytes
            + Int(try db.number("SELECT coalesce(sum(bytes), 0) FROM licence WHERE subject = ?", [subject]) ?? 0)
    }

    /// Takes room for one more row; the error where there is none.
    mutating func take(_ rowBytes: Int) -> LedgerError? {
        guard count < Limits.licencesPerSubject else {
            return .tooManyLicences(found: count, limit: Limits.licencesPerSubject)
        }
        guard bytes + rowBytes <= Limits.licenceBytesPerSubject else {
            return .tooManyLicenceBytes(found: bytes, limit: Limits.licenceBytesPerSubject)
        }
        count += 1
        bytes += rowBytes
        return nil
    }
}

extension LedgerError {
    /// A subject has reached the limit of licences and trials.
    package static func tooManyLicences(found: Int, limit: Int) -> Self {
        .refused(
            code: "ledger.tooManyLicences",
            "the subject has \(found) licences and trials, the limit is \(limit): keep further ones for another subject"
        )
    }

    /// A subject's licences have reached their limit on the disk.
    ///
    /// - Parameters: in bytes.
    package static func tooManyLicenceBytes(found: Int, limit: Int) -> Self {
        .refused(
            code: "ledger.tooManyLicenceBytes",
            "the subject's licences take \(found >> 10) KiB, the limit is \(limit >> 10) KiB: keep further ones for "
                + "another subject")
    }
}
