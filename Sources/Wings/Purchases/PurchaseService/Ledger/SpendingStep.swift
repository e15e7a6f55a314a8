import Contract
package import Features
package import Ledger
import PurchaseRules
package import SQLite

/// One step of what is reserved for a link.
package enum SpendingStep: LedgerStep {
    case reserved(Reservation)
    /// The link of this run has ended.
    case ended(Reservation, ChargeEnd)
    /// An operator says whether what is undecided was spent.
    case decided(outcomeID: String, isSpent: Bool, by: Author)

    /// Room is made for an end, and for nothing else.
    package var isEssential: Bool {
        switch self {
        case .reserved: false
        case .ended, .decided: true
        }
    }

    /// Writes it.
    ///
    /// An end that was written before changes nothing, so a caller can repeat one whose success it does not know.
    ///
    /// *Throws*: of the errors about a request `tooManyReservations`, and `tooManySubjects`, for what is to be reserved.
    package func write(to ledger: Ledger, _ head: inout LedgerHead, nowMs: Int64, _ db: Database) throws {
        switch self {
        case .reserved(let reservation):
            try ledger.reserve(reservation, nowMs: nowMs, db)
        case .ended(let reservation, let end):
            let rows = "run = ? AND outcomeId = ?"
            try ledger.end(rows, [ledger.run.number, reservation.outcomeID], end, &head, nowMs: nowMs, db)
        case .decided(let outcomeID, let isSpent, let author):
            let (rows, arguments): (String, [any SQLArgument]) = (
                "(run <> ? OR isUndecided = 1) AND outcomeId = ?", [ledger.run.number, outcomeID]
            )
            try ledger.noteDecision(rows, arguments, isSpent: isSpent, by: author, nowMs: nowMs, db)
            try ledger.end(rows, arguments, isSpent ? .taken : .givenBack, &head, nowMs: nowMs, db)
        }
    }
}

extension Ledger {
    /// Reads what is spent, and what is undecided: what earlier runs have left, and what this one could not tell.
    ///
    /// *Throws*: `corrupt`, `failed`.
    package func spending() throws(LedgerError) -> KeptSpending {
        try perform { db in
            var kept = KeptSpending()
            try db.forEach(
                """
                SELECT subject.text, product, basis, units
                FROM spent JOIN subject ON subject.number = spent.subject
                """
            ) { row in
                if let (subject, part) = Self.part(row) { kept.add(part, by: subject) }
            }
            try db.forEach(
                """
                SELECT subject.text, product, basis, units, outcomeId, uid, feature, action, startedMs
                FROM reservation JOIN subject ON subject.number = reservation.subject
                WHERE run <> \(self.run.number) OR isUndecided = 1 ORDER BY reservation.number
                """
            ) { row in
                guard let (subject, part) = Self.part(row), let id = row.text(4), let feature = row.text(6),
                    let action = row.text(7)
                else { return }
                kept.add(part, by: subject)
                if kept.undecided.last?.outcomeID == id {
                    return kept.undecided[kept.undecided.count - 1].parts.append(part)
                }
                var reservation = Reservation(
                    outcomeID: id, uid: UInt32(truncatingIfNeeded: row.number(5) ?? 0), subject: subject,
                    feature: feature, action: action, parts: [part])
                reservation.startedMs = row.number(8) ?? 0
                kept.undecided.append(reservation)
            }
            try db.forEach(
                "SELECT outcomeId FROM reservation WHERE run = \(self.run.number) AND isUndecided = 0"
            ) { row in
                if let id = row.text(0) { kept.running.insert(id) }
            }
            return kept
        }
    }

    /// The first four columns of a row; nil where they are in words that this version does not know.
    private static func part(_ row: Row) -> (Subject, ReservedPart)? {
        guard let subject = row.text(0).flatMap({ Subject($0) }), let product = row.text(1),
            let basis = row.text(2).flatMap({ SpendingBasis($0) })
        else { return nil }
        return (subject, ReservedPart(product, SpendingPortion(basis, Int(clamping: row.number(3) ?? 0))))
    }

    fileprivate func reserve(_ reservation: Reservation, nowMs: Int64, _ db: Database) throws {
        let subject = try LedgerSubjects.number(of: reservation.subject, db)
        let author = Author(uid: reservation.uid, method: "spend")
        try LedgerSubjects.admit(reservation.subject, by: author, number: subject, db)
        let count = Int(try db.number("SELECT count(*) FROM reservation WHERE subject = ?", [subject]) ?? 0)
        guard count < Limits.reservationsPerSubject else {
            throw LedgerError.tooManyReservations(found: count, limit: Limits.reservationsPerSubject)
        }
        for part in reservation.parts {
            try db.run(
                """
                INSERT INTO reservation (run, outcomeId, startedMs, uid, subject, feature, action, product, basis, units)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    run.number, reservation.outcomeID, nowMs, Int64(reservation.uid), subject, reservation.feature,
                    reservation.action, part.product, part.portion.basis.text, part.portion.units,
                ])
        }
    }

    /// Adds a row to the audit for each product of some rows.
    fileprivate func noteDecision(
        _ rows: String, _ arguments: [any SQLArgument], isSpent: Bool, by author: Author, nowMs: Int64, _ db: Database
    ) throws {
        let found = try db.rows(
            """
            SELECT subject.text, product, sum(units)
            FROM reservation JOIN subject ON subject.number = reservation.subject
            WHERE \(rows) GROUP BY subject.text, product
            """, arguments)
        for row in found {
            guard let subject = row.text(0).flatMap({ Subject($0) }), let product = row.text(1) else { continue }
            let change = AuditedChange(
                "units", product, of: subject, from: "\(row.number(2) ?? 0) reserved", to: isSpent ? "spent" : "back")
            try AuditTables.append(change, by: author, nowMs: nowMs, db)
        }
    }

    /// Ends some rows.
    ///
    /// - Parameter rows: a condition with its arguments.
    fileprivate func end(
        _ rows: String, _ arguments: [any SQLArgument], _ end: ChargeEnd, _ head: inout LedgerHead, nowMs: Int64,
        _ db: Database
    ) throws {
        switch end {
        case .undecided:
            return try db.run("UPDATE reservation SET isUndecided = 1 WHERE \(rows)", arguments)
        case .givenBack: break
        case .taken:
            let found = try db.rows("SELECT subject, product, basis, units FROM reservation WHERE \(rows)", arguments)
            for row in found {
                guard let subject = row.number(0), let product = row.text(1), let basis = row.text(2),
                    let units = row.number(3)
                else { continue }
                let stamp = head.advance(nowMs: nowMs)
                try db.run(
                    """
                    INSERT INTO spent VALUES (?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET units = units + excluded.units, host = excluded.host,
                        sequence = excluded.sequence, time = excluded.time
                    """,
                    [subject, product, basis, units, head.hostNumber, stamp.sequence, stamp.time.packed])
                guard case .setting = SpendingBasis(basis) else { continue }
                // What was spent of a setting that another one has replaced counts for nothing any more.
                try db.run(
                    "DELETE FROM spent WHERE subject = ? AND product = ? AND basis LIKE 'setting %' AND basis <> ?",
                    [subject, product, basis])
            }
        }
        try db.run("DELETE FROM reservation WHERE \(rows)", arguments)
    }
}

extension KeptSpending {
    /// Adds units that are spent or reserved.
    fileprivate mutating func add(_ part: ReservedPart, by subject: Subject) {
        spent[subject, default: [:]][part.product, default: SpentUnits()]
            .add(part.portion.units, of: part.portion.basis)
    }
}

extension LedgerError {
    /// As much is reserved for links of a subject as may be.
    package static func tooManyReservations(found: Int, limit: Int) -> Self {
        .refused(
            code: "ledger.tooManyReservations",
            "\(found) reservations of the subject's units are under way or undecided, the limit is \(limit): an operator "
                + "decides with `deeplinkctl licence decide`")
    }
}
