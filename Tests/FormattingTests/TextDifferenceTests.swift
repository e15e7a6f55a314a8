import Conf
import Formatting
import Foundation
import TestSupport
import Testing

/// The differences between a text and its layout.
@Suite struct TextDifferenceTests {
    private static func difference(_ text: String) throws -> (String, line: Int?) {
        var diagnostics = Diagnostics()
        let formatted = try #require(FormattedText(Array(text.utf8), name: "t.conf", diagnostics: &diagnostics))
        let difference = TextDifference(formatted)
        return (String(decoding: difference.text(name: "t.conf"), as: UTF8.self), difference.firstLine)
    }

    @Test(
        arguments: [
            ("a\n", "", nil),
            (
                "a  b\n", "--- t.conf\n+++ t.conf\n@@ -1,1 +1,1 @@\n-a  b\n+a b\n", 1
            ),
            (
                "a", "--- t.conf\n+++ t.conf\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n", 1
            ),
            (
                "\n\n", "--- t.conf\n+++ t.conf\n@@ -1,2 +0,0 @@\n-\n-\n", 1
            ),
            (
                "1\n2\n3\n4\n\n\n5\n6\n7\n8\n9\n",
                "--- t.conf\n+++ t.conf\n@@ -3,7 +3,6 @@\n 3\n 4\n \n-\n 5\n 6\n 7\n", 6
            ),
            (
                "1  a\n2\n3\n4\n5\n6\n7\n8\n9   a\n",
                "--- t.conf\n+++ t.conf\n@@ -1,4 +1,4 @@\n-1  a\n+1 a\n 2\n 3\n 4\n@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9   a\n+9 a\n",
                1
            ),
            (
                "1  a\n2\n3\n4\n5\n6\n7\n8   a\n",
                "--- t.conf\n+++ t.conf\n@@ -1,8 +1,8 @@\n-1  a\n+1 a\n 2\n 3\n 4\n 5\n 6\n 7\n-8   a\n+8 a\n", 1
            ),
        ] as [(String, String, Int?)])
    func `differences have up to three lines around them`(_ text: String, _ expected: String, _ line: Int?) throws {
        let (difference, first) = try Self.difference(text)
        #expect(difference == expected)
        #expect(first == line)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/patch"), "there is no `patch` here"))
    func `patch makes the layout of them`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "t.conf")
        var generator = SeededGenerator(for: "patch makes the layout of them")
        for _ in 0..<40 {
            let lines = ["", "", "a  b", "a b", "  c", "d {", "}", "#  e", "\tf\t# g"]
            let text = (0..<Int.random(in: 0...40, using: &generator))
                .map { _ in lines[Int.random(in: 0..<lines.count, using: &generator)] }.joined(separator: "\n")
            var diagnostics = Diagnostics()
            guard let formatted = FormattedText(Array(text.utf8), name: "t", diagnostics: &diagnostics) else {
                continue
            }
            try Data(text.utf8).write(to: file)
            try Data(TextDifference(formatted).text(name: "t.conf")).write(to: folder.appending(path: "p"))
            let run = try ChildProgram.run("/usr/bin/patch", ["-s", "-p0", "-d", folder.path(), "-i", "p"])
            #expect(run.exit == .code(0))
            #expect(try Array(Data(contentsOf: file)) == formatted.bytes)
        }
    }
}
