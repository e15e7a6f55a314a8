import Conf
import Foundation
import Testing

@Suite struct DiagnosticCoverageTests {
    /// Codes that nothing here can reach, and why.
    private static let elsewhere: [DiagnosticCode: String] = [
        .untrustedFile: "about the owner and mode of a file on disk, which Serving looks at"
    ]

    @Test func `every code is reported by a test`() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        var text = ""
        for folder in [tests, tests.deletingLastPathComponent().appending(path: "ConfTests")] {
            for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            where file.pathExtension == "swift" && file.lastPathComponent != "DiagnosticCoverageTests.swift" {
                text += try String(contentsOf: file, encoding: .utf8)
            }
        }
        for code in DiagnosticCode.allCases where Self.elsewhere[code] == nil {
            #expect(text.contains(code.rawValue) || text.contains(".\(code)]"), "\(code) \(code.rawValue)")
        }
    }
}
