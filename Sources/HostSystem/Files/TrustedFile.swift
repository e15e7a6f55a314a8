internal import Glibc

/// An open regular file that is the same file as the one that a walk found trusted.
struct TrustedFile: ~Copyable {
    /// How often the walk is repeated if a file is replaced between walk and open.
    ///
    /// Only root and the daemon's user can replace it there, and a replacement is not usually repeated.
    private static let tries = 3

    let descriptor: OwnedDescriptor
    let found: stat

    /// Walks to a file and opens it, close-on-exec.
    ///
    /// - Parameter isProgram: true if it is to be started: then its absence is judged, and it must be readable.
    ///
    /// *Throws*: the errors of the walk; `notAFile`; `fileChanged` for a file that is replaced at every try;
    /// `unreadableProgram`; `failed` with the system's reason.
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

    /// Owner and mode count too: if a file was given to another user meanwhile, the walk is repeated.
    private static func isSame(_ walked: stat, _ opened: stat) -> Bool {
        walked.st_dev == opened.st_dev && walked.st_ino == opened.st_ino && walked.st_mode == opened.st_mode
            && walked.st_uid == opened.st_uid && walked.st_gid == opened.st_gid
    }
}
