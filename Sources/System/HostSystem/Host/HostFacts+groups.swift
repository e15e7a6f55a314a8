internal import Glibc

extension HostFacts {
    /// The first user id of a person; ids below it belong to system users.
    ///
    /// Units add groups of system users to services (`SupplementaryGroups=`), and the group database does not list those.
    /// *Source*: UID_MIN of login.defs(5), and systemd's own boundary.
    private static let firstPersonID: UInt32 = 1000
    /// The id of the user `nobody`, which does not stand for one user: every process without another id gets this one.
    private static let nobodyID: UInt32 = 65_534

    /// A user's private group: the primary group, with the user's name, and without other members.
    ///
    /// nil if there is none, for root and system users, and if the databases cannot be read. The databases are read at each
    /// call.
    /// *Cost*: reads files and may ask the network: never on the loop's thread once it serves.
    static func privateGroupID(of userID: UInt32) -> UInt32? {
        // ignored: without a result there is no private group, and folders that a group can write are not trusted.
        guard userID >= firstPersonID, userID != nobodyID, let user = try? account(of: userID),
            let group = try? groupEntry(of: user.groupID),
            let primaryUsers = primaryUsers(of: user.groupID)
        else { return nil }
        return isPrivate(group.name, of: user.name, users: group.members + primaryUsers) ? user.groupID : nil
    }

    /// True if a group is named like a user who is its only user, as a member or by the primary group.
    static func isPrivate(_ groupName: String, of userName: String, users: [String]) -> Bool {
        groupName == userName && users.allSatisfy { $0 == userName }
    }

    /// The name and the primary group of a user; nil if there is none.
    package static func account(of userID: UInt32) throws(LoopError) -> (name: String, groupID: UInt32)? {
        try unsafe lookUp(
            "getpwuid_r", "user", "\(userID)", passwd(), { unsafe (String(cString: $0.pw_name), $0.pw_gid) }
        ) { unsafe getpwuid_r(userID, $0, $1, $2, $3) }
    }

    private static func groupEntry(of groupID: UInt32) throws(LoopError) -> (name: String, members: [String])? {
        func read(_ entry: group) -> (name: String, members: [String]) {
            var members: [String] = []
            var next = unsafe entry.gr_mem
            while let name = unsafe next?.pointee {
                unsafe members.append(String(cString: name))
                unsafe next = next?.successor()
            }
            return unsafe (String(cString: entry.gr_name), members)
        }
        return try unsafe lookUp("getgrgid_r", "group", "\(groupID)", group(), read) {
            unsafe getgrgid_r(groupID, $0, $1, $2, $3)
        }
    }

    /// The local accounts only: asking a directory service for all its users could take minutes.
    private static func primaryUsers(of groupID: UInt32) -> [String]? {
        // ignored: without the list the group may have other users, and is not private.
        guard let file = try? FileReader.read("/etc/passwd", byteLimit: 16 << 20) else { return nil }
        return primaryUsers(of: groupID, in: String(decoding: file.bytes, as: UTF8.self))
    }

    /// *Shape*: `name:password:uid:gid:…` lines.
    static func primaryUsers(of groupID: UInt32, in text: String) -> [String] {
        text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            guard fields.count > 3, String(Substring(fields[3])) == "\(groupID)" else { return nil }
            return String(Substring(fields[0]))
        }
    }

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
