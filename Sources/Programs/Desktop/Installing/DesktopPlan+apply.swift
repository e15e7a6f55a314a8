internal import DesktopEntries
internal import HostSystem

extension DesktopPlan {
    /// Writes the files, each as a whole, and the record before and after them.
    ///
    /// - Parameter recordPath: nil where none is kept.
    ///
    /// *Throws*: at the first file that cannot be written; the record then has what is written and what is not.
    package func apply(recordPath: String?) throws(DesktopError) {
        do throws(LoopError) {
            if let recordPath, !writes.isEmpty { try Self.write(pending, to: recordPath) }
            for write in writes {
                guard let bytes = write.new else {
                    try DurableFile.remove(write.path)
                    continue
                }
                if let folder = ResolvedPath.folder(of: write.path) { try DurableFile.createFolders(folder) }
                let status = write.file.status
                try DurableFile.replace(write.path, bytes: bytes, mode: status?.mode ?? 0o644, owner: status)
            }
            if let recordPath { try Self.write(record, to: recordPath) }
        } catch {
            throw .system(error)
        }
    }

    /// Records a change beside those of files.
    ///
    /// *Throws*: `system`.
    package func writeRecord(to path: String) throws(DesktopError) {
        do throws(LoopError) {
            try Self.write(record, to: path)
        } catch {
            throw .system(error)
        }
    }

    /// Writes a record; one without changes is removed.
    private static func write(_ record: DesktopRecord, to path: String) throws(LoopError) {
        guard !record.isEmpty else {
            if try FileStatus.isAnythingThere(path) { try DurableFile.remove(path) }
            return
        }
        if let folder = ResolvedPath.folder(of: path) { try DurableFile.createFolders(folder) }
        try DurableFile.replace(path, bytes: record.bytes)
    }
}

extension DesktopPlan {
    /// The file that `update-desktop-database` writes.
    package static let cacheName = AssociationFile.cacheName

    /// Records that the cache of types was made by this installation, unless it is there before.
    package mutating func noteCache(isThere: Bool) {
        if !isThere, !record.caches.contains(entriesFolder) { record.caches.append(entriesFolder) }
    }

    /// Removes a cache that has no types: it was made for entries that are gone.
    package static func removeEmptyCache(of folder: String) {
        let path = "\(folder)/\(cacheName)"
        // ignored: a cache that stays does no harm.
        guard let bytes = try? FileReader.read(path, byteLimit: KeyFile.byteLimit).bytes,
            KeyFile(bytes).keys(of: AssociationFile.Group.cache.rawValue).isEmpty
        else { return }
        try? DurableFile.remove(path)
    }
}
