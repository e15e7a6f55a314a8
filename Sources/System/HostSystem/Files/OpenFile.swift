internal import Glibc

/// An open regular file.
struct OpenFile: ~Copyable {
    /// How often the walk is repeated if a file is replaced between walk and open.
    ///
    /// Only root and the daemon's user can replace it there, and a replacement is not usually repeated.
    private static let tries = 3
    // O_NONBLOCK: opening a FIFO would otherwise wait for its writer.
    private static let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY

    let descriptor: OwnedDescriptor
    let found: stat

    /// Opens a file; symbolic links are followed.
    ///
    /// *Throws*: `notAFile`, `unusableText` for a path with a NUL byte, `failed` with the system's reason.
    init(_ path: String, to task: String) throws(LoopError) {
        let descriptor: OwnedDescriptor
        do {
            descriptor = try OwnedDescriptor(opening: path, Self.flags, to: task)
        } catch .failed(_, _, SystemCode(ENXIO)) {
            // The errno of open for a socket, or for a device that does not exist.
            throw .notAFile(path: path)
        }
        let found = try descriptor.status(to: task)
        guard found.type == S_IFREG else { throw .notAFile(path: path) }
        self.descriptor = descriptor
        self.found = found
    }

    /// Walks to a file and opens it: it is the same file as the one that the walk found trusted.
    ///
    /// - Parameter isProgram: true if it is to be started: then its absence is judged, and it must be readable.
    ///
    /// *Throws*: the errors of the walk; `notAFile`; `fileChanged` for a file that is replaced at every try;
    /// `unreadableProgram`; `failed` with the system's reason.
    init(_ path: String, to task: String, trusting rule: TrustRule, isProgram: Bool = false) throws(LoopError) {
        for _ in 0..<Self.tries {
            let end = try rule.walk(path, to: task, judgesAbsence: isProgram)
            guard end.found.type == S_IFREG else { throw .notAFile(path: path) }
            let descriptor: OwnedDescriptor
            do throws(LoopError) {
                descriptor = try OwnedDescriptor(opening: end.path, Self.flags | O_NOFOLLOW, to: task)
            } catch {
                guard isProgram, error.codeName == "EACCES" else { throw error }
                throw .unreadableProgram(path: path, task: task)
            }
            let found = try descriptor.status(to: task)
            guard Self.isSame(end.found, found) else { continue }
            self.descriptor = descriptor
            self.found = found
            return
        }
        throw .fileChanged(path: path)
    }

    /// Owner and mode count too: if a file was given to another user meanwhile, the walk is repeated.
    private static func isSame(_ walked: stat, _ opened: stat) -> Bool {
        walked.st_dev == opened.st_dev && walked.st_ino == opened.st_ino && walked.st_mode == opened.st_mode
            && walked.st_uid == opened.st_uid && walked.st_gid == opened.st_gid
    }
}
