import Features
import Foundation
import SQLite
import Synchronization
import TestTables
import Testing

@testable import Ledger

/// Keys expire neither early nor late, however the wall clock is set.
struct KeyClockTests {
    private static let hour: Int64 = 3_600_000
    private static let day = 24 * hour
    private static let now: Int64 = 1_800_000_000_000
    private static let lifetime: Duration = .seconds(86400)

    /// The two clocks of a machine.
    private final class Clocks: Sendable {
        let wall = Mutex<Int64>(KeyClockTests.now)
        let uptime = Mutex<Int64>(1000)
    }

    /// A state directory whose ledger has a finished key, and the clocks of its machine.
    private final class Machine {
        let directory: StateDirectory
        let clocks = Clocks()
        let key: IdempotencyKey

        init() throws {
            directory = try StateDirectory()
            key = try IdempotencyKey("k", of: .uid(1), by: 1)
        }

        func open() throws -> Ledger {
            try Ledger(
                directory: directory.path, schema: .standard, clock: { [clocks] in clocks.wall.withLock { $0 } },
                uptime: { [clocks] in clocks.uptime.withLock { $0 } })
        }

        func set(wall moment: Int64) { clocks.wall.withLock { $0 = moment } }

        /// Lets time pass on both clocks.
        func pass(_ milliseconds: Int64) {
            clocks.wall.withLock { $0 += milliseconds }
            clocks.uptime.withLock { $0 += milliseconds }
        }

        /// Sends a request with the key; true if it was carried out because the key was not found.
        func isCarriedOut(_ ledger: Ledger) throws -> Bool {
            let claim = try ledger.claim(key, fingerprint: "f", lifetime: KeyClockTests.lifetime)
            if claim == .begun { try ledger.finish(key, outcome: "o") }
            return claim == .begun
        }
    }

    @Test(arguments: [day, day + hour, 10 * 365 * day, -10 * 365 * day])
    func `setting the wall clock while the daemon runs neither shortens nor extends the life of a key`(
        jumpMs: Int64
    ) throws {
        let machine = try Machine()
        let ledger = try machine.open()
        defer { ledger.close() }
        #expect(try machine.isCarriedOut(ledger))
        machine.set(wall: Self.now + jumpMs)
        try ledger.checkpointClock()
        #expect(try !machine.isCarriedOut(ledger))
        machine.set(wall: Self.now)
        try ledger.checkpointClock()
        #expect(try !machine.isCarriedOut(ledger))
        machine.pass(Self.day - 1)
        #expect(try !machine.isCarriedOut(ledger))
        machine.pass(1)
        #expect(try machine.isCarriedOut(ledger))
    }

    @Test func `a start with a wall clock a day ahead expires no key`() throws {
        let machine = try Machine()
        var ledger = try machine.open()
        #expect(try machine.isCarriedOut(ledger))
        for wallMs in [Self.now + Self.day, Self.now + 2 * Self.day - 1, Self.now] {
            ledger.close()
            machine.set(wall: wallMs)
            ledger = try machine.open()
            #expect(try !machine.isCarriedOut(ledger))
        }
        machine.pass(Self.day)
        #expect(try machine.isCarriedOut(ledger))
        ledger.close()
    }

    @Test(arguments: [1, 5, 23]) func `a key expires after three days, however little the daemon runs`(
        hoursOff: Int64
    ) throws {
        let machine = try Machine()
        var offMs: Int64 = 0
        while true {
            let ledger = try machine.open()
            let isCarriedOut = try machine.isCarriedOut(ledger)
            // Each run lasts a minute.
            machine.pass(60_000)
            ledger.close()
            if offMs == 0 || !isCarriedOut { #expect(offMs < 3 * Self.day) } else { break }
            machine.set(wall: machine.clocks.wall.withLock { $0 } + hoursOff * Self.hour)
            offMs += hoursOff * Self.hour
        }
        #expect(offMs > 2 * Self.day)
    }

    @Test func `a key taken while the wall clock was ten years ahead expires like any other`() throws {
        let machine = try Machine()
        machine.set(wall: Self.now + 10 * 365 * Self.day)
        let wrong = try machine.open()
        #expect(try machine.isCarriedOut(wrong))
        wrong.close()
        machine.set(wall: Self.now)
        let right = try machine.open()
        defer { right.close() }
        #expect(try !machine.isCarriedOut(right))
        machine.pass(Self.day)
        try right.checkpointClock()
        let count = try right.write { try $0.number("SELECT count(*) FROM idempotency") }
        #expect(count == 0)
        let bytes = try right.write { try $0.number("SELECT keptBytes FROM caller WHERE uid = 1") }
        #expect(bytes == 0)
    }

    @Test(arguments: [true, false])
    func `a key taken while the wall clock was 20 years behind does not expire early`(
        hasEarlierRun: Bool
    ) throws {
        let machine = try Machine()
        if hasEarlierRun { try machine.open().close() }
        machine.set(wall: Self.now - 20 * 365 * Self.day)
        let wrong = try machine.open()
        #expect(try machine.isCarriedOut(wrong))
        machine.set(wall: Self.now)
        try wrong.checkpointClock()
        // A crash: nothing more is stored.
        wrong.close()
        let right = try machine.open()
        defer { right.close() }
        #expect(try !machine.isCarriedOut(right))
        machine.pass(Self.day)
        #expect(try machine.isCarriedOut(right))
    }

    @Test func `the clock of keys continues after the daemon and the machine restart`() throws {
        let machine = try Machine()
        let first = try machine.open()
        #expect(try machine.isCarriedOut(first))
        machine.pass(Self.day - Self.hour)
        try first.checkpointClock()
        first.close()
        // The machine restarted: its uptime begins anew.
        machine.clocks.uptime.withLock { $0 = 5 }
        let second = try machine.open()
        defer { second.close() }
        #expect(try !machine.isCarriedOut(second))
        machine.pass(Self.hour)
        #expect(try machine.isCarriedOut(second))
    }
}
