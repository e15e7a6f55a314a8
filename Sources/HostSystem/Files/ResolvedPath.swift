internal import Glibc

/// Resolves symbolic links in paths.
package enum ResolvedPath {
    /// The absolute path without symbolic links; nil if nothing exists there or it cannot be examined.
    ///
    /// *Cost*: one system call for each component of the path.
    package static func path(of path: String) -> String? {
        guard !path.utf8.contains(0), let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}
