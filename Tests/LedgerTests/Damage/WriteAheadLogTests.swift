import Features
import Foundation
import SQLite
import TestSupport
import TestTables
import Testing

@testable import Ledger

/// Damage of the write-ahead log is distinguished from a write that a crash interrupted.
struct WriteAheadLogTests {
    private static let frame = 24 + 4096

    /// A ledger as a crash leaves it, with several transactions in its log.
    private static func crashed() throws -> StateDirectory {
        let (directory, copy) = (try StateDirectory(), try StateDirectory())
        try directory.use { ledger in
            for number in 0..<8 { _ = try ledger.apply(toggle("Feature/\(number)", true)) }
            // A copy: closing a file in this process drops the locks of the ledger.
            for name in directory.names {
                #expect(try run("/bin/cp", ["-p", directory.path + "/" + name, copy.path + "/" + name]))
            }
        }
        return copy
    }

    private static func log(_ directory: StateDirectory) throws -> [UInt8] {
        [UInt8](try #require(FileManager.default.contents(atPath: directory.database + "-wal")))
    }

    /// The number of facts that the ledger has once it is open.
    private static func count(_ directory: StateDirectory) throws -> Int {
        try directory.use { try $0.snapshotAll().subjects[.uid(1000)]?.count ?? 0 }
    }

    @Test func `of bits flipped at random each is found, or no transaction but the last is dropped`() throws {
        var random = SeededGenerator(for: "flipped bits of a log")
        let sound = try Self.crashed()
        let (bytes, files) = (try Self.log(sound), sound.contents)
        #expect(WriteAheadLog.damage(in: bytes) == nil && bytes.count > 8 * Self.frame)
        var found = 0
        for round in 0..<(Sanitizer.isPresent ? 20 : 60) {
            let directory = try StateDirectory()
            for (name, content) in files { try directory.write(content, to: directory.path + "/" + name) }
            var flipped = bytes
            // Each second one is in a head, where a frame says how it goes on.
            let frame = Int.random(in: 0..<(bytes.count - 32) / Self.frame, using: &random)
            let place =
                round.isMultiple(of: 2)
                ? Int.random(in: 0..<bytes.count, using: &random)
                : 32 + frame * Self.frame + Int.random(in: 0..<24, using: &random)
            flipped[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            try directory.write(Data(flipped), to: directory.database + "-wal")
            guard let damage = WriteAheadLog.damage(in: flipped) else {
                #expect(try Self.count(directory) >= 7, "byte \(place)")
                continue
            }
            found += 1
            #expect(damage.offset <= place && place < damage.offset + 2 * Self.frame, "\(damage), byte \(place)")
            guard case .corrupt(_, let detail) = openingError(directory) else {
                Issue.record("byte \(place) is not reported")
                continue
            }
            #expect(detail.contains("`truncate -s \(damage.intactByteCount) "), "\(detail)")
            try directory.write(Data(flipped.prefix(damage.intactByteCount)), to: directory.database + "-wal")
            // Where no table is left, the ledger is lost, which is said too.
            switch openingError(directory) {
            case nil, .lost: break
            case let error?: Issue.record("byte \(place): \(error)")
            }
        }
        print("damaged logs that were found: \(found)")
        #expect(found > 10)
    }

    @Test func `a log that is cut at any place, and one with frames of an earlier use, are no damage`() throws {
        var random = SeededGenerator(for: "cut logs")
        let bytes = try Self.log(try Self.crashed())
        for _ in 0..<200 {
            let count = Int.random(in: 0...bytes.count, using: &random)
            #expect(WriteAheadLog.damage(in: Array(bytes.prefix(count))) == nil, "\(count) bytes")
            // A write that was interrupted leaves a part of what it writes, over what was there.
            let frame = (bytes.count - 32) / Self.frame - 1
            var torn = bytes
            let start = 32 + frame * Self.frame
            for place in Int.random(in: start..<bytes.count, using: &random)..<bytes.count { torn[place] = 0 }
            #expect(WriteAheadLog.damage(in: torn) == nil)
        }
        // The log begins anew after a checkpoint, over the frames that it had.
        let (directory, copy) = (try StateDirectory(), try StateDirectory())
        try directory.use { ledger in
            for number in 0..<8 { _ = try ledger.apply(toggle("Feature/\(number)", true)) }
            try ledger.perform { db in _ = try db.rows("PRAGMA wal_checkpoint(RESTART)") }
            _ = try ledger.apply(toggle("Feature/1", false))
            #expect(try run("/bin/cp", [directory.database + "-wal", copy.path + "/log"]))
        }
        let again = [UInt8](try #require(FileManager.default.contents(atPath: copy.path + "/log")))
        #expect(again.count > 8 * Self.frame && WriteAheadLog.damage(in: again) == nil)
    }
}
