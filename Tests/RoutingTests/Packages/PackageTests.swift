import ChannelRules
import Conf
import Contract
import Features
import Matching
import TestTables
import Testing

@testable import Routing

@Suite struct PackageTests {
    /// A package with one name of every kind.
    private static func package(_ name: String, scheme: String, _ kinds: String = "a b") -> String {
        """
        package \(name)
        scheme \(scheme)
        values kind \(kinds)
        channel links {
        kind plain
        }
        feature Main {
        action open {
        input k string
        respond
        }
        action tell {
        input k string
        channel links
        }
        route open /open/$(k:@kind) do open
        route any /open/$(k) do open
        route tell /tell do tell {
        query k:@kind
        }
        }

        """
    }

    /// The outcome of a link without facts, as its route and its class of code.
    private static func routes(_ urls: [String], in ruleset: Ruleset) -> [String] {
        urls.map { url in
            let outcome = Explanation(of: url, in: ruleset, facts: .init(), caller: .init(uid: 1)).outcome
            return outcome.route ?? outcome.code.rawValue
        }
    }

    // MARK: Names

    @Test func `two packages may use the same words, and each names its own`() throws {
        let result = FileTree(files: [
            "t": Self.package("shop", scheme: "s", "a b"), "u": Self.package("radio", scheme: "r", "c d"),
        ]).load("t", "u")
        let ruleset = try #require(result.ruleset, "\(Tables.printed(result))")
        #expect(ruleset.catalogue.features.dropFirst().map(\.path) == ["shop/Main", "radio/Main"])
        #expect(
            ruleset.routes.map(\.name) == [
                "shop:open", "shop:any", "shop:tell", "radio:open", "radio:any", "radio:tell",
            ])
        #expect(ruleset.channels.keys.sorted() == ["radio:links", "shop:links"])
        let urls = ["s:/open/a", "s:/open/c", "r:/open/a", "r:/open/c", "s:/tell?k=a", "r:/tell?k=a"]
        #expect(
            Self.routes(urls, in: ruleset)
                == ["shop:open", "shop:any", "radio:any", "radio:open", "shop:tell", "radio:tell"])
        let other = Explanation(of: "r:/tell?k=a", in: ruleset, facts: .init(), caller: .init(uid: 1)).outcome
        #expect(other.code == .inputInvalid)
        // The sets of values have their whole names where a route is printed, and a printed pattern is read again.
        let link = try ruleset.link(to: "radio:open", [.init("k", .string("c"))])
        #expect(link.url == "r://open/c")
        #expect(throws: LinkBuildError.self) { try ruleset.link(to: "radio:open", [.init("k", .string("a"))]) }
    }

    @Test func `a short name works where it is unique`() throws {
        let tree = FileTree(files: [
            "t": Self.package("shop", scheme: "s"), "u": Self.package("radio", scheme: "r"),
            "v":
                "package news\nscheme n\nchannel feed {\nkind plain\n}\nfeature Front {\naction go {\nchannel feed\n}\n"
                + "route go /go do go\n}\n",
            "w": "scheme w\nfeature Plain {\naction a {\nrespond\n}\nroute any /a do a\n}\n",
        ])
        let ruleset = try #require(tree.load("t", "u", "v", "w").ruleset)
        func name(_ text: String) -> String? { ruleset.routes.number(calling: text).map { ruleset.routes[$0].name } }
        #expect(["go", "news:go", "open", "shop:open"].map(name) == ["news:go", "news:go", nil, "shop:open"])
        // A name outside of packages is whole as it is.
        #expect(name("any") == "any")
        #expect(ruleset.catalogue.feature(named: "Main") == nil)
        #expect(ruleset.catalogue.feature(named: "Front") == ruleset.catalogue.feature(named: "news/Front"))
        let named = ruleset.pass(
            Target(action: "Front.go", inputs: []), facts: .init(), caller: Caller(uid: 1))
        guard case .cleared(let link) = consume named else {
            Issue.record("the action is not found by the short name of its feature")
            return
        }
        #expect(link.draft(in: ruleset).known.feature == "news/Front")
        #expect(throws: Never.self) { try ruleset.link(to: "go", []) }
    }

    @Test func `a route of a package may have several patterns, with the package's own sets of values`() throws {
        func package(_ name: String, _ scheme: String, _ kinds: String) -> String {
            Self.package(name, scheme: scheme, kinds).replacing(
                "route open /open/$(k:@kind)", with: "route open /[x/]open/$(k:@kind)[/] /o/$(k:@kind)")
        }
        let tree = FileTree(files: ["t": package("shop", "s", "a b"), "u": package("radio", "r", "c d")])
        let result = tree.load("t", "u")
        let ruleset = try #require(result.ruleset, "\(Tables.printed(result))")
        #expect(ruleset.routes.count == 6 && ruleset.routes.allRows.count == 14)
        let urls = ["s:/x/open/a/", "s:/o/b", "s:/o/c", "r:/x/open/c", "r:/o/d", "r:/open/a"]
        #expect(
            Self.routes(urls, in: ruleset)
                == ["shop:open", "shop:open", "rejected.route.notFound", "radio:open", "radio:open", "radio:any"])
        let number = try #require(ruleset.routes.number(calling: "radio:any"))
        #expect(ruleset.routes[number].name == "radio:any" && ruleset.routes.number(calling: "any") == nil)
        #expect(try ruleset.link(to: "radio:open", [.init("k", .string("c"))]).url == "r://open/c")
        #expect(throws: LinkBuildError.self) { try ruleset.link(to: "radio:open", [.init("k", .string("a"))]) }
    }

    @Test func `a hidden route does not make a short name ambiguous for those who are not told of it`() throws {
        func feature(_ lines: String) -> String {
            "feature F {\n\(lines)action a {\nrespond\n}\nroute go /go do a\n}\n"
        }
        let tree = FileTree(files: [
            "t": "package a\nscheme s\n" + feature(""), "u": "package b\nscheme r\n" + feature("visible no\n"),
        ])
        let ruleset = try #require(tree.load("t", "u").ruleset)
        #expect(ruleset.routes.number(calling: "go") == nil)
        let shown = ruleset.routes.number(calling: "go") { ruleset.isShown($0, to: .anyone) }
        #expect(shown == ruleset.routes.number(named: "a:go") && shown != nil)
    }

    @Test func `a package names its own first, then what is declared outside of packages`() throws {
        let tree = FileTree(files: [
            "t": "values kind x\nvalues other y\nproduct pro\nscheme t\nhost t.example\n"
                + "feature T {\nrequire purchase pro\naction a {\nrespond\n}\nroute t /$(_:@kind)/$(_:@other) do a\n}\n",
            "u": "package p\nscheme s\nvalues kind z\nfeature F {\nrequire purchase pro\naction a {\nrespond\n}\n"
                + "route own /1/$(_:@kind) do a\nroute outer /2/$(_:@other) do a\nroute full /3/$(_:@p:kind) do a\n}\n",
        ])
        let result = tree.load("t", "u")
        let ruleset = try #require(result.ruleset, "\(Tables.printed(result))")
        let urls = ["s:/1/z", "s:/1/x", "s:/2/y", "s:/3/z", "t:/x/y", "t:/z/y"]
        let missing = "rejected.route.notFound"
        #expect(Self.routes(urls, in: ruleset) == ["p:own", missing, "p:outer", "p:full", "t", missing])
        #expect(ruleset.routes.first { $0.name == "p:own" }?.pattern.text.contains("@p:kind") == true)
    }

    @Test func `an included file belongs to the package of the including one`() throws {
        let tree = FileTree(files: [
            "t": "package p\nscheme s\ninclude i\n",
            "i": "package p\nfeature F {\naction a {\nrespond\n}\nroute r /r do a\n}\n",
        ])
        #expect(try #require(tree.load().ruleset).routes.map(\.name) == ["p:r"])
    }

    @Test func `over names routes of the package itself`() throws {
        let text = """
            package p
            scheme s
            feature F {
            action a {
            respond
            }
            route x /$(_)/b do a
            route y /a/$(_) do a {
            over x
            }
            route z /a/$(_:uint) do a {
            over p:x
            }
            }
            """
        let result = FileTree(files: ["t": text]).load()
        let ruleset = try #require(result.ruleset, "\(Tables.printed(result))")
        #expect(Self.routes(["s:/a/b", "s:/c/b"], in: ruleset) == ["p:y", "p:x"])
    }

    // MARK: Open scopes

    /// A file that opens its scheme and host, and routes of a package in them.
    private static func shared(_ owner: String, _ open: String, _ routes: String...) -> RulesetLoader.Result {
        let guest =
            "package shop\nfeature F {\naction a {\nrespond\n}\n"
            + routes.enumerated().map { "route g\($0) \($1) do a {\nin s *.h.example\n}\n" }.joined() + "}\n"
        let text =
            "scheme s {\n\(open)\n}\nhost *.h.example {\n\(open)\n}\n"
            + "feature O {\naction a {\nrespond\n}\n\(owner)}\n"
        return FileTree(files: ["t": text, "u": guest]).load("t", "u")
    }

    @Test func `a package adds routes where the owner says so, and the narrower route wins`() throws {
        let result = Self.shared(
            "route own /a/$(x) do b\n".replacing("$(x) do b", with: "* do a"), "open to package shop", "/a/b", "/**")
        let ruleset = try #require(result.ruleset, "\(Tables.printed(result))")
        let urls = ["s:/a/b", "s:/a/c", "s:/z/z/z", "https://x.h.example/a/c", "https://x.h.example/q"]
        // The guest's `/**` is broader than the owner's route, which has no `in` and wins all the same.
        #expect(Self.routes(urls, in: ruleset) == ["shop:g0", "own", "shop:g1", "own", "shop:g1"])
    }

    @Test func `a guest's broad route does not hide those that the owner has for wildcards around an opened host`()
        throws
    {
        let tree = FileTree(files: [
            "t": "host *.h.example\nhost a.h.example {\nopen to package shop\n}\nfeature O {\naction a {\nrespond\n}\n"
                + "route wild /w/* do a {\nin *.h.example\n}\nroute exact /e do a {\nin a.h.example\n}\n}\n",
            "u": "package shop\nfeature F {\naction a {\nrespond\n}\nroute g /** do a {\nin a.h.example\n}\n}\n",
        ])
        let result = tree.load("t", "u")
        let ruleset = try #require(result.ruleset, "\(Tables.printed(result))")
        let urls = [
            "https://a.h.example/w/1", "https://a.h.example/e", "https://a.h.example/x", "https://b.h.example/x",
        ]
        #expect(Self.routes(urls, in: ruleset) == ["wild", "exact", "shop:g", "rejected.route.notFound"])
    }

    @Test(arguments: [(UInt32(7), true), (8, false), (nil, false)])
    func `a scope opened to a group takes the routes of packages whose files belong to it`(
        group: UInt32?, isOpen: Bool
    ) {
        let owner = "scheme s {\nopen to group media\n}\nfeature O {\naction a {\nrespond\n}\nroute o /o do a\n}\n"
        let guest = "package shop\nfeature F {\naction a {\nrespond\n}\nroute g /g do a {\nin s\n}\n}\n"
        var environment = LoadEnvironment()
        environment.groupID = { $0 == "media" ? 7 : nil }
        for knowsGroups in [true, false] {
            environment.knowsGroups = knowsGroups
            var collector = TableCollector(environment)
            collector.add(TableFile(name: "t", bytes: Array(owner.utf8), groupID: 0))
            collector.add(TableFile(name: "u", bytes: Array(guest.utf8), groupID: group))
            let result = RulesetLoader.load(collector.finish(), environment: environment)
            // Where the groups of the machine are not known, each may be the right one.
            #expect((result.ruleset != nil) == (isOpen || !knowsGroups), "\(Tables.printed(result))")
        }
    }

    // MARK: Refusals

    @Test func `what counts for the whole table is refused in a package`() {
        let lines = [
            "limit url 100", "operator group wheel", "delegate group wheel", "profile production",
            "intake without-ledger on", "permission camera from consent", "permission policy /etc/p",
            "grants permission camera by group wheel",
        ]
        for line in lines {
            let text = "package p\nscheme s\n\(line)\nfeature F {\naction a {\nrespond\n}\nroute r /r do a\n}\n"
            #expect(Tables.codes(text) == ["RT102"], "\(line)")
        }
    }

    @Test func `a package says who grants its own products, and no others`() {
        let outer =
            "product outer\nscheme t\nfeature T {\nrequire purchase outer\naction a {\nrespond\n}\nroute t /t do a\n}\n"
        func codes(_ line: String) -> [String] {
            let text =
                "package p\nscheme s\nproduct own\n\(line)\nfeature F {\nrequire purchase any own outer\n"
                + "action a {\nrespond\n}\nroute r /r do a\n}\n"
            return FileTree(files: ["t": outer, "u": text]).load("t", "u").diagnostics.inOrder.map(\.code.rawValue)
        }
        #expect(codes("grants product own by group shop").isEmpty)
        #expect(codes("grants product outer by group shop") == ["RT211"])
        #expect(codes("issuer i {\nkey /k\nproducts own\naudience x\n}").isEmpty)
        #expect(codes("issuer i {\nkey /k\nproducts outer\naudience x\n}") == ["RT211"])
    }

    @Test(arguments: [
        TreeRow(
            files: ["t": "scheme s\npackage p\n" + feature("F")],
            printed: """
                t:2:1: error RT102: `package` stands before every other statement of its file
                   2 | package p
                     | ^~~~~~~
                     = help: move the line to the top of the file: `package p`
                """),
        TreeRow(
            files: ["t": "package p\nscheme s\n" + feature("F"), "u": "package p\nscheme r\n" + feature("G")],
            roots: ["t", "u"],
            printed: """
                u:1:9: error RT019: another file is the package `p`
                   1 | package p
                     |         ^
                     = note: t:1:9: the first is here
                   1 | package p
                     |         ^
                     = help: choose another name, or include one of the files from the other
                """),
        TreeRow(
            files: ["t": "scheme s\ninclude u\n", "u": "package p\n" + feature("F")],
            printed: """
                u:1:1: error RT020: an included file belongs to the including one, which is no package
                   1 | package p
                     | ^~~~~~~
                     = help: remove the line, or put the file into `routes.conf.d`, or name it with another `-f`
                """),
        TreeRow(
            files: ["t": "package q\nscheme s\ninclude u\n", "u": "package p\n" + feature("F")],
            printed: """
                u:1:1: error RT020: an included file belongs to the package of the including one, which is `q`
                   1 | package p
                     | ^~~~~~~
                     = help: remove the line, or put the file into `routes.conf.d`, or name it with another `-f`
                """),
        TreeRow(
            files: ["t": "scheme s\n" + feature("shop"), "u": "package shop\nscheme r\n" + feature("G")],
            roots: ["t", "u"],
            printed: """
                u:1:9: error RT201: the package `shop` has the name of a feature
                   1 | package shop
                     |         ^~~~
                     = note: t:2:9: the feature is here
                   2 | feature shop {
                     |         ^~~~
                     = help: choose another name for one of them: the package's features are called `shop/…`
                """),
        TreeRow(
            files: [
                "t": "product pro\nscheme s\n" + feature("T", "require purchase pro"),
                "u": "package p\nscheme r\nproduct own\n" + feature("G", "require purchase own"),
                "v": "grants product own by group g\n",
            ],
            roots: ["t", "u", "v"],
            printed: """
                v:1:16: error RT211: the product `own` belongs to the package `p`
                   1 | grants product own by group g
                     |                ^~~
                     = note: u:3:9: it is declared here
                   3 | product own
                     |         ^~~
                     = help: write the line there, or declare a product of your own: `product NAME`
                """),
        TreeRow(
            files: [
                "t": "scheme s {\nopen to package p\n}\n" + feature("T", pattern: "/$(_)/a"),
                "u": "package p\n" + feature("G", pattern: "/b/$(_)", route: "in s\nover T\nover q:x"),
            ],
            roots: ["t", "u"],
            printed: """
                u:8:6: error RT413: there is no route `p:T`
                   8 | over T
                     |      ^
                     = help: `over` does not cross packages: make one of the two routes narrower
                u:9:6: error RT413: `over` does not cross packages: `q:x` is not a route of this one
                   9 | over q:x
                     |      ^~~
                     = help: make one of the two routes narrower, as with `query KEY` or `except PATTERN`
                """),
        TreeRow(
            files: [
                "t": "scheme s {\nopen to package p\n}\n" + feature("T", pattern: "/$(_)/a"),
                "u": "package p\n" + feature("G", pattern: "/b/$(_)", route: "in s"),
            ],
            roots: ["t", "u"],
            printed: """
                u:6:7: error RT501: the routes `p:G` and `T` overlap, and neither is inside the other
                   6 | route G /b/$(_) do a {
                     |       ^
                     = note: t:8:7: the other route, in s: too
                   8 | route T /$(_)/a do a {
                     |       ^
                     = both routes accept: s://b/a
                     = help: make one of them narrower: `over` does not cross packages
                """),
        TreeRow(
            files: ["t": "scheme s\n" + feature("T"), "u": "package p\nscheme r\n" + feature("G", route: "in s r")],
            roots: ["t", "u"],
            printed: """
                u:8:4: error RT604: `s` belongs to another file, whose routes alone take its links
                   8 | in s r
                     |    ^
                     = note: t:1:8: it is declared here
                   1 | scheme s
                     |        ^
                     = help: move the route there, or let it say in a block of its own: `open to package p`
                """),
        TreeRow(
            files: ["t": "scheme s {\nopen to shop p\nopen package p a\nopen to package -\n}\n" + feature("T")],
            printed: """
                t:2:9: error RT107: a scope is opened to a package or a group
                   2 | open to shop p
                     |         ^~~~
                     = help: it is written `open to package NAME` or `open to group NAME`
                t:3:6: error RT107: a scope is opened to a package or a group
                   3 | open package p a
                     |      ^~~~~~~
                     = help: it is written `open to package NAME` or `open to group NAME`
                t:4:17: error RT106: `-` is not a valid name for a package
                   4 | open to package -
                     |                 ^
                     = help: a name has letters, digits, `-` and `_`, and begins with a letter or `_`, as in `open to package shop`
                """),
    ])
    func `every refusal names the place and the fix`(row: TreeRow) { row.check() }

    @Test func `a guest denies nothing in the scope of another file`() {
        let tree = FileTree(files: [
            "t": "scheme s {\nopen to package p\n}\n" + Self.feature("T"),
            "u": "package p\nscheme r\n" + Self.feature("G", route: "in s r") + "deny /T in s\n",
        ])
        #expect(tree.load("t", "u").diagnostics.inOrder.map(\.code) == [.unknownScope])
    }

    @Test func `no file names what another package declares`() {
        let tree = FileTree(files: [
            "t": "package p\nscheme s\nvalues v x\nchannel c {\nkind plain\n}\n"
                + "feature F {\naction a {\nchannel c\n}\nroute r /$(_:@v) do a\n}\n",
            "u": "package q\nscheme r\nfeature F {\naction a {\nchannel c\n}\nroute r /$(_:@p:v) do a\n}\n",
            "v": "scheme v\nfeature G {\naction a {\nchannel p:c\n}\nroute g /$(_:@v) do a\n}\n",
        ])
        let found = tree.load("t", "u", "v").diagnostics.inOrder
        #expect(found.map(\.code) == [.unknownChannel, .unknownValues, .unknownChannel, .unknownValues])
        #expect(found.map(\.place.file) == [1, 1, 2, 2])
    }

    /// A feature with one route of its name.
    private static func feature(
        _ name: String, _ lines: String = "", pattern: String? = nil, route: String = ""
    ) -> String {
        "feature \(name) {\n\(lines.isEmpty ? "" : lines + "\n")action a {\nrespond\n}\n"
            + "route \(name) \(pattern ?? "/\(name)") do a {\n\(route)\n}\n}\n"
    }
}
