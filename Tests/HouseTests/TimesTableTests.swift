import Foundation
import Testing

/// The table of times in the manual.
@Suite struct TimesTableTests {
    @Test func `each time of the manual is walked by a test from the moment on that the manual names`() throws {
        let page = House.text(of: "docs/facts.md")
        let table = try #require(page.components(separatedBy: "| time | length | counts from |").dropFirst().first)
        let rows = table.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().prefix {
            $0.hasPrefix("|")
        }
        let names = rows.dropFirst().compactMap { $0.split(separator: "|").first?.trimmingCharacters(in: .whitespaces) }
        let tests = House.text(of: "Tests/ServingTests/Times/TimesTests.swift")
        let walked = tests.matches(of: /TimeRow\(name: "([^"]+)"/).map { String($0.1) }
        let timers = tests.matches(of: /\n {8}"([^"]+)": "([^"]+)",/).map { (String($0.1), String($0.2)) }
        #expect(names.sorted() == (walked + timers.map(\.0)).sorted() && names.count > 15)
        let others = House.files.filter { $0.hasPrefix("Tests/") && !$0.hasSuffix("/TimesTests.swift") }.map(House.text)
        for (name, title) in timers {
            #expect(others.contains { $0.contains("func `\(title)`") }, "\(name)")
        }
    }
}
