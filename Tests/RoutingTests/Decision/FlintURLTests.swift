import Conf
import Contract
import Features
import Foundation
import Links
import TestSupport
import Testing

@testable import Routing

/// How the program that this language descends from takes URLs apart and which of its routes wins, beside what is done
/// here.
@Suite struct FlintURLTests {
    private static let data = "flint/flint-url-pattern-cases.json"

    /// URLs with one reason.
    struct Group: CustomTestStringConvertible, Sendable {
        let reason: String
        /// URL, and its segments and query items, or the code.
        let rows: [(url: String, outcome: String)]

        init(_ reason: String, _ rows: [(url: String, outcome: String)]) {
            self.reason = reason
            self.rows = rows
        }

        var testDescription: String { reason }
        var isKept: Bool { reason == "as in the original" }
    }

    private static let groups: [Group] = [
        Group(
            "as in the original",
            [
                ("test://abc", "abc"), ("test:abc", "abc"), ("test://abc/", "abc/"),
                ("test://abc/def/ghi", "abc/def/ghi"), ("test:abc/def", "abc/def"), ("test://ABC", "ABC"),
                ("test://abc?x=1", "abc?x=1"), ("test://abc?", "abc"), ("test://abc?a%3Db=c", "abc?a=b=c"),
                ("test://abc/d%20e", "abc/d e"), ("test://abc;p=1/d", "abc;p=1/d"),
                ("other://abc", "rejected.url.schemeNotAllowed"), ("abc", "rejected.url.invalid"),
                ("//flint.tools/x", "rejected.url.invalid"), ("https://flint.tools/deeplink1", "deeplink1"),
                ("https://flint.tools/deeplink1/", "deeplink1/"),
                ("https://flint.tools/deeplink1?x=1", "deeplink1?x=1"),
                ("https://flint.tools/deep%6Cink1", "deeplink1"),
                ("https://www.flint.tools/deeplink1", "rejected.url.hostNotAllowed"),
                ("https://this.is.not.our.site.com/deeplink1", "rejected.url.hostNotAllowed"),
                ("mailto:abc", "rejected.url.schemeNotAllowed"), ("test://a b", "rejected.url.invalid"),
                ("test://abc/é", "abc/é"), ("test://abc/%C3%A9", "abc/é"), ("", "rejected.url.invalid"),
                (" test://abc", "rejected.url.forbiddenComponent"),
            ]),
        Group(
            "every link is a rooted list: slashes before the first segment make no difference, and there is one segment at least",
            [
                ("test:/abc", "abc"), ("test:///abc", "abc"), ("test://", ""), ("test://?x=1", "?x=1"),
                ("https://flint.tools", ""), ("https://flint.tools/", ""),
            ]),
        Group(
            "an app link without anything is the app itself: its path is the one empty segment",
            [
                ("test:", ""), ("test:?x=1", "?x=1"),
            ]),
        Group(
            "schemes and hosts fold case",
            [
                ("TEST://abc", "abc"), ("Test:abc", "abc"), ("HTTPS://flint.tools/deeplink1", "deeplink1"),
                ("https://FLINT.tools/deeplink1", "deeplink1"),
            ]),
        Group(
            "a custom host has no port, user or address, and no host has a user",
            [
                ("test://abc:8080/d", "rejected.url.forbiddenComponent"),
                ("test://user:pw@abc/d", "rejected.url.forbiddenComponent"),
                ("https://user@flint.tools/deeplink1", "rejected.url.forbiddenComponent"),
                ("test://[::1]/x", "rejected.url.forbiddenComponent"),
            ]),
        Group(
            "items are kept as they are; a route that declares the key refuses what it is not",
            [
                ("test://abc?x=1&x=2", "abc?x=1&x=2"), ("test://abc?x", "abc?x="), ("test://abc?x=", "abc?x="),
                ("test://abc?x=1&x", "abc?x=1&x="),
            ]),
        Group(
            "in a query a plus is a space",
            [
                ("test://abc?a=b%20c&d=e+f", "abc?a=b c&d=e f")
            ]),
        Group(
            "a fragment is a value of its own and selects nothing",
            [
                ("test://abc#frag", "abc")
            ]),
        Group(
            "no segment may hold an encoded separator",
            [
                ("test://abc/d%2Fe", "rejected.url.forbiddenComponent"),
                ("test://abc%2Fdef", "rejected.url.forbiddenComponent"),
            ]),
        Group(
            "no segment may hold a control character or what is no UTF-8",
            [
                ("test://abc/%0A", "rejected.url.forbiddenComponent"),
                ("test://abc/%FF", "rejected.url.forbiddenComponent"),
                ("test://abc/%00d", "rejected.url.forbiddenComponent"),
            ]),
        Group(
            "no segment may be a dot segment",
            [
                ("test://abc/../d", "rejected.url.forbiddenComponent"),
                ("test://abc/./d", "rejected.url.forbiddenComponent"),
            ]),
        Group(
            "only the last segment may be empty",
            [
                ("test://abc//d", "rejected.url.forbiddenComponent")
            ]),
        Group(
            "http is not https",
            [
                ("http://flint.tools/deeplink1", "rejected.url.schemeNotAllowed")
            ]),
        Group(
            "a port is part of the host, and the scheme's own is none",
            [
                ("https://flint.tools:443/deeplink1", "deeplink1"),
                ("https://flint.tools:8443/deeplink1", "rejected.url.hostNotAllowed"),
            ]),
        Group(
            "a host with a dot at its end is another host",
            [
                ("https://flint.tools./deeplink1", "rejected.url.hostNotAllowed")
            ]),
        Group(
            "what is no escape is text",
            [
                ("test://abc/%zz", "abc/%zz")
            ]),
    ]

    private static let table = """
        scheme test x-app
        host flint.tools
        feature F {
            action a {
                input t **?
                respond
            }
            route all /$(t:**) do a
            route root / do a
        }
        """

    private func outcome(_ url: String, _ ruleset: Ruleset) -> String {
        do {
            let link = try Link.parse(url)
            if case .rejected(let outcome) = ruleset.destination(of: url) { return outcome.code.rawValue }
            let segments = (0..<link.segmentCount).map { link.text(link.segment($0)) }.joined(separator: "/")
            let items = (0..<link.queryItemCount).map { link.queryItem($0) }.map {
                "\(link.text($0.key))=\(link.text($0.value))"
            }
            return segments + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
        } catch {
            return Outcome(error).code.rawValue
        }
    }

    @Test(arguments: groups)
    func `a URL is taken apart as its row says`(_ group: Group) throws {
        let ruleset = try Tables.ruleset(Self.table)
        for row in group.rows { #expect(outcome(row.url, ruleset) == row.outcome, "\(row.url)") }
    }

    @Test(.enabled(if: SharedData.has(data, for: "how the original takes URLs apart")))
    func `every URL of the record is in the table, and what is kept is what it says`() throws {
        let folder = try #require(SharedData.folder)
        let file = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appendingPathComponent(Self.data)))
        let record = (file as? [String: Any])?["split"] as? [String: Any]
        let cases = try #require(record?["cases"] as? [[String: Any]])
        #expect(cases.count == Self.groups.map(\.rows.count).reduce(0, +))
        for row in cases {
            let url = row["url"] as? String ?? "?"
            let group = try #require(Self.groups.first { $0.rows.contains { $0.url == url } }, "\(url)")
            guard group.isKept else { continue }
            #expect(row["verdict"] as? String == "adopt", "\(url)")
            let ours = group.rows.first { $0.url == url }?.outcome ?? ""
            #expect(Self.recorded(row["flint"]) == (ours.hasPrefix("rejected.") ? "refused" : ours), "\(url)")
        }
    }

    private static func recorded(_ value: Any?) -> String {
        let row = value as? [String: Any] ?? [:]
        guard let lookup = row["lookup"] as? String else { return "refused" }
        let items = (row["params"] as? [String: String] ?? [:]).sorted { $0.key < $1.key }.map {
            "\($0.key)=\($0.value)"
        }
        return (lookup.hasPrefix("/") ? String(lookup.dropFirst()) : lookup)
            + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }

    /// A question of precedence in the record: routes, a link, and the route or the codes of the table.
    struct Precedence: CustomTestStringConvertible, Sendable {
        let rule: String
        let routes: String
        let url: String
        let outcome: String

        var testDescription: String { rule }
    }

    @Test(arguments: [
        Precedence(
            rule: "an exact scheme goes before all schemes", routes: "route A /x do a\nroute B /x do a {\nin test\n}",
            url: "test://x", outcome: "B"),
        Precedence(
            rule: "a scope goes before a narrower pattern",
            routes: "route A /** do a {\nin test\n}\nroute B /doc/new do a", url: "test:///doc/new", outcome: "A"),
        Precedence(
            rule: "a literal goes before a capture", routes: "route A /doc/$(id) do a\nroute B /doc/new do a",
            url: "test://doc/new", outcome: "B"),
        Precedence(
            rule: "it does so where it is declared first, too",
            routes: "route B /doc/new do a\nroute A /doc/$(id) do a",
            url: "test://doc/new", outcome: "B"),
        Precedence(
            rule: "one pattern twice is an error", routes: "route A /x do a\nroute B /x do a", url: "", outcome: "RT502"
        ),
        Precedence(
            rule: "and so is one name", routes: "route A /x do a\nroute A /y do a", url: "", outcome: "RT401"),
        Precedence(
            rule: "a query has no say in what a path captures", routes: "route A /doc/$(id) do a",
            url: "test://doc/7?id=9&q=1", outcome: "A id=7"),
        Precedence(
            rule: "one route serves app links and web links", routes: "route A /abc do a",
            url: "https://flint.tools/abc",
            outcome: "A"),
        Precedence(
            rule: "a route of one host is none of a scheme", routes: "route A /abc do a {\nin flint.tools\n}",
            url: "test://abc", outcome: "rejected.route.notFound"),
    ])
    func `precedence is what the record proposes`(_ row: Precedence) {
        let text = "scheme test other\nhost flint.tools\nfeature F {\naction a {\ninput id string?\nrespond\n}\n"
        let result = Tables.load(text + row.routes + "\n}\n")
        guard let ruleset = result.ruleset else {
            #expect(result.diagnostics.inOrder.map(\.code.rawValue).joined(separator: " ") == row.outcome)
            return
        }
        switch ruleset.destination(of: row.url) {
        case .rejected(let outcome): #expect(outcome.code.rawValue == row.outcome)
        case .routed(let routed, _):
            let inputs = routed.inputs.map { " \($0.name)=\($0.value.argumentText)" }.joined()
            #expect(ruleset.routes[routed.route].name + inputs == row.outcome)
        }
    }
}
