// Puts a backup in the place of a ledger. The daemon must not use the ledger meanwhile, and cannot: the old database is locked,
// and a daemon that has it open ends the attempt. A swap under a running daemon was decided against. The daemon has in memory
// what the ledger says: keys of requests that are under way, links that wait for apps, actions of the journal. With another
// ledger under them a key would be new, so that its request could be performed twice, and an app could acknowledge a link that
// the ledger does not have. While a socket unit holds the socket, stopping the daemon loses no call.
//
// A crash at any moment leaves the old ledger or the new one, and both files:
//
//     copy       the backup is copied to ledger.db.restoring    nothing has changed, and the next attempt begins anew
//     check      the copy is verified, and marked as one
//     mark       the stamp names both ledgers' place alone      needed only if it names another ledger
//     lock       the old database is locked
//     fold       its log is written into it                     a log beside another database would be written into that
//     keep       it gets the name ledger.db.replaced too
//     publish    ledger.db.restoring becomes ledger.db          from here on the new one counts
//     name       the stamp names the new ledger
//
// A database that is damaged, or another program's, has no log that could be folded. Then database and log are moved away
// before `publish`. In between the ledger is lost, which a daemon reports, as it reported the damage before.
//
// The file `intake.off` stays: an intake that an operator switched off is not switched on by an old copy.

package import HostSystem
import SQLite

/// Puts a backup in the place of the ledger in a directory.
///
/// *Owner/thread*: blocks on the disk; for a process that has no ledger open.
package struct LedgerRestore {
    /// What became of it.
    package enum Result: Equatable, Sendable {
        /// The backup is in force. `kept` is the path of the earlier database; nil where there was none.
        case restored(LedgerInspection, kept: String?)
        /// The backup has faults, and nothing was changed.
        case damaged(LedgerInspection)
    }

    /// A step, for tests that end it there.
    package enum Step: String, CaseIterable, Sendable {
        case copy, check, mark, lock, fold, keep, publish, name, end
    }

    /// How many ledgers that were replaced can lie beside the one in force.
    private static let keptLimit = 1000

    private let backup: ReadableFile
    private let files: LedgerFiles
    /// Called before each step.
    package var onStep: (Step) throws -> Void = { _ in }

    /// - Parameter directory: the state directory, which belongs to the user of this process.
    package init(_ backup: ReadableFile, in directory: String) {
        (self.backup, files) = (backup, LedgerFiles(directory: directory))
    }

    private var restoring: String { files.database + ".restoring" }

    /// Restores it.
    ///
    /// *Throws*: `noDirectory`, `untrusted`, `foreign` and `newerSchema` for the backup, `locked`, `readOnly`, `full`, `failed`.
    package func run() throws(LedgerError) -> Result {
        try files.requireTrustedDirectory()
        try removeLeftovers()
        do {
            return try restore()
        } catch {
            // ignored: the next attempt removes it too.
            try? removeLeftovers()
            throw LedgerError(error, at: files.database)
        }
    }

    private func restore() throws -> Result {
        try onStep(.copy)
        try copy()
        try onStep(.check)
        let found: LedgerInspection
        do throws(LedgerError) {
            found = try LedgerInspection.ofFile(restoring)
        } catch {
            throw error.naming(backup.path)
        }
        guard found.faults.isEmpty, let ledger = found.ledger.flatMap({ HostID($0) }) else {
            try removeLeftovers()
            return .damaged(found)
        }
        try markAsCopy()
        try onStep(.mark)
        let stamped = try files.stampedLedger()
        // A stamp also says that there was a ledger, where a crash follows that leaves none for a moment.
        if stamped.ledger != ledger, try stamped.isThere || hasBytes(files.database) {
            try DurableFile.replace(files.stamp, bytes: Array("deeplinkd ledger\n".utf8))
        }
        let kept = try replace()
        try onStep(.name)
        if stamped.ledger != ledger { try files.replaceStamp(for: ledger) }
        try onStep(.end)
        return .restored(found, kept: kept)
    }

    /// Copies the backup, part by part, so that what is verified is what is put in force.
    private func copy() throws {
        let file = try NewFile(restoring)
        var offset = 0
        while true {
            let bytes = try backup.bytes(at: offset, byteCount: 1 << 20)
            guard !bytes.isEmpty else { break }
            try file.append(bytes)
            offset += bytes.count
        }
        try file.publish()
    }

    /// So the ledger goes on under a new host name, also where the backup is a ledger that was replaced before.
    private func markAsCopy() throws {
        let db = try Database(path: restoring)
        do {
            try db.execute("PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; UPDATE ledger SET isCopy = 1")
            try db.close()
        } catch {
            // ignored: the first error says why.
            try? db.close()
            throw error
        }
        try DurableFile.sync(restoring)
    }

    // MARK: The swap

    /// Answers with the path of the earlier database.
    private func replace() throws -> String? {
        try onStep(.lock)
        guard try hasBytes(files.database) else { return try replaceLost() }
        let header = try FileReader.prefix(files.database, byteCount: LedgerSchema.headerByteCount)
        // A log with damage is kept as it is: folding it in would drop what is behind the damage.
        guard LedgerSchema.isMarked(header), try WriteAheadLog.damage(ofDatabase: files.database) == nil else {
            return try replaceUnusable()
        }
        let db: Database
        do throws(LedgerError) {
            db = try LedgerOpening.connect(files)
        } catch {
            // One that is cut off cannot be opened at all.
            guard case .corrupt = error else { throw error }
            return try replaceUnusable()
        }
        // The lock lasts until it is closed, also while the file gets another name.
        // ignored: what was acknowledged is on the disk.
        defer { try? db.close() }
        do {
            try onStep(.fold)
            guard try db.text("PRAGMA journal_mode = DELETE") == "delete" else {
                throw LedgerError.locked(path: files.database)
            }
            try db.execute("BEGIN EXCLUSIVE; COMMIT")
        } catch {
            guard case .corrupt = LedgerError(error, at: files.database) else { throw error }
            try db.close()
            return try replaceUnusable()
        }
        try onStep(.keep)
        let kept = try freeName()
        try DurableFile.addName(kept, to: files.database)
        try publish()
        return kept
    }

    /// Moves away what cannot be read, the log last: without the database it proves that there was one.
    private func replaceUnusable() throws -> String? {
        try onStep(.keep)
        let kept = try freeName()
        try DurableFile.move(files.database, to: kept)
        try moveLogs(to: kept)
        try publish()
        return kept
    }

    private func replaceLost() throws -> String? {
        try onStep(.keep)
        if try hasBytes(files.log) { try moveLogs(to: try freeName()) }
        try publish()
        return nil
    }

    private func moveLogs(to kept: String) throws {
        for suffix in ["-journal", "-wal"] where try FileStatus.isAnythingThere(files.database + suffix) {
            try DurableFile.move(files.database + suffix, to: kept + suffix)
        }
    }

    private func publish() throws {
        try onStep(.publish)
        try DurableFile.move(restoring, to: files.database)
    }

    /// A name that no earlier ledger has.
    private func freeName() throws -> String {
        let base = files.database + ".replaced"
        let names = [base] + (2...Self.keptLimit).map { "\(base)-\($0)" }
        let free = try names.first { name in
            try !["", "-wal", "-journal"].contains { try FileStatus.isAnythingThere(name + $0) }
        }
        guard let free else {
            throw LedgerError.failed(
                path: files.database, detail: "\(Self.keptLimit) ledgers that were replaced lie beside it: remove some")
        }
        return free
    }

    private func removeLeftovers() throws(LedgerError) {
        let names = try attempt(files.directory) { try FolderReader.read(files.directory, nameLimit: 8192) }
        for name in names where (files.directory + "/" + name).hasPrefix(restoring) {
            try attempt(restoring) { try DurableFile.remove(files.directory + "/" + name) }
        }
    }

    private func hasBytes(_ path: String) throws -> Bool {
        try FileStatus.isAnythingThere(path) && FileStatus(of: path).byteCount > 0
    }
}

extension LedgerError {
    /// The same about a backup, which has another path than its copy.
    fileprivate func naming(_ backup: String) -> LedgerError {
        switch self {
        case .foreign: .foreign(path: backup)
        case .newerSchema(_, let found, let supported): .newerSchema(path: backup, found: found, supported: supported)
        case .corrupt(_, let detail): .corrupt(path: backup, detail: detail)
        case .noDirectory, .untrusted, .lost, .locked, .readOnly, .full, .failed, .copyExists, .refused: self
        }
    }
}
