internal import Glibc

/// Resolves symbolic links in paths, and splits paths.
package enum ResolvedPath {
    /// The path up to its last slash, `/` for an entry of the root; nil if it has no slash.
    package static func folder(of path: String) -> String? {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// What a symbolic link says, as it is written; nil where there is no link.
    ///
    /// *Units and range*: at most 4095 bytes, the kernel's limit.
    package static func target(ofLink path: String) -> String? {
        guard !path.utf8.contains(0) else { return nil }
        var bytes = [CChar](repeating: 0, count: 4096)
        let count = unsafe readlink(path, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The absolute path without symbolic links; nil if nothing exists there or it cannot be examined.
    ///
    /// *Cost*: one system call for each component of the path.
    package static func path(of path: String) -> String? {
        guard !path.utf8.contains(0), let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}
