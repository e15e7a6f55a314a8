internal import Glibc

/// What a path leads to.
package enum ResolvedPath {
    /// The absolute path without symbolic links; nil where nothing is there or it cannot be looked at.
    ///
    /// *Cost*: one system call for each part of the path.
    package static func path(of path: String) -> String? {
        guard !path.utf8.contains(0), let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}
