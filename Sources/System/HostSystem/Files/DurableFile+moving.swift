internal import Glibc

extension DurableFile {
    /// Creates a folder that only its owner may enter, and those above it that are missing.
    ///
    /// *Throws*: `unusableText` for a path with a NUL byte, `failed` with the system's reason.
    package static func createFolders(_ path: String) throws(LoopError) {
        guard try !FileStatus.isAnythingThere(path) else { return }
        if let above = ResolvedPath.folder(of: path) { try createFolders(above) }
        let task = "create the folder \(path)"
        do throws(LoopError) {
            try systemCall("mkdir", on: path, to: task) { unsafe mkdir(path, 0o700) }
        } catch {
            // Another process has created it meanwhile.
            guard error.codeName == "EEXIST" else { throw error }
        }
        try syncDirectory(of: path, to: task)
    }

    /// Gives a file another name, in any folder of the same file system; one that has the name is replaced.
    ///
    /// *Throws*: `unusableText` for a path with a NUL byte, `failed` with the system's reason, EXDEV for another file system.
    package static func move(_ path: String, to name: String) throws(LoopError) {
        guard !name.utf8.contains(0) else { throw .unusableText(name) }
        let task = "move \(path) to \(name)"
        try systemCall("rename", on: path, to: task) { unsafe rename(path, name) }
        try syncDirectory(of: name, to: task)
        try syncDirectory(of: path, to: task)
    }

    /// Waits until the bytes of a file and its name are on the disk.
    ///
    /// *Throws*: `unusableText` for a path with a NUL byte, `failed` with the system's reason.
    package static func sync(_ path: String) throws(LoopError) {
        let task = "sync \(path)"
        try OwnedDescriptor(opening: path, O_RDONLY | O_NOFOLLOW, to: task).sync(to: task)
        try syncDirectory(of: path, to: task)
    }
}
