// The clock by which idempotency keys expire: the total time that the ledger has been open. It runs on the machine's
// uptime, which cannot be set. At the next start it continues from its stored value.
//
// For the time in which the ledger was closed there is only the wall clock: from the stored time to the time of the
// next start, both by FactClock. These closed times are added up. A start deletes a key too if open and closed time
// together are past its expiry by two days. Two days cover every mistake that FactClock allows for. While the ledger is
// open the wall clock does not affect keys.
//
//     the daemon has run for a day since             expired
//     the wall clock is set ahead for a moment       nothing
//     a start with a wall clock a day ahead          nothing
//     a start three days after the key was taken     deleted, however little the daemon has run
//     the key was taken while the wall clock was     expired after a day of running, as any other
//     ten years ahead or behind

import Contract

/// The clock for the lifetime of idempotency keys.
package struct KeyClock: Sendable {
    /// The total time for which the ledger had been closed when it was opened.
    ///
    /// *Units*: milliseconds.
    let closedMs: Int64
    private let originMs: Int64
    private let uptime: @Sendable () -> Int64

    /// - Parameters:
    ///   - writtenMs: the stored value of this clock.
    ///   - closedMs: the total time for which the ledger was closed.
    ///   - uptime: returns milliseconds since the machine started.
    init(writtenMs: Int64, closedMs: Int64, uptime: @escaping @Sendable () -> Int64) {
        originMs = writtenMs &- uptime()
        self.closedMs = closedMs
        self.uptime = uptime
    }

    /// *Units*: milliseconds for which the ledger has been open.
    package var nowMs: Int64 { originMs &+ uptime() }

    /// The times from which a key that is taken now may be deleted.
    ///
    /// *Units*: milliseconds of this clock; `forgottenMs` is for a start, and there the time in which the ledger was closed
    /// is added.
    package func end(after lifetime: Duration) -> (expiresMs: Int64, forgottenMs: Int64) {
        let lifetimeMs = min(max(0, lifetime.wholeMilliseconds), 1000 << 32)
        let expiresMs = nowMs &+ lifetimeMs
        return (expiresMs, expiresMs &+ closedMs &+ FactClock.skewMs)
    }
}
