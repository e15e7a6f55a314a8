// The rule by which the daemon trusts files: only tables, switches and programs that no user but root and the daemon's
// own can change.
//
// A file's own owner and mode are not enough. For `/srv/app/tool`:
//
//     /            root's, mode 0755      trusted
//     /srv         root's, mode 0755      trusted
//     /srv/app     uid 1000's             a fault: uid 1000 can rename `tool` and put another program in its place
//
// So the rule walks from `/` to the file, as StrictModes of sshd does: every folder and every symbolic link on the way must
// belong to root or to the daemon's user, and no other user may be able to write to it. The walk follows links itself, one
// component at a time, so that the folders on the way to a link's target are walked too.
//
// The order makes the walk safe against concurrent renames. It goes downwards, and other users can no longer change a
// folder that passed; so the next open of a path finds what the walk found there. Root and the daemon's user can still
// change it, and are trusted.
//
// A sticky folder such as /tmp may be writable by others: there only its owner can rename or remove an entry, and the entry
// on the way must be root's or the daemon user's. If a program does not exist yet in such a folder, that is a fault, since
// any user can create it. A table or switch that does not exist has no effect, so trust does not matter. A sticky folder
// whose names are listed is a fault, since any user can add one.
//
// The group may write if it is the daemon user's own private group (`HostFacts.privateGroupID`) and no access list names
// other users: distributions that give each user such a group create folders with mode 0775.
//
// *Cost*: one lstat for each component, and one readlink for each link: see StartBenchmark.

internal import CLinux
internal import Glibc

/// Decides which files are trusted, by owner and mode of the file and of every folder and link on the way to it.
package struct TrustRule: Sendable {
    /// The end of a walk.
    package struct End: Sendable {
        /// *Shape*: absolute, without symbolic links.
        package let path: String
        let found: stat
    }

    /// How many symbolic links one path may contain.
    ///
    /// *Source*: the kernel's own limit (path_resolution(7)).
    private static let linkLimit = 40

    /// The user trusted besides root.
    package let userID: UInt32
    /// The group whose only member is that user; nil if there is none.
    package var privateGroupID: UInt32?

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
    /// A device, pipe or socket at the end is not judged: the code that reads or starts files refuses those kinds.
    /// - Parameters:
    ///   - task: the purpose of the walk, for the error: `read /etc/hosts`.
    ///   - judgesAbsence: true if a missing file is a fault where other users can create it.
    ///
    /// *Throws*: `untrusted` with the component at fault; `failed` with the system's reason, ENOENT if nothing has that
    /// name, EILSEQ if a link leads to a name that is not UTF-8; `unusableText` for a path with a NUL byte.
    package func walk(
        _ path: String, to task: String, judgesAbsence: Bool = false
    ) throws(LoopError) -> End {
        guard !path.utf8.contains(0) else { throw .unusableText(path) }
        guard !path.isEmpty else { throw Self.failure(ENOENT, "lstat", task) }
        var pending = Self.names(in: try Self.absolute(path))
        var (place, linkCount) = (try Self.look(at: "/", task), 0)
        try check(place)
        while let name = pending.popLast() {
            guard place.found.type == S_IFDIR else { throw Self.failure(ENOTDIR, "lstat", task) }
            if name == ".." {
                // A path without links: its parent is the one that the text names, and the walk came through it.
                place = try Self.look(at: ResolvedPath.folder(of: place.path) ?? "/", task)
                continue
            }
            let next = try entry(name, of: place, task, judgesAbsence)
            try check(next)
            guard next.found.type == S_IFLNK else {
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

    /// Walks to a folder whose names will be listed, so that others may not add names, sticky or not.
    ///
    /// *Throws*: as `walk(_:to:)`.
    package func walk(toListed folder: String, to task: String) throws(LoopError) -> End {
        let end = try walk(folder, to: task)
        guard !isWritableByOthers(end) else { throw .untrusted(Self.writable(end, .folder)) }
        return end
    }

    /// The reason why a path is not trusted.
    ///
    /// nil if it is trusted, and if the walk cannot reach its end: reading the path then reports why.
    package func fault(of path: String) -> PathFault? { fault(of: path, isListed: false) }

    /// The reason why a folder's names are not trusted; nil as for `fault(of:)`.
    package func fault(ofListed folder: String) -> PathFault? { fault(of: folder, isListed: true) }

    private func fault(of path: String, isListed: Bool) -> PathFault? {
        do throws(LoopError) {
            _ = try isListed ? walk(toListed: path, to: "") : walk(path, to: "")
        } catch {
            if case .untrusted(let fault) = error { return fault }
        }
        return nil
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
        // A sticky folder protects each of its entries, and the walk checks the owner of the next one.
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
            let reason = PathFault.Reason.absent(folder: folder.path, mode: folder.found.st_mode & 0o7777)
            throw .untrusted(PathFault(path: path, kind: .file, reason: reason))
        }
    }

    /// With an access list, the mode's group bits are the most that the list grants to anyone: it may grant them to others.
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
        End(path: path, found: try stat(of: path, followsLinks: false, to: task))
    }

    private static func readLink(_ path: String, _ task: String) throws(LoopError) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = try systemCall("readlink", to: task) { unsafe readlink(path, &bytes, Int(PATH_MAX)) }
        // Repaired bytes would name another file.
        guard let target = String(validating: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) else {
            throw Self.failure(EILSEQ, "readlink", "\(task): the target of the link \(path) is not UTF-8")
        }
        return target
    }

    private static func failure(_ code: Int32, _ call: String, _ task: String) -> LoopError {
        .failed(task: task, call: call, code: SystemCode(code))
    }

    // MARK: Paths, split into bytes as the kernel does

    private static let slash = UInt8(ascii: "/")

    private static func absolute(_ path: String) throws(LoopError) -> String {
        path.utf8.first == slash ? path : try HostFacts.workingFolder() + "/" + path
    }

    /// The components of a path without `.`, the last one first.
    ///
    /// One Swift character can be a slash with an accent, which is a slash to the kernel: so bytes are split, not
    /// characters.
    private static func names(in path: String) -> [String] {
        path.utf8.split(separator: slash).map { String(decoding: $0, as: UTF8.self) }.filter { $0 != "." }.reversed()
    }
}
