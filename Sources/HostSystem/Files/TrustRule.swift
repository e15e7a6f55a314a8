// Which files the daemon trusts: tables, switches and programs that only root and the daemon's own user can change.
//
// A file's own owner and mode are not enough. Of `/srv/app/tool`:
//
//     /            root's, mode 0755      trusted
//     /srv         root's, mode 0755      trusted
//     /srv/app     uid 1000's             a fault: uid 1000 can rename `tool` and put another program in its place
//
// So the rule walks from `/` to the file, as StrictModes of sshd does: every folder and every symbolic link on the way
// belongs to root or to the daemon's user, and no other user can write any of them. The walk follows links itself, one
// component at a time, so that the folders on the way to a link's target are walked too.
//
// The order makes the walk safe against users who rename things meanwhile. It goes downwards, and a folder that passed can
// no longer be changed by other users; so what the walk found at a path is what the next open of that path finds. Root and
// the daemon's user can still change it, and are trusted.
//
// A sticky folder such as /tmp may be writable by others: there an entry can be renamed or removed only by its owner, and
// the entry that the walk takes must be root's or the daemon's. An entry that does not exist yet is a fault of a program,
// since any user can create it; a table or switch that does not exist says nothing, which is no question of trust. A sticky
// folder whose names are listed is a fault, since any user can add one.
//
// The group may write where it is the daemon user's own private group (`HostFacts.privateGroupID`) and no access list
// names other users: distributions that give each user such a group create folders with mode 0775.
//
// *Cost*: one lstat for each component, and one readlink for each link: see StartBenchmark.

internal import CLinux
internal import Glibc

/// Which files are trusted, by their owners and modes and those of every folder and link on the way to them.
package struct TrustRule: Sendable {
    /// What a walk ends at.
    package struct End: Sendable {
        /// *Shape*: absolute, without links on the way.
        package let path: String
        let found: stat
    }

    /// How many symbolic links one path may go through.
    ///
    /// *Source*: the kernel follows as many (path_resolution(7)).
    private static let linkLimit = 40

    /// The user who is trusted beside root.
    package let userID: UInt32
    /// The group that has no member but that user; nil where there is none.
    package let privateGroupID: UInt32?

    package init(userID: UInt32, privateGroupID: UInt32? = nil) {
        self.userID = userID
        self.privateGroupID = privateGroupID
    }

    /// The rule of this process: root and its effective user are trusted.
    ///
    /// The private group is looked up once, at the first use, which is when the table is loaded.
    package static let ofThisProcess = TrustRule(
        userID: HostFacts.userID, privateGroupID: HostFacts.privateGroupID(of: HostFacts.userID))

    /// Walks to a file or folder.
    ///
    /// A device, pipe or socket at the end is not judged: what reads or starts files refuses them by their kind.
    /// - Parameters:
    ///   - task: what the walk is for, for the error: `read /etc/hosts`.
    ///   - judgesAbsence: whether what does not exist is a fault where other users can create it.
    ///
    /// *Throws*: `untrusted` with the component at fault; `failed` with the system's reason, ENOENT where there is nothing of
    /// that name, EILSEQ where a link leads to a name that is not UTF-8; `unusableText` for a path with a NUL byte.
    package func walk(
        _ path: String, to task: String, judgesAbsence: Bool = false
    ) throws(LoopError) -> End {
        guard !path.utf8.contains(0) else { throw .unusableText(path) }
        guard !path.isEmpty else { throw Self.failure(ENOENT, "lstat", task) }
        var pending = Self.names(in: try Self.absolute(path))
        var (place, linkCount) = (try Self.look(at: "/", task), 0)
        try check(place)
        while let name = pending.popLast() {
            guard place.found.st_mode & S_IFMT == S_IFDIR else { throw Self.failure(ENOTDIR, "lstat", task) }
            if name == ".." {
                // A folder without links on its way has the parent that its path says, and the walk came through that.
                place = try Self.look(at: Self.parent(of: place.path), task)
                continue
            }
            let next = try entry(name, of: place, task, judgesAbsence)
            try check(next)
            guard next.found.st_mode & S_IFMT == S_IFLNK else {
                place = next
                continue
            }
            linkCount += 1
            guard linkCount <= Self.linkLimit else { throw Self.failure(ELOOP, "readlink", task) }
            let target = try Self.readLink(next.path, task)
            if target.utf8.first == Self.slash { place = try Self.look(at: "/", task) }
            pending += Self.names(in: target)
        }
        return place
    }

    /// Walks to a folder whose names are to be listed, so that others may not add any, sticky or not.
    ///
    /// *Throws*: as `walk(_:to:)`.
    package func walk(toListed folder: String, to task: String) throws(LoopError) -> End {
        let end = try walk(folder, to: task)
        guard !isWritableByOthers(end) else { throw .untrusted(Self.writable(end, .folder)) }
        return end
    }

    /// What keeps a path from being trusted.
    ///
    /// nil where nothing does, and where the path cannot be walked to the end: reading it says why.
    package func fault(of path: String) -> PathFault? { Self.fault { () throws(LoopError) in try walk(path, to: "") } }

    /// What keeps a folder's names from being trusted; nil as for `fault(of:)`.
    package func fault(ofListed folder: String) -> PathFault? {
        Self.fault { () throws(LoopError) in try walk(toListed: folder, to: "") }
    }

    private static func fault(_ walk: () throws(LoopError) -> End) -> PathFault? {
        do throws(LoopError) {
            _ = try walk()
            return nil
        } catch .untrusted(let fault) {
            return fault
        } catch {
            return nil
        }
    }

    // MARK: One component

    private func check(_ end: End) throws(LoopError) {
        guard let kind = PathFault.Kind(end.found.st_mode) else { return }
        let owner = end.found.st_uid
        guard owner == 0 || owner == userID else {
            throw .untrusted(PathFault(path: end.path, kind: kind, reason: .owner(userID: owner)))
        }
        switch kind {
        case .link: return
        // Its entries are protected one by one, and the walk looks at the owner of the one that it takes.
        case .folder where end.found.st_mode & S_ISVTX != 0: return
        case .file, .folder: if isWritableByOthers(end) { throw .untrusted(Self.writable(end, kind)) }
        }
    }

    private func entry(
        _ name: String, of folder: End, _ task: String, _ judgesAbsence: Bool
    ) throws(LoopError) -> End {
        let path = folder.path == "/" ? "/" + name : folder.path + "/" + name
        do throws(LoopError) {
            return try Self.look(at: path, task)
        } catch {
            guard judgesAbsence, error.codeName == "ENOENT", isWritableByOthers(folder) else { throw error }
            let mode = folder.found.st_mode & 0o7777
            throw .untrusted(
                PathFault(path: path, kind: .file, reason: .absent(folder: folder.path, mode: mode)))
        }
    }

    /// With an access list the group's bits are what the list gives to anyone at most, so one may give more to others.
    private func isWritableByOthers(_ end: End) -> Bool {
        if end.found.st_mode & 0o002 != 0 { return true }
        guard end.found.st_mode & 0o020 != 0 else { return false }
        guard end.found.st_gid == privateGroupID else { return true }
        return unsafe deeplink_has_access_list(end.path) != 0
    }

    private static func writable(_ end: End, _ kind: PathFault.Kind) -> PathFault {
        PathFault(path: end.path, kind: kind, reason: .writable(mode: end.found.st_mode & 0o7777))
    }

    private static func look(at path: String, _ task: String) throws(LoopError) -> End {
        var found = stat()
        try systemCall("lstat", to: task) { unsafe lstat(path, &found) }
        return End(path: path, found: found)
    }

    private static func readLink(_ path: String, _ task: String) throws(LoopError) -> String {
        var failure: LoopError?
        let bytes = unsafe [CChar](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            do throws(LoopError) {
                guard let base = buffer.baseAddress else { return }
                let room = buffer.count
                count = try systemCall("readlink", to: task) { unsafe readlink(path, base, room) }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        // A repaired name would be another file's.
        guard let target = String(validating: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self) else {
            throw Self.failure(EILSEQ, "readlink", "\(task): the target of the link \(path) is not UTF-8")
        }
        return target
    }

    private static func failure(_ code: Int32, _ call: String, _ task: String) -> LoopError {
        .failed(task: task, call: call, code: SystemCode(code))
    }

    // MARK: Paths, byte by byte as the kernel reads them

    private static let slash = UInt8(ascii: "/")

    private static func absolute(_ path: String) throws(LoopError) -> String {
        path.utf8.first == slash ? path : try HostFacts.workingFolder() + "/" + path
    }

    /// The components that lead somewhere, the last one first.
    ///
    /// A character of Swift's can be a slash with an accent, which is a slash to the kernel: bytes are split, not characters.
    private static func names(in path: String) -> [String] {
        path.utf8.split(separator: slash).map { String(decoding: $0, as: UTF8.self) }.filter { $0 != "." }.reversed()
    }

    private static func parent(of path: String) -> String {
        let start = path.utf8.lastIndex(of: slash).map { String(path[..<$0]) } ?? ""
        return start.isEmpty ? "/" : start
    }
}
