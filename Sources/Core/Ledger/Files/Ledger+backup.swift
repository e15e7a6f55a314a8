package import HostSystem
import SQLite

extension Ledger {
    /// The path of the database.
    package var path: String { files.database }

    /// Where `copy()` writes, for `isAboutCopy`.
    package var copyPath: String { files.copy }

    /// Copies the ledger as `backup(to:)` does, to a file without a name.
    ///
    /// It is written in the state directory: what is behind /tmp may be memory.
    ///
    /// *Throws*: as `backup(to:)`.
    package func copy() throws(LedgerError) -> UnlinkedFile {
        // What a copy left that was cut short: its own name, and that of the file on the way to it.
        let names = try attempt(files.directory) { try FolderReader.read(files.directory, nameLimit: 4096) }
        for name in names where (files.directory + "/" + name).hasPrefix(files.copy) {
            try attempt(files.copy) { try DurableFile.remove(files.directory + "/" + name) }
        }
        try backup(to: files.copy)
        return try attempt(files.copy) { try UnlinkedFile(taking: files.copy) }
    }

    /// Copies the ledger as it is at one moment, while it is in use.
    ///
    /// The copy is one file, readable by its owner alone, and gets its name only once it is complete and durable. It is
    /// marked as a copy: put in the ledger's place, it continues under a new host name.
    ///
    /// *Throws*: `copyExists` if there is anything at the path, `unusable` for a path with a NUL byte, `full`,
    /// `readOnly`, `failed`, with the copy's path: these leave the ledger available. `corrupt` and a closed ledger's
    /// `failed` are about the ledger.
    /// *Cost*: changes wait meanwhile; writes as many bytes as the ledger has.
    package func backup(to path: String) throws(LedgerError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw .unusable("the path of a copy is empty or holds a NUL byte")
        }
        // ignored: a path that cannot be checked cannot be written either, and the write reports the error.
        guard (try? FileStatus(of: path)) == nil else { throw .copyExists(path: path) }
        let partial = try Self.partialName(path)
        try attempt(path) { try DurableFile.create(partial, bytes: []) }
        do {
            try copy(into: partial, for: path)
            try Self.publish(partial, as: path)
        } catch {
            // ignored: a leftover file ends in `.partial`, so that it is not mistaken for a copy.
            try? DurableFile.remove(partial)
            throw error
        }
    }

    /// The random part separates two copies to one path at the same time, and the leftovers of a crash from later
    /// copies.
    private static func partialName(_ path: String) throws(LedgerError) -> String {
        let bits = try attempt(path) { try HostFacts.randomBits() }
        return path + ".\(HostID(bits: bits).description.prefix(8)).partial"
    }

    private static func publish(_ partial: String, as path: String) throws(LedgerError) {
        do {
            try DurableFile.publish(partial, as: path)
        } catch {
            // Another process has created a file of that name meanwhile.
            throw error.codeName == "EEXIST" ? .copyExists(path: path) : LedgerError(error, at: path)
        }
    }

    private func copy(into partial: String, for path: String) throws(LedgerError) {
        try perform { [files] db in
            do {
                try db.run("VACUUM INTO ?", [partial])
            } catch {
                let found = LedgerError(error, at: files.database)
                if case .corrupt = found { throw found }
                throw LedgerError(error, at: path)
            }
        }
        try attempt(path) {
            // The commit syncs the whole file, including the pages that VACUUM wrote without a sync.
            let copy = try Database(path: partial)
            try copy.execute("PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; UPDATE ledger SET isCopy = 1")
            try copy.close()
        }
    }
}
