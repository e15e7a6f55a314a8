import GRDB
import HostSystem

extension Ledger {
    /// Makes a copy of the ledger as it is at one moment, while it is in use.
    ///
    /// The copy is one file, readable by its owner alone, and has its name only once it is complete and durable. It is
    /// marked as a copy: put in the ledger's place, it goes on under a new host's name.
    ///
    /// *Throws*: `copyExists` where there is anything at the path, `unusable` for a path with a NUL byte, `full`,
    /// `readOnly`, `failed`, with the copy's path: they say nothing about the ledger, which goes on. `corrupt` and a
    /// closed ledger's `failed` are about the ledger.
    /// *Cost*: changes wait meanwhile; writes as many bytes as the ledger has.
    package func backup(to path: String) throws(LedgerError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw .unusable("the path of a copy is empty or holds a NUL byte")
        }
        // ignored: what cannot be looked at cannot be written either, and that step says why.
        guard (try? FileStatus(of: path)) == nil else { throw .copyExists(path: path) }
        let partial = try Self.partialName(path)
        try attempt(path) { () throws(LoopError) in try DurableFile.create(partial, bytes: []) }
        do {
            try copy(into: partial, for: path)
            try Self.publish(partial, as: path)
        } catch {
            // ignored: what is left has a name that nobody takes for a copy.
            try? DurableFile.remove(partial)
            throw error
        }
    }

    /// Two copies to one path at a time do not meet, and a copy cut short by a crash is in nobody's way.
    private static func partialName(_ path: String) throws(LedgerError) -> String {
        do {
            return path + ".\(HostID(bits: try HostFacts.randomBits()).description.prefix(8)).partial"
        } catch {
            throw LedgerError(error, at: path)
        }
    }

    private static func publish(_ partial: String, as path: String) throws(LedgerError) {
        do {
            try DurableFile.publish(partial, as: path)
        } catch {
            // Somebody else took the name meanwhile.
            throw error.codeName == "EEXIST" ? .copyExists(path: path) : LedgerError(error, at: path)
        }
    }

    private func copy(into partial: String, for path: String) throws(LedgerError) {
        try perform { queue in
            do {
                try queue.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [partial]) }
            } catch {
                let found = LedgerError(error, at: files.database)
                if case .corrupt = found { throw found }
                throw LedgerError(error, at: path)
            }
        }
        do {
            // Committing syncs the whole file, what VACUUM wrote without a sync included.
            let copy = try DatabaseQueue(path: partial)
            try copy.writeWithoutTransaction { db in
                try db.execute(
                    sql: "PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; UPDATE ledger SET isCopy = 1")
            }
            try copy.close()
        } catch {
            throw LedgerError(error, at: path)
        }
    }
}
