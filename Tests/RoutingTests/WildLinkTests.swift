import TestSupport
import Testing

@testable import Routing

/// Telegram, Spotify and GitHub: the links of three public schemes, each in a table as an author would write it.
@Suite struct WildLinkTests {
    /// The tables and the lists of links that they were written from.
    static let schemes = [("telegram", "telegram"), ("spotify", "spotify"), ("github", "github-rest")]

    private static func ruleset(_ table: String) throws -> Ruleset {
        let result = try ForeignTable(name: table).load()
        return try #require(result.ruleset, "\(table)")
    }

    @Test func `at most twelve lines put the routes of telegram in order`() throws {
        let counts = try ForeignTable(name: "telegram").statements()
        print("telegram: \(counts.orders) lines put \(counts.routes) routes in order")
        #expect(counts.orders > 0)
        #expect(counts.orders <= 12)
    }

    @Test func `each link of the wild is taken by the route of its line, or refused with its code`() throws {
        #expect(WildLink.all.count >= 19)
        #expect(Set(WildLink.all.map(\.kind)).count == WildLink.all.count)
        for (table, links) in Dictionary(grouping: WildLink.all, by: \.table) {
            let ruleset = try Self.ruleset(table)
            for link in links {
                #expect(WildLink.result(of: link.link, in: ruleset) == link.result, "\(link.link)")
                #expect(!link.reason.isEmpty, "\(link.kind)")
            }
        }
    }

    @Test(
        .enabled(
            if: SharedData.has("links/cannot-be-said.tsv", for: "each link that could not be said has its line")))
    func `each link that could not be said has its line`() throws {
        let shared = try WildLink.shared("cannot-be-said")
        #expect(!shared.isEmpty)
        for (kind, link) in shared {
            let found = WildLink.all.first { $0.kind == kind }
            let line = try #require(found, "\(kind) has no line in links-of-the-wild.tsv")
            let ruleset = try Self.ruleset(line.table)
            #expect(WildLink.result(of: link, in: ruleset) == line.result, "\(link)")
        }
    }

    @Test(
        .enabled(if: SharedData.has("links/telegram.tsv", for: "a table takes the links that it was written from")),
        arguments: schemes)
    func `a table takes the links that it was written from`(_ table: String, _ list: String) throws {
        let ruleset = try Self.ruleset(table)
        let refused = Set(WildLink.all.filter { $0.table == table }.map(\.kind))
        let shared = try WildLink.shared(list)
        #expect(!shared.isEmpty)
        for (kind, link) in shared {
            let result = WildLink.result(of: link, in: ruleset)
            #expect(!result.hasPrefix("rejected.") || refused.contains(kind), "\(kind): \(link) is \(result)")
        }
    }
}
