package import Foundation

/// The third-party test data beside the package, if it is there; none of it is part of the package.
package enum SharedData {
    /// The folder: `DEEPLINKD_DATA`, or `../shared/data` beside the folder that holds Package.swift.
    package static let folder: URL? = {
        if let path = ProcessInfo.processInfo.environment["DEEPLINKD_DATA"] { return URL(fileURLWithPath: path) }
        var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        while folder.path != "/" {
            if FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) {
                return folder.deletingLastPathComponent().appendingPathComponent("shared/data")
            }
            folder.deleteLastPathComponent()
        }
        return nil
    }()

    /// True if the file exists; otherwise prints why the test is skipped.
    package static func has(_ path: String, for test: String) -> Bool {
        if let folder, FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path) { return true }
        print("skipped: \(test): \(path) is not there; set DEEPLINKD_DATA to the folder of the test data")
        return false
    }
}
