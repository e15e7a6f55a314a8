// The files of the state directory, and their meaning before anything is opened.
//
//     ledger.db                the database; SQLite keeps ledger.db-wal beside it while it is open
//     ledger.db.initialised    the stamp: written and synced after the database was created for the first time
//     ledger.db.reserve        room on the disk that is given up when the disk is full (LedgerReserve)
//
//     database   stamp     meaning
//     absent     absent    a first start: the database is created, then the stamp
//     absent     present   lost: reported, and no new database is created
//     present    absent    a start that was cut short between the two, or a backup in a new place: the stamp is created
//     present    present   the normal state; the database must be the one that the stamp names
//
// An empty database file counts as absent; SQLite would silently accept it as a new one. A -wal file holds changes, so
// it proves a loss as well as the stamp does.

import HostSystem

/// The ledger's files in one state directory.
struct LedgerFiles: Sendable {
    let directory: String
    /// The path of the database.
    var database: String { directory + "/ledger.db" }
    /// The path of the stamp.
    var stamp: String { database + ".initialised" }
    /// The path that a copy has for a moment, before it loses its name.
    var copy: String { database + ".copy" }
    /// The path of the write-ahead log.
    var log: String { database + "-wal" }

    /// Checks the files before any of them is opened.
    ///
    /// On a first start it creates an empty file that only its owner can read.
    ///
    /// *Throws*: `noDirectory`, `untrusted`, `readOnly`, `lost`, `full`, `corrupt`, `failed`.
    func prepare() throws(LedgerError) {
        try requireTrustedDirectory()
        try attempt(directory) { try DurableFile.checkWritable(directory: directory) }
        let found = try status(of: database)
        if let found, found.byteCount > 0 {
            try Self.requireTrust(database, found)
            if try status(of: log) != nil { try requireMark() }
            try requireSoundLog()
            return
        }
        if try status(of: stamp) != nil { throw .lost(path: database, stamp: stamp) }
        if let left = try status(of: log), left.byteCount > 0 { throw .lost(path: database, stamp: log) }
        if found == nil {
            try attempt(database) { try DurableFile.create(database, bytes: []) }
        }
    }

    /// Checks the files of a ledger that is only read; answers whether a write-ahead log with changes is there, or nil
    /// without a database.
    ///
    /// *Throws*: `noDirectory`, `untrusted`, `corrupt`, `failed`.
    func prepareReading() throws(LedgerError) -> Bool? {
        try requireTrustedDirectory()
        guard let found = try status(of: database), found.byteCount > 0 else { return nil }
        try Self.requireTrust(database, found)
        try requireSoundLog()
        return try status(of: log).map { $0.byteCount > 0 } ?? false
    }

    /// *Throws*: `noDirectory`, `untrusted`, `failed`.
    func requireTrustedDirectory() throws(LedgerError) {
        // With the dot, a regular file at the directory's path is an error too.
        guard !directory.isEmpty, let folder = try status(of: directory + "/.") else {
            throw .noDirectory(path: directory)
        }
        try Self.requireTrust(directory, folder)
    }

    /// Rejects a foreign database with a log beside it before SQLite opens them: opening and closing writes the log
    /// into the database and removes it, even for another program's files.
    private func requireMark() throws(LedgerError) {
        let header = try attempt(database) {
            try FileReader.prefix(database, byteCount: LedgerSchema.headerByteCount)
        }
        guard LedgerSchema.isMarked(header) else { throw .foreign(path: database) }
    }

    /// Rejects a log with damage, of which SQLite would drop what is behind it, confirmed changes too.
    private func requireSoundLog() throws(LedgerError) {
        guard let damage = try WriteAheadLog.damage(ofDatabase: database) else { return }
        throw .corrupt(
            path: database,
            detail: "its write-ahead log is damaged at byte \(damage.offset), and confirmed changes are behind it; "
                + "`truncate -s \(damage.intactByteCount) \(log.asShellWord)` gives these up and keeps the earlier ones"
        )
    }

    /// The ledger that the stamp names; nil without a stamp, or for one that was cut short.
    ///
    /// *Throws*: `failed`.
    func stampedLedger() throws(LedgerError) -> (isThere: Bool, ledger: HostID?) {
        guard try status(of: stamp) != nil else { return (false, nil) }
        let bytes = try attempt(stamp) { try FileReader.read(stamp, byteLimit: 4096).bytes }
        let text = String(decoding: bytes, as: UTF8.self)
        return (true, text.split(whereSeparator: \.isWhitespace).last.flatMap { HostID(String($0)) })
    }

    /// Writes the stamp.
    ///
    /// *Throws*: `readOnly`, `full`, `failed`.
    func writeStamp(for ledger: HostID) throws(LedgerError) {
        try attempt(stamp) { try DurableFile.create(stamp, bytes: Self.text(ofStampFor: ledger)) }
    }

    /// Writes the stamp in the place of an earlier one.
    ///
    /// *Throws*: `readOnly`, `full`, `failed`.
    func replaceStamp(for ledger: HostID) throws(LedgerError) {
        try attempt(stamp) { try DurableFile.replace(stamp, bytes: Self.text(ofStampFor: ledger)) }
    }

    private static func text(ofStampFor ledger: HostID) -> [UInt8] { Array("deeplinkd ledger \(ledger)\n".utf8) }

    /// The status of the file at a path; nil if there is none.
    private func status(of path: String) throws(LedgerError) -> FileStatus? {
        do {
            return try FileStatus(of: path)
        } catch {
            if error.codeName == "ENOENT" || error.codeName == "ENOTDIR" { return nil }
            throw LedgerError(error, at: path)
        }
    }

    /// Facts decide which features people may use, so only root and the daemon's user may have written them.
    private static func requireTrust(_ path: String, _ status: FileStatus) throws(LedgerError) {
        if status.ownerID != 0, status.ownerID != HostFacts.userID {
            throw .untrusted(path: path, reason: "it belongs to uid \(status.ownerID)")
        }
        guard status.mode & 0o022 == 0 else {
            throw .untrusted(path: path, reason: "others than its owner can write it")
        }
    }
}

/// Runs one step on a file and converts its error, the system's or SQLite's.
func attempt<Value>(_ path: String, _ step: () throws -> Value) throws(LedgerError) -> Value {
    do {
        return try step()
    } catch {
        throw LedgerError(error, at: path)
    }
}
