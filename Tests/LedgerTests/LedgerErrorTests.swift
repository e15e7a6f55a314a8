import ChannelService
import Contract
import Features
import Glibc
import HostSystem
import PurchaseService
import SQLite
import Testing

@testable import Ledger

/// What the errors of the ledger are called, what they say, and which causes lead to them.
struct LedgerErrorTests {
    /// Every error, its name, if the request alone failed, and the parts of its text.
    private static let errors: [(error: LedgerError, code: String, isAboutRequest: Bool, parts: [String])] = [
        (.noDirectory(path: "/s"), "ledger.noDirectory", false, ["`mkdir -m 700 /s`", "--state-dir"]),
        (
            .untrusted(path: "/s", reason: "so"), "ledger.untrusted", false,
            ["/s", "so", "`chmod go-w /s`", "`deeplinkctl reload`"]
        ),
        (
            .lost(path: "/s/l", stamp: "/s/i"), "ledger.lost", false,
            ["/s/l", "backup", "`rm /s/i`", "`deeplinkctl reload`"]
        ),
        (.foreign(path: "/s/l"), "ledger.foreign", false, ["`mv /s/l /s/l.other`", "`deeplinkctl reload`"]),
        (
            .newerSchema(path: "/s/l", found: 9, supported: 5), "ledger.newerSchema", false,
            ["/s/l", "9", "5", "-wal", "`mv /s/l /s/l.newer`", "backup", "`deeplinkctl reload`"]
        ),
        (
            .corrupt(path: "/s/l", detail: "so"), "ledger.corrupt", false,
            ["(so)", "-wal", "`mv /s/l /s/l.damaged`", "backup", "`deeplinkctl reload`"]
        ),
        (.locked(path: "/s/l"), "ledger.locked", false, ["/s/l", "stop", "`lslocks`"]),
        (.readOnly(path: "/s/l"), "ledger.readOnly", false, ["/s/l", "writable", "`findmnt -T /s/l`"]),
        (.full(path: "/s/l"), "ledger.full", false, ["/s/l", "free", "`df /s/l`"]),
        (.failed(path: "/s/l", detail: "so"), "ledger.failed", false, ["/s/l", "so", "`journalctl -k`"]),
        (.copyExists(path: "/c"), "ledger.copyExists", true, ["/c", "name another file"]),
        (.unusable("so"), "ledger.unusable", true, ["so"]),
        (.tooManyKeys(limit: 65_536), "ledger.tooManyKeys", true, ["65536", "wait"]),
        (.tooMuchKept(limit: 64 << 20), "ledger.tooMuchKept", true, ["64 MiB", "wait"]),
        (.tooManySubjects(limit: 7), "ledger.tooManySubjects", true, ["7", "another user"]),
        (.tooMuchWritten(limit: 3 << 20), "ledger.tooMuchWritten", true, ["3 MiB", "another user"]),
        (.tooManyLinkBytes(limit: 3 << 20), "ledger.tooManyLinkBytes", true, ["3 MiB", "start the app"]),
        (
            .tooManyLicences(found: 1000, limit: 1000), "ledger.tooManyLicences", true,
            ["has 1000 licences", "the limit is 1000", "another subject"]
        ),
        (
            .tooManyLicenceBytes(found: 8000 << 10, limit: 8 << 20), "ledger.tooManyLicenceBytes", true,
            ["8000 KiB", "the limit is 8192 KiB", "another subject"]
        ),
        (.noLink(delivery: "d1"), "ledger.noLink", true, ["d1"]),
        (.notClaimed(key: "k"), "ledger.notClaimed", true, ["\"k\""]),
    ]

    @Test(arguments: errors.indices)
    func `each error has a stable name, one line of text, and is about the ledger or about the request`(_ index: Int) {
        let row = Self.errors[index]
        #expect(row.error.code == row.code && row.error.isAboutRequest == row.isAboutRequest)
        for part in row.parts { #expect(row.error.description.contains(part), "\(row.error.description)") }
        #expect(!row.error.description.contains("\n") && row.error.description.utf8.count < 250)
        #expect(Self.errors.filter { $0.code == row.code }.count == 1)
        var availability = LedgerAvailability()
        availability.succeeded()
        _ = availability.failed(row.error)
        #expect(availability.state == (row.isAboutRequest ? .available : .unavailable(row.error)))
    }

    @Test func `every fault of the ledger names a command that helps, whose paths a shell takes as they are`() {
        for row in Self.errors where !row.isAboutRequest {
            // The reload alone mends nothing.
            let commands = row.error.description.matches(of: /`([a-z]+ ?[^`]*)`/).map { String($0.1) }
            #expect(commands.contains { $0 != "deeplinkctl reload" }, "\(row.error)")
            let isRetried = LedgerAvailability.pause(after: row.error, failureCount: 1) != nil
            #expect(row.error.description.contains("`deeplinkctl reload`") != isRetried, "\(row.error)")
        }
        #expect("\(LedgerError.noDirectory(path: "/my state"))".contains("`mkdir -m 700 '/my state'`"))
    }

    @Test func `an error of a copy is about the copy only at its path`() {
        for error in [
            LedgerError.readOnly(path: "/c"), .full(path: "/c"), .failed(path: "/c", detail: ""), .locked(path: "/c"),
        ] {
            #expect(error.isAboutCopy(at: "/c") && !error.isAboutCopy(at: "/s/l"))
        }
        for error in [LedgerError.corrupt(path: "/c", detail: ""), .copyExists(path: "/c"), .foreign(path: "/c")] {
            #expect(!error.isAboutCopy(at: "/c"), "\(error.code)")
        }
    }

    // MARK: Causes

    /// SQLite's result codes, and the error that they lead to.
    ///
    /// *Source*: https://www.sqlite.org/rescode.html
    private static let results: [(result: Int32, code: String)] = [
        (5, "ledger.locked"), (5 | 1 << 8, "ledger.locked"), (6, "ledger.locked"),
        (8, "ledger.readOnly"), (8 | 4 << 8, "ledger.readOnly"),
        (3, "ledger.readOnly"), (13, "ledger.full"), (10 | 19 << 8, "ledger.full"),
        (11, "ledger.corrupt"), (11 | 3 << 8, "ledger.corrupt"),
        (26, "ledger.corrupt"), (19, "ledger.corrupt"),
        (19 | 8 << 8, "ledger.corrupt"), (20, "ledger.corrupt"),
        (1, "ledger.corrupt"), (10, "ledger.failed"), (10 | 4 << 8, "ledger.failed"),
        (14, "ledger.failed"), (7, "ledger.failed"), (9, "ledger.failed"),
        (15, "ledger.failed"),
    ]

    @Test(arguments: results.indices)
    func `each result of SQLite leads to the error with its remedy`(_ index: Int) {
        let (result, code) = Self.results[index]
        let error = LedgerError(SQLiteError(SQLiteCode(rawValue: result), "so it is") as any Error, at: "/s/l")
        #expect(error.code == code && error.description.contains("/s/l"))
        if ["ledger.corrupt", "ledger.failed"].contains(code) {
            #expect(error.description.contains("so it is, SQLite \(result)"), "\(error)")
        }
    }

    @Test
    func `an error without a message has SQLite's words for its code, and the ledger's own errors stay as they are`() {
        let silent = LedgerError(SQLiteError(.inputOutput) as any Error, at: "/s/l")
        #expect(silent == .failed(path: "/s/l", detail: "disk I/O error, SQLite 10"))
        #expect(LedgerError(LedgerError.locked(path: "/x") as any Error, at: "/s/l") == .locked(path: "/x"))
        struct Odd: Error, CustomStringConvertible { let description = "odd" }
        #expect(LedgerError(Odd(), at: "/s/l") == .failed(path: "/s/l", detail: "odd"))
    }

    @Test(arguments: [
        (EROFS, "ledger.readOnly"), (EACCES, "ledger.readOnly"), (EPERM, "ledger.readOnly"), (ENOSPC, "ledger.full"),
        (EDQUOT, "ledger.full"), (EIO, "ledger.failed"), (EMFILE, "ledger.failed"), (ENOTDIR, "ledger.failed"),
    ])
    func `each error of the system leads to the error with its remedy`(_ number: Int32, _ code: String) {
        let cause = LoopError.failed(task: "write /s/l", call: "write", code: SystemCode(number))
        let error = LedgerError(cause, at: "/s/l")
        #expect(error.code == code)
        if code == "ledger.failed" { #expect(error.description.contains(cause.description)) }
        #expect(LedgerError(LoopError.fileChanged(path: "/x"), at: "/s/l").code == "ledger.failed")
    }

    // MARK: Damaged lines

    /// Changes of the stored lines that a later version, or a damaged disk, may have made.
    private static let changes: [(sql: String, isReadable: Bool)] = [
        ("UPDATE change SET state = 'off'", true), ("UPDATE change SET state = NULL", true),
        ("UPDATE change SET state = 'unknown'", false), ("UPDATE change SET state = 'dimmed'", false),
        ("UPDATE change SET kind = 'later'", false), ("UPDATE change SET kind = 'consent'", false),
        ("UPDATE change SET kind = 'consent', name = 'camera'", false),
        ("UPDATE change SET kind = 'consent', name = 'camera', state = 'granted'", true),
        ("UPDATE change SET kind = 'consent', name = 'camera', state = 'denied'", true),
        ("UPDATE change SET kind = 'consent', name = 'teleport', state = 'denied'", false),
        ("UPDATE change SET kind = 'purchase', state = 'active'", false),
        ("UPDATE change SET kind = 'product', state = 'active'", true),
        ("UPDATE change SET kind = 'product', state = 'active 3', endsMs = 9", true),
        ("UPDATE change SET kind = 'product', state = 'gifted'", false),
        ("UPDATE change SET kind = 'product', state = NULL", true),
        ("UPDATE change SET uid = -1", false), ("UPDATE change SET uid = 4294967296", false),
        ("UPDATE change SET name = CAST(x'FF' AS TEXT)", false),
        ("UPDATE change SET method = CAST(x'61FF' AS TEXT)", false),
        ("UPDATE subject SET text = 'team:x'", false), ("UPDATE host SET id = 'x'", false),
    ]

    @Test(arguments: changes.indices)
    func `a line in words that are not known counts as absent, and is counted`(_ index: Int) throws {
        let (sql, isReadable) = Self.changes[index]
        let directory = try StateDirectory()
        try directory.use { _ = try $0.apply(toggle("A", true)) }
        let db = try Database(path: directory.database)
        let triggers = try db.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'").compactMap { $0.text(0) }
        for name in triggers { try db.execute("DROP TRIGGER \(name)") }
        try db.execute(sql)
        // What a later version wrote has its sums.
        try LedgerSums.cover(db)
        try db.close()
        guard openingError(directory) == nil else {
            #expect(openingError(directory)?.code == "ledger.corrupt" && !isReadable, "\(sql)")
            return
        }
        let snapshot = try directory.use { try $0.snapshotAll() }
        #expect(snapshot.unreadableCount == (isReadable ? 0 : 1), "\(sql)")
    }
}
