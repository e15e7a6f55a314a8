// What stands in the state directory, and what it means before anything is opened.
//
//     ledger.db                the database; SQLite keeps ledger.db-wal beside it while it is open
//     ledger.db.initialised    the stamp: written, and synced, after the database was made for the first time
//
//     database   stamp     meaning
//     absent     absent    a first start: the database is made, then the stamp
//     absent     there     lost: reported, and nothing is made in its place
//     there      absent    a start that was cut short between the two, or a backup put into a new place: the stamp is made
//     there      there     as it should be; the database must be the one that the stamp names
//
// An empty database file is an absent one, and SQLite would take it for a new one without a word. A -wal file holds
// changes, so it is as good a witness of a loss as the stamp.

import HostSystem

/// The ledger's files in one state directory.
struct LedgerFiles: Sendable {
    let directory: String
    let database: String
    let stamp: String

    init(directory: String) {
        self.directory = directory
        database = directory + "/ledger.db"
        stamp = database + ".initialised"
    }

    /// Looks before anything is touched; on a first start an empty file that only its owner can read is made.
    ///
    /// *Throws*: `noDirectory`, `untrusted`, `readOnly`, `lost`, `full`, `failed`.
    func prepare() throws(LedgerError) {
        // With the dot a file in the directory's place is no directory either.
        guard !directory.isEmpty, let folder = try status(of: directory + "/.") else {
            throw .noDirectory(path: directory)
        }
        try Self.requireTrust(directory, folder)
        try attempt(directory) { () throws(LoopError) in try DurableFile.checkWritable(directory: directory) }
        let found = try status(of: database)
        let log = database + "-wal"
        if let found, found.byteCount > 0 {
            try Self.requireTrust(database, found)
            if try status(of: log) != nil { try requireMark() }
            return
        }
        if try status(of: stamp) != nil { throw .lost(path: database, stamp: stamp) }
        if let left = try status(of: log), left.byteCount > 0 { throw .lost(path: database, stamp: log) }
        if found == nil {
            try attempt(database) { () throws(LoopError) in try DurableFile.create(database, bytes: []) }
        }
    }

    /// Refuses a database with a log beside it that is not ours, before SQLite sees them: opening and closing the two writes
    /// the log into the database and takes it away, whoever they belong to.
    private func requireMark() throws(LedgerError) {
        var header: [UInt8] = []
        try attempt(database) { () throws(LoopError) in
            header = try FileReader.prefix(database, byteCount: LedgerSchema.headerByteCount)
        }
        guard LedgerSchema.isMarked(header) else { throw .foreign(path: database) }
    }

    /// The ledger that the stamp names; nil where there is no stamp, or one that was cut short.
    ///
    /// *Throws*: `failed`.
    func stampedLedger() throws(LedgerError) -> (isThere: Bool, ledger: HostID?) {
        guard try status(of: stamp) != nil else { return (false, nil) }
        var text = ""
        try attempt(stamp) { () throws(LoopError) in
            text = String(decoding: try FileReader.read(stamp, byteLimit: 4096).bytes, as: UTF8.self)
        }
        return (true, text.split(whereSeparator: \.isWhitespace).last.flatMap { HostID(String($0)) })
    }

    /// Writes down that the ledger exists.
    ///
    /// *Throws*: `readOnly`, `full`, `failed`.
    func writeStamp(for ledger: HostID) throws(LedgerError) {
        let text = "deeplinkd ledger \(ledger)\n"
        try attempt(stamp) { () throws(LoopError) in try DurableFile.create(stamp, bytes: Array(text.utf8)) }
    }

    /// What is at a path; nil where nothing is.
    private func status(of path: String) throws(LedgerError) -> FileStatus? {
        do {
            return try FileStatus(of: path)
        } catch {
            if error.codeName == "ENOENT" || error.codeName == "ENOTDIR" { return nil }
            throw LedgerError(error, at: path)
        }
    }

    /// Facts decide what people may use, so nobody but their keeper may have written them.
    private static func requireTrust(_ path: String, _ status: FileStatus) throws(LedgerError) {
        if status.ownerID != 0, status.ownerID != HostFacts.userID {
            throw .untrusted(path: path, reason: "it belongs to uid \(status.ownerID)")
        }
        guard status.mode & 0o022 == 0 else {
            throw .untrusted(path: path, reason: "others than its owner can write it")
        }
    }
}

/// Does one step on a file.
func attempt(_ path: String, _ step: () throws(LoopError) -> Void) throws(LedgerError) {
    do {
        try step()
    } catch {
        throw LedgerError(error, at: path)
    }
}
