import Conf
import Contract
import Features
import Routing
import TestTables
import Testing
import Varlink

@testable import ReachRules

/// What a request has of the values of a link, and which values it refuses.
@Suite struct HTTPTemplateTests {
    /// Reads the lines of an action with the inputs `x`, `y?` and the list `z`.
    private func template(_ lines: String) throws -> HTTPTemplate {
        let table = """
            scheme t
            feature F {
                action a {
                    input x string = X
                    input y string?
                    input z list?
                    \(lines.split(separator: "\n").joined(separator: "\n        "))
                }
                route r /r do a
            }
            """.replacing("    input z list?\n", with: lines.contains("$(z)") ? "    input z **\n" : "")
        let result = RulesetLoader.load(TableFile(name: "t", bytes: Array(table.utf8)))
        let ruleset = try #require(result.ruleset, "\(result.diagnostics.kept)")
        return try #require(ruleset.catalogue.actions.lazy.compactMap { $0.performer.template as? HTTPTemplate }.first)
    }

    private func inputs(_ x: Value, y: String? = nil) -> [Value.Member] {
        [.init("x", x)] + (y.map { [.init("y", .string($0))] } ?? [])
    }

    @Test func `a value cannot leave its place in the path and in the query`() throws {
        let template = try template("http GET unix:/run/s /a/$(x)/b?y=$(y)&link=$(url)&z=1")
        func text(_ x: String, _ y: String? = nil) -> String {
            template.text(for: inputs(.string(x), y: y), link: "t://r?a=b&c#d")
        }
        let link = "link=t%3A%2F%2Fr%3Fa%3Db%26c%23d"
        #expect(text("a b", "x&y=z#") == "/a/a%20b/b?y=x%26y%3Dz%23&\(link)&z=1")
        #expect(text("?é\r\n%2e", "") == "/a/%3F%C3%A9%0D%0A%252e/b?y=&\(link)&z=1")
        #expect(text("x") == "/a/x/b?\(link)&z=1")
        #expect(template.text(for: inputs("x"), link: nil) == "/a/x/b?z=1")
    }

    @Test(arguments: ["", ".", "..", "a/b", "../a", "a\\b", "..\\a", "a\0b"])
    func `a value that servers take for another path is refused`(_ value: String) throws {
        let template = try template("http DELETE unix:/run/s /a/$(x)")
        #expect(template.refusal(of: inputs(.string(value)))?.input == "x" && !template.takesAnyValue)
        // A query is no path.
        #expect(try self.template("http GET unix:/run/s /a?x=$(x)").refusal(of: inputs(.string(value))) == nil)
    }

    @Test func `two values that make a folder together are refused`() throws {
        let template = try template("http GET unix:/run/s /a/.$(x)")
        #expect(template.refusal(of: inputs("."))?.reason.hasPrefix("is `.`") == true)
        let joined = HTTPTarget(
            segments: [try TextTemplate("$(x)$(y)")], items: [])
        #expect(joined.refusal(of: [.init("x", "."), .init("y", "a")])?.input == "x")
        #expect(try HTTPTarget(segments: [TextTemplate("$(x).")], items: []).refusal(of: inputs("a")) == nil)
    }

    @Test func `a list is several parts of a path, none of which is empty or dots`() throws {
        let target = HTTPTarget(segments: [try TextTemplate("a"), try TextTemplate("$(x)")], items: [])
        let list = [Value.Member("x", ["b/c", "d"])]
        #expect(target.text(for: list, verbatim: []) == "/a/b%2Fc/d")
        #expect(target.refusal(of: [.init("x", ["b", "d"])]) == nil)
        for bad: Value in [[], ["a", ""], ["..", "a"], ["b/c"]] {
            #expect(target.refusal(of: [.init("x", bad)])?.input == "x", "\(bad)")
        }
    }

    @Test(arguments: ["a\r\nX: y", "a\nb", "\0", "\u{7F}", "é", "\t"])
    func `a value with what no header has is refused`(_ value: String) throws {
        let template = try template("http GET unix:/run/s /\nheader X-A a$(x)\nheader X-B $(y)")
        #expect(template.refusal(of: inputs(.string(value)))?.input == "x" && !template.takesAnyValue)
        #expect(template.refusal(of: inputs("a b~")) == nil)
        #expect(template.headers(for: inputs("b"), link: nil).map { $0.name + ":" + $0.value } == ["X-A:ab"])
    }

    @Test func `a body is built of values, and never of a text that is read again`() throws {
        let json = try template("http PUT unix:/run/s /\njson a=$(x) o.b=1 o.c=$(y) l=$(url) n=null \"s=7\"")
        let members = inputs(.string(#"","b":{"#), y: "é\n")
        let content = try #require(json.content(for: members, link: "t:x"))
        #expect(content.type == "application/json")
        #expect(
            String(decoding: content.bytes, as: UTF8.self)
                == #"{"a":"\",\"b\":{","o":{"b":1,"c":"é\n"},"l":"t:x","n":null,"s":"7"}"#)
        let form = try template("http PUT unix:/run/s /\nform a=$(x) b=$(y) c.d=$(url) n=null t=true")
        let fields = try #require(form.content(for: inputs("x&y=z +"), link: "t:x?a&b"))
        #expect(fields.type == "application/x-www-form-urlencoded")
        #expect(
            String(decoding: fields.bytes, as: UTF8.self) == "a=x%26y%3Dz%20%2B&c.d=t%3Ax%3Fa%26b&n=null&t=true")
        #expect(try template("http GET unix:/run/s /").content(for: [], link: nil) == nil)
    }

    @Test func `the preview has the words of the table, with the values in them`() throws {
        let template = try template("http PUT https://a.example/$(x)?l=$(url)\nheader X-L $(url)\nform a=$(x) l=$(url)")
        let call = template.preview(for: inputs("a b"), link: nil, in: FeatureCatalogue()).call
        let words = ["https://a.example/a%20b?l=$(url)", "header", "X-L", "$(url)", "form", "a=a b", "l=$(url)"]
        #expect(call == ["http", "PUT"] + words)
        let known = template.preview(for: inputs("a b"), link: "t://x?y", in: FeatureCatalogue()).call
        let target = "https://a.example/a%20b?l=t%3A%2F%2Fx%3Fy"
        #expect(known == ["http", "PUT", target, "header", "X-L", "t://x?y", "form", "a=a b", "l=t://x?y"])
    }

    @Test func `the address that the table writes may be a private one, and a name only where the table says so`()
        throws
    {
        func allows(_ lines: String) throws -> Bool { try template(lines).allowsPrivateAddresses }
        #expect(try allows("http GET unix:/run/s /"))
        #expect(
            try allows("http GET http://10.0.0.1/") && allows("http GET http://[::1]:80/x".replacing(":80", with: "")))
        #expect(try allows("http GET http://localhost:3000/"))
        #expect(try !allows("http GET https://a.example/") && !allows("http GET http://localhost.example/"))
        #expect(try allows("http GET https://a.example/\nprivate"))
    }

    @Test func `the request goes to the server of the table`() throws {
        let socket = try template("http GET unix:/run/s /a")
        #expect(socket.server.url(of: "/a") == "http://localhost/a" && socket.server.address == "unix:/run/s")
        let host = try template("http GET https://a.example:8443?x=$(x)")
        #expect(host.server.address == "https://a.example:8443")
        #expect(host.server.url(of: host.text(for: inputs("1"), link: nil)) == "https://a.example:8443/?x=1")
    }

    /// A machine that lacks some things.
    private struct Host: BlankHost {
        var lacks: Set<String> = []

        func library(_ name: String, package: String) -> HostView.Judgement { judge(name) }
        func credential(_ name: String) -> HostView.Judgement { judge(name) }
        func service(_ path: String) -> HostView.Judgement { judge(path) }
        private func judge(_ name: String) -> HostView.Judgement { (lacks.contains(name) ? .willNot : .answers, "") }
    }

    @Test func `a check looks for the library, the keys and the socket`() throws {
        let table = """
            scheme t
            feature F {
                action a {
                    http GET unix:/run/s /
                    sign key
                }
                action b {
                    http GET https://a.example/
                }
                route a /a do a
                route b /b do b
            }
            """
        let ruleset = try #require(RulesetLoader.load(TableFile(name: "t", bytes: Array(table.utf8))).ruleset)
        func found(_ lacks: Set<String>) -> [String] {
            ReachWing.findings(for: ruleset, on: Host(lacks: lacks)).map {
                "\($0.what) \($0.subject) \($0.verdict.rawValue)"
            }
        }
        let server = "server https://a.example cannotTell"
        #expect(found([]) == ["service unix:/run/s answers", server])
        #expect(found(["/run/s"]) == ["service unix:/run/s willNot", server])
        #expect(found(["key"]) == ["credential key willNot", server])
        #expect(found(["libcurl.so.4"]) == Array(repeating: "library libcurl.so.4 willNot", count: 2))
    }
}
