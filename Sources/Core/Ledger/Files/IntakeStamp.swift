// A file that says that the intake is off. The database may be lost, damaged or replaced by an old copy, and an intake
// that an operator switched off must stay off all the same. So the `off` has a file of its own beside the database. The
// intake is off while a file, link or folder of that name exists. The text in the file is for people and is never
// parsed: a damaged file, another user's, or a folder counts as well.
//
//     intake.off    written and synced before the ledger stores an operator's `off` of DeepLinking, and
//                   removed after the ledger stores an operator's `on` or `default`
//
// In between, and after a crash in between, the intake is off.

import HostSystem

/// The file in a state directory that keeps the intake off.
///
/// *Owner/thread*: blocks on the disk, so a loop hands it to its thread pool.
package struct IntakeStamp: Sendable {
    package let path: String
    private let reserve: LedgerReserve

    /// The stamp of a state directory; it need not exist.
    package init(directory: String) {
        path = directory + "/intake.off"
        reserve = LedgerReserve(directory: directory)
    }

    /// True if the stamp exists, or if the check fails.
    ///
    /// False without a state directory.
    package var isThere: Bool {
        // ignored: what cannot be checked counts as there.
        (try? FileStatus.isAnythingThere(path)) ?? true
    }

    /// Creates the stamp, and waits until it is on the disk; on a full disk it takes the ledger's reserve.
    ///
    /// *Throws*: `readOnly`, `full`, `failed`; the stamp may exist all the same.
    package func write(by uid: UInt32) throws(LedgerError) {
        do throws(LedgerError) {
            try create(by: uid)
        } catch {
            guard case .full = error, reserve.giveUp() else { throw error }
            // ignored: one without bytes, for which there was no room, is made anew.
            try? DurableFile.remove(path)
            try create(by: uid)
        }
    }

    private func create(by uid: UInt32) throws(LedgerError) {
        let text = "uid \(uid) switched DeepLinking off; to lift it: deeplinkctl runtime DeepLinking on\n"
        do {
            try DurableFile.create(path, bytes: Array(text.utf8))
        } catch {
            guard error.codeName == "EEXIST" else { throw LedgerError(error, at: path) }
            // It may have been created just before a crash.
            try attempt(path) { try DurableFile.syncName(path) }
        }
    }

    /// Removes the stamp, and waits until the removal is on the disk.
    ///
    /// *Throws*: `readOnly`, `failed`.
    package func remove() throws(LedgerError) {
        // Checked first: on a read-only file system removing a missing file fails too.
        guard isThere else { return }
        try attempt(path) {
            try DurableFile.remove(path)
            try DurableFile.syncName(path)
        }
    }
}
