import Foundation
import SQLite

/// A folder for one test, removed with it.
final class Folder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/deeplinkd-sqlite-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of the database of most tests.
    var database: String { path + "/a.db" }

    /// How many descriptors of this process are of files in the folder.
    var openDescriptorCount: Int {
        let files = FileManager.default
        let numbers = (try? files.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return numbers.count { number in
            (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)"))?.hasPrefix(path) == true
        }
    }
}

/// A database in memory with the table `t`.
func memory(_ columns: String = "a INTEGER, b TEXT") throws -> Database {
    let db = try Database(path: ":memory:")
    try db.execute("CREATE TABLE t (\(columns)) STRICT")
    return db
}

/// The error that a step throws; nil if it throws none of SQLite's.
func error(_ step: () throws -> Void) -> SQLiteError? {
    do {
        try step()
        return nil
    } catch {
        return error as? SQLiteError
    }
}
