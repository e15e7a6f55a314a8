import GRDB
import HostSystem

extension LedgerError {
    /// What an error of the system means here.
    init(_ error: LoopError, at path: String) {
        self =
            switch error.codeName {
            case "EROFS", "EACCES", "EPERM": .readOnly(path: path)
            case "ENOSPC", "EDQUOT": .full(path: path)
            default: .failed(path: path, detail: error.description)
            }
    }

    /// What an error of SQLite means here; our own errors pass through it as they are.
    init(_ error: any Error, at path: String) {
        if let error = error as? LedgerError {
            self = error
        } else if let error = error as? DatabaseError {
            self.init(error, at: path)
        } else {
            self = .failed(path: path, detail: "\(error)")
        }
    }

    /// Sorts what SQLite says into what somebody can do about it.
    ///
    /// *Source*: https://www.sqlite.org/rescode.html
    private init(_ error: DatabaseError, at path: String) {
        let detail = "\(error.message ?? "no reason given"), SQLite \(error.extendedResultCode.rawValue)"
        switch error.extendedResultCode {
        // Growing a file to its announced size is the first thing that fails when there is no room.
        case .SQLITE_IOERR_SHMSIZE: self = .full(path: path)
        default:
            switch error.resultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(path: path)
            case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly(path: path)
            case .SQLITE_FULL: self = .full(path: path)
            // The last three say that tables are not as this version makes them.
            case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_ERROR:
                self = .corrupt(path: path, detail: detail)
            default: self = .failed(path: path, detail: detail)
            }
        }
    }
}
