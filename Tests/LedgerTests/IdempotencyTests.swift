import Contract
import Features
import Foundation
import GRDB
import Synchronization
import Testing

@testable import Ledger

struct IdempotencyTests {
    private static let day: Duration = .seconds(86400)

    @Test func `a request with a key is carried out once, and its outcome is given again`() throws {
        try StateDirectory().use { ledger in
            let key = try IdempotencyKey("k", of: .uid(1))
            #expect(try ledger.claim(key, fingerprint: "f", lifetime: Self.day) == .begun)
            #expect(try ledger.claim(key, fingerprint: "f", lifetime: Self.day) == .running(sinceMs: 1_000_000))
            try ledger.finish(key, outcome: "{\"class\":\"ok\"}")
            #expect(
                try ledger.claim(key, fingerprint: "f", lifetime: Self.day) == .finished(outcome: "{\"class\":\"ok\"}"))
            #expect(try ledger.claim(key, fingerprint: "g", lifetime: Self.day) == .conflict)
            try ledger.finish(key, outcome: "another")
            #expect(
                try ledger.claim(key, fingerprint: "f", lifetime: Self.day) == .finished(outcome: "{\"class\":\"ok\"}"))
        }
    }

    @Test func `one subject's keys are not another's`() throws {
        try StateDirectory().use { ledger in
            for subject in [Subject.uid(1), .uid(2), .account("1"), .machine] {
                let key = try IdempotencyKey("k", of: subject)
                #expect(try ledger.claim(key, fingerprint: subject.description, lifetime: Self.day) == .begun)
            }
        }
    }

    @Test func `what had begun when the daemon ended has an unknown effect`() throws {
        let directory = try StateDirectory()
        let key = try IdempotencyKey("k", of: .uid(1))
        try directory.use { _ = try $0.claim(key, fingerprint: "f", lifetime: Self.day) }
        try directory.use { ledger in
            #expect(try ledger.claim(key, fingerprint: "f", lifetime: Self.day) == .interrupted(sinceMs: 1_000_000))
            try ledger.finish(key, outcome: "late")
            try ledger.release(key)
            #expect(try ledger.claim(key, fingerprint: "f", lifetime: Self.day) == .interrupted(sinceMs: 1_000_000))
        }
    }

    @Test func `a request that was refused before anything was done may be sent again`() throws {
        try StateDirectory().use { ledger in
            let key = try IdempotencyKey("k", of: .uid(1))
            _ = try ledger.claim(key, fingerprint: "f", lifetime: Self.day)
            try ledger.release(key)
            #expect(try ledger.claim(key, fingerprint: "g", lifetime: Self.day) == .begun)
        }
    }

    @Test func `a key expires once its request is finished, and never before`() throws {
        let directory = try StateDirectory()
        let now = Mutex<Int64>(0)
        let ledger = try Ledger(directory: directory.path, clock: { now.withLock { $0 } })
        defer { ledger.close() }
        let finished = try IdempotencyKey("finished", of: .uid(1))
        let running = try IdempotencyKey("running", of: .uid(1))
        for key in [finished, running] { _ = try ledger.claim(key, fingerprint: "f", lifetime: .seconds(1)) }
        try ledger.finish(finished, outcome: "o")
        now.withLock { $0 = 999 }
        #expect(try ledger.claim(finished, fingerprint: "f", lifetime: .seconds(1)) == .finished(outcome: "o"))
        now.withLock { $0 = 1000 }
        #expect(try ledger.claim(finished, fingerprint: "f", lifetime: .seconds(1)) == .begun)
        #expect(try ledger.claim(running, fingerprint: "f", lifetime: .seconds(1)) == .running(sinceMs: 0))
    }

    @Test func `a subject has so many keys and no more`() throws {
        try StateDirectory().use { ledger in
            let limit = Limits.idempotencyKeysPerSubject
            try ledger.write { db in
                for number in 1...limit {
                    try db.execute(
                        sql: "INSERT INTO idempotency VALUES ('uid:1', ?, 'f', 1, 0, 9000000000000, NULL, 1, ?, 1)",
                        arguments: ["k\(number)", number])
                }
            }
            #expect(throws: LedgerError.tooManyKeys(limit: limit)) {
                _ = try ledger.claim(IdempotencyKey("one more", of: .uid(1)), fingerprint: "f", lifetime: Self.day)
            }
            #expect(
                try ledger.claim(IdempotencyKey("one more", of: .uid(2)), fingerprint: "f", lifetime: Self.day)
                    == .begun)
            #expect(
                try ledger.claim(IdempotencyKey("k1", of: .uid(1)), fingerprint: "f", lifetime: Self.day)
                    == .running(sinceMs: 0))
        }
    }

    @Test func `texts that cannot be kept are refused, and no lifetime traps`() throws {
        try StateDirectory().use { ledger in
            let key = try IdempotencyKey("k", of: .uid(1))
            #expect(throws: LedgerError.self) { _ = try IdempotencyKey("", of: .uid(1)) }
            #expect(throws: LedgerError.self) { _ = try ledger.claim(key, fingerprint: "a\0", lifetime: Self.day) }
            #expect(throws: LedgerError.self) {
                try ledger.finish(key, outcome: String(repeating: "a", count: Limits.messageBytes + 1))
            }
            #expect(try ledger.claim(key, fingerprint: "f", lifetime: .seconds(Int64.max)) == .begun)
        }
    }
}
