import Foundation

/// The folders of the files under test.
enum Places {
    /// The folder that holds Package.swift.
    static let package: URL = {
        var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.path + "/Package.swift") {
            folder.deleteLastPathComponent()
        }
        return folder
    }()
    static let units = package.appendingPathComponent("systemd")
    static let tests = package.appendingPathComponent("Tests/SystemdTests")

    /// The folder of the programs that were built with the tests.
    ///
    /// The runner is the test bundle, or a helper that got the bundle's path: the programs are beside the one in the build
    /// folder.
    static let programs: URL? = {
        let runner = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return ([runner] + CommandLine.arguments)
            .map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
            .first { FileManager.default.isExecutableFile(atPath: $0.path + "/deeplinkd") }
    }()

    /// Runs a test on copies of the unit files with the program paths of this build, because systemd-analyze checks that
    /// every program named in a unit exists.
    ///
    /// The texts are copied, since the user who runs the tests may not own the checkout.
    static func withUnits(_ body: (URL) throws -> Void) throws {
        let manager = FileManager.default
        let folder = manager.temporaryDirectory.appendingPathComponent("deeplinkd-units-\(UUID())")
        try manager.createDirectory(
            at: folder.appendingPathComponent("user"), withIntermediateDirectories: true)
        defer { try? manager.removeItem(at: folder) }
        let files = [
            "deeplinkd.socket", "deeplinkd.service", "exec.conf", "exec-socket.conf", "network.conf",
            "deeplinkd-metrics.socket", "deeplinkd-metrics@.service",
            "user/deeplinkd.socket", "user/deeplinkd.service",
        ]
        for file in files {
            let text = try String(contentsOf: units.appendingPathComponent(file), encoding: .utf8)
            try text.replacingOccurrences(of: "/usr/bin/deeplink", with: "\(programs?.path ?? "")/deeplink")
                .write(to: folder.appendingPathComponent(file), atomically: true, encoding: .utf8)
        }
        try body(folder)
    }
}
