// The clock by which idempotency keys expire: how long the ledger has been open in all. It runs on the machine's uptime, which
// nobody sets, and goes on at the next start from where it was written down.
//
// Only for the time in which the ledger was closed there is nothing but the fact clock, which begins with the wall clock. So
// a key is also forgotten at a start at which the fact clock says that it is over by two days, which hold every mistake that
// FactClock allows for.
//
//     the daemon has run for a day since             expired
//     the wall clock is set ahead for a moment       nothing
//     a start with a wall clock a day ahead          nothing
//     a start three days after the key was taken     forgotten, however little the daemon has run
//     the key was taken while the wall clock was     expired after a day of running, as any other
//     ten years ahead

/// Tells the time that idempotency keys live by.
struct KeyClock: Sendable {
    /// When a key may be forgotten.
    struct End {
        /// *Units*: milliseconds of this clock.
        let expiresMs: Int64
        /// At a start when the fact clock is as far.
        ///
        /// *Units*: milliseconds since 1970 UTC.
        let forgottenMs: Int64
    }

    private let originMs: Int64
    private let uptime: @Sendable () -> Int64

    /// - Parameters:
    ///   - writtenMs: how far it was when it was written down last.
    ///   - uptime: tells milliseconds since the machine was started.
    init(writtenMs: Int64, uptime: @escaping @Sendable () -> Int64) {
        originMs = writtenMs &- uptime()
        self.uptime = uptime
    }

    /// *Units*: milliseconds for which the ledger has been open.
    var nowMs: Int64 { originMs &+ uptime() }

    /// The end of a key that is taken now.
    func end(after lifetime: Duration, fact: FactClock) -> End {
        let lifetimeMs = min(max(0, lifetime.components.seconds), 1 << 32) * 1000
        return End(expiresMs: nowMs &+ lifetimeMs, forgottenMs: fact.nowMs &+ lifetimeMs &+ FactClock.skewMs)
    }
}
