internal import CLibUV
internal import Glibc
internal import HostSystem

/// The file that a bound socket leaves in the file system, identified by device and inode.
///
/// A file at the path that refuses connections was left by a process that is gone, and is replaced. Two daemons that
/// start on one such path in the same instant are not guarded against: the service manager starts only one.
struct SocketFile {
    let path: String
    private let device: dev_t
    private let inode: ino_t

    /// Records the file that is at the path now.
    private init?(at path: String) {
        var found = stat()
        guard unsafe lstat(path, &found) == 0, found.st_mode & S_IFMT == S_IFSOCK else { return nil }
        self.path = path
        device = found.st_dev
        inode = found.st_ino
    }

    /// Binds a socket to the path, with exactly that mode from the first moment of possible connections.
    ///
    /// The mode is set on the socket before bind, which creates the file with that mode minus the umask. The bits that
    /// the umask took are added before `listen`. So the file is never more open than asked, and the process's umask
    /// never changes.
    ///
    /// *Throws*: `addressInUse`, `notASocket`, `failed`.
    static func bind(_ socket: borrowing OwnedDescriptor, to address: UnixAddress, mode: UInt32)
        throws(LoopError) -> SocketFile
    {
        let path = address.path
        let task = "listen on \(path)"
        let descriptor = socket.number
        try makeRoom(at: address)
        try systemCall("fchmod", to: task) { fchmod(descriptor, mode & 0o777) }
        try systemCall("bind", to: task) { address.use { unsafe Glibc.bind(descriptor, $0, $1) } }
        guard let file = SocketFile(at: path) else {
            throw .failed(task: task, call: "lstat", code: SystemCode(ENOENT))
        }
        do {
            try systemCall("fchmodat", to: task) {
                unsafe fchmodat(AT_FDCWD, path, mode & 0o777, AT_SYMLINK_NOFOLLOW)
            }
        } catch {
            file.remove()
            throw error
        }
        return file
    }

    /// Removes the file if it is still the one this value bound, and not a successor's.
    func remove() {
        guard let found = SocketFile(at: path), found.device == device, found.inode == inode else { return }
        // ignored: if the directory is not writable any more, a stale file stays, which the next start replaces.
        _ = unsafe unlink(path)
    }

    /// Makes the path free, or throws the reason why it is not.
    private static func makeRoom(at address: UnixAddress) throws(LoopError) {
        let path = address.path
        let task = "listen on \(path)"
        var found = stat()
        guard unsafe lstat(path, &found) == 0 else {
            if errno == ENOENT { return try requireParent(of: path, task) }
            throw .failed(task: task, call: "lstat", code: SystemCode(errno))
        }
        guard found.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
        let probe = try UnixSocket.make(SOCK_STREAM, flags: SOCK_NONBLOCK.rawValue, to: task)
        let descriptor = probe.number
        do {
            try systemCall("connect", to: task) { address.use { unsafe connect(descriptor, $0, $1) } }
        } catch .failed(_, _, SystemCode(ECONNREFUSED)) {
            try systemCall("unlink", to: task) { unsafe unlink(path) }
            return
        } catch .failed(_, _, SystemCode(EAGAIN)) {
            // Its queue of waiting connections is full, so its process is alive.
        }
        throw .addressInUse(path: path)
    }

    /// Throws for a missing directory, because bind's ENOENT would name the socket's path instead.
    private static func requireParent(of path: String, _ task: String) throws(LoopError) {
        guard let parent = ResolvedPath.folder(of: path) else { return }
        var found = stat()
        guard unsafe stat(parent, &found) == 0 else {
            throw .failed(task: "\(task) in directory \(parent)", call: "stat", code: SystemCode(errno))
        }
    }
}
