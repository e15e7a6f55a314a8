import DesktopEntries
import Foundation
import Glibc
import TestSupport

@testable import Desktop

/// A home and folders of data of a test's own, for the programs of the desktop and for this project's reading of them.
struct DesktopTree {
    let path: String

    /// Runs a test in a tree, which is removed behind it.
    static func with<Result>(_ body: (DesktopTree) throws -> Result) throws -> Result {
        let path = NSTemporaryDirectory() + "deeplinkd-desktop-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try body(DesktopTree(path: path))
    }

    /// The environment of a session in the tree.
    func environment(desktop: String = "") -> [String: String] {
        [
            "HOME": path + "/user", "XDG_CONFIG_DIRS": path + "/etc",
            "XDG_DATA_DIRS": path + "/local:" + path + "/share",
            "PATH": "/usr/bin:/bin", "XDG_CURRENT_DESKTOP": desktop, "LC_ALL": "C.UTF-8", "XDG_RUNTIME_DIR": path,
        ]
    }

    func places(desktop: String = "") -> DesktopPlaces { DesktopPlaces(environment: environment(desktop: desktop)) }

    /// Writes a file and the folders that it is in.
    @discardableResult
    func write(_ name: String, _ bytes: [UInt8], mode: Int = 0o644) throws -> String {
        let file = path + "/" + name
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        return file
    }

    @discardableResult
    func write(_ name: String, _ text: String, mode: Int = 0o644) throws -> String {
        try write(name, Array(text.utf8), mode: mode)
    }

    /// Adds a browser of the machine, with the line of its types in the cache there.
    func addBrowser(_ id: String, exec: String = "/usr/bin/true %u") throws {
        let types = "x-scheme-handler/http;x-scheme-handler/https;text/html;application/xhtml+xml;"
        try write(
            "share/applications/" + id,
            "[Desktop Entry]\nType=Application\nName=\(id)\nExec=\(exec)\nMimeType=\(types)\n")
        try addCache("share/applications")
    }

    /// Writes the cache of the types that the entries of a folder declare, as `update-desktop-database` does.
    func addCache(_ folder: String) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: path + "/" + folder).sorted()
        var ids: [String: [String]] = [:]
        for name in names where name.hasSuffix(".desktop") {
            for type in DesktopEntry("\(path)/\(folder)/\(name)", programPath: "/usr/bin").mimeTypes {
                ids[type, default: []].append(name)
            }
        }
        let lines = ids.sorted { $0.key < $1.key }.map { "\($0)=\($1.joined(separator: ";"));\n" }
        try write(folder + "/mimeinfo.cache", "[MIME Cache]\n" + lines.joined())
    }

    /// The bytes of a file; nil if there is none.
    func bytes(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: path + "/" + name).map { Array($0) } }

    /// The files below it with their bytes and permission bits.
    func contents() -> [String: String] {
        let names = FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []
        var contents: [String: String] = [:]
        for name in names {
            let attributes = try? FileManager.default.attributesOfItem(atPath: path + "/" + name)
            guard let type = attributes?[.type] as? FileAttributeType, type != .typeDirectory else { continue }
            let mode = attributes?[.posixPermissions] as? Int ?? 0
            contents[name] = "\(mode) \(Data(bytes(name) ?? []).base64EncodedString())"
        }
        return contents
    }

    /// Runs a program of the machine in the tree's session.
    func run(_ program: String, _ arguments: [String], desktop: String = "") throws -> String {
        try ChildProgram.run(
            program, arguments, input: "", environment: environment(desktop: desktop), patience: 30_000
        ).output
    }
}

extension String {
    /// Whether a program is there; if not, the reason for a skipped test is printed.
    func isInstalled(for test: String, package: String) -> Bool {
        guard !FileManager.default.isExecutableFile(atPath: self) else { return true }
        print("skipped: \(test): \(self) is not installed (Debian: \(package))")
        return false
    }
}
