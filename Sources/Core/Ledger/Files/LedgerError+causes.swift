import HostSystem
import SQLite

extension LoopError {
    /// Whether the disk, or the user's share of it, has no room.
    var isFullDisk: Bool { ["ENOSPC", "EDQUOT", "EFBIG"].contains(codeName) }
}

extension LedgerError {
    private init(_ error: LoopError, at path: String) {
        self =
            switch error.codeName {
            case "EROFS", "EACCES", "EPERM": .readOnly(path: path)
            case _ where error.isFullDisk: .full(path: path)
            default: .failed(path: path, detail: error.description)
            }
    }

    /// Converts an error of the system or of SQLite; a `LedgerError` stays as it is.
    init(_ error: any Error, at path: String) {
        switch error {
        case let error as LedgerError: self = error
        case let error as LoopError: self.init(error, at: path)
        case let error as SQLiteError: self.init(error, at: path)
        default: self = .failed(path: path, detail: "\(error)")
        }
    }

    /// Sorts SQLite's result codes by the remedy.
    ///
    /// *Source*: https://www.sqlite.org/rescode.html
    private init(_ error: SQLiteError, at path: String) {
        // Without free space growing a file to its announced size fails first.
        guard error.code != .sharedMemorySize else {
            self = .full(path: path)
            return
        }
        switch error.code.primary {
        case .busy, .locked: self = .locked(path: path)
        case .readOnly, .permission: self = .readOnly(path: path)
        case .full: self = .full(path: path)
        // The last three mean that tables differ from those that this version creates.
        case .corrupt, .notADatabase, .constraint, .mismatch, .error:
            self = .corrupt(path: path, detail: error.description)
        default: self = .failed(path: path, detail: error.description)
        }
    }
}
