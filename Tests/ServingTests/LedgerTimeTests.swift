import Contract
import EventLoop
import Features
import HostSystem
import Ledger
import TestTables
import Testing

@testable import PurchaseRules
@testable import Serving

/// What ended stays so, whatever is done to the wall clock between two starts.
@Suite struct LedgerTimeTests {
    private static let hour: Int64 = 3_600_000
    private static let ann = Subject.account("ann")

    /// A ledger with one purchase, last written to at a moment.
    private func makeLedger(_ folder: String, endsMs: Int64, atMs: Int64) throws {
        let ledger = try Ledger(directory: folder, schema: .standard, clock: { atMs })
        defer { ledger.close() }
        let fact = LedgerFact(setting: .purchase("p"), to: .purchase(Purchase(.active, endsMs: endsMs)))
        _ = try ledger.apply([LedgerChange(fact, of: Self.ann, by: Author(uid: 0, method: "test"))])
    }

    /// Opens a server on a folder for the length of a body.
    private func serve(_ folder: String, _ body: @escaping (Server) -> Void) throws {
        let loop = try Loop()
        let server = try makeServer(loop, state: folder)
        let watchdog = try Watchdog(loop) { server.close() }
        server.openLedger {
            body(server)
            watchdog.finish()
        }
        loop.run()
        try loop.close()
    }

    @Test(arguments: [
        // The time that the ledger saw last and the purchase's end, as hours after the wall clock.
        (-1, 1, PurchaseState.active, false),
        (-1, -2, .expired, false),
        (2, 1, .expired, false),
        (47, 46, .expired, false),
        (600_000, 1, .expired, true),
        (600_000, 49, .active, true),
    ])
    func `a clock that was set back grants nothing again within two days, one that was wrong once ends little`(
        ledgerHours: Int64, endHours: Int64, state: PurchaseState, isDoubtful: Bool
    ) throws {
        try withStateFolder { folder in
            let now = HostClock.wallMs
            try makeLedger(folder, endsMs: now + endHours * Self.hour, atMs: now + ledgerHours * Self.hour)
            try serve(folder) { server in
                #expect(server.facts.store.facts.of(Self.ann).purchase(of: "p")?.state == state)
                #expect((server.facts.report.aheadMs != nil) == isDoubtful)
            }
        }
    }

    @Test func `the time is on the disk once something ended`() throws {
        try withStateFolder { folder in
            var times: [Int64] = []
            let loop = try Loop()
            let server = try makeServer(loop, state: folder)
            let watchdog = try Watchdog(loop) { server.close() }
            func read(then done: @escaping () -> Void) {
                server.facts.ledger?.perform(of: nil) { (ledger) throws(LedgerError) in
                    try ledger.snapshotAll().seenMs
                } then: {
                    if case .success(let time) = $0 { times.append(time) }
                    done()
                }
            }
            var endsMs: Int64 = 0
            server.openLedger {
                endsMs = HostClock.wallMs + 5
                server.facts.store.set(
                    .purchase("p"), to: Fact(.purchase(Purchase(.active, endsMs: endsMs))), of: Self.ann)
                read {
                    while HostClock.wallMs < endsMs {}
                    server.facts.advance()
                    read { watchdog.finish() }
                }
            }
            loop.run()
            try loop.close()
            try #require(times.count == 2)
            #expect(times[0] < endsMs && times[1] >= endsMs)
        }
    }

    /// Moves a server's clocks on from where they stand, and reads what time the ledger has written down.
    private func written(
        _ server: Server, wallMs: Int64, uptimeMs: Int64, then done: @escaping (Int64) -> Void
    ) {
        let (wallNow, uptimeNow) = (HostClock.wallMs, HostClock.uptimeMs)
        server.facts.clocks = { (wallNow + wallMs, uptimeNow + uptimeMs) }
        server.facts.advance()
        server.facts.ledger?.perform(of: nil) { (ledger) throws(LedgerError) in
            try ledger.snapshotAll().seenMs
        } then: { result in
            if case .success(let time) = result { done(time) }
        }
    }

    @Test func `what is to end does so while the clock is set back, and the time of that is on the disk`() throws {
        try withStateFolder { folder in
            let loop = try Loop()
            let server = try makeServer(loop, state: folder)
            let watchdog = try Watchdog(loop) { server.close() }
            var state: PurchaseState?
            var (seenMs, endsMs): (Int64, Int64) = (0, 0)
            server.openLedger {
                endsMs = HostClock.wallMs + Self.hour
                server.facts.store.set(
                    .purchase("p"), to: Fact(.purchase(Purchase(.active, endsMs: endsMs))), of: Self.ann)
                // Time goes on at half its speed, from the last look at the clocks, which may be a moment ago.
                written(server, wallMs: -40 * Self.hour, uptimeMs: 3 * Self.hour) {
                    seenMs = $0
                    state = server.facts.store.facts.of(Self.ann).purchase(of: "p")?.state
                    watchdog.finish()
                }
            }
            loop.run()
            try loop.close()
            #expect(state == .expired)
            #expect(seenMs >= endsMs)
            let ledger = try Ledger(
                directory: folder, schema: .standard, clock: { [endsMs] in endsMs - 40 * Self.hour })
            defer { ledger.close() }
            #expect(try ledger.snapshotAll().seenMs >= endsMs, "a start goes on from there")
        }
    }

    @Test func `a wall clock that is set ahead is on the disk at once`() throws {
        try withStateFolder { folder in
            let loop = try Loop()
            let server = try makeServer(loop, state: folder)
            let watchdog = try Watchdog(loop) { server.close() }
            var (before, seenMs): (Int64, Int64) = (0, 0)
            server.openLedger {
                before = HostClock.wallMs
                written(server, wallMs: 24 * Self.hour, uptimeMs: 0) {
                    seenMs = $0
                    watchdog.finish()
                }
            }
            loop.run()
            try loop.close()
            #expect(seenMs >= before + 24 * Self.hour)
        }
    }

    @Test func `the time of the end is on the disk`() throws {
        try withStateFolder { folder in
            var endMs: Int64 = 0
            try serve(folder) { _ in
                let openedMs = HostClock.wallMs
                while HostClock.wallMs < openedMs + 2 {}
                endMs = HostClock.wallMs
            }
            let ledger = try Ledger(directory: folder, schema: .standard, clock: { [endMs] in endMs - Self.hour })
            defer { ledger.close() }
            #expect(try ledger.snapshotAll().seenMs >= endMs)
        }
    }
}
