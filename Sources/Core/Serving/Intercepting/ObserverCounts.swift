import Contract

/// How many observers of each user's links are being performed, so that one user's links leave others their observers.
///
/// *Owner/thread*: the loop's thread.
struct ObserverCounts {
    private var counts: [UInt32: Int] = [:]

    /// Counts one more; false, without counting it, if there are too many.
    mutating func add(of user: UInt32) -> Bool {
        let count = counts[user] ?? 0
        guard count < Limits.observersPerUser else { return false }
        counts[user] = count + 1
        return true
    }

    /// Counts one less.
    mutating func remove(of user: UInt32) {
        let count = counts[user] ?? 0
        counts[user] = count > 1 ? count - 1 : nil
    }
}
