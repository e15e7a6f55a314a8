import Conf
import Contract
import Foundation
import Testing
import deeplinkctl

/// The pages docs/codes.md and docs/language.md are the source: the program has them, and `help` prints their sections.
@Suite struct ManualPageTests {
    /// The package's folder.
    static let root = String(#filePath.dropLast("/Tests/CodeHelpTests/ManualPageTests.swift".count))

    /// A text on one line.
    static func joined(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    @Test(arguments: [("codes", ManualPage.codes), ("language", ManualPage.language)])
    func `the program has the page as it is in the folder`(_ name: String, _ page: ManualPage) throws {
        #expect(try page.text == String(contentsOfFile: "\(Self.root)/docs/\(name).md", encoding: .utf8))
    }

    /// The sections of a page, read without the reader under test: the heading and all below it, on one line each.
    private static func sections(_ name: String, level: String) throws -> [String] {
        let text = try String(contentsOfFile: "\(root)/docs/\(name).md", encoding: .utf8)
        return ("\n" + text).split(separator: "\n\(level) ").dropFirst().map { joined(String($0)) }
    }

    @Test func `the section of a code is what help prints of it`() throws {
        let sections = try Self.sections("codes", level: "###")
        #expect(sections.count == ManualCode.all.count)
        for (section, code) in zip(sections, ManualCode.all) {
            switch code {
            case .diagnostic(let code):
                let help = try #require(code.help, "docs/codes.md has no section `### \(code.rawValue): …`")
                let head = "\(code.rawValue): \(help.title) *\(code.severity.rawValue)*. \(help.text) "
                #expect(section.hasPrefix(head), "\(section)")
            case .outcome(let code):
                let help = try #require(code.help, "docs/codes.md has no section `### \(code.rawValue)`")
                let rows = help.rows.map { "* \($0.label): \($0.text)" }.joined(separator: " ")
                let head = "\(code.rawValue) **\(code.sentence)** \(help.text) \(rows)"
                // Behind it stands an example, the next group, or nothing.
                #expect(section == head || ["```", "##"].contains { section.hasPrefix("\(head) \($0)") }, "\(section)")
            }
            let lines = Self.joined(CodePage.lines(code).joined(separator: "\n"))
            #expect(lines.hasPrefix("\(code.name)") && lines.contains(code.title), "\(lines)")
        }
    }

    @Test func `the section of an entry is what help prints of it`() throws {
        let entries = ManualTopic.allCases.filter { $0 != .protocol }.flatMap(\.groups).flatMap(\.entries)
        let sections = try Self.sections("language", level: "###") + Self.sections("language", level: "####")
        #expect(entries.count > 200)
        for entry in entries where entry.topic != .limits || !entry.forms.isEmpty {
            let found = sections.filter {
                $0.hasPrefix(Self.joined(([entry.title] + entry.forms).joined(separator: " ")))
            }
            let parts =
                [entry.text] + entry.rows.map { "* \($0.label): \($0.text)" } + [Self.joined(entry.example ?? "")]
            #expect(found.contains { section in parts.allSatisfy(section.contains) }, "\(entry.title)")
        }
    }

    @Test func `a page with mistakes is read as far as it can be`() {
        let text = ManualPage.language.text
        for size in stride(from: 0, to: text.utf8.count, by: 997) {
            let bytes = text.utf8.prefix(size)
            #expect(ManualPage(String(decoding: bytes, as: UTF8.self)).text.utf8.count >= size)
        }
        for text in [
            "", "#", "##", "###\n```", "* \n  x", "  x\n|", "|\n||\n", "```\n```\n```", "* :\n* x\n*", "####### x\n",
        ] {
            #expect(ManualPage(text).text == text)
        }
    }
}
