import Links
import Matching

/// A table of routes, with links that match and links that do not.
struct Table: Sendable {
    /// One route, as in a table.
    struct Line: Sendable {
        var pattern: String
        var query: [QueryCondition] = []
        var absent: [String] = []
        var isStrict = false
        var over: [Int] = []
        var entries = [ScopeEntry.anyScheme(file: 0), .anyHost(file: 0)]
    }

    let name: String
    let count: Int
    let line: @Sendable (Int) -> Line
    /// Links by number: one that a route accepts, and one that no route accepts.
    var hit: @Sendable (Int) -> String = { _ in "app:" }
    var miss: @Sendable (Int) -> String = { _ in "app:" }
    /// Links that no route accepts, by what is wrong with them.
    var strays: [(kind: String, url: String)] = []

    static let host = parsed { () throws(PatternError) in try DeclaredHost.parse(Array("shop.example".utf8).span) }

    /// A builder with all routes, given as texts of patterns.
    func builder() -> RouteIndexBuilder {
        var builder = RouteIndexBuilder()
        builder.declare(scheme: "app", file: 0)
        builder.declare(host: Self.host, file: 0)
        for number in 0..<count {
            let line = line(number)
            let text = Array(line.pattern.utf8)
            let path = Self.parsed { () throws(PatternError) in try builder.path(text.span) { _ in nil } }
            let query = builder.querySet(line.query, absent: line.absent, isStrict: line.isStrict)
            let entries = builder.entrySet(line.entries)
            let added = builder.add(
                name: Array("r\(number)".utf8).span, path: path, query: query, entries: entries)
            builder.setOver(line.over, of: added)
        }
        return builder
    }

    static func link(_ url: String) -> Link {
        do throws(LinkError) { return try Link.parse(url) } catch { fatalError("\(url): \(error)") }
    }

    private static func parsed<Value>(_ body: () throws(PatternError) -> Value) -> Value {
        do throws(PatternError) { return try body() } catch { fatalError("\(error)") }
    }

    // MARK: Shapes

    /// Routes that differ in their first segment only.
    static func apps(_ count: Int) -> Table {
        Table(
            name: "\(count) routes", count: count,
            line: { Line(pattern: "/app\($0)/products/$(id)/reviews/$(review)") },
            hit: { "app://app\($0)/products/1234567/reviews/\($0 &* 7919)" },
            miss: { "app://app\($0)/products/1234567/reviews" })
    }

    /// Two hundred and fifty routes, as in the public REST API of a project host, under one web host.
    static func restAPI() -> Table {
        let items = [
            "tickets/$(ticket:uint)": ["comments", "labels", "votes", "events", "assignees"],
            "proposals/$(proposal:uint)": [
                "comments", "files", "commits", "reviews", "reviews/$(review:uint)", "merge",
            ],
            "releases/$(tag)": ["assets", "assets/$(asset:uint)", "notes"],
            "branches/$(branch)": ["protection", "commits", "rename"],
            "commits/$(commit:hex)": ["status", "comments", "checks", "parents"],
            "hooks/$(hook:uint)": ["deliveries", "deliveries/$(delivery:uuid)", "test"],
            "pages/$(page)": ["history", "builds", "builds/latest"], "labels/$(label)": ["tickets"],
            "milestones/$(milestone:uint)": ["labels", "tickets"], "keys/$(key:uint)": [],
            "runs/$(run:uint)": ["log", "jobs"],
        ]
        let extra = [
            "tickets/search", "releases/latest", "branches/default", "contents/$(path:**)", "archive/$(ref).zip",
        ]
        var patterns = ["/", "/status", "/users", "/users/$(user)", "/organisations", "/organisations/$(name)"]
        for base in ["/projects/$(owner)/$(project)", "/organisations/$(name)", "/users/$(user)", "/me"] {
            for (item, parts) in items.sorted(by: { $0.key < $1.key }) {
                patterns += [base + "/" + item.split(separator: "/")[0], base + "/" + item]
                patterns += parts.map { base + "/" + item + "/" + $0 }
            }
            patterns += extra.map { base + "/" + $0 }
        }
        let links = [
            "projects/acme/rocket/tickets/4711/comments", "organisations/acme/releases/latest", "users/ada",
            "projects/acme/rocket/contents/src/engine/main.swift", "me/commits/0badcafe/status",
            "users/ada/hooks/12/deliveries/01234567-89ab-cdef-0123-456789abcdef", "projects/acme/rocket/archive/v1.zip",
        ]
        let all = patterns
        return Table(
            name: "REST API", count: all.count,
            line: { Line(pattern: all[$0], entries: [.host(host)]) },
            hit: { "https://shop.example/" + links[$0 % links.count] },
            miss: { "https://shop.example/projects/acme/rocket/tickets/x\($0)/comments" },
            strays: [
                ("misspelt", "https://shop.example/projects/acme/rocket/relases/latest"),
                ("misspelt first", "https://shop.example/projcts/acme/rocket/tickets/4711/comments"),
                ("a segment too many", "https://shop.example/projects/acme/rocket/old/tickets/4711/comments"),
                ("nothing near", "https://shop.example/projects/acme/rocket/x/y/z"),
                ("very long", "https://shop.example/" + String(repeating: "a-rather-long-segment/", count: 60)),
            ])
    }

    /// App and web routes with types, affixes, queries, listed values and tails.
    static func mixed(_ count: Int) -> Table {
        let page = QueryCondition(key: "page", language: .uint, isRequired: false)
        let word = QueryCondition(key: "q", language: .string, isRequired: true)
        return Table(
            name: "\(count) mixed", count: count,
            line: { number in
                let shop = "/shop\(number / 5)"
                return switch number % 5 {
                case 0: Line(pattern: shop + "/item-$(id:uint).html", entries: [.host(host)])
                case 1: Line(pattern: shop + "/search", query: [word, page], entries: [.scheme("app")])
                case 2: Line(pattern: shop + "/docs/$(rest:**)")
                case 3: Line(pattern: shop + "/$(lang:de|en|fr)/list/$(id:uuid)", entries: [.host(host)])
                default: Line(pattern: shop + "/days/$(day:date)/$(slot:slug)", query: [page])
                }
            },
            hit: { number in
                let shop = "shop\(number / 5)"
                return switch number % 5 {
                case 0: "https://shop.example/\(shop)/item-\(number).html"
                case 1: "app://\(shop)/search?q=word&page=2"
                case 2: "app://\(shop)/docs/guide/chapter/\(number)"
                case 3: "https://shop.example/\(shop)/de/list/01234567-89ab-cdef-0123-456789abcdef"
                default: "app://\(shop)/days/2026-02-28/morning?page=3"
                }
            }, miss: { "app://shop\($0 / 5)/days/2026-02-30/morning" },
            strays: [
                ("misspelt", "app://shop7/serch?q=word"), ("misspelt first", "app://shp7/search?q=word"),
                ("nothing near", "https://shop.example/a/b/c"),
            ])
    }

    /// Routes of two words with a typed value between them: every node has many words, as the tables of large sites have.
    static func wide() -> Table {
        let syllables = [
            "ba", "cel", "do", "fin", "gra", "hi", "jor", "ku", "lem", "mo", "nar", "pe", "ri", "so", "tul", "ve",
        ]
        @Sendable func word(_ number: Int) -> String {
            syllables[number % 16] + syllables[number / 16 % 16] + syllables[number * 7 % 13]
        }
        let (words, count) = (200, 60)
        return Table(
            name: "wide", count: words * count,
            line: { Line(pattern: "/" + word($0 / count) + "/$(id:uint)/" + word($0 % count)) },
            hit: { "app://" + word($0 / count) + "/\($0)/" + word($0 % count) },
            miss: { "app://" + word($0 / count) + "/x/" + word($0 % count) },
            strays: [
                ("misspelt", "app://" + word(150) + "/7/" + word(40).dropLast()),
                ("misspelt first", "app://" + word(150).dropFirst() + "/7/" + word(40)),
                ("a segment too many", "app://" + word(150) + "/old/7/" + word(40)), ("nothing near", "app://a/b/c"),
                ("very long", "app://" + String(repeating: "a-rather-long-segment/", count: 60)),
            ])
    }

    /// Routes of one path with every choice of ten keys, each required or absent; links have five of the keys.
    static let keyChoices = Table(
        name: "1,024 choices of ten keys", count: 1024,
        line: { number in
            let keys = (0..<10).map { "key\($0)" }
            let isRequired = { (key: Int) in number & 1 << key != 0 }
            return Line(
                pattern: "/s/$(x)",
                query: keys.indices.filter(isRequired).map {
                    QueryCondition(key: keys[$0], language: .string, isRequired: true)
                }, absent: keys.indices.filter { !isRequired($0) }.map { keys[$0] })
        },
        hit: { number in
            "app://s/x?" + (0..<5).map { "key\(($0 * 3 + number) % 10)=\($0)" }.joined(separator: "&")
        },
        miss: { _ in "app://s/x?key0=&key1=1&key2=2&key3=3&key4=4" })

    /// Tables of ten thousand routes each that overlap.
    static let conflicts = [
        Table(
            name: "10,000 that cross",
            count: 10_000,
            line: { Line(pattern: $0 % 2 == 0 ? "/l\($0)/$(x)" : "/$(y)/r\($0)") }),
        Table(
            name: "10,000 on one path", count: 10_000,
            line: {
                Line(pattern: "/s/$(x)", query: [QueryCondition(key: "k\($0)", language: .string, isRequired: true)])
            }),
        Table(
            name: "10,000 by affixes", count: 10_000,
            line: { number in
                let left = String(repeating: "a", count: number % 100)
                let right = String(repeating: "b", count: number / 100)
                return Line(pattern: "/\(left)$(x)/\(right)$(y)")
            }),
        Table(
            name: "10,000, resolved by over", count: 10_000,
            line: { Line(pattern: $0 == 0 ? "/a/$(y)" : "/$(x)/r\($0)", over: $0 == 0 ? [] : [0]) }),
        Table(
            name: "10,000, resolved by inclusion", count: 10_000,
            line: { Line(pattern: ($0 % 2 == 0 ? "/$(n:uint)" : "/$(x)") + "/p$(y)/s\($0 / 2)") }),
    ]
}
