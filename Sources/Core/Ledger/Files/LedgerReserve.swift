// Room on the disk for the changes that a full disk must not prevent: acknowledgements, ends of links and operators' `off`.
// A link that ends makes room, so without such changes a full ledger would stay full.
//
//     the ledger is opened             the file is made, if there is room for it and for some more changes
//     such a change finds no room      the file is removed, and the change is tried again
//     there is room again              the file is made again, and all changes are taken
//
// Another process can take the room before the change does. Then the change is in memory until there is room.

import HostSystem

/// The file of that room.
///
/// *Owner/thread*: blocks on the disk, so a loop hands it to its thread pool.
struct LedgerReserve: Sendable {
    /// The smaller ones are for small file systems.
    ///
    /// *Units*: bytes.
    static let sizes = [1 << 20, 1 << 19, 1 << 18]
    /// The room that there must be besides: otherwise the next change would find the disk full again.
    ///
    /// *Units*: bytes.
    static let margin = 1 << 18

    let path: String

    /// The reserve of a state directory.
    init(directory: String) {
        path = LedgerFiles(directory: directory).database + ".reserve"
    }

    /// Whether there is a reserve.
    var isThere: Bool {
        // ignored: one that cannot be checked cannot be given up either.
        guard let status = try? FileStatus(of: path) else { return false }
        return Self.sizes.contains(status.byteCount)
    }

    /// Makes the reserve if it is not there; false if the disk has no room for it.
    ///
    /// - Parameter freeBytes: the room inside the database that changes can take.
    ///
    /// An error with another cause than a full disk counts as success: the ledger is used without a reserve then.
    func make(freeBytes: Int) -> Bool {
        if isThere { return true }
        do throws(LoopError) {
            if try FileStatus.isAnythingThere(path) { try DurableFile.remove(path) }
        } catch {
            return true
        }
        let margin = freeBytes < Self.margin ? Self.margin : 0
        for size in Self.sizes {
            do throws(LoopError) {
                try make(byteCount: size, margin: margin)
                return true
            } catch {
                // ignored: the file may not be there.
                try? DurableFile.remove(path)
                // A limit on the size of files is no full disk.
                guard error.isFullDisk, error.codeName != "EFBIG" else { return true }
            }
        }
        return false
    }

    private func make(byteCount: Int, margin: Int) throws(LoopError) {
        let trial = path + ".trial"
        // ignored: it is there only after a crash.
        try? DurableFile.remove(trial)
        try DurableFile.create(path, bytes: [UInt8](repeating: 0, count: byteCount))
        // ignored: it may not be there.
        defer { try? DurableFile.remove(trial) }
        try DurableFile.create(trial, bytes: [UInt8](repeating: 0, count: margin))
    }

    /// Removes the reserve, so that its room can be taken; false if there was none.
    func giveUp() -> Bool {
        guard isThere else { return false }
        do throws(LoopError) {
            try DurableFile.remove(path)
        } catch {
            return false
        }
        // ignored: the file is gone; some file systems free its room only with the folder's sync.
        try? DurableFile.syncName(path)
        return true
    }
}
