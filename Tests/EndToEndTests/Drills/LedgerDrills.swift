import Foundation
import Testing

/// A ledger that is lost, truncated or damaged, and what the page says to do about it.
@Suite struct LedgerDrills {
    /// What happens to the files of a daemon that was killed.
    enum Fault: String, CaseIterable {
        case lost, truncated, emptied, garbage, flippedRow

        var code: String { self == .lost || self == .emptied ? "ledger.lost" : "ledger.corrupt" }

        func happen(in state: String) throws {
            let path = state + "/ledger.db"
            let file = URL(fileURLWithPath: path)
            let bytes = try Data(contentsOf: file)
            switch self {
            case .lost: try FileManager.default.removeItem(at: file)
            case .emptied: try write(Data(), to: path)
            case .truncated: try write(bytes.prefix(bytes.count / 2), to: path)
            case .garbage: try write(Data(String(repeating: "no database ", count: 999).utf8), to: path)
            case .flippedRow:
                var changed = bytes
                let place = try #require(bytes.range(of: Data("account:ann".utf8)))
                changed[place.lowerBound + 8] ^= 1
                try write(changed, to: path)
            }
        }

        private func write(_ bytes: Data, to path: String) throws {
            let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: bytes)
            try handle.close()
        }
    }

    @Test(arguments: Fault.allCases)
    func `a ledger that is damaged or gone is said, stops no link without conditions, and the backup is restored`(
        _ fault: Fault
    ) throws {
        try DrillStage.with { stage in
            #expect(try stage.toggle(true) == nil)
            try DrillPage.run("deeplinkctl ledger backup ledger.backup", on: stage.daemon)
            // What a stop writes into the database, so that the fault meets it.
            try stage.daemon.stop()
            try fault.happen(in: stage.state)
            try stage.daemon.restartKilled()
            #expect(try stage.open("t://plain") == "ok.performed" && stage.open("t://t") == "pending.undetermined")
            let shown = try stage.fault()
            #expect(shown.contains("ledger   unavailable (\(fault.code))"), "\(shown)")
            #expect(shown.contains("`deeplinkctl ledger restore --state-dir \(stage.state) FILE`"), "\(shown)")
            #expect(stage.daemon.log.contains("code=\(fault.code)"), "\(stage.daemon.log)")
            try DrillPage("restore").run(on: stage.daemon, state: stage.state)
            try stage.expectHealth()
            #expect(try stage.isOn())
        }
    }

    @Test(arguments: [Fault.lost, .garbage])
    func `without a backup the page's commands begin with an empty ledger, and the damaged one is kept`(_ fault: Fault)
        throws
    {
        try DrillStage.with { stage in
            #expect(try stage.toggle(true) == nil)
            try stage.daemon.stop()
            try fault.happen(in: stage.state)
            try stage.daemon.restartKilled()
            try DrillPage("begin").run(on: stage.daemon, state: stage.state)
            try stage.expectHealth()
            #expect(try !stage.isOn())
            let names = try FileManager.default.contentsOfDirectory(atPath: stage.state)
            #expect(names.contains("ledger.db.damaged") == (fault != .lost), "\(names)")
        }
    }

    // MARK: The log

    private static let accounts = ["ann", "bea", "cat", "dan", "eve", "fay"]
    /// *Units*: bytes of a frame: its head and a page.
    private static let frame = 24 + 4096

    /// Flips a bit of a frame in the log; a negative number counts from the end.
    private func flip(frame number: Int, in state: String) throws {
        let path = state + "/ledger.db-wal"
        let count = (try Data(contentsOf: URL(fileURLWithPath: path)).count - 32) / Self.frame
        try #require(count > 6)
        let offset = UInt64(32 + (number < 0 ? count + number : number) * Self.frame + 24 + 77)
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try handle.seek(toOffset: offset)
        let byte = try #require(try handle.read(upToCount: 1)?.first)
        try handle.seek(toOffset: offset)
        try handle.write(contentsOf: [byte ^ 4])
        try handle.close()
    }

    @Test func `a flipped bit in the log before a crash is said, and what was changed before it is kept`() throws {
        try DrillStage.with { stage in
            for account in Self.accounts { #expect(try stage.toggle(true, of: account) == nil) }
            let size = try Data(contentsOf: URL(fileURLWithPath: stage.state + "/ledger.db-wal")).count
            stage.daemon.program.kill()
            try flip(frame: (size - 32) / Self.frame / 2, in: stage.state)
            let file = try Program.run(Products.tool, ["ledger", "verify", stage.state + "/ledger.db"])
            #expect(file.exit == .code(1) && file.output.contains("its write-ahead log is damaged at byte "), "\(file)")
            try stage.daemon.restartKilled()
            #expect(try stage.open("t://plain") == "ok.performed")
            let shown = try stage.fault()
            #expect(shown.contains("unavailable (ledger.corrupt)") && shown.contains("its write-ahead log is damaged"))
            let command = try #require(shown.firstMatch(of: /`(truncate -s \d+ [^`]+)`/)?.1)
            try DrillPage("log").run(on: stage.daemon, state: stage.state) { _ in
                try DrillPage.run(String(command), on: stage.daemon)
            }
            try stage.expectHealth()
            let left = try Self.accounts.map { try stage.isOn($0) }
            #expect(left.first == true && left.last == false && left == left.sorted { $0 && !$1 }, "\(left)")
        }
    }

    @Test func `a flipped bit in the log of a running daemon is found, and nothing is lost`() throws {
        try DrillStage.with { stage in
            for account in Self.accounts { #expect(try stage.toggle(true, of: account) == nil) }
            // Later changes have written this page again, so that the rows are sound.
            try flip(frame: 1, in: stage.state)
            let found = try Program.run(Products.tool, ["ledger", "verify", "--socket", stage.daemon.socket])
            #expect(found.exit == .code(1) && found.output.contains("nothing is lost"), "\(found)")
            try DrillPage("verify").run(on: stage.daemon, state: stage.state)
            for account in Self.accounts { #expect(try stage.isOn(account)) }
            try stage.daemon.restartKilled()
            for account in Self.accounts { #expect(try stage.isOn(account)) }
        }
    }
}
