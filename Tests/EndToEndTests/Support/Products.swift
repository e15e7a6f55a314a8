import Foundation
import Glibc

/// The built programs under test.
enum Products {
    static let daemon = path("deeplinkd")
    static let tool = path("deeplinkctl")

    /// The folder that holds Package.swift.
    static let package: String = {
        var folder = URL(fileURLWithPath: #filePath)
        repeat {
            folder.deleteLastPathComponent()
        } while folder.path != "/"
            && !FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path)
        return folder.path
    }()

    /// The folder of the programs: that of the test runner, or of the test bundle if the toolchain's helper runs it.
    static let folder: String = {
        let runners = [(try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""]
        let folders = (runners + CommandLine.arguments).map { ($0 as NSString).deletingLastPathComponent }
        return folders.first { FileManager.default.isExecutableFile(atPath: $0 + "/deeplinkd") } ?? "."
    }()

    private static func path(_ name: String) -> String { folder + "/" + name }
}
