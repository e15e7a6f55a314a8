internal import Glibc

/// Reads the names in a folder.
package enum FolderReader {
    /// Reads a folder's names, in no order, without `.` and `..`; symbolic links are followed.
    ///
    /// A name that is not UTF-8 is repaired, so no file has the resulting name.
    /// - Parameter rule: must trust that only root and the daemon's user can add names; nil reads any folder.
    ///
    /// *Throws*: `unusableText` for a path with a NUL byte, `untrusted`, `folderTooLarge`, `failed` with the system's
    /// reason.
    package static func read(
        _ path: String, nameLimit: Int, trusting rule: TrustRule? = nil
    ) throws(LoopError) -> [String] {
        guard !path.utf8.contains(0) else { throw .unusableText(path) }
        let task = "read the folder \(path)"
        _ = try rule?.walk(toListed: path, to: task)
        guard let stream = unsafe opendir(path) else {
            throw .failed(task: task, call: "opendir", code: SystemCode(errno))
        }
        // ignored: nothing was written through it.
        defer { unsafe _ = closedir(stream) }
        var names: [String] = []
        while true {
            // readdir returns nil at the end and for an error; only errno distinguishes them.
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                let code = errno
                if code != 0 { throw .failed(task: task, call: "readdir", code: SystemCode(code)) }
                return names
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
