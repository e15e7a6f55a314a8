import Conf
import Testing

@testable import Routing

/// Patterns in the syntax of other routers.
@Suite struct ForeignSyntaxTests {
    private static func table(_ route: String) -> String {
        """
        scheme s
        host h.example
        feature F {
            action go {
                input id string = x
                respond
            }
            \(route)
        }
        """
    }

    @Test(arguments: [
        ("/b/:id", ":id", "$(id)", ":"), ("/c/{id}/d", "{id}", "$(id)", "{"),
        ("/c/{id:\\[0-9]+}/d", "{id:\\[0-9]+}", "$(id)", "{"),
        ("/c/<id>", "<id>", "$(id)", "<"), ("/c/<int:id>", "<int:id>", "$(id)", "<"),
        ("/d/$id", "$id", "$(id)", "$"), ("/d/${id}/e", "{id}", "$(id)", "{"),
        ("/i/(x|y)", "(x|y)", "$(name:x|y)", "("),
        ("/i/(.+)", "(.+)", "$(name)", "("), ("/a/$(id)?q=1", "?q=1", "query q", "?"), ("/a/?", "?", "/a[/]", "?"),
        ("/b#f", "#f", "fragment f", "#"),
        ("/a/$(id)$", "/a/$(id)$", "/a/$(id)", "$"), ("/^/a/$(id)$", "/^/a/$(id)$", "/a/$(id)", "^"),
    ])
    func `a capture or choice in another syntax is one warning, a query or fragment one error, with that of tables`(
        _ pattern: String, _ found: String, _ advice: String, _ escaped: String
    ) throws {
        let isError = ["?", "#"].contains(escaped)
        let text = Self.table("route a \(pattern) do go\n    route b /plain do go")
        let result = Tables.load(text)
        let codes = result.diagnostics.kept.map(\.code)
        #expect(codes == [isError ? .badPattern : .foreignPattern], "\(Tables.printed(result))")
        let diagnostic = try #require(result.diagnostics.kept.first)
        let place = diagnostic.place
        #expect(String(decoding: Array(text.utf8)[place.offset..<place.offset + place.length], as: UTF8.self) == found)
        let help = try #require(diagnostic.help)
        #expect(
            help.contains("`\(advice)`")
                && help.hasSuffix("for the text itself write `\\\(escaped)`"), "\(help)")
        #expect((result.ruleset == nil) == isError)
    }

    @Test(arguments: [
        (#"/b/\:id"#, "s://b/:id"), (#"/c/\{id}/d"#, "s://c/%7Bid%7D/d"), (#""/c/\\{id}""#, "s://c/%7Bid%7D"),
        (#"/c/\<id>"#, "s://c/%3Cid%3E"), (#"/c/\[id]"#, "s://c/[id]"), (#"/d/\$id"#, "s://d/$id"),
        (#"/i/\(x|y)"#, "s://i/(x|y)"), (#"/a\?q=1"#, "s://a%3Fq=1"), ("/b\\#f", "s://b%23f"),
        ("/wiki/Foo_(bar)", "s://wiki/Foo_(bar)"), ("/a:b", "s://a:b"), ("/p/5$", "s://p/5$"),
        ("/p/a<b", "s://p/a%3Cb"),
        (#"/p/\$(id)"#, "s://p/$(id)"),
    ])
    func `a text that is meant, or that has no other meaning, is not warned of`(_ pattern: String, _ url: String) throws
    {
        let text = Self.table("route a \(pattern) do go")
        let result = Tables.load(text)
        #expect(result.diagnostics.kept.isEmpty, "\(Tables.printed(result))")
        // The first segment of a custom scheme is a host, so some of these texts are only possible on the web.
        let web = "https://h.example/" + url.dropFirst(4)
        let ruleset = try #require(result.ruleset)
        guard case .routed = ruleset.destination(of: web) else {
            Issue.record("\(web)")
            return
        }
    }

    @Test(arguments: [
        ("/b/*id", "*id", "captures are written `$(id:**)`; for segments with this end write `$(_)id`"),
        ("/b/*id/c", "*id", "captures are written `$(id)`; for segments with this end write `$(_)id`"),
    ])
    func `an asterisk and a name are one warning with both of what can be meant`(
        _ pattern: String, _ found: String, _ help: String
    ) {
        let text = Self.table("route a \(pattern) do go")
        let kept = Tables.load(text).diagnostics.kept
        #expect(kept.map(\.code) == [.foreignPattern] && kept.first?.help == help, "\(kept)")
        #expect(Tables.codes(text.replacing("*id", with: "$(_)id")).isEmpty)
        #expect(Tables.codes(Self.table("route a /b/*.id do go\n    route b /*-id do go")).isEmpty)
    }

    @Test func `a deny in the syntax of another router is warned of`() {
        TableRow(
            .feature, "description x\n}\ndeny /x/:id\nfeature G {",
            """
            t:5:9: warning RT415: `:id` captures nothing: it matches only this text
               5 | deny /x/:id
                 |         ^~~
                 = help: any text is written `*`; for the text itself write `\\:`
            """
        ).check()
    }

    @Test(arguments: [
        ("https://h.example/a?q#f", "write `/a`, and name the host with `in h.example`"),
        ("https://h.example", "write `/`, and name the host with `in h.example`"),
        ("s://p/$(id)", "write `/p/$(id)`, and name the scheme with `in s`"),
        ("s:///p", "write `/p`, and name the scheme with `in s`"), ("p/q", #"write "/p/q""#),
    ])
    func `the help for a URL in place of a pattern names the path and the scope`(_ pattern: String, _ help: String) {
        let result = Tables.load(Self.table("route a \(pattern) do go"))
        #expect(result.diagnostics.kept.map(\.code) == [.badPattern] && result.diagnostics.kept[0].help == help)
    }
}
