import GRDB
import HostSystem

extension LedgerError {
    private init(_ error: LoopError, at path: String) {
        self =
            switch error.codeName {
            case "EROFS", "EACCES", "EPERM": .readOnly(path: path)
            case "ENOSPC", "EDQUOT": .full(path: path)
            default: .failed(path: path, detail: error.description)
            }
    }

    /// Converts an error of the system or of SQLite; a `LedgerError` stays as it is.
    init(_ error: any Error, at path: String) {
        switch error {
        case let error as LedgerError: self = error
        case let error as LoopError: self.init(error, at: path)
        case let error as DatabaseError: self.init(error, at: path)
        default: self = .failed(path: path, detail: "\(error)")
        }
    }

    /// Sorts SQLite's result codes by the remedy.
    ///
    /// *Source*: https://www.sqlite.org/rescode.html
    private init(_ error: DatabaseError, at path: String) {
        let detail = "\(error.message ?? "no reason given"), SQLite \(error.extendedResultCode.rawValue)"
        switch error.extendedResultCode {
        // Without free space growing a file to its announced size fails first.
        case .SQLITE_IOERR_SHMSIZE: self = .full(path: path)
        default:
            switch error.resultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(path: path)
            case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly(path: path)
            case .SQLITE_FULL: self = .full(path: path)
            // The last three mean that tables differ from those that this version creates.
            case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_ERROR:
                self = .corrupt(path: path, detail: detail)
            default: self = .failed(path: path, detail: detail)
            }
        }
    }
}
