import Links
import TestSupport
import Testing

@testable import Matching

@Suite struct PrecedenceTests {
    @Test(arguments: [
        ("/a/**", "/a/", "contains"), ("/a/**", "/a", "disjoint"), ("/a/$(x)/**", "/a/**", "inside"),
        ("/s?q", "/s?tag", "overlapping"),
        ("/s?q", "/s", "inside"), ("/s?n:int", "/s?n:hex", "overlapping"), ("/s strict", "/s?q", "disjoint"),
        ("/s?q strict", "/s?q", "inside"),
        ("/a/$(x)", "/$(y)/b", "overlapping"), ("/a/b", "/a/b/", "disjoint"), ("/**", "/a", "contains"),
        ("/**", "/$(r:**)", "equal"),
        ("/a/**", "/$(x)/b/**", "overlapping"), ("/s?q strict", "/s?q&p? strict", "inside"),
        ("/s?q&p?", "/s?q", "equal"),
        ("/s?q&p? strict", "/s?q strict", "contains"), ("/s?q:int", "/s?q:uint&p", "contains"),
        ("/$(x)?q", "/a", "overlapping"),
        ("/s?p?", "/s strict", "contains"), ("/s?p? strict", "/s?q strict", "disjoint"),
        ("/s?q:a|b|c", "/s?q:b|c", "contains"),
    ])
    func `two routes have the relation of the definition`(_ a: String, _ b: String, _ relation: String) throws {
        let left = try TableText.rule(["a"] + a.split(separator: " ").map(String.init))
        let right = try TableText.rule(["b"] + b.split(separator: " ").map(String.init))
        #expect("\(left.relation(to: right))" == relation)
        #expect(right.relation(to: left) == left.relation(to: right).mirrored)
    }

    static let tables: [(table: String, problems: [String])] = [
        ("a /a/$(x)\nb /$(y)/b", ["overlapping a b app://a/b"]),
        ("a /a/$(x)\nb /$(y)/b over a", []),
        ("a /s?q\nb /s?tag", ["overlapping a b app://s?q=x&tag=x"]),
        ("a /s?n:int\nb /s?n:hex", ["overlapping a b app://s?n=1"]),
        ("a /$(x)\nb /$(y)", ["equal a b app://x"]),
        ("a /$(x) over b\nb /$(y)", ["equal a b app://x"]),
        ("a /f/$(x) except /f/b\nb /$(y)/b", []),
        ("a /f/$(x) except /f/**\nb /$(y)/b", ["excepted a"]),
        ("a /f/$(x)\nb /$(y)/b except /f/*", []),
        ("a /f/$(x:b|c|e) except /f/b\nb /$(y)/$(z:b|c|d) except /f/c", []),
        ("a /f/$(x:b|c|e) except /f/b\nb /$(y)/$(z:b|c|d)", ["overlapping a b app://f/c"]),
        ("a /f/$(x)/c except /f/x/c\nb /$(y)/$(z)/$(w:c|d)", []),
        ("a /f/$(one) except /f/one\nb /$(y)/$(two:slug)", ["overlapping a b app://f/x"]),
        ("a /$(x)/one/** except /x/**\nb /a/$(y)/** except /a/one", ["overlapping a b app://a/one/"]),
        ("a /a/** over b\nb /$(y)/b/**", []),
        ("a /a/b over b\nb /a/$(x)", ["needless a b inside"]),
        ("a /a/b\nb /a/$(x) over a", ["against b a"]),
        ("a /a/b over b\nb /c", ["needless a b disjoint"]),
        ("a /f/$(x) except /f/b over b\nb /$(y)/b", ["needless a b disjoint"]),
        ("a /a/$(x) over b\nb /$(y)/b over a", ["cycle a b"]),
        ("a /1/$(x)/$(y) over b\nb /$(x)/2/$(y) over c\nc /$(x)/$(y)/3 over a", ["cycle a b c"]),
        ("a /a/$(x) over a", ["cycle a"]),
        (
            "deny /p/**\na /p\nb /p/$(x)\nc /$(x)\nd /p/**",
            ["unreachable a /p/**", "unreachable b /p/**", "unreachable d /p/**"]
        ),
        ("host a.example\nhost *.b.example\na /x/$(y) in a.example\nb /$(z)/y in *.b.example", []),
        (
            "host *.b.example\nhost a.b.example\na /x/$(y) in *.b.example\nb /$(z)/y in *.b.example",
            ["overlapping a b https://b.b.example/x/y"]
        ),
        (
            "host **.b.example\nhost *.b.example\na /x/$(y) in **.b.example\nb /$(z)/y in **.b.example",
            ["overlapping a b https://a.a.b.example/x/y"]
        ),
        (
            "host a.example\na /x/$(y)\nb /** in a.example\nc /x in a.example\nd /x/y/z in a.example",
            ["shadowed a b"]
        ),
        ("host a.example\nhost b.example\na /x/$(y)\nb /** in a.example", []),
        ("host a.example\na /x/$(y)\nb /** in a.example except /x/1", []),
        ("host a.example\na /x/$(y)\nb /**?q in a.example", []),
        ("host a.example\nscheme app\na /x/$(y)\nb /** in a.example", []),
        ("host a.example\nhost *.example\na /x in *.example\nb /$(y) in a.example", []),
        ("a /é/$(x)\nb /$(y)/b", ["overlapping a b app:/%C3%A9/b"]),
        ("a /é/$(x)\nb /$(y)/%", ["overlapping a b app:/%C3%A9/%25"]),
        ("a /$(x)/\nb /a/**", ["overlapping a b app://a/"]),
    ]

    @Test(arguments: tables)
    func `all problems of a table are found and each has its witness`(_ row: (table: String, problems: [String])) throws
    {
        let found = try TableText(row.table).problems()
        #expect(found == row.problems.sorted())
    }

    @Test func `a table with an undecided conflict is refused, and a table with only warnings is not`() throws {
        let isRefused = try TableText("a /a/$(x)\nb /$(y)/b").build().index == nil
        #expect(isRefused)
        var build = try TableText("a /a/b over b\nb /c").build()
        let hasIndex = build.takeIndex() != nil
        #expect(hasIndex)
    }

    @Test func `the number of reports is limited, and the rest is counted`() throws {
        var lines: [String] = []
        for index in 0..<30 {
            lines.append("a\(index) /l\(index)/$(x)")
            lines.append("b\(index) /$(y)/r\(index)")
        }
        let build = try TableText(lines.joined(separator: "\n")).build()
        #expect(build.problems.count <= 30 * 20)
        #expect(build.problems.count + build.suppressed == 900)
    }

    @Test func `the search for conflicts has a budget`() throws {
        let lines = (0..<40).flatMap { ["a\($0) /l\($0)/$(x)", "b\($0) /$(y)/r\($0)"] }
        let build = try TableText(lines.joined(separator: "\n")).build(byteLimit: 100_000)
        let text = build.problems.map { "\($0)" }.joined()
        #expect(text.contains("tooManyComparisons"))
    }

    @Test func `a tail without conditions beside many routes costs one step for each child of the root`() throws {
        let lines = (0..<300).map { "r\($0) /app\($0)/products/$(id)/reviews/$(review)" } + ["all /**"]
        let build = try TableText(lines.joined(separator: "\n")).build(byteLimit: 400 * PrecedenceCheck.bytesOfPair)
        #expect(build.problems.isEmpty)
    }

    @Test func `the width is the most nodes that one link keeps alive`() throws {
        func table(_ depth: Int) -> String {
            (0..<(1 << depth)).map { bits in
                "r\(bits) " + (0..<depth).map { bits >> $0 & 1 == 0 ? "/a" : "/$(x\($0))" }.joined() + "/x\(bits)"
            }.joined(separator: "\n")
        }
        #expect(try TableText(table(4)).build().width == 16)
        let wide = try TableText(table(7)).build()
        #expect(wide.width == 128)
        #expect(wide.problems == [.wide(width: 128, limit: 4096, isError: false)])
        let refused = try TableText(table(7)).build(widthLimit: 100)
        #expect(refused.problems == [.wide(width: 128, limit: 100, isError: true)])
        #expect(try TableText("a /a\nb /b\nc /c").build().width == 1)
        let affixed = (0..<100).map { "r\($0) /p\($0)-$(x)/s\($0)" }.joined(separator: "\n")
        #expect(try TableText(affixed).build().width == 1)
        #expect(try TableText("a /p$(x)/1\nb /pq$(x)/2\nc /r$(x)/3\nd /*/4").build().width == 3)
    }

    @Test func `a route that over moves forward stays behind the routes inside it`() throws {
        // c is inside b, and b is over a. So c must come before a too, although its weight is greater than a's.
        let table = try TableText("a /$(x:uint)/$(y)\nb /$(x)/b$(y) over a\nc /$(x:slug)/b$(y) over a")
        #expect(try table.lookUp("app://1/bc") == "c x=1 y=c")
        let narrow = try TableText(
            "a /l/$(y)/$(z)\nb /$(x)/m/$(z) over a\nc /$(x)/m/$(z:slug) over a\nd /l/$(y)/z over c over b")
        #expect(try narrow.lookUp("app://l/m/q") == "c x=l z=q")
        #expect(try narrow.lookUp("app://l/m/z") == "d y=m")
    }

    @Test func `the weights of routes grow with inclusion`() throws {
        var generator = SeededGenerator(for: "the weights of routes grow with inclusion")
        var ordered = 0
        for _ in 0..<1500 {
            let table = try TableText(AgreementTests.lines(&generator, excepts: false).joined(separator: "\n"))
            var store = RouteStore()
            for rule in table.rules { _ = store.add(rule) }
            store.weigh()
            for left in table.rules.indices {
                for right in table.rules.indices where store.relation(left, right) == .inside {
                    ordered += 1
                    let isBefore = RouteWeight(store.routes[left], store) < RouteWeight(store.routes[right], store)
                    if !isBefore { Issue.record("\(table.rules[left]) inside \(table.rules[right])") }
                }
            }
        }
        print("weights: \(ordered) pairs")
        #expect(ordered > 500)
    }

    @Test func `routes of equal weight are numbered by name, for long and similar names too`() {
        var generator = SeededGenerator(for: "routes of one weight are numbered by name")
        let endings = [
            "", "a", "b", "ab", "-0123456789", "-01234567890", "-0123456788", "\u{E9}", "aaaaaaaaa", "aaaaaaaab",
        ]
        for common in ["", "route-", "a-common-beginning-"] {
            let names = endings.map { common + $0 }.shuffled(using: &generator)
            var store = RouteStore()
            for name in names {
                let path = store.path(of: Pattern(atoms: [Atom(prefix: Array(name.utf8))], tail: nil))
                let entries = store.intern([.scheme("app")])
                _ = store.add(
                    name: Array(name.utf8).span, path: path, query: QuerySet(number: 0), excepts: [], entries: entries)
            }
            var routes = ArraySlice(names.indices.map { UInt32($0) })
            NameSort.sort(&routes, store)
            let expected = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            #expect(routes.map { names[Int($0)] } == expected)
        }
    }

    @Test(arguments: [
        ("host a.example\nhost b.example\na /x/$(y)\nb /** in a.example", ["hidden a b"]),
        ("host a.example\nhost b.example\na /x/$(y)\nb /x/$(z) in a.example", []),
        ("host a.example\nhost b.example\na /x/$(y)\nb /x/1 in a.example", []),
        ("host a.example\nhost b.example\na /x/$(y)\nb /** in a.example except /x/1", []),
        ("host a.example\na /x/$(y)\nb /** in a.example", ["shadowed a b"]),
        ("host a.example\nhost *.example\nhost **.example\na /x in **.example\nb /$(y) in *.example", ["hidden a b"]),
    ])
    func `a route that a broader route of an earlier entry hides in some scopes is reported on request`(
        _ text: String, _ expected: [String]
    ) throws {
        let table = try TableText(text)
        #expect(table.build(reportsHidden: true).problems.map(table.describe) == expected)
        #expect(table.problems() == expected.filter { !$0.hasPrefix("hidden") })
    }

    @Test func `every comparison counts against the budget, also of routes with equal paths`() throws {
        let lines = (0..<200).map { "r\($0) /s?k\($0)" }
        let byteLimit = 5000 * PrecedenceCheck.bytesOfPair
        let problems = try TableText(lines.joined(separator: "\n")).build(byteLimit: byteLimit).problems
        #expect(problems.contains { if case .tooManyComparisons = $0 { true } else { false } })
    }
}
