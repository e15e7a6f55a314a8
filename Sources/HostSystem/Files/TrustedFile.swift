internal import Glibc

/// A regular file that is open, and is the very one that a walk found trusted.
struct TrustedFile: ~Copyable {
    /// How often a file that is replaced between the walk and the opening is walked to again.
    ///
    /// Only root and the daemon's user can replace it there, and they do it once.
    private static let tries = 3

    let descriptor: OwnedDescriptor
    let found: stat

    /// Walks to a file and opens it, close-on-exec.
    ///
    /// - Parameter isProgram: whether it is to be started: then its absence is judged, and it must be readable all the same.
    ///
    /// *Throws*: what the walk throws; `notAFile`; `fileChanged` for one that is replaced again and again; `unreadableProgram`;
    /// `failed` with the system's reason.
    init(_ path: String, to task: String, trusting rule: TrustRule, isProgram: Bool = false) throws(LoopError) {
        for _ in 0..<Self.tries {
            let end = try rule.walk(path, to: task, judgesAbsence: isProgram)
            guard end.found.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
            let descriptor: OwnedDescriptor
            do throws(LoopError) {
                descriptor = try Self.open(end.path, O_RDONLY | O_NONBLOCK | O_NOCTTY, task)
            } catch {
                guard isProgram, error.codeName == "EACCES" else { throw error }
                throw .unreadableProgram(path: path, task: task)
            }
            let number = descriptor.number
            var found = stat()
            try systemCall("fstat", to: task) { unsafe fstat(number, &found) }
            guard Self.isSame(end.found, found) else { continue }
            self.descriptor = descriptor
            self.found = found
            return
        }
        throw .fileChanged(path: path)
    }

    private static func open(_ path: String, _ flags: Int32, _ task: String) throws(LoopError) -> OwnedDescriptor {
        OwnedDescriptor(
            try systemCall("open", to: task) { unsafe Glibc.open(path, flags | O_NOFOLLOW | O_CLOEXEC) })
    }

    /// Owner and mode count too: a file that was given away meanwhile is walked to again.
    private static func isSame(_ walked: stat, _ opened: stat) -> Bool {
        walked.st_dev == opened.st_dev && walked.st_ino == opened.st_ino && walked.st_mode == opened.st_mode
            && walked.st_uid == opened.st_uid && walked.st_gid == opened.st_gid
    }
}
