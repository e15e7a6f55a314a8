internal import Glibc

/// The user whose rights this process has.
package enum ProcessUser {
    /// Takes the rights of another user, for good; only root can.
    ///
    /// *Throws*: `failed` with the system's reason; the rights are then partly those of the other user, so the process must
    /// end.
    /// *Owner/thread*: the only thread of the process.
    package static func become(userID: UInt32, groupID: UInt32, groupIDs: Set<UInt32>) throws(LoopError) {
        let task = "take the rights of uid \(userID)"
        let groups = groupIDs.sorted()
        try systemCall("setgroups", to: task) { unsafe setgroups(groups.count, groups) }
        try systemCall("setgid", to: task) { setgid(groupID) }
        try systemCall("setuid", to: task) { setuid(userID) }
    }
}
