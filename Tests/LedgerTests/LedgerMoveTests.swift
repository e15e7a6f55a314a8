import Features
import Foundation
import HostSystem
import TestSupport
import TestTables
import Testing

@testable import Ledger

/// The move of a ledger to another directory, ended at each step.
struct LedgerMoveTests {
    private struct Crash: Error {}

    /// A folder on another file system than that of the tests' folders; nil where there is none.
    private static let otherFileSystem: String? = {
        let places = ["/dev/shm", NSTemporaryDirectory()]
        let devices = places.map { path -> UInt64? in
            var found = stat()
            return unsafe stat(path, &found) == 0 ? UInt64(found.st_dev) : nil
        }
        guard let first = devices[0], let second = devices[1], first != second else { return nil }
        return places[0]
    }()

    /// A ledger with a switch and an intake that is off, in an old place, and an empty new one.
    private static func withPlaces(
        acrossFileSystems isAcross: Bool = false, _ body: (_ old: String, _ new: String) throws -> Void
    ) throws {
        guard !isAcross || otherFileSystem != nil else {
            return print("skipped: a move to another file system: /dev/shm and the folder of the tests are one")
        }
        let manager = FileManager.default
        let old = NSTemporaryDirectory() + "deeplinkd-move-\(UUID().uuidString)"
        let new = isAcross ? (otherFileSystem ?? "") + "/deeplinkd-move-\(UUID().uuidString)" : old + "-new"
        defer { for path in [old, new] { try? manager.removeItem(atPath: path) } }
        for path in [old, new] {
            try manager.createDirectory(
                atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        }
        let ledger = try Ledger(directory: old, schema: .standard)
        _ = try ledger.apply([toggle("Kept", true)])
        ledger.close()
        try "scheme t\n".write(toFile: old + "/routes.conf", atomically: true, encoding: .utf8)
        try IntakeStamp(directory: old).write(by: 7)
        try body(old, new)
    }

    private static func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    /// Expects that everything is in the new place, and the table alone in the old one.
    private static func expectMoved(_ old: String, _ new: String, _ context: Comment? = nil) throws {
        #expect(try names(old) == ["routes.conf"], context)
        #expect(try names(new) == ["intake.off", "ledger.db", "ledger.db.initialised"], context)
        #expect(try String(contentsOfFile: new + "/intake.off", encoding: .utf8).hasPrefix("uid 7 "), context)
        let ledger = try Ledger(directory: new, schema: .standard)
        #expect(try ledger.snapshotAll().subjects[.uid(1000)]?.count == 1, context)
        ledger.close()
    }

    @Test(arguments: [false, true]) func `a ledger is moved with its marks`(isAcross: Bool) throws {
        try Self.withPlaces(acrossFileSystems: isAcross) { old, new in
            #expect(LedgerMove(from: old, to: new).run() == .moved)
            try Self.expectMoved(old, new)
            #expect(LedgerMove(from: old, to: new).run() == .nothing)
        }
    }

    @Test(arguments: [false, true]) func `a crash at any step loses nothing, and the next start goes on`(isAcross: Bool)
        throws
    {
        for step in LedgerMove.Step.allCases {
            try Self.withPlaces(acrossFileSystems: isAcross) { old, new in
                var move = LedgerMove(from: old, to: new)
                move.onStep = { if $0 == step { throw Crash() } }
                _ = move.run()
                // The mark is where the ledger counts, at each moment.
                let counting = FileManager.default.fileExists(atPath: new + "/ledger.db") ? new : old
                #expect(IntakeStamp(directory: counting).isThere, "\(step)")
                _ = LedgerMove(from: old, to: new).run()
                try Self.expectMoved(old, new, "\(step), to another file system: \(isAcross)")
            }
        }
    }

    @Test func `changes that are in the log alone are moved too`() throws {
        try Self.withPlaces { old, new in
            let ledger = try Ledger(directory: old, schema: .standard)
            _ = try ledger.apply([toggle("InTheLog", true)])
            let copy = old + "/copied"
            try FileManager.default.copyItem(atPath: old + "/ledger.db-wal", toPath: copy)
            ledger.close()
            // As a daemon leaves it that is killed.
            try FileManager.default.moveItem(atPath: copy, toPath: old + "/ledger.db-wal")
            #expect(LedgerMove(from: old, to: new).run() == .moved)
            let moved = try Ledger(directory: new, schema: .standard)
            #expect(try moved.snapshotAll().subjects[.uid(1000)]?.count == 2)
            moved.close()
        }
    }

    @Test func `of two ledgers the new one counts, and the old one is left alone`() throws {
        try Self.withPlaces { old, new in
            try Ledger(directory: new, schema: .standard).close()
            let before = try Self.names(old)
            #expect(LedgerMove(from: old, to: new).run() == .both)
            #expect(try Self.names(old) == before)
            #expect(!IntakeStamp(directory: new).isThere)
        }
    }

    @Test func `a ledger that another process has open stays, and is moved later`() throws {
        try Self.withPlaces { old, new in
            let ledger = try Ledger(directory: old, schema: .standard)
            guard case .stays(let reason) = LedgerMove(from: old, to: new).run() else {
                Issue.record("it was moved")
                return
            }
            #expect(reason.contains(old + "/ledger.db"))
            ledger.close()
            #expect(LedgerMove(from: old, to: new).run() == .moved)
            try Self.expectMoved(old, new)
        }
    }

    @Test func `an intake that is off without a ledger stays off`() throws {
        try Self.withPlaces { old, new in
            for name in try Self.names(old) where name.hasPrefix("ledger") {
                try FileManager.default.removeItem(atPath: old + "/" + name)
            }
            #expect(LedgerMove(from: old, to: new).run() == .moved)
            #expect(IntakeStamp(directory: new).isThere && !IntakeStamp(directory: old).isThere)
        }
    }

    @Test func `a lost ledger stays lost where it was`() throws {
        try Self.withPlaces { old, new in
            try FileManager.default.removeItem(atPath: old + "/ledger.db")
            #expect(LedgerMove(from: old, to: new).run() == .stays(reason: "\(old)/ledger.db is missing"))
            #expect(try Self.names(new).isEmpty)
        }
    }

    @Test func `what another user could have put there is not moved`() throws {
        try Self.withPlaces { old, new in
            let manager = FileManager.default
            try manager.setAttributes([.posixPermissions: 0o777], ofItemAtPath: old)
            #expect(Self.isLeft(old, new))
            try manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: old)
            try manager.moveItem(atPath: old + "/ledger.db", toPath: old + "/elsewhere")
            try manager.createSymbolicLink(atPath: old + "/ledger.db", withDestinationPath: "elsewhere")
            #expect(Self.isLeft(old, new))
            try manager.removeItem(atPath: old + "/ledger.db")
            try manager.moveItem(atPath: old + "/elsewhere", toPath: old + "/ledger.db")
            guard HostFacts.userID == 0 else { return print("skipped: only root can give files away") }
            #expect(unsafe lchown(old + "/ledger.db", 65_534, .max) == 0)
            #expect(Self.isLeft(old, new))
        }
    }

    private static func isLeft(_ old: String, _ new: String) -> Bool {
        guard case .stays = LedgerMove(from: old, to: new).run() else { return false }
        return (try? names(new).isEmpty) == true
    }
}
