import Foundation
import TestSupport
import Testing

/// The manual: what a reader copies from it works, and prints what the page shows.
@Suite struct ManualTests {
    /// The pages that have tests of their own, and how those are named.
    private static let testedElsewhere = [
        "channels.md": "ChannelsPageTests", "codes.md": "CodeHelpCommandTests", "language.md": "CodeHelpCommandTests",
        "licences.md": "LicenceCommandTests", "permissions.md": "PermissionsPageTests",
    ]

    private static let pages: [String] = {
        func names(_ folder: String) -> [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: Products.package + "/docs/" + folder)) ?? []
        }
        let all = names("") + names("authoring").map { "authoring/" + $0 }
        return all.filter { $0.hasSuffix(".md") && testedElsewhere[$0] == nil }.sorted().map { "docs/" + $0 }
    }()

    @Test(arguments: pages) func `every command of a page prints what the page shows`(_ path: String) throws {
        let script = PageScript(try MarkdownPage(path))
        let programs = ["bash", "python3", "node", "socat"].filter(script.needs)
        guard HostPrograms.paths(of: programs, for: path) != nil else { return }
        // The rest of the page needs no compiler.
        let missing = ["go", "rustc"].filter { program in
            script.needs(program) && HostPrograms.paths(of: [program], for: "a client of \(path)") == nil
        }
        for difference in try withFolder(script.without(missing).differences) {
            Issue.record("\(path): \(difference)")
        }
    }

    @Test(.enabled(if: Compiler.find(for: "the Swift client of the manual") != nil))
    func `the Swift clients of the protocol's page and of README compile`() throws {
        let page = try MarkdownPage("docs/protocol.md").blocks(in: "swift")
        #expect(page.count == 1)
        #expect(try Compiler.errors(of: page.joined()) == [])
        let readme = try #require(try MarkdownPage("README.md").text.split(separator: "## The client library\n").last)
        let lines = readme.split(separator: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("    ") }
        #expect(lines.contains { $0.contains("daemon.open(") })
        #expect(try Compiler.errors(of: "import DeepLinkClient\n" + lines.joined(separator: "\n")) == [])
    }

    @Test func `every block of a page is run, checked or compiled, or says why not`() throws {
        var reasons: [String] = []
        for path in Self.pages {
            for block in try MarkdownPage(path).blocks {
                if let reason = block.reason {
                    reasons.append("\(path): \(reason)")
                } else {
                    // Other tests compile the blocks of Swift.
                    let isCompiled = ["docs/library.md", "docs/protocol.md"].contains(path)
                    let isTested = ["sh", "console", "conf"].contains(block.language) || isCompiled
                    #expect(isTested, "\(path): a block of `\(block.language)`:\n\(block.text)")
                }
            }
        }
        print("blocks of the manual that are not run: \(reasons.count)")
        for reason in reasons { print("  \(reason)") }
    }

    @Test func `the start of the manual names every page`() throws {
        let start = try MarkdownPage("docs/README.md").text
        for page in Self.pages.map({ $0.dropFirst("docs/".count) }) where page != "README.md" {
            #expect(start.contains("](\(page))"), "\(page)")
        }
    }

    @Test func `every link to a section leads to a heading`() throws {
        for path in Self.pages + ["README.md"] {
            for link in try MarkdownPage(path).text.matches(of: /\]\(([^)#:\s]*)#([^)\s]+)\)/) {
                let folder = path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
                let file = URL(filePath: "/" + folder + link.1).standardized.path.dropFirst()
                let target = link.1.isEmpty ? path : String(file)
                let headings = try MarkdownPage(target).text.matches(of: /(?m)^#+ (.+)$/).map { heading in
                    heading.1.lowercased().replacing(/[^\w -]/, with: "").replacing(" ", with: "-")
                }
                #expect(headings.contains(String(link.2)), "\(path): \(link.0)")
            }
        }
    }
}
