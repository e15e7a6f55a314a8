import Contract

/// How many connections there are, all together and per user; one user cannot take the others' places.
struct ClientQuota {
    /// Why a connection is not taken.
    enum Refusal: Equatable {
        case connections(limit: Int)
        case connectionsOfUser(limit: Int)
    }

    private var byUser: [UInt32: Int] = [:]
    private(set) var connectionCount = 0

    /// Counts a connection, or says why it is one too many.
    mutating func open(_ uid: UInt32) -> Refusal? {
        guard connectionCount < Limits.connections else { return .connections(limit: Limits.connections) }
        guard byUser[uid, default: 0] < Limits.connectionsPerUser else {
            return .connectionsOfUser(limit: Limits.connectionsPerUser)
        }
        connectionCount += 1
        byUser[uid, default: 0] += 1
        return nil
    }

    /// Counts a connection that is gone.
    mutating func close(_ uid: UInt32) {
        connectionCount -= 1
        let left = byUser[uid, default: 1] - 1
        byUser[uid] = left > 0 ? left : nil
    }
}
