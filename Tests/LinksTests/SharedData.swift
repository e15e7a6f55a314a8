import Foundation

/// The third-party test data that lies beside the package, where it does.
enum SharedData {
    /// The folder: `DEEPLINKD_DATA`, or `../shared/data` beside the folder that holds Package.swift.
    static let folder: URL? = {
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

    /// Whether a file is there; prints why the test is skipped if not.
    static func has(_ path: String, for test: String) -> Bool {
        if let folder, FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path) { return true }
        print("skipped: \(test): \(path) is not there; set DEEPLINKD_DATA to the folder of the test data")
        return false
    }

    /// The objects of a JSON array, without the strings that serve as its comments.
    static func rows(_ path: String) throws -> [[String: Any]] {
        guard let folder else { return [] }
        let data = try Data(contentsOf: folder.appendingPathComponent(path))
        let rows = try JSONSerialization.jsonObject(with: data) as? [Any] ?? []
        return rows.compactMap { $0 as? [String: Any] }
    }
}
