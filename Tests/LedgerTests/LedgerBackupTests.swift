import Features
import Foundation
import SQLite
import Synchronization
import Testing

@testable import Ledger

struct LedgerBackupTests {
    @Test func `a backup made during changes is complete and holds every change acknowledged before it`() throws {
        let (directory, place) = (try StateDirectory(), try StateDirectory())
        try directory.use { ledger in
            let written = Mutex(0)
            let stop = Mutex(false)
            let writer = Thread {
                while !stop.withLock({ $0 }) {
                    let number = written.withLock { $0 + 1 }
                    guard (try? ledger.apply(toggle("Feature/\(number)", true))) != nil else { return }
                    written.withLock { $0 = number }
                }
            }
            writer.start()
            for round in 1...5 {
                while written.withLock({ $0 }) < round * 20 { usleep(500) }
                let before = written.withLock { $0 }
                try ledger.backup(to: place.path + "/copy\(round).db")
                let after = written.withLock { $0 } + 1
                let copy = try Database(path: place.path + "/copy\(round).db")
                let count = Int(try copy.number("SELECT count(*) FROM fact") ?? 0)
                let verdict = try copy.text("PRAGMA integrity_check")
                try copy.close()
                #expect((before...after).contains(count))
                #expect(verdict == "ok")
            }
            stop.withLock { $0 = true }
            while writer.isExecuting { usleep(500) }
        }
        #expect(
            place.contents.keys.sorted() == (1...5).map { "copy\($0).db" }, "each copy is one file, and nothing else")
    }

    @Test func `a copy that replaced the ledger has a new host name, so no sequence number is used twice`() throws {
        let (directory, place) = (try StateDirectory(), try StateDirectory())
        let copy = place.path + "/copy.db"
        let first = try directory.use { ledger in
            let receipt = try ledger.apply(toggle("A", true))
            try ledger.backup(to: copy)
            _ = try ledger.apply(toggle("A", false))
            return receipt
        }
        try FileManager.default.removeItem(atPath: directory.database)
        try FileManager.default.moveItem(atPath: copy, toPath: directory.database)
        let names = try (1...2).map { _ in
            try directory.use { ledger in
                let toggles = try ledger.snapshotAll().subjects[.uid(1000)]
                #expect(toggles?[.toggle("A")]?.stamp == first.stamp)
                return ledger.host
            }
        }
        #expect(names[0] != first.stamp.host)
        #expect(names[0] == names[1], "it is a new name once, not at every start")
        let next = try directory.use { try $0.apply(toggle("A", false)) }
        #expect(next.stamp.sequence == 1)
        #expect(first.stamp.time < next.stamp.time)
    }

    @Test func `a failed backup replaces nothing and leaves nothing behind`() throws {
        let (directory, place) = (try StateDirectory(), try StateDirectory())
        try directory.use { ledger in
            let taken = place.path + "/taken"
            try place.write(Data("mine".utf8), to: taken)
            #expect(throws: LedgerError.copyExists(path: taken)) { try ledger.backup(to: taken) }
            #expect(throws: LedgerError.copyExists(path: place.path)) { try ledger.backup(to: place.path) }
            #expect(throws: LedgerError.copyExists(path: directory.database)) {
                try ledger.backup(to: directory.database)
            }
            #expect(throws: LedgerError.self) { try ledger.backup(to: place.path + "/none/copy") }
            #expect(throws: LedgerError.self) { try ledger.backup(to: "") }
            #expect(throws: LedgerError.self) { try ledger.backup(to: "a\0b") }
            #expect(place.contents == ["taken": Data("mine".utf8)])
            #expect(try ledger.apply(toggle("A", true)).effect == .current)
        }
    }

    @Test func `a backup to a full disk is an error, and the ledger stays available`() throws {
        guard let disk = try SmallDisk(kilobytes: 16, for: "a backup to a full disk") else { return }
        try StateDirectory().use { ledger in
            let copy = disk.directory.path + "/copy"
            #expect(throws: LedgerError.full(path: copy)) { try ledger.backup(to: copy) }
            #expect(disk.directory.contents.isEmpty)
            _ = try ledger.apply(toggle("A", true))
        }
    }

    @Test func `only its owner can read a copy`() throws {
        let place = try StateDirectory()
        try StateDirectory().use { try $0.backup(to: place.path + "/copy") }
        let mode = try FileManager.default.attributesOfItem(atPath: place.path + "/copy")[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }
}
