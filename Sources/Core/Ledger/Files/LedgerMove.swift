// Moves a ledger from the place of an earlier version to its place, once. A crash at any moment loses nothing, and the
// next start goes on:
//
//     1  the database is locked and made one file       another process that has it open ends the attempt
//     2  stamp and intake.off are copied                they are there before the database is
//     3  the database is renamed                        from here on the new place counts
//     4  what is left in the old place is removed
//
// To another file system it cannot be renamed. Then 3 has three steps of its own, none of which leaves two ledgers:
//
//     a  it is copied to ledger.db.moving               until b the old one counts, and the next start copies anew
//     b  the old one is renamed to ledger.db.moved      the copy is complete
//     c  ledger.db.moving is renamed to ledger.db
//
// Where both places have a ledger, the new one counts and the other is left alone. Nothing is moved that another user could
// have put there: links, files of other users, and folders that others may write.

import HostSystem
import SQLite

/// Moves a ledger to another directory.
///
/// *Owner/thread*: blocks on the disk; called before a loop turns.
package struct LedgerMove {
    /// What became of it.
    package enum Result: Equatable, Sendable {
        /// The old place has no ledger.
        case nothing
        case moved
        /// Both places have one, and the new one counts.
        case both
        /// It stays in the old place, and counts there.
        case stays(reason: String)
    }

    /// A step, for tests that end it there.
    enum Step: CaseIterable {
        case lock, fold, copyMarks, copyDatabase, retire, publish, rename, clean, end
    }

    private let old: LedgerFiles
    private let new: LedgerFiles
    /// Called before each step.
    var onStep: (Step) throws -> Void = { _ in }

    /// - Parameters: directories; the new one is there.
    package init(from old: String, to new: String) {
        (self.old, self.new) = (LedgerFiles(directory: old), LedgerFiles(directory: new))
    }

    private var moving: String { new.database + ".moving" }
    private var moved: String { old.database + ".moved" }
    private func intake(_ files: LedgerFiles) -> String { files.directory + "/intake.off" }

    /// Moves it.
    package func run() -> Result {
        do {
            return try move()
        } catch {
            return .stays(reason: "\(error)")
        }
    }

    private func move() throws -> Result {
        let names = [old.database, moved, old.stamp, old.log, intake(old)]
        guard try names.contains(where: { try FileStatus.isAnythingThere($0) }) else { return .nothing }
        for folder in [old.directory, new.directory] {
            if let fault = TrustRule.ofThisProcess.fault(ofListed: folder) { return .stays(reason: "\(fault)") }
        }
        for path in names where try FileStatus.isOwnFile(path) == false {
            return .stays(reason: "\(path) is no file of this user")
        }
        let isMoving = try hasBytes(moved)
        if isMoving, try finish() { return .moved }
        guard try !hasBytes(new.database), try !hasBytes(new.log) else {
            return try hasBytes(old.database) || hasBytes(old.log) ? .both : clean()
        }
        guard try hasBytes(old.database) else { return try moveMarks() }
        return try moveDatabase()
    }

    /// Goes on behind b, where the new database is complete; false where it is not there, and the old one counts again.
    private func finish() throws -> Bool {
        if try hasBytes(new.database) {
            _ = try clean()
            return true
        }
        guard try hasBytes(moving) else {
            if try !hasBytes(old.database) { try DurableFile.move(moved, to: old.database) }
            return false
        }
        try publish()
        return true
    }

    /// Without a database there is no ledger, but the intake can be off all the same.
    private func moveMarks() throws -> Result {
        guard try !FileStatus.isAnythingThere(old.stamp), try !hasBytes(old.log) else {
            return .stays(reason: "\(old.database) is missing")
        }
        try copyMarks()
        return try clean()
    }

    private func moveDatabase() throws -> Result {
        try onStep(.lock)
        try old.prepare()
        guard LedgerSchema.isMarked(try FileReader.prefix(old.database, byteCount: LedgerSchema.headerByteCount)) else {
            throw LedgerError.foreign(path: old.database)
        }
        // The lock lasts until it is closed, also while the file gets another name.
        let db = try LedgerOpening.connect(old)
        do {
            try fold(db)
            try copyMarks()
            try moveDatabase(db)
            try db.close()
        } catch {
            // ignored: the first error says why.
            try? db.close()
            throw error
        }
        return try clean()
    }

    /// Makes the database one file, and keeps other processes out.
    private func fold(_ db: Database) throws {
        try onStep(.fold)
        guard try db.text("PRAGMA journal_mode = DELETE") == "delete" else {
            throw LedgerError.locked(path: old.database)
        }
        try db.execute("BEGIN EXCLUSIVE; COMMIT")
    }

    /// The marks of the new place become those of the old one: an earlier attempt may have left others.
    private func copyMarks() throws {
        try onStep(.copyMarks)
        for (from, to) in [(old.stamp, new.stamp), (intake(old), intake(new))] {
            if try FileStatus.isAnythingThere(from) {
                try DurableFile.replace(to, bytes: try FileReader.prefix(from, byteCount: 4096))
            } else if try FileStatus.isAnythingThere(to) {
                try DurableFile.remove(to)
                try DurableFile.syncName(to)
            }
        }
    }

    private func moveDatabase(_ db: Database) throws {
        do throws(LoopError) {
            try step(.rename)
            return try DurableFile.move(old.database, to: new.database)
        } catch {
            guard error.codeName == "EXDEV" else { throw error }
        }
        try onStep(.copyDatabase)
        if try FileStatus.isAnythingThere(moving) { try DurableFile.remove(moving) }
        do {
            try DurableFile.create(moving, bytes: [])
            try db.run("VACUUM INTO ?", [moving])
            try DurableFile.sync(moving)
        } catch {
            // ignored: a part of a copy is not used.
            try? DurableFile.remove(moving)
            throw error
        }
        try onStep(.retire)
        try DurableFile.move(old.database, to: moved)
        try publish()
    }

    private func step(_ step: Step) throws(LoopError) {
        do {
            try onStep(step)
        } catch {
            throw .unusableText("\(error)")
        }
    }

    private func publish() throws {
        try onStep(.publish)
        try DurableFile.move(moving, to: new.database)
        _ = try clean()
    }

    /// Removes what is left in the old place; the reserve is made anew, and copies are of no use.
    private func clean() throws -> Result {
        try onStep(.clean)
        for name in try FolderReader.read(old.directory, nameLimit: 4096) {
            let path = old.directory + "/" + name
            guard
                path.hasPrefix(old.database + ".") || path == old.log || path == old.database + "-shm"
                    || path == old.database + "-journal" || path == intake(old)
            else { continue }
            // ignored: what cannot be removed has no meaning there any more.
            try? DurableFile.remove(path)
        }
        try DurableFile.syncName(old.database)
        try onStep(.end)
        return .moved
    }

    private func hasBytes(_ path: String) throws -> Bool {
        try FileStatus.isAnythingThere(path) && FileStatus(of: path).byteCount > 0
    }
}
