internal import Glibc

extension HostFacts {
    /// *Units*: groups of one user; Linux allows no process more.
    private static let groupLimit: Int32 = 65_536

    /// The groups of a user by the user and group databases, the primary one included; nil if there is no such user.
    ///
    /// *Throws* and *Cost* as for `userID(named:)`.
    package static func groupIDs(ofUser userID: UInt32) throws(LoopError) -> Set<UInt32>? {
        guard let user = try account(of: userID) else { return nil }
        var count: Int32 = 64
        while true {
            var groups = [gid_t](repeating: 0, count: Int(count))
            let answer = unsafe getgrouplist(user.name, user.groupID, &groups, &count)
            if answer >= 0 { return Set(groups.prefix(Int(count))) }
            guard count > groups.count, count <= groupLimit else {
                throw .failed(task: "list the groups of \(user.name)", call: "getgrouplist", code: SystemCode(E2BIG))
            }
        }
    }
}
