internal import Glibc

/// Reads the names in a folder.
package enum FolderReader {
    /// A folder's names, and the facts about it that decide whether they are believed.
    package struct Folder: Equatable, Sendable {
        /// In no order, without the folder itself and its parent.
        ///
        /// A name that is not UTF-8 is repaired and so names nothing.
        package var names: [String]
        package var status: FileStatus
    }

    /// Reads a folder; symbolic links are followed.
    ///
    /// *Throws*: `unusableText` for a path with a NUL byte, `folderTooLarge`, `failed` with the system's reason.
    package static func read(_ path: String, nameLimit: Int) throws(LoopError) -> Folder {
        guard !path.utf8.contains(0) else { throw .unusableText(path) }
        let task = "read the folder \(path)"
        guard let stream = unsafe opendir(path) else {
            throw .failed(task: task, call: "opendir", code: SystemCode(errno))
        }
        // ignored: nothing was written through it.
        defer { unsafe _ = closedir(stream) }
        var found = stat()
        try systemCall("fstat", to: task) { unsafe fstat(dirfd(stream), &found) }
        var names: [String] = []
        while true {
            // readdir answers nil at the end and for an error, and only errno tells them apart.
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                let code = errno
                if code != 0 { throw .failed(task: task, call: "readdir", code: SystemCode(code)) }
                return Folder(names: names, status: FileStatus(found))
            }
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name != ".", name != ".." else { continue }
            guard names.count < nameLimit else { throw .folderTooLarge(path: path, nameLimit: nameLimit) }
            names.append(name)
        }
    }
}
