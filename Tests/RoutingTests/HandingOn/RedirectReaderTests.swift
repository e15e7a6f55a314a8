import Conf
import Contract
import Features
import TestTables
import Testing

@testable import Routing

/// `redirect`: what is reported, and where; and which link it makes.
@Suite struct RedirectReaderTests {
    @Test(arguments: [
        TableRow(
            .action,
            "redirect $(x)",
            """
            t:4:18: error RT308: the action has no input `x`
               4 |         redirect $(x)
                 |                  ^~~~
                 = help: declare it: `input x TYPE`
            """),
        TableRow(
            .action,
            "input x string = y\n        redirect $(x)://a",
            """
            t:5:18: error RT315: the link has no literal scheme
               5 |         redirect $(x)://a
                 |                  ^~~~~~~~
                 = help: begin it with one, as in `redirect podcast://episodes`
            """),
        TableRow(
            .action,
            "input x string = y\n        redirect https://$(x).example/a",
            """
            t:5:18: error RT307: the host of the link is a placeholder
               5 |         redirect https://$(x).example/a
                 |                  ^~~~~~~~~~~~~~~~~~~~~~
                 = help: write the host itself, as in `redirect https://example.org/episodes`
            """),
        TableRow(
            .action,
            "input x string = y secret\n        redirect s://a/$(x)",
            """
            t:5:18: error RT307: the input `x` is secret, and a link is seen by many
               5 |         redirect s://a/$(x)
                 |                  ^~~~~~~~~~
                 = help: leave it out of the link
            """),
        TableRow(
            .action,
            "input x string?\n        redirect s://a/$(x)",
            """
            t:5:18: error RT309: the input `x` may be missing, and it is a part of the link
               5 |         redirect s://a/$(x)
                 |                  ^~~~~~~~~~
                 = help: give it a default: `input x TYPE = VALUE`
            """),
        TableRow(
            .action,
            "input x string = y\n        redirect s://a?$(x)=1",
            """
            t:5:18: error RT307: a key of the link is a placeholder
               5 |         redirect s://a?$(x)=1
                 |                  ^~~~~~~~~~~~
                 = help: write the key itself
            """),
        TableRow(
            .action,
            "redirect s://a/../b",
            """
            t:4:18: error RT315: the link would be refused: A segment is a single or double dot
               4 |         redirect s://a/../b
                 |                  ^~~~~~~~~~
                 = help: write a link that a table takes, as in `redirect podcast://episodes`
            """),
        TableRow(
            .action,
            "redirect s://r",
            """
            t:4:18: error RT318: the redirect leads back to itself: a link becomes `s://r`
               4 |         redirect s://r
                 |                  ^~~~~
                 = help: name a link of a route whose action is no redirect
            """),
        TableRow(
            .action,
            "redirect s://other",
            """
            t:4:18: warning RT319: no route takes the link that it makes, as `s://other`
               4 |         redirect s://other
                 |                  ^~~~~~~~~
                 = help: add a route for it, or an `unmatched` block for links of other apps
            """),
        TableRow(
            .action,
            "redirect https://other.example/",
            """
            t:4:18: warning RT319: no route takes the link that it makes, as `https://other.example/`
               4 |         redirect https://other.example/
                 |                  ^~~~~~~~~~~~~~~~~~~~~~
                 = help: add a route for it, or an `unmatched` block for links of other apps
            """),
    ])
    func `a link that cannot be made is reported`(_ row: TableRow) { row.check() }

    @Test func `a circle of several redirects is reported once for each of them`() {
        let result = Tables.load(
            """
            scheme s
            feature F {
                action a { redirect s://b
                }
                action b { redirect s://c
                }
                action c { redirect s://a
                }
                action d { redirect s://a
                }
                route a /a do a
                route b /b do b
                route c /c do c
                route d /d do d
            }
            """.replacing("{ redirect", with: "{\nredirect"))
        #expect(result.diagnostics.kept.map(\.code) == Array(repeating: .redirectCircle, count: 3))
    }

    /// A line, the inputs, and the link.
    struct Row: CustomTestStringConvertible {
        let line: String
        let inputs: String
        let url: String
        var testDescription: String { url }

        init(_ line: String, _ inputs: String, _ url: String) {
            (self.line, self.inputs, self.url) = (line, inputs, url)
        }
    }

    @Test(arguments: [
        Row("podcast://episodes/$(a)", #"{"a":"7"}"#, "podcast://episodes/7"),
        Row("podcast://episodes/$(a)", #"{"a":"a b/é?#%"}"#, "podcast://episodes/a%20b%2F%C3%A9%3F%23%25"),
        Row("podcast://episodes/x-$(a)-$(b)z", #"{"a":"1","b":"2"}"#, "podcast://episodes/x-1-2z"),
        Row("podcast://$(a)/b", #"{"a":"Rock"}"#, "podcast:/Rock/b"),
        Row("https://EXAMPLE.org:443/e/$(a)", #"{"a":"7"}"#, "https://example.org/e/7"),
        Row("http://example.org:8080?q=$(a)", #"{"a":"x&y=z"}"#, "http://example.org:8080/?q=x%26y%3Dz"),
        Row("podcast://e?a=$(o)&b=$(a)", #"{"a":"1"}"#, "podcast://e?b=1"),
        Row("podcast://e?a=$(o)&b=$(a)", #"{"a":"1","o":"2"}"#, "podcast://e?a=2&b=1"),
        Row("podcast://e?q=a%20b+$(a)", #"{"a":"+"}"#, "podcast://e?q=a%20b%20%2B"),
        Row("podcast://e#$(o)", #"{"a":"1"}"#, "podcast://e"),
        Row("podcast://e#part-$(a)", #"{"a":"1 2"}"#, "podcast://e#part-1%202"),
        Row("podcast://files/$(l)", #"{"l":["a","b c","d/e"]}"#, "podcast://files/a/b%20c/d%2Fe"),
        Row("spotify:track:$(a)", #"{"a":"7"}"#, "spotify:track:7"),
        Row("spotify:track:$(a)", #"{"a":"7:8"}"#, "spotify://track/7:8"),
    ])
    func `a value is a part of the link, and never ends the part that it stands in`(_ row: Row) throws {
        let result = Tables.load(
            """
            scheme podcast
            scheme spotify {
                separator ":"
            }
            feature F {
                action a {
                    input a string = x
                    input b string = x
                    input o string?
                    input l **
                    redirect \(row.line)
                }
            }
            """)
        #expect(result.diagnostics.kept.filter { $0.code.severity == .error } == [], "\(result.diagnostics.kept)")
        let action = try #require(result.ruleset?.catalogue.actions.last)
        guard case .redirect(let template) = action.performer else { return #expect(Bool(false), "\(action)") }
        let value = try ValueDecoder.decode(Array(row.inputs.utf8).span)
        #expect(template.url(for: value.members ?? []) == row.url)
    }

    @Test(arguments: [#"{"a":".."}"#, #"{"a":"."}"#, #"{"a":"a\u0000b"}"#, #"{"a":""}"#])
    func `values that no segment can have are refused before the link is made`(_ inputs: String) throws {
        let result = Tables.load(
            "scheme s\nfeature F {\naction a {\ninput a string = x\nredirect s://e/$(a)/f\n}\nroute a /$(a) do a\n}")
        let action = try #require(result.ruleset?.catalogue.actions.last)
        let value = try ValueDecoder.decode(Array(inputs.utf8).span)
        #expect(action.performer.refusal(of: value.members ?? [])?.input == "a")
    }
}
