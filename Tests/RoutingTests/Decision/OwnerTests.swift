import Conf
import Contract
import Features
import TestTables
import Testing

@testable import Routing

@Suite struct OwnerTests {
    private static func feature(_ name: String, route: String = "/x", _ line: String = "") -> String {
        "feature \(name) {\naction a {\nrespond\n}\nroute \(name) \(route) do a {\n\(line)\n}\n}\n"
    }

    @Test func `the same path in two files is two routes, each of its own scopes`() throws {
        let tree = FileTree(files: [
            "t": "scheme s\nhost *.h.example\n" + Self.feature("T"),
            "u": "scheme u\nhost a.h.example\n" + Self.feature("U") + "deny /x/no\n",
        ])
        let ruleset = try #require(tree.load("t", "u").ruleset, "\(Tables.printed(tree.load("t", "u")))")
        let rows = [
            ("s:/x", "T"), ("u:/x", "U"), ("https://b.h.example/x", "T"), ("https://a.h.example/x", "U"),
        ]
        for (url, route) in rows {
            #expect(Explanation(of: url, in: ruleset, facts: .init(), caller: .init(uid: 1)).outcome.route == route)
        }
    }

    @Test func `a deny is about its own file's scopes`() throws {
        let tree = FileTree(files: [
            "t": "scheme s\n" + Self.feature("T", route: "/**"),
            "u": "scheme u\n" + Self.feature("U", route: "/y/z") + "deny /x\n",
        ])
        let ruleset = try #require(tree.load("t", "u").ruleset)
        let codes = ["s:/x", "u:/x"].map {
            Explanation(of: $0, in: ruleset, facts: .init(), caller: .init(uid: 1)).outcome.code
        }
        #expect(codes == [.okWouldPerform, .routeExcluded])
    }

    @Test(arguments: [
        TreeRow(
            files: [
                "t": "scheme s\nhost h.example\n" + Self.feature("T"),
                "u": "scheme S u\nhost h.example\n" + Self.feature("U", "in s"),
            ], roots: ["t", "u"],
            printed: """
                u:1:8: error RT603: `s` belongs to another file
                   1 | scheme S u
                     |        ^
                     = note: t:1:8: it is declared here
                   1 | scheme s
                     |        ^
                     = help: a scheme or host has one owner: remove it from one of the files, or include one from the other
                u:2:6: error RT603: `h.example` belongs to another file
                   2 | host h.example
                     |      ^~~~~~~~~
                     = note: t:2:6: it is declared here
                   2 | host h.example
                     |      ^~~~~~~~~
                     = help: a scheme or host has one owner: remove it from one of the files, or include one from the other
                """),
        TreeRow(
            files: ["t": "scheme s\ninclude u\n" + Self.feature("T"), "u": "scheme s\n"],
            printed: """
                u:1:8: error RT603: `s` is declared twice
                   1 | scheme s
                     |        ^
                     = note: t:1:8: the first is here
                   1 | scheme s
                     |        ^
                     = help: keep one of them
                """),
        TreeRow(
            files: ["t": "scheme s\n" + Self.feature("T"), "u": "scheme u\n" + Self.feature("U", "in s")],
            roots: ["t", "u"],
            printed: """
                u:7:4: error RT604: `s` belongs to another file, whose routes alone take its links
                   7 | in s
                     |    ^
                     = note: t:1:8: it is declared here
                   1 | scheme s
                     |        ^
                     = help: move the route there, or include this file from it
                """),
        TreeRow(
            files: ["t": "scheme s\n" + Self.feature("T"), "u": "scheme u\n" + Self.feature("U", "in nowhere")],
            roots: ["t", "u"],
            printed: """
                u:7:4: error RT604: `nowhere` is not a scheme or host of this file
                   7 | in nowhere
                     |    ^~~~~~~
                     = help: one of: app, u, web
                """),
        TreeRow(
            files: ["t": "scheme s\n" + Self.feature("T"), "u": Self.feature("U") + Self.feature("V")],
            roots: ["t", "u"],
            printed: """
                u:5:7: error RT605: no link can reach this route: its file declares no scheme or host
                   5 | route U /x do a {
                     |       ^
                     = help: declare one here, or include this file from the one that has them
                """),
        TreeRow(
            files: ["t": "scheme s\n" + Self.feature("T"), "u": "host h.example\n" + Self.feature("U", "in app")],
            roots: ["t", "u"],
            printed: """
                u:7:4: error RT604: the file declares no scheme for `in app`
                   7 | in app
                     |    ^~~
                     = help: declare one: `scheme myapp`
                """),
        TreeRow(
            files: [
                "t": "scheme s\nvalues v a\nlimit url 9\nproduct p {\n}\n" + Self.feature("T"),
                "u": "scheme u\nvalues v b\nlimit url 8\nproduct p {\n}\n" + Self.feature("T"),
            ], roots: ["t", "u"],
            printed: """
                u:2:8: error RT409: the values `v` are declared twice
                   2 | values v b
                     |        ^
                     = note: t:2:8: the first is here
                   2 | values v a
                     |        ^
                     = help: keep one of them
                u:3:7: error RT103: the limit `url` is given twice
                   3 | limit url 8
                     |       ^~~
                     = note: t:3:7: the first is here
                   3 | limit url 9
                     |       ^~~
                     = help: keep one of them
                u:4:9: error RT205: the product `p` is declared twice
                   4 | product p {
                     |         ^
                     = note: t:4:9: the first is here
                   4 | product p {
                     |         ^
                     = help: keep one of them
                u:6:9: error RT201: the feature `T` is declared twice
                   6 | feature T {
                     |         ^
                     = note: t:6:9: the first is here
                   6 | feature T {
                     |         ^
                     = help: put everything into one of them
                u:10:7: error RT401: the route `T` is declared twice
                   10 | route T /x do a {
                      |       ^
                      = note: t:10:7: the first is here
                   10 | route T /x do a {
                      |       ^
                      = help: a route name is unique across all files of a table: choose another
                """),
        TreeRow(
            files: [
                "t": "scheme s\n" + Self.feature("T"), "u": "host h.example\nscheme u\n" + Self.feature("U", "in web"),
            ],
            roots: ["t", "u"],
            printed: """
                u:2:8: warning RT606: no route takes links of `u`
                   2 | scheme u
                     |        ^
                     = help: add a route, or remove it
                """),
        TreeRow(
            files: [
                "t": "host *.h.example\n" + Self.feature("T", "in *.h.example"),
                "u": "scheme u\nhost a.h.example\n" + Self.feature("U", "in u"),
            ], roots: ["t", "u"],
            printed: """
                u:2:6: warning RT606: no route takes links of `a.h.example`
                   2 | host a.h.example
                     |      ^~~~~~~~~~~
                     = help: add a route, or remove it
                """),
        TreeRow(
            files: [
                "t": "host *.h.example\ndeny /internal/**\n" + Self.feature("T", "in *.h.example"),
                "u": "host a.h.example\ndeny /other/**\n" + Self.feature("U", "in web"),
            ], roots: ["t", "u"],
            printed: """
                u:1:6: warning RT607: what is denied for `*.h.example` is not denied for `a.h.example`, which this file owns
                   1 | host a.h.example
                     |      ^~~~~~~~~~~
                     = note: t:2:6: for the wildcard it is denied here
                   2 | deny /internal/**
                     |      ^~~~~~~~~~~~
                     = help: repeat the line in this file: `deny /internal/** in a.h.example`, or declare the host in the \
                file of the wildcard
                """),
    ])
    func `a scheme or host has one owner, and its routes no others`(_ row: TreeRow) {
        row.check()
    }

    @Test(arguments: [
        ("host a.h.example\ndeny /internal/** in a.h.example\n", "deny /internal/**", false),
        ("host a.h.example\ndeny /**\n", "deny /internal/x", false),
        ("host a.h.example\ndeny /internal/**\n", "deny /internal/x\ndeny /secret", true),
        ("host a.b.h.example\n", "deny /internal", false), ("host h.example\n", "deny /internal", false),
        ("host http://a.h.example\n", "deny /internal", false), ("host **.a.h.example\n", "deny /internal", false),
        ("host a.h.example\n", "deny /internal in app", false), ("host a.h.example\n", "deny /internal in web", true),
        ("host a.h.example\n", "deny /internal in *.h.example", true),
    ])
    func `a host below another file's wildcard is warned of where the file does not deny the same`(
        _ guest: String, _ denials: String, _ isReported: Bool
    ) {
        var collector = TableCollector(LoadEnvironment())
        let owner = "scheme t\nhost *.h.example\n\(denials)\n" + Self.feature("T", "in app web")
        for (name, text) in [("t", owner), ("u", guest + Self.feature("U", "in web"))] {
            collector.add(TableFile(name: name, bytes: Array(text.utf8)))
        }
        let diagnostics = RulesetLoader.load(collector.finish(), environment: LoadEnvironment()).diagnostics.inOrder
        #expect(diagnostics.contains { $0.code == .undeniedHost } == isReported, "\(diagnostics)")
    }
}
