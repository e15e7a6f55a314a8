/// Whom a daemon believes: root and its own user, as long as nobody else could have written what they own.
package enum TrustRule {
    /// What keeps a file, folder or program from being believed, in one sentence; nil where nothing does.
    package static func fault(_ path: String, ownerID: UInt32, mode: UInt32) -> String? {
        if ownerID != 0, ownerID != HostFacts.userID {
            return "\(path) belongs to uid \(ownerID), who could change it"
        }
        return mode & 0o022 == 0 ? nil : "\(path) can be written by others than its owner"
    }

    /// The same of what a path leads to; nil where nothing is there.
    package static func fault(_ path: String) -> String? {
        // ignored: what cannot be looked at is found out by whoever opens it.
        guard let status = try? FileStatus(of: path) else { return nil }
        return fault(path, ownerID: status.ownerID, mode: status.mode)
    }
}
