import HostSystem
import SQLite

/// The ledger's one row about itself: its identity, the host that writes it, and its counters and clocks.
package struct LedgerHead: Equatable {
    let ledger: HostID
    let host: HostID
    /// The host's row number in this database; entries refer to it.
    package let hostNumber: Int64
    package private(set) var sequence: Int64
    var time: HybridTime
    /// The latest time seen, at which facts are judged.
    ///
    /// Stamps may be ahead of it; facts do not depend on stamps' times.
    ///
    /// *Units*: milliseconds since 1970 UTC.
    private(set) var seenMs: Int64
    /// The stored value of the clock of keys.
    ///
    /// *Units*: milliseconds of `KeyClock`.
    private(set) var keyMs: Int64
    /// The total time for which the ledger was closed, by the wall clock.
    ///
    /// *Units*: milliseconds.
    private(set) var closedMs: Int64
    /// *Units*: the number of the latest run.
    let run: Int64

    /// The stamp of the next change.
    package mutating func advance(nowMs: Int64) -> LedgerStamp {
        sequence &+= 1
        time = time.next(nowMs: nowMs)
        return LedgerStamp(host: host, sequence: sequence, time: time)
    }

    /// Advances the stored clocks to the wall clock's time and to the time at which facts were judged.
    package mutating func reach(nowMs: Int64, factMs: Int64 = 0, keyMs: Int64) {
        seenMs = FactClock(wallMs: nowMs, seenMs: max(seenMs, factMs)).nowMs
        self.keyMs = max(self.keyMs, keyMs)
    }

    /// Writes the counters and clocks.
    ///
    /// *Throws*: SQLite's errors.
    func write(_ db: Database) throws {
        try db.run(
            "UPDATE ledger SET sequence = ?, time = ?, seenMs = ?, keyMs = ?, closedMs = ?",
            [sequence, time.packed, seenMs, keyMs, closedMs])
    }

    /// The values that opening a ledger determines.
    struct Established {
        let head: LedgerHead
        let run: LedgerRun
        let clock: FactClock
        let keyClock: KeyClock
    }

    /// Names a new database, and determines the number of this run: that of the run that continues, or the next one.
    ///
    /// A copy put back into service continues as a new host. Other hosts may have seen changes under the old name that
    /// were made after the copy, and their sequence numbers must not be given to other changes.
    ///
    /// *Throws*: SQLite's errors, `corrupt`, `failed` if the system has no random bits.
    static func establish(
        _ db: Database, _ schema: LedgerSchema, path: String, continuing run: LedgerRun?, nowMs: Int64,
        uptime: @escaping @Sendable () -> Int64
    ) throws -> Established {
        let isCopy = try db.number("SELECT isCopy FROM ledger")
        if isCopy != 0 {
            try db.run("INSERT INTO host (id) VALUES (?)", [try random().description])
            let host = db.lastInsertedRowID
            if isCopy == nil {
                try db.run(
                    "INSERT INTO ledger (only, id, host, sequence, time, isCopy) VALUES (1, ?, ?, 0, 0, 0)",
                    [try random().description, host])
            } else {
                try db.run("UPDATE ledger SET host = ?, sequence = 0, isCopy = 0", [host])
                for tables in schema.tables { try tables.doubt(db) }
            }
        }
        let found = try read(db, path: path, continuing: run, nowMs: nowMs, uptime: uptime)
        try found.head.write(db)
        try db.run("UPDATE ledger SET run = max(run, ?)", [found.run.number])
        return found
    }

    /// The values of this run, as `establish` writes them; of a ledger that is only read they stay in memory.
    ///
    /// *Throws*: SQLite's errors, `corrupt`.
    static func read(
        _ db: Database, path: String, continuing run: LedgerRun?, nowMs: Int64, uptime: @escaping @Sendable () -> Int64
    ) throws -> Established {
        var head = try LedgerHead(db, path: path)
        let clock = FactClock(wallMs: nowMs, seenMs: head.seenMs)
        head.closedMs &+= max(0, clock.nowMs &- head.seenMs)
        let keyClock = KeyClock(writtenMs: head.keyMs, closedMs: head.closedMs, uptime: uptime)
        head.reach(nowMs: nowMs, keyMs: keyClock.nowMs)
        let goesOn = run?.ledger == head.ledger && run?.host == head.host
        let number = if goesOn, let run { run.number } else { max(head.run, run?.number ?? 0) + 1 }
        return Established(
            head: head, run: LedgerRun(ledger: head.ledger, host: head.host, number: number), clock: clock,
            keyClock: keyClock)
    }

    private static func random() throws -> HostID { HostID(bits: try HostFacts.randomBits()) }
}

extension LedgerHead {
    /// Reads the row; call it inside the transaction that relies on it.
    ///
    /// *Throws*: `corrupt`, SQLite's errors.
    init(_ db: Database, path: String) throws {
        let row = try db.row(
            """
            SELECT ledger.id, host.id, host.number, sequence, time, run, seenMs, keyMs, closedMs
            FROM ledger JOIN host ON host.number = ledger.host
            """)
        guard let row, let ledger = row.text(0).flatMap({ HostID($0) }), let host = row.text(1).flatMap({ HostID($0) }),
            let number = row.number(2), let sequence = row.number(3), sequence >= 0, let time = row.number(4),
            let run = row.number(5), run >= 0, run < .max, let seenMs = row.number(6), seenMs >= 0,
            let keyMs = row.number(7), keyMs >= 0, let closedMs = row.number(8), closedMs >= 0
        else { throw LedgerError.corrupt(path: path, detail: "it does not say which ledger it is") }
        self.init(
            ledger: ledger, host: host, hostNumber: number, sequence: sequence, time: HybridTime(packed: time),
            seenMs: seenMs, keyMs: keyMs, closedMs: closedMs, run: run)
    }
}
