// The quota that decides if a new connection is taken. This is decided before anything is built for it, by its user
// alone, so that a flood of connections costs the daemon little:
//
//     the user has as many as one may have                            closed
//     the user connects too fast while others connect                 closed
//     otherwise                                                       it waits for its turn, and ConnectionQuota decides
//
// "While others connect" means that connections wait, and that another user has connected within a second. A user who
// connects fast alone harms no other. Operators are never closed here.

import Contract

/// How fast users connect, and how many of their connections were refused.
struct ArrivalQuota {
    /// Why a connection is refused: the limit's name, and its value.
    typealias Refusal = (limit: String, value: Int)

    private struct User {
        var rate = CallRate()
        /// Limits the lines of the log about the user.
        var lines = CallRate()
        /// *Units*: refused connections that are in no line of the log.
        var refusedCount = 0
    }

    private var users: [UInt32: User] = [:]
    /// The user who connected last and when, and when the last other one did.
    ///
    /// *Units*: nanoseconds on the monotonic clock.
    private var newest: (uid: UInt32, ns: Int64, othersNs: Int64?)?

    /// *Units*: users of whom something is remembered.
    var userCount: Int { users.count }

    /// Counts a connection of a user; answers why it is closed, if it is.
    ///
    /// - Parameters:
    ///   - count: how many the user has.
    ///   - isBusy: whether other connections wait to be served.
    mutating func refusal(
        of uid: UInt32, count: Int, isBusy: Bool, limits: ServingLimits, nowNs: Int64
    ) -> Refusal? {
        guard count < limits.connectionsPerUser else {
            return ("connections-per-user", limits.connectionsPerUser)
        }
        let waitNs = users[uid, default: User()].rate.count(
            limit: Limits.connectionsPerSecond, atOnce: Limits.connectionsAtOnce, nowNs: nowNs)
        let isAmongOthers = noteOthers(than: uid, nowNs: nowNs)
        return waitNs != nil && isBusy && isAmongOthers ? ("connections-per-second", Limits.connectionsPerSecond) : nil
    }

    /// Notes that a user connects; answers whether another one has connected within a second.
    private mutating func noteOthers(than uid: UInt32, nowNs: Int64) -> Bool {
        let othersNs = newest.flatMap { $0.uid == uid ? $0.othersNs : $0.ns }
        newest = (uid, nowNs, othersNs)
        return othersNs.map { nowNs - $0 < 1_000_000_000 } ?? false
    }

    /// Counts a refused connection; answers how many there were since the last line of the log, once a second.
    mutating func noteRefusal(of uid: UInt32, nowNs: Int64) -> Int? {
        users[uid, default: User()].refusedCount += 1
        guard users[uid, default: User()].lines.count(limit: 1, nowNs: nowNs) == nil else { return nil }
        defer { users[uid]?.refusedCount = 0 }
        return users[uid]?.refusedCount
    }

    /// Forgets users whose rates are full again.
    mutating func forgetUnneeded(nowNs: Int64) {
        users = users.filter { !$0.value.rate.isFull(nowNs: nowNs) || !$0.value.lines.isFull(nowNs: nowNs) }
    }
}
