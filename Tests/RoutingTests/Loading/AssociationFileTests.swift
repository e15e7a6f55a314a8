import Foundation
import Links
import TestSupport
import Testing

@testable import Routing

/// What the platform that association files come from does with them, held against routes that say the same.
@Suite struct AssociationFileTests {
    private static let data = "aasa/swcutil-probes.json"

    /// A rule and a link on which the two differ.
    struct Departure: CustomTestStringConvertible, Sendable {
        let component: AssociationComponent
        let url: String
        /// Whether the link is opened here; nil where the language cannot say the rule.
        let isOpened: Bool?
        let reason: String

        var testDescription: String { "\(component) \(url)" }
    }

    private static func row(
        _ component: AssociationComponent, _ url: String, _ isOpened: Bool?, _ reason: String
    ) -> Departure {
        Departure(component: component, url: "https://example.com" + url, isOpened: isOpened, reason: reason)
    }

    private static let decoding = "here text is compared decoded, so there is one spelling of each text"
    private static let emptySegment = "no link may hold an empty segment before its last, nor an encoded slash"
    private static let repeated = "a declared key is given once"
    private static let absent = "that something is not there, or that there is anything at all, is no condition here"

    private static let departures = [
        row(.init(path: "/a b"), "/a%20b", true, decoding),
        row(.init(path: "/a%20b"), "/a%20b", true, decoding),
        row(.init(path: "/caf%C3%A9"), "/caf%c3%a9", true, decoding),
        row(.init(path: "/café"), "/caf%C3%A9", true, decoding),
        row(.init(path: "/a/b"), "/a%2Fb", false, emptySegment),
        row(.init(path: "/buy/*"), "/buy//", false, emptySegment),
        row(.init(path: "/buy/"), "/buy//", false, emptySegment),
        row(.init(query: .items(["id": "?*"])), "/x?id=7&id=42", false, repeated),
        row(.init(query: .items(["id": "7"])), "/x?id=7&id=7", false, repeated),
        row(.init(query: .items(["b": ""])), "/x?a=1", nil, absent),
        row(.init(query: .items(["id": ""])), "/x?id=7&id=42", nil, absent),
        row(.init(query: .text("")), "/x", nil, absent), row(.init(query: .text("?*")), "/x", nil, absent),
        row(.init(path: "abc", query: .text("def"), fragment: "*"), "/abc?def", nil, "a key has a value here"),
        row(.init(fragment: ""), "/x", nil, absent),
    ]

    private static func isOpened(_ component: AssociationComponent, _ url: String) throws -> Bool? {
        guard let table = component.table else { return nil }
        let ruleset = try Tables.ruleset(table)
        guard let link = try? Link.parse(url) else { return false }
        if case .routed = ruleset.decide(link) { return true }
        return false
    }

    @Test(arguments: departures)
    func `where this language goes its own way, it is for a reason`(_ row: Departure) throws {
        #expect(try Self.isOpened(row.component, row.url) == row.isOpened, "\(row.reason)")
    }

    @Test(arguments: [
        ("/buy/*", "/buy", true), ("/buy/*", "/buy/", true), ("/buy/*", "/buy/42", true), ("/buy/*", "/buyer", false),
        ("/buy*", "/buyer/x", true), ("/buy*", "/buy", true), ("abc", "/abc", true), ("abc", "/abcd", false),
        ("/buy", "/buy/", true), ("/buy/", "/buy", true), ("/", "", true), ("/a/*/c", "/a/c", false),
        ("/a/*/c", "/a/b/c", true), ("*abc", "/xabc", true),
    ])
    func `a rule's path becomes routes that take the same links`(_ path: String, _ url: String, _ isOpened: Bool)
        throws
    {
        #expect(try Self.isOpened(.init(path: path), "https://example.com" + url) == isOpened)
    }

    @Test(.enabled(if: SharedData.has(data, for: "the rules of association files")))
    func `on every other probe the two agree`() throws {
        let folder = try #require(SharedData.folder)
        let file = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appendingPathComponent(Self.data)))
        let probes = try #require(file as? [[String: Any]])
        var differing = 0
        for probe in probes {
            let component = AssociationComponent(probe["component"] as? [String: Any] ?? [:])
            let (url, theirs) = (probe["url"] as? String ?? "", probe["match"] as? Bool)
            let ours = try Self.isOpened(component, url)
            guard ours != theirs else { continue }
            differing += 1
            let isListed = Self.departures.contains {
                $0.url == url && $0.isOpened == ours && $0.component.table == component.table
            }
            #expect(isListed, "\(component) \(url)")
        }
        #expect(probes.count == 67)
        #expect(differing == Self.departures.count)
    }
}
