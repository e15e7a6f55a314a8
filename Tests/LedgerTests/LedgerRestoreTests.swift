import Features
import Foundation
import HostSystem
import SQLite
import TestSupport
import TestTables
import Testing

@testable import Ledger

/// A backup in the place of a ledger, with the process killed at each step.
@Suite(.serialized)
struct LedgerRestoreTests {
    /// What the ledger was before it is restored.
    enum Before: CaseIterable, Sendable {
        case sound, killed, damaged, lost, foreign, other, absent
    }

    /// A backup with the toggle `Kept`, and a ledger that has `Later` too.
    private static func withBackup(
        _ before: Before, _ body: (_ directory: StateDirectory, _ backup: String) throws -> Void
    ) throws {
        let (directory, place) = (try StateDirectory(), try StateDirectory())
        let backup = place.path + "/backup"
        try directory.use { ledger in
            _ = try ledger.apply(toggle("Kept", true))
            try ledger.backup(to: backup)
            _ = try ledger.apply(toggle("Later", true))
        }
        let manager = FileManager.default
        switch before {
        case .sound: break
        case .killed:
            let ledger = try directory.open()
            _ = try ledger.apply(toggle("InTheLog", true))
            try manager.copyItem(atPath: directory.database + "-wal", toPath: directory.path + "/log")
            ledger.close()
            try manager.moveItem(atPath: directory.path + "/log", toPath: directory.database + "-wal")
        case .damaged:
            try directory.write(Data(String(repeating: "no database ", count: 999).utf8), to: directory.database)
            try directory.write(Data("log".utf8), to: directory.database + "-wal")
        case .lost: try manager.removeItem(atPath: directory.database)
        case .foreign:
            try manager.removeItem(atPath: directory.database)
            let db = try Database(path: directory.database)
            try db.execute("CREATE TABLE bookmark (url)")
            try db.close()
        case .other:
            for name in directory.names { try manager.removeItem(atPath: directory.path + "/" + name) }
            try directory.use { _ = try $0.apply(toggle("Later", true)) }
        case .absent: for name in directory.names { try manager.removeItem(atPath: directory.path + "/" + name) }
        }
        for name in directory.names { try #require(unsafe chmod(directory.path + "/" + name, 0o600) == 0) }
        try body(directory, backup)
    }

    private static func restore(_ backup: String, _ directory: StateDirectory) throws -> LedgerRestore.Result {
        try LedgerRestore(ReadableFile(backup), in: directory.path).run()
    }

    /// The toggles of the ledger in force, without the word in front; nil where it cannot be opened.
    private static func toggles(_ directory: StateDirectory) -> Set<String>? {
        try? directory.use { ledger in
            Set((try ledger.snapshotAll().subjects[.uid(1000)] ?? [:]).keys.map(\.name))
        }
    }

    /// What a ledger that is not restored has.
    private static func old(_ before: Before) -> Set<String>? {
        switch before {
        case .sound: ["Kept", "Later"]
        case .killed: ["Kept", "Later", "InTheLog"]
        case .other: ["Later"]
        case .damaged, .lost, .foreign: nil
        case .absent: []
        }
    }

    @Test(arguments: Before.allCases)
    func `a backup takes the place of any ledger, which is kept, and goes on under a new host name`(_ before: Before)
        throws
    {
        try Self.withBackup(before) { directory, backup in
            let bytes = try #require(FileManager.default.contents(atPath: backup))
            guard case .restored(let found, let kept) = try Self.restore(backup, directory) else {
                Issue.record("it is damaged")
                return
            }
            #expect(found.faults == [] && found.isCopy)
            let isKept = before != .lost && before != .absent
            #expect(kept == (isKept ? directory.database + ".replaced" : nil))
            #expect(Self.toggles(directory) == ["Kept"])
            #expect(FileManager.default.contents(atPath: backup) == bytes)
            let names = directory.names.filter { !$0.hasPrefix("ledger.db.replaced") }
            #expect(names == ["ledger.db", "ledger.db.initialised"], "\(names)")
            let mode = try FileManager.default.attributesOfItem(atPath: directory.database)[.posixPermissions]
            #expect(mode as? Int == 0o600)
            // The earlier one can be put in force again.
            guard let kept, let old = Self.old(before) else { return }
            guard case .restored = try Self.restore(kept, directory) else {
                Issue.record("it is damaged")
                return
            }
            #expect(Self.toggles(directory) == old)
            #expect(directory.names.contains("ledger.db.replaced-2"))
        }
    }

    @Test(arguments: Before.allCases)
    func `killed at any step it leaves one ledger or the other, and the next attempt succeeds`(_ before: Before) throws
    {
        for step in LedgerRestore.Step.allCases {
            try Self.withBackup(before) { directory, backup in
                let (input, output) = (try ProgramPipe(), try ProgramPipe())
                let victim = try probe(
                    ["restore", backup, directory.path, step.rawValue], input: input, output: output)
                let line = String(decoding: output.readSome(), as: UTF8.self)
                // A ledger that cannot be read has no log to fold.
                #expect(line == "at\n" || step == .fold, "\(before), \(step): \(line)")
                victim.kill()
                guard line == "at\n" else { return }
                let found = Self.toggles(directory)
                #expect(found == Self.old(before) || found == ["Kept"], "\(before), \(step): \(found ?? [])")
                if [.copy, .check, .mark, .lock, .fold, .keep].contains(step) { #expect(found == Self.old(before)) }
                if step == .end { #expect(found == ["Kept"]) }
                guard case .restored = try Self.restore(backup, directory) else {
                    Issue.record("\(before), \(step): it is damaged")
                    return
                }
                #expect(Self.toggles(directory) == ["Kept"], "\(before), \(step)")
                let left = directory.names.filter { $0.contains(".restoring") }
                #expect(left == [], "\(before), \(step)")
            }
        }
    }

    @Test func `a backup with a fault, of a later version or of another program changes nothing`() throws {
        try Self.withBackup(.sound) { directory, backup in
            let (before, sound) = (directory.contents, try #require(FileManager.default.contents(atPath: backup)))
            var flipped = sound
            let offset = try #require(sound.range(of: Data("Kept".utf8))?.lowerBound)
            flipped[offset] ^= 1
            try directory.write(flipped, to: backup)
            guard case .damaged(let found) = try Self.restore(backup, directory) else {
                Issue.record("it was restored")
                return
            }
            #expect(found.faults.contains("the rows of the table change are not those that were written"))
            #expect(directory.contents == before)
            for bytes in [Data(), Data("no database".utf8), sound.prefix(5000)] {
                try directory.write(bytes, to: backup)
                let isRestored = (try? Self.restore(backup, directory)).map {
                    if case .restored = $0 { true } else { false }
                }
                #expect(isRestored != true && directory.contents == before)
            }
            try directory.write(sound, to: backup)
            let db = try Database(path: backup)
            try db.execute("PRAGMA user_version = 99")
            try db.close()
            let latest = LedgerSchema.latest
            #expect(throws: LedgerError.newerSchema(path: backup, found: 99, supported: latest)) {
                try Self.restore(backup, directory)
            }
            #expect(directory.contents == before)
        }
    }

    @Test func `a ledger that a process has open is not replaced`() throws {
        try Self.withBackup(.sound) { directory, backup in
            let (input, output) = (try ProgramPipe(), try ProgramPipe())
            let holder = try probe(["hold", directory.path], input: input, output: output)
            _ = output.readSome()
            let names = directory.names
            #expect(throws: LedgerError.locked(path: directory.database)) { try Self.restore(backup, directory) }
            #expect(directory.names == names)
            holder.kill()
            _ = try Self.restore(backup, directory)
            #expect(Self.toggles(directory) == ["Kept"])
        }
    }

    @Test func `an intake that an operator switched off stays off`() throws {
        try Self.withBackup(.sound) { directory, backup in
            try IntakeStamp(directory: directory.path).write(by: 7)
            _ = try Self.restore(backup, directory)
            #expect(IntakeStamp(directory: directory.path).isThere)
        }
    }

    @Test func `a full disk leaves the old ledger and no part of a copy`() throws {
        try Self.withBackup(.sound) { directory, backup in
            let kilobytes = directory.contents.values.reduce(0) { $0 + $1.count } / 1024 + 40
            guard let disk = try SmallDisk(kilobytes: kilobytes, for: "a restore on a full disk") else { return }
            for (name, bytes) in directory.contents {
                try disk.directory.write(bytes, to: disk.directory.path + "/" + name)
            }
            for name in disk.directory.names {
                try #require(unsafe chmod(disk.directory.path + "/" + name, 0o600) == 0)
            }
            let names = disk.directory.names
            do throws(LedgerError) {
                _ = try LedgerRestore(try attempt(backup) { try ReadableFile(backup) }, in: disk.directory.path).run()
                Issue.record("it had room")
            } catch {
                #expect(error.code == "ledger.full", "\(error)")
            }
            #expect(disk.directory.names == names)
        }
    }
}
