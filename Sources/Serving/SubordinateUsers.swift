import Contract
import EventLoop
import Logging

/// The file of subordinate uids, read again when it has changed.
///
/// *Owner/thread*: the loop's thread. The file is read on the thread pool, since the names in it are looked up in the user
/// database; until that is done what was known before counts.
final class SubordinateUsers {
    /// Tells one version of a file from the next.
    private struct Stamp: Equatable {
        let inode: UInt64
        let changedNs: Int64
    }

    private let loop: Loop
    private let path: String
    private var stamp: Stamp?
    private(set) var ids = SubordinateIDs()
    private var isReading = false

    init(loop: Loop, path: String) {
        self.loop = loop
        self.path = path
    }

    /// The user whom a uid counts for.
    func owner(of uid: UInt32) -> UInt32 { ids.owner(of: uid) }

    /// Looks whether the file has changed, and has it read then; `done` is called when it is known what it says.
    ///
    /// *Cost*: a `stat` where it has not.
    func refresh(then done: @escaping () -> Void = {}) {
        // ignored: without the file there are no subordinate uids.
        let status = try? FileStatus(of: path)
        let now = status.map { Stamp(inode: $0.inode, changedNs: $0.changedNs) }
        guard now != stamp, !isReading else { return done() }
        isReading = true
        do throws(LoopError) {
            try loop.work { [path] in
                Self.read(path)
            } then: { [self] ids in
                isReading = false
                (stamp, self.ids) = (now, ids)
                done()
            }
        } catch {
            // ignored: libuv has no reason to refuse; the next connection tries again.
            isReading = false
            done()
        }
    }

    private static func read(_ path: String) -> SubordinateIDs {
        // ignored: a file that is being written is read again at the next connection, since its stamp is another then.
        guard let file = try? FileReader.read(path, byteLimit: Limits.subordinateFileBytes) else {
            return SubordinateIDs()
        }
        // ignored: a name that cannot be looked up has no uid, and its range counts for no user.
        return SubordinateIDs(text: String(decoding: file.bytes, as: UTF8.self)) {
            (try? HostFacts.userID(named: $0)) ?? nil
        }
    }
}
