import Foundation
import Testing

/// The manual: what a reader copies from it works, and prints what the page shows.
@Suite struct ManualTests {
    /// The pages that have tests of their own, and how those are named.
    private static let testedElsewhere = [
        "codes.md": "CodeHelpCommandTests", "licences.md": "LicenceCommandTests",
        "links-into-your-app.md": "LinksPageTests", "permissions.md": "PermissionsPageTests",
    ]

    private static let pages: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: Products.package + "/docs")) ?? []
        return names.filter { $0.hasSuffix(".md") && testedElsewhere[$0] == nil }.sorted().map { "docs/" + $0 }
    }()

    @Test(arguments: pages) func `every command of a page prints what the page shows`(_ path: String) throws {
        let script = PageScript(try MarkdownPage(path))
        let programs = ["bash", "python3", "node", "socat"].filter(script.needs)
        guard HostPrograms.paths(of: programs, for: path) != nil else { return }
        for difference in try withFolder(script.differences) { Issue.record("\(path): \(difference)") }
    }

    @Test func `every block of a page is run, checked or compiled, or says why not`() throws {
        var reasons: [String] = []
        for path in Self.pages {
            for block in try MarkdownPage(path).blocks {
                if let reason = block.reason {
                    reasons.append("\(path): \(reason)")
                } else {
                    // A test of the Swift library compiles the blocks of Swift.
                    let isTested = ["sh", "console", "conf"].contains(block.language) || path == "docs/library.md"
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
                let target = link.1.isEmpty ? path : path == "README.md" ? String(link.1) : "docs/" + link.1
                let headings = try MarkdownPage(target).text.matches(of: /(?m)^#+ (.+)$/).map { heading in
                    heading.1.lowercased().replacing(/[^\w -]/, with: "").replacing(" ", with: "-")
                }
                #expect(headings.contains(String(link.2)), "\(path): \(link.0)")
            }
        }
    }
}
