// The database may be lost, damaged or replaced by an old copy, and an intake that an operator switched off must stay off
// all the same. So the `off` has a file of its own beside the database. The intake is off while anything of that name is
// there. The text in the file is for people and is not read: a damaged file, another user's, or a folder counts as well.
//
//     intake.off    written and synced before the ledger has an operator's `off` of DeepLinking, and
//                   removed after the ledger has an operator's `on` or `default`
//
// In between, and after a crash in between, the intake is off.

import HostSystem

/// The file in a state directory that keeps the intake off.
///
/// *Owner/thread*: blocks on the disk, so a loop hands it to its thread pool.
package struct IntakeStamp: Sendable {
    package let path: String

    /// The stamp of a state directory, there or not.
    package init(directory: String) {
        path = directory + "/intake.off"
    }

    /// Whether it is there, or may be: what cannot be looked at counts as there.
    ///
    /// Without a state directory it is not.
    package var isThere: Bool {
        do {
            return try FileStatus.isAnythingThere(path)
        } catch {
            return true
        }
    }

    /// Makes it, and waits until the disk has it.
    ///
    /// *Throws*: `readOnly`, `full`, `failed`; it may be there all the same.
    package func write(by uid: UInt32) throws(LedgerError) {
        let text = "uid \(uid) switched DeepLinking off; to lift it: deeplinkctl runtime DeepLinking on\n"
        do {
            try DurableFile.create(path, bytes: Array(text.utf8))
        } catch {
            guard error.codeName == "EEXIST" else { throw LedgerError(error, at: path) }
            // It may have been made a moment before a crash.
            try attempt(path) { () throws(LoopError) in try DurableFile.syncName(path) }
        }
    }

    /// Removes it, and waits until the disk knows.
    ///
    /// *Throws*: `readOnly`, `failed`.
    package func remove() throws(LedgerError) {
        // Looked at first: on a read-only file system removing what is not there fails too.
        guard isThere else { return }
        try attempt(path) { () throws(LoopError) in
            try DurableFile.remove(path)
            try DurableFile.syncName(path)
        }
    }
}
