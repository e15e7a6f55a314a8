import Foundation
import Glibc

/// A private folder for one test.
struct Folder {
    let path: String

    /// Writes a file and creates its folders, and returns its path.
    @discardableResult
    func write(_ name: String, _ text: String = "", mode: Int = 0o644) throws -> String {
        let file = path + "/" + name
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755])
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        try set(name, mode: mode)
        return file
    }

    /// Creates a symbolic link.
    func link(_ name: String, to target: String) throws {
        try write(name)
        try FileManager.default.removeItem(atPath: path + "/" + name)
        try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
    }

    /// Gives a file, folder or link to another user, which takes root.
    func give(_ name: String, to userID: UInt32 = 65_534) throws {
        guard unsafe lchown(path + "/" + name, userID, .max) == 0 else { throw CocoaError(.fileWriteNoPermission) }
    }

    /// Sets the permission bits.
    func set(_ name: String, mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path + "/" + name)
    }
}

/// Runs a test in a private folder.
func withFolder<Result>(_ body: (Folder) throws -> Result) throws -> Result {
    let folder = Folder(path: NSTemporaryDirectory() + "deeplinkd-tables-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
        atPath: folder.path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    return try body(folder)
}

/// A small table of one scheme and one route.
func table(_ name: String, action: String = "respond hello") -> String {
    """
    scheme \(name)
    feature \(name) {
        action say {
            \(action)
        }
        route \(name) /say do say
    }

    """
}
