import Foundation

/// Texts of past bugs, each in a file named after its bug.
package enum Regressions {
    /// The files of one folder in the folder `Regressions` beside a test's own file, by name.
    package static func texts(
        of kind: String, beside file: String = #filePath
    ) throws -> [(name: String, bytes: [UInt8])] {
        let folder = URL(filePath: file).deletingLastPathComponent().appending(path: "Regressions/\(kind)")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
            .map { (name: $0, bytes: Array(try Data(contentsOf: folder.appending(path: $0)))) }
    }
}
