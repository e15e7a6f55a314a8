internal import Glibc

extension FileStatus {
    /// Whether there is a regular file of this process's user at a path, and no link to one; nil where there is nothing.
    ///
    /// *Throws*: `unusableText` for a path with a NUL byte, `failed` if this cannot be determined.
    package static func isOwnFile(_ path: String) throws(LoopError) -> Bool? {
        do throws(LoopError) {
            let found = try stat(of: path, followsLinks: false, to: "look at \(path)")
            return found.type == S_IFREG && found.st_uid == HostFacts.userID
        } catch {
            guard error.codeName == "ENOENT" || error.codeName == "ENOTDIR" else { throw error }
            return nil
        }
    }
}
