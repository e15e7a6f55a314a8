import Foundation
import Glibc
import TestSupport

/// A private folder for one test, without access for other users.
struct TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/deeplinkd-e2e-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw TestFailure("mkdtemp: errno \(errno)") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func path(of name: String) -> String { path + "/" + name }

    /// Writes a file, or replaces its content, and returns its path.
    @discardableResult
    func write(_ name: String, _ text: String, mode: Int = 0o644) throws -> String {
        let file = path(of: name)
        try put(text, at: file, mode: mode)
        return file
    }

    /// Creates a folder in it and returns its path.
    func makeFolder(_ name: String, mode: mode_t = 0o700) throws -> String {
        let path = path(of: name)
        guard unsafe mkdir(path, mode) == 0 else { throw TestFailure("mkdir \(path): errno \(errno)") }
        return path
    }

    /// Creates a FIFO and opens its reading end, which ends with its last writer; `keptOpen` adds a writer that stays.
    func makeFIFO(_ name: String, keptOpen: Bool = false) throws -> Int32 {
        guard unsafe mkfifo(path(of: name), 0o600) == 0 else { throw TestFailure("mkfifo: errno \(errno)") }
        let descriptor = unsafe open(path(of: name), (keptOpen ? O_RDWR : O_RDONLY) | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw TestFailure("open: errno \(errno)") }
        return descriptor
    }

    func remove() {
        // ignored: leftovers are in the system's folder for temporary files.
        _ = try? FileManager.default.removeItem(atPath: path)
    }
}

/// Runs a test in a private folder.
func withFolder<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    return try body(folder)
}
