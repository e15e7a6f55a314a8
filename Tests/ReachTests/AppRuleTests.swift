import Contract
import Features
import Links
import Matching
import Testing

@testable import ReachRules

/// The lines of `choose`: which links they are about.
@Suite struct AppRuleTests {
    private static func host(_ text: String) throws -> DeclaredHost { try DeclaredHost.parse(Array(text.utf8).span) }

    @Test(arguments: [
        ("/jira/**", "/jira", true), ("/jira/**", "/jira/", true), ("/jira/**", "/jira/a/b", true),
        ("/jira/**", "/jira2", false), ("/jira/**", "/", false), ("/jira/**", "/%6aira/a", true),
        ("/jira/**", "/a/../jira", true), ("/jira/**", "/jira%2Fa", false),
        ("/**", "/", true), ("/**", "/a", true),
        ("/jira", "/jira", true), ("/jira", "/jira/", false), ("/jira", "/jira/a", false),
        ("/ä b", "/%C3%A4%20b", true), ("/", "/", true), ("/", "/a", false), ("/a/", "/a/", true), ("/a/", "/a", false),
    ])
    func `a path is compared by its segments, decoded`(_ pattern: String, _ path: String, _ isCovered: Bool) throws {
        let rule = AppRule(app: "a", paths: [try #require(AppRule.Path(pattern))])
        let address = try #require(WebAddress("https://x.example" + path))
        #expect(rule.applies(to: address, by: Caller(uid: 1)) == isCovered)
    }

    @Test(arguments: ["", "jira", "**", "*", "/*", "/a*", "/**/a", "/a?b", "/a#b", "a/**", "$(path)"])
    func `what is no path is not read as one`(_ pattern: String) {
        #expect(AppRule.Path(pattern) == nil)
    }

    @Test(arguments: [
        ("a.example", "https://a.example/", true), ("a.example", "http://u:p@A.EXAMPLE:8080/", true),
        ("a.example", "https://b.a.example/", false), ("*.a.example", "https://b.a.example/", true),
        ("*.a.example", "https://a.example/", false), ("*.a.example", "https://c.b.a.example/", false),
        ("**.a.example", "https://c.b.a.example/", true), ("xn--bcher-kva.example", "https://bücher.example/", true),
        ("127.0.0.1", "https://2130706433/", true), ("[::1]", "https://[0::1]/", true),
        ("a.example", "mailto:a.example", false),
    ])
    func `a host is compared by its name, as the URL standard reads it`(
        _ pattern: String, _ url: String, _ isCovered: Bool
    ) throws {
        let rule = AppRule(app: "a", hosts: [try Self.host(pattern)])
        #expect(rule.applies(to: WebAddress(url), by: Caller(uid: 1)) == isCovered)
        #expect(!rule.applies(to: nil, by: Caller(uid: 1)))
    }

    @Test func `all words of a line have to be met, by one value each`() throws {
        let callers = CallerRequirement(kind: .unit, values: [.init(text: "app-slack-*.scope", id: nil)])
        let rule = AppRule(
            app: "a", hosts: [try Self.host("a.example"), try Self.host("b.example")],
            paths: [try #require(AppRule.Path("/x"))], callers: callers)
        let slack = Caller(uid: 1, unit: "app-slack-7.scope")
        for (url, caller, isMet) in [
            ("https://a.example/x", slack, true), ("https://b.example/x", slack, true),
            ("https://c.example/x", slack, false), ("https://a.example/y", slack, false),
            ("https://a.example/x", Caller(uid: 1, unit: "app-slack.scope"), false),
            ("https://a.example/x", Caller(uid: 1), false),
        ] {
            #expect(rule.applies(to: WebAddress(url), by: caller) == isMet, "\(url)")
        }
    }
}
