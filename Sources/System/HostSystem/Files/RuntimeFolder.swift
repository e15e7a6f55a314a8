internal import Glibc

/// A folder of this user's runtime directory, for small files that end with the session: `/run/user/1000/deeplinkd`.
///
/// Another user must not be able to lead a write elsewhere. So the folder and the directory around it belong to this user, no
/// other user can write to them, and the folder is no link; its files are reached by its descriptor, and never through links.
package struct RuntimeFolder: ~Copyable {
    private let folder: OwnedDescriptor
    private let path: String

    /// Opens a folder of the runtime directory, and creates it with mode 0700 if there is none.
    ///
    /// *Throws*: `unusableText` for a path with a NUL byte; `failed`, with EPERM for a directory or folder that another user
    /// owns or can write to, and with ENOTDIR for a link.
    package init(_ name: String, in directory: String) throws(LoopError) {
        let path = directory + "/" + name
        let task = "use the folder \(path)"
        try Self.check(OwnedDescriptor(opening: directory, O_RDONLY | O_DIRECTORY, to: task), to: task)
        try DurableFile.makeFolder(path, to: task)
        let found = try OwnedDescriptor(opening: path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, to: task)
        try Self.check(found, to: task)
        self.path = path
        folder = found
    }

    private static func check(_ folder: borrowing OwnedDescriptor, to task: String) throws(LoopError) {
        let found = try folder.status(to: task)
        guard found.st_uid == geteuid(), found.st_mode & 0o022 == 0 else {
            throw .failed(task: task, call: "fstat", code: SystemCode(EPERM))
        }
    }

    /// Gives a file of the folder new bytes, or creates it: a reader finds the old ones or the new ones, never a mix.
    ///
    /// What has the name before is replaced, unless it is a folder, and a link is not followed. Only this user can read and
    /// write the new file.
    ///
    /// *Throws*: `failed` with the system's reason; `unusableText` for a name with a NUL byte.
    package func replace(_ name: String, bytes: [UInt8]) throws(LoopError) {
        let (number, task) = (folder.number, "replace \(path)/\(name)")
        let partial = "." + name + "." + String(UInt32(truncatingIfNeeded: try HostFacts.randomBits()), radix: 16)
        let file = OwnedDescriptor(
            try systemCall("openat", on: partial, to: task) {
                unsafe openat(number, partial, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            })
        do throws(LoopError) {
            try writeAll(bytes, to: file.number, task: task)
            try systemCall("renameat", to: task) { unsafe renameat(number, partial, number, name) }
        } catch {
            // ignored: what cannot be removed has a name of its own, and is not mistaken for the whole.
            unsafe _ = unlinkat(number, partial, 0)
            throw error
        }
    }
}
