import Contract
import Features
import Foundation
import SQLite
import Synchronization
import TestTables
import Testing

@testable import Ledger

struct IdempotencyTests {
    private static let day: Duration = .seconds(86400)

    @Test func `a request with a key is carried out once, and a repeat returns the same outcome`() throws {
        try StateDirectory().use { ledger in
            let key = try IdempotencyKey("k", of: .uid(1), by: 7)
            #expect(try ledger.claim(key, fingerprint: "f", lifetime: Self.day) == .begun)
            #expect(try ledger.claim(key, fingerprint: "f", lifetime: Self.day) == .running(sinceMs: 1_000_000))
            try ledger.finish(key, outcome: "{\"class\":\"ok\"}")
            #expect(
                try ledger.claim(key, fingerprint: "f", lifetime: Self.day)
                    == .finished(outcome: "{\"class\":\"ok\"}"))
            #expect(try ledger.claim(key, fingerprint: "g", lifetime: Self.day) == .conflict)
            try ledger.finish(key, outcome: "{\"class\":\"ok\"}")
            #expect(throws: LedgerError.notClaimed(key: "k")) { try ledger.finish(key, outcome: "another") }
            #expect(
                try ledger.claim(key, fingerprint: "f", lifetime: Self.day)
                    == .finished(outcome: "{\"class\":\"ok\"}"))
        }
    }

    @Test func `equal keys of different subjects or callers are different keys`() throws {
        try StateDirectory().use { ledger in
            for subject in [Subject.uid(1), .uid(2), .account("1"), .machine] {
                for caller in [1, 2] as [UInt32] {
                    let key = try IdempotencyKey("k", of: subject, by: caller)
                    let fingerprint = "\(subject) by \(caller)"
                    #expect(try ledger.claim(key, fingerprint: fingerprint, lifetime: Self.day) == .begun)
                    try ledger.finish(key, outcome: fingerprint)
                    #expect(
                        try ledger.claim(key, fingerprint: fingerprint, lifetime: Self.day)
                            == .finished(outcome: fingerprint))
                }
            }
        }
    }

    @Test func `a request that was under way when the daemon ended has an unknown effect`() throws {
        let directory = try StateDirectory()
        let key = try IdempotencyKey("k", of: .uid(1), by: 7)
        try directory.use { _ = try $0.claim(key, fingerprint: "f", lifetime: Self.day) }
        let ledger = try directory.open()
        defer { ledger.close() }
        #expect(try ledger.claim(key, fingerprint: "f", lifetime: Self.day) == .interrupted(sinceMs: 1_000_000))
        #expect(throws: LedgerError.notClaimed(key: "k")) { try ledger.finish(key, outcome: "late") }
        #expect(throws: LedgerError.notClaimed(key: "k")) { try ledger.release(key) }
        #expect(try ledger.claim(key, fingerprint: "f", lifetime: Self.day) == .interrupted(sinceMs: 1_000_000))
    }

    @Test func `an interrupted request begins again once, where its action may be performed twice`() throws {
        let directory = try StateDirectory()
        let key = try IdempotencyKey("k", of: .uid(1), by: 7)
        try directory.use { _ = try $0.claim(key, fingerprint: "f", lifetime: Self.day, isRepeatable: true) }
        let ledger = try directory.open()
        defer { ledger.close() }
        func claim(_ fingerprint: String = "f", isRepeatable: Bool = true) throws -> IdempotencyClaim {
            try ledger.claim(key, fingerprint: fingerprint, lifetime: Self.day, isRepeatable: isRepeatable)
        }
        #expect(try claim(isRepeatable: false) == .interrupted(sinceMs: 1_000_000))
        #expect(try claim("g") == .conflict)
        #expect(try claim() == .begun)
        #expect(try claim() == .running(sinceMs: 1_000_000))
        try ledger.finish(key, outcome: "o")
        #expect(try claim() == .finished(outcome: "o"))
    }

    @Test func `a request under way stays under way when the same run reopens the ledger`() throws {
        let directory = try StateDirectory()
        let keys = try ["finished", "released"].map { try IdempotencyKey($0, of: .uid(1), by: 7) }
        let first = try directory.open()
        for key in keys { _ = try first.claim(key, fingerprint: "f", lifetime: Self.day) }
        first.close()
        let again = try directory.open(continuing: first.run)
        #expect(again.run == first.run)
        for key in keys {
            #expect(try again.claim(key, fingerprint: "f", lifetime: Self.day) == .running(sinceMs: 1_000_000))
        }
        try again.finish(keys[0], outcome: "o")
        try again.release(keys[1])
        again.close()
        let next = try directory.open()
        defer { next.close() }
        #expect(next.run != first.run)
        #expect(try next.claim(keys[0], fingerprint: "f", lifetime: Self.day) == .finished(outcome: "o"))
        #expect(try next.claim(keys[1], fingerprint: "g", lifetime: Self.day) == .begun)
    }

    @Test func `no two runs have the same number, even if another run had the ledger open in between`() throws {
        let directory = try StateDirectory()
        let first = try directory.open()
        first.close()
        let other = try directory.open()
        other.close()
        let again = try directory.open(continuing: first.run)
        again.close()
        let last = try directory.open()
        last.close()
        #expect(again.run == first.run)
        #expect(Set([first, other, last].map(\.run)).count == 3)
    }

    @Test func `in a copy that replaced the ledger no request is under way`() throws {
        let directory = try StateDirectory()
        let key = try IdempotencyKey("k", of: .uid(1), by: 7)
        let ledger = try directory.open()
        _ = try ledger.claim(key, fingerprint: "f", lifetime: Self.day)
        try ledger.backup(to: directory.path + "/copy")
        ledger.close()
        try FileManager.default.removeItem(atPath: directory.database)
        try FileManager.default.moveItem(atPath: directory.path + "/copy", toPath: directory.database)
        let copy = try directory.open(continuing: ledger.run)
        defer { copy.close() }
        #expect(try copy.claim(key, fingerprint: "f", lifetime: Self.day) == .interrupted(sinceMs: 1_000_000))
        #expect(throws: LedgerError.notClaimed(key: "k")) { try copy.finish(key, outcome: "o") }
    }

    @Test func `a request that was refused before it began may be sent again with the same key`() throws {
        try StateDirectory().use { ledger in
            let key = try IdempotencyKey("k", of: .uid(1), by: 7)
            _ = try ledger.claim(key, fingerprint: "f", lifetime: Self.day)
            try ledger.release(key)
            #expect(try ledger.claim(key, fingerprint: "g", lifetime: Self.day) == .begun)
        }
    }

    @Test func `a key expires only after its request has finished`() throws {
        let directory = try StateDirectory()
        let now = Mutex<Int64>(0)
        let ledger = try Ledger(
            directory: directory.path, schema: .standard, clock: { 0 }, uptime: { now.withLock { $0 } })
        defer { ledger.close() }
        let finished = try IdempotencyKey("finished", of: .uid(1), by: 7)
        let running = try IdempotencyKey("running", of: .uid(1), by: 7)
        for key in [finished, running] { _ = try ledger.claim(key, fingerprint: "f", lifetime: .seconds(1)) }
        try ledger.finish(finished, outcome: "o")
        now.withLock { $0 = 999 }
        #expect(try ledger.claim(finished, fingerprint: "f", lifetime: .seconds(1)) == .finished(outcome: "o"))
        now.withLock { $0 = 1000 }
        #expect(try ledger.claim(finished, fingerprint: "f", lifetime: .seconds(1)) == .begun)
        #expect(try ledger.claim(running, fingerprint: "f", lifetime: .seconds(1)) == .running(sinceMs: 0))
    }

    @Test func `each caller has its own limit of keys for one subject`() throws {
        try StateDirectory().use { ledger in
            let limit = Limits.idempotencyKeysPerSubject
            try ledger.write { db in
                for number in 1...limit {
                    try db.run(
                        "INSERT INTO idempotency VALUES (7, 'uid:1', ?, 'f', 1, 0, 9000000000000, 9000000000000, NULL, 1, ?, 1, NULL)",
                        ["k\(number)", number])
                }
            }
            func claim(_ text: String, of subject: Subject, by caller: UInt32) throws -> IdempotencyClaim {
                try ledger.claim(
                    IdempotencyKey(text, of: subject, by: caller), fingerprint: "f", lifetime: Self.day)
            }
            #expect(throws: LedgerError.tooManyKeys(limit: limit)) { _ = try claim("one more", of: .uid(1), by: 7) }
            #expect(try claim("one more", of: .uid(2), by: 7) == .begun)
            #expect(try claim("k1", of: .uid(1), by: 7) == .running(sinceMs: 0))
            // A delegate that has used up its keys for a user has used up none of the user's own.
            #expect(try claim("one more", of: .uid(1), by: 1) == .begun)
            #expect(try claim("k1", of: .uid(1), by: 1) == .begun)
        }
    }

    @Test func `the outcomes kept for one caller have one limit of bytes over all subjects`() throws {
        let directory = try StateDirectory()
        let now = Mutex<Int64>(0)
        let ledger = try Ledger(
            directory: directory.path, schema: .standard, clock: { 0 }, uptime: { now.withLock { $0 } })
        defer { ledger.close() }
        func claim(_ number: Int, by uid: UInt32) throws -> IdempotencyKey {
            let key = try IdempotencyKey("k", of: .account("\(number)"), by: uid)
            #expect(try ledger.claim(key, fingerprint: "f", lifetime: .seconds(1)) == .begun)
            return key
        }
        let limit = Limits.idempotencyBytesPerCaller
        let outcome = String(repeating: "ö", count: Limits.messageBytes / 2)
        for number in 0..<limit / Limits.messageBytes {
            try ledger.finish(claim(number, by: 7), outcome: outcome)
        }
        #expect(throws: LedgerError.tooMuchKept(limit: limit)) { _ = try claim(-1, by: 7) }
        try ledger.finish(claim(-1, by: 8), outcome: outcome)
        // Expired outcomes free their space.
        now.withLock { $0 = 1000 }
        try ledger.release(claim(-2, by: 7))
        let bytes = try ledger.write { try $0.rows("SELECT keptBytes FROM caller ORDER BY uid") }
        #expect(bytes.map(\.values) == [[.integer(0)], [.integer(0)]])
    }

    @Test func `expired keys are deleted when the ledger is opened, and when it is tended`() throws {
        let directory = try StateDirectory()
        func count(_ ledger: Ledger) throws -> Int64? {
            try ledger.write { try $0.number("SELECT count(*) FROM idempotency") }
        }
        let now = Mutex<Int64>(0)
        let ledger = try Ledger(
            directory: directory.path, schema: .standard, clock: { 0 }, uptime: { now.withLock { $0 } })
        for name in ["finished", "running"] {
            let key = try IdempotencyKey(name, of: .uid(1), by: 7)
            _ = try ledger.claim(key, fingerprint: "f", lifetime: .seconds(1))
            if name == "finished" { try ledger.finish(key, outcome: "o") }
        }
        now.withLock { $0 = 999 }
        try ledger.checkpointClock()
        #expect(try count(ledger) == 2)
        now.withLock { $0 = 1000 }
        try ledger.checkpointClock()
        #expect(try count(ledger) == 1)
        ledger.close()
        // Requests that were under way in an earlier run expire too.
        let next = try Ledger(directory: directory.path, schema: .standard, clock: { 0 }, uptime: { 7_000_000 })
        defer { next.close() }
        #expect(try count(next) == 0)
    }

    @Test func `texts that cannot be stored are refused, and no lifetime traps`() throws {
        try StateDirectory().use { ledger in
            let key = try IdempotencyKey("k", of: .uid(1), by: 7)
            #expect(throws: LedgerError.self) { _ = try IdempotencyKey("", of: .uid(1), by: 7) }
            #expect(throws: LedgerError.self) {
                _ = try ledger.claim(key, fingerprint: "a\0", lifetime: Self.day)
            }
            #expect(throws: LedgerError.self) {
                try ledger.finish(key, outcome: String(repeating: "a", count: Limits.messageBytes + 1))
            }
            #expect(try ledger.claim(key, fingerprint: "f", lifetime: .seconds(Int64.max)) == .begun)
        }
    }
}
