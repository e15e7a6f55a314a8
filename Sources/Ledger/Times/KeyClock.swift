// The clock by which idempotency keys expire: how long the ledger has been open in all. It runs on the machine's uptime, which
// cannot be set, and goes on at the next start from where it was written down.
//
// Only for the time in which the ledger was closed there is nothing but the wall clock: from the time that was written down
// last to that of the next start, as FactClock has both. These times are added up, and a key is also forgotten at a start at
// which they and the running time together say that it is over by two days. Two days hold every mistake that FactClock
// allows for. What the wall clock says while the ledger is open counts for no key.
//
//     the daemon has run for a day since             expired
//     the wall clock is set ahead for a moment       nothing
//     a start with a wall clock a day ahead          nothing
//     a start three days after the key was taken     forgotten, however little the daemon has run
//     the key was taken while the wall clock was     expired after a day of running, as any other
//     ten years ahead or behind

import Contract

/// Tells the time that idempotency keys live by.
struct KeyClock: Sendable {
    /// When a key may be forgotten.
    struct End {
        /// *Units*: milliseconds of this clock.
        let expiresMs: Int64
        /// At a start; *units*: milliseconds of this clock and of the time in which the ledger was closed, together.
        let forgottenMs: Int64
    }

    /// For how long the ledger had been closed in all when it was opened.
    ///
    /// *Units*: milliseconds.
    let closedMs: Int64
    private let originMs: Int64
    private let uptime: @Sendable () -> Int64

    /// - Parameters:
    ///   - writtenMs: how far it was when it was written down last.
    ///   - closedMs: for how long the ledger was closed in all.
    ///   - uptime: tells milliseconds since the machine was started.
    init(writtenMs: Int64, closedMs: Int64, uptime: @escaping @Sendable () -> Int64) {
        originMs = writtenMs &- uptime()
        self.closedMs = closedMs
        self.uptime = uptime
    }

    /// *Units*: milliseconds for which the ledger has been open.
    var nowMs: Int64 { originMs &+ uptime() }

    /// The end of a key that is taken now.
    func end(after lifetime: Duration) -> End {
        let lifetimeMs = min(max(0, lifetime.wholeMilliseconds), 1000 << 32)
        let expiresMs = nowMs &+ lifetimeMs
        return End(expiresMs: expiresMs, forgottenMs: expiresMs &+ closedMs &+ FactClock.skewMs)
    }
}
