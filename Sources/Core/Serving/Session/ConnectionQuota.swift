// The quota of connections for each user. There are so many connections altogether, so many for one user, and some of
// all are kept for operators:
//
//     a user has as many as one may have      refused, but for operators
//     there is room                           admitted
//     all are taken                           admitted in the place of one of the user's with the most connections, if that
//                                             user has at least as many as the newcomer's afterwards; else refused
//
// So users who fill the daemon together make room for one who comes later, and an operator always gets in, also where
// programs under its own uid or its subordinate uids have taken what the user may have.

import Contract

/// How many connections there are, all together and per user.
struct ConnectionQuota {
    /// What becomes of one more connection.
    enum Admission: Equatable {
        case admitted
        /// There is room once that user has one less.
        case inPlaceOf(user: UInt32)
        /// *Shape*: the limit's name in a table, and its value.
        case refused(limit: String, Int)
    }

    private var byUser: [UInt32: Int] = [:]
    /// *Units*: connections, of all users.
    private(set) var count = 0

    /// Whether a user may have one more.
    func admission(of uid: UInt32, isOperator: Bool, limits: ServingLimits) -> Admission {
        let own = byUser[uid, default: 0]
        guard own < limits.connectionsPerUser || isOperator else {
            return .refused(limit: "connections-per-user", limits.connectionsPerUser)
        }
        let reserved = isOperator ? 0 : min(Limits.connectionsForOperators, limits.connections / 2)
        guard count >= limits.connections - reserved else { return .admitted }
        // Of two with as many the lower uid, so that the same thing happens every time.
        let most = byUser.max { ($0.value, $1.key) < ($1.value, $0.key) }
        guard let most, most.key != uid, most.value > own + 1 || isOperator else {
            return .refused(limit: "connections", limits.connections)
        }
        return .inPlaceOf(user: most.key)
    }

    /// Counts a connection.
    mutating func add(_ uid: UInt32) {
        count += 1
        byUser[uid, default: 0] += 1
    }

    /// Counts a connection that is gone.
    mutating func remove(_ uid: UInt32) {
        count -= 1
        let left = byUser[uid, default: 1] - 1
        byUser[uid] = left > 0 ? left : nil
    }

    /// How many connections a user has.
    func count(of uid: UInt32) -> Int { byUser[uid, default: 0] }
}
