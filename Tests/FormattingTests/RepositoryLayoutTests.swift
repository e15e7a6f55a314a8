import Conf
import Formatting
import Foundation
import TestSupport
import Testing

/// The tables and case files of the repository, and those that its pages show, are laid out as `fmt` does it.
@Suite struct RepositoryLayoutTests {
    private static var package: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    }

    /// The files that end so, and are read as tables or cases.
    private static func files() throws -> [String] {
        let roots = ["Examples", "Tests", "packaging", "docs"]
        let below = try roots.flatMap { root in
            try FileManager.default.subpathsOfDirectory(atPath: package.appending(path: root).path())
                .map { root + "/" + $0 }
        }
        return (below + ["routes.conf", "routes.cases"]).filter { $0.hasSuffix(".conf") || $0.hasSuffix(".cases") }
            .sorted()
    }

    @Test func `each table and case file is laid out`() throws {
        let files = try Self.files()
        #expect(files.count > 30)
        for file in files {
            let bytes = Array(try Data(contentsOf: Self.package.appending(path: file)))
            var diagnostics = Diagnostics()
            guard let text = FormattedText(bytes, name: file, diagnostics: &diagnostics) else {
                Issue.record("\(file): \(diagnostics.kept)")
                continue
            }
            let difference = String(decoding: TextDifference(text).text(name: file), as: UTF8.self)
            #expect(difference == "")
        }
    }

    /// But for the page about the layout itself.
    @Test func `each table and case file of a page is laid out`() throws {
        let folder = Self.package.appending(path: "docs")
        var count = 0
        for page in try FileManager.default.subpathsOfDirectory(atPath: folder.path()).sorted()
        where page.hasSuffix(".md") && page != "authoring/formatting.md" {
            let text = try String(contentsOf: folder.appending(path: page), encoding: .utf8)
            for match in text.matches(of: /(?m)^cat > \S+\.(conf|cases) <<'?END'?\n((?s:.*?))^END$/) {
                var diagnostics = Diagnostics()
                guard
                    let formatted = FormattedText(
                        Array(match.output.2.utf8), name: page, diagnostics: &diagnostics)
                else { continue }
                count += 1
                let difference = String(decoding: TextDifference(formatted).text(name: page), as: UTF8.self)
                #expect(difference == "")
            }
        }
        #expect(count > 30)
    }
}
