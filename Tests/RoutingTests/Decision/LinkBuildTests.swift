import Contract
import Features
import Links
import Matching
import Testing

@testable import Routing

/// Which links are built, and what is said where none is.
@Suite struct LinkBuildTests {
    private static let table = """
        scheme pod other
        host example.com *.pods.example http://localhost:8080
        values lang en de
        deny /denied/**
        deny /files/hidden
        feature F {
            action all {
                input id uint
                input lang @lang = en
                input page uint = 1
                input note string?
                input token string = "s3cret" secret
                respond
            }
            action list {
                input rest **
                respond
            }
            action none {
                respond
            }
            action run {
                input name string
                exec trusted /usr/bin/printf $(name)
            }
            route item /item-$(id:uint).html do all {
                query page:uint?
                query note?
            }
            route paged /paged/$(id:uint) do all {
                query lang:@lang
                query page:uint = 5
                fragment note?
            }
            route fixed /fixed/$(id:uint) do all {
                with page 3
                in app
            }
            route files /files/$(rest:**) do list {
                except /files/private
            }
            route one-file /files/one/$(x) do none
            route star /star/*/$(x)/** do none {
                strict
            }
            route wild /wild/$(x) do none {
                in *.pods.example
            }
            route web-only /web/$(x) do none {
                in http://localhost:8080 example.com
            }
            route run /run/$(name) do run
            route loose /loose do none {
                query note?
            }
            route denied /denied/$(x) do none
            route Upper /Upper/$(x) do none
        }
        """

    private func build(_ route: String, _ values: String, _ scope: String? = nil) throws -> String {
        let ruleset = try Tables.ruleset(Self.table)
        let members = try Self.members(values)
        do {
            return try ruleset.link(to: route, members, scope: scope).url
        } catch {
            #expect(error.sentence.hasSuffix(".") && !error.help.isEmpty && !error.code.isEmpty)
            return "\(error.code): \(error.sentence) [\(error.help)]"
        }
    }

    /// *Shape*: `a=text b=[x,y]`, `~` for a blank, `e` numbers as texts.
    private static func members(_ text: String) throws -> [Value.Member] {
        text.split(separator: " ").map { word in
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let value = parts[1].replacing("~", with: " ")
            guard value.hasPrefix("[") else { return .init(parts[0], .string(value)) }
            let inner = value.dropFirst().dropLast()
            return .init(
                parts[0],
                .array(
                    inner.isEmpty
                        ? [] : inner.split(separator: ",", omittingEmptySubsequences: false).map { .string(String($0)) }
                ))
        }
    }

    @Test func `a link has every value in its place, and leaves out what equals its default`() throws {
        let rows: [(route: String, values: String, scope: String?, url: String)] = [
            ("item", "id=7", nil, "pod://item-7.html"),
            ("item", "id=7 page=1", nil, "pod://item-7.html"),
            ("item", "id=7 page=2 note=R&B~50%+", nil, "pod://item-7.html?page=2&note=R%26B%2050%25%2B"),
            ("item", "note=x id=7", nil, "pod://item-7.html?note=x"),
            ("item", "id=7 lang=en token=s3cret", nil, "pod://item-7.html"),
            ("paged", "id=7 lang=de", nil, "pod://paged/7?lang=de"),
            ("paged", "id=7 lang=en page=5", nil, "pod://paged/7?lang=en"),
            ("paged", "id=7 lang=en page=1 note=a~b", nil, "pod://paged/7?lang=en&page=1#a%20b"),
            ("fixed", "id=7 page=3", nil, "pod://fixed/7"),
            ("files", "rest=[]", nil, "pod://files/"),
            ("files", "rest=[a~b,c,]", nil, "pod://files/a%20b/c/"),
            ("star", "1=v x=y", nil, "pod://star/v/y/"),
            ("star", "1=v x=y 2=[a,b]", nil, "pod://star/v/y/a/b"),
            ("Upper", "x=y", nil, "pod:/Upper/y"),
            ("item", "id=7", "other", "other://item-7.html"),
            ("item", "id=7", "example.com", "https://example.com/item-7.html"),
            ("item", "id=7", "http://localhost:8080", "http://localhost:8080/item-7.html"),
            ("item", "id=7", "de.pods.example", "https://de.pods.example/item-7.html"),
            ("wild", "x=y", "de.pods.example", "https://de.pods.example/wild/y"),
            ("web-only", "x=y", nil, "https://example.com/web/y"),
        ]
        for row in rows { #expect(try build(row.route, row.values, row.scope) == row.url) }
    }

    @Test func `a refusal says which parameter, what is wrong and what to do`() throws {
        let rows: [(route: String, values: String, scope: String?, error: String)] = [
            ("itme", "", nil, "unknownRoute: There is no route `itme`. [did you mean `item`?]"),
            (
                "nothing-like-it", "", nil,
                "unknownRoute: There is no route `nothing-like-it`. [`deeplinkctl list` shows the routes]"
            ),
            ("item", "", nil, "missingParameter: The parameter `id` is missing; it is a `uint`. [give it a value]"),
            (
                "paged", "id=7", nil,
                "missingParameter: The parameter `lang` is missing; it is one of de, en. [give it a value]"
            ),
            ("item", "id=7 id=8", nil, "repeatedParameter: The parameter `id` is given twice. [give it once]"),
            (
                "item", "id=7 pgae=8", nil,
                "unknownParameter: The route takes no parameter `pgae`. [it takes: id, page, note]"
            ),
            (
                "item", "id=x", nil,
                "invalidValue: The value `x` of `id` is not of the type `uint`. [a `uint` is a whole number from 0 to 9223372036854775807, without leading zeros]"
            ),
            (
                "item", "id=7 page=", nil,
                "invalidValue: The value `` of `page` is not of the type `uint`. [a `uint` is a whole number from 0 to 9223372036854775807, without leading zeros]"
            ),
            (
                "paged", "id=7 lang=fr", nil,
                "invalidValue: The value `fr` of `lang` is not of the type `@lang`. [one of: de, en]"
            ),
            ("files", "rest=a", nil, "wrongShape: The parameter `rest` is a list. [give the list of its segments]"),
            ("item", "id=[7]", nil, "wrongShape: The parameter `id` is one value, not a list. [give one text]"),
            (
                "files", "rest=[a,,b]", nil,
                "emptyEntry: The list `rest` has an empty entry. [only the last of several entries may be empty, for a slash at the end]"
            ),
            (
                "files", "rest=[a,..]", nil,
                "forbiddenValue: No link can carry this value of `rest`: A segment is a single or double dot. [carry it in another form, encoded by the program itself]"
            ),
            (
                "run", "name=a/b", nil,
                "forbiddenValue: No link can carry this value of `name`: A segment contains a slash, a backslash or the separator of its scheme: carry such a text in the query. [carry it in another form, encoded by the program itself]"
            ),
            (
                "run", "name=%41", nil,
                "forbiddenValue: No link can carry this value of `name`: The decoded text contains another percent escape. [carry it in another form, encoded by the program itself]"
            ),
            (
                "loose", "note=\u{202E}", nil,
                "forbiddenValue: No link can carry this value of `note`: The decoded text contains a character that changes the direction of writing. [carry it in another form, encoded by the program itself]"
            ),
            (
                "fixed", "id=7 page=4", nil,
                "fixedValue: The parameter `page` is always `3` here. [leave it out, or give that value]"
            ),
            (
                "item", "id=7 token=x", nil,
                "fixedValue: The parameter `token` is always `***` here. [leave it out, or give that value]"
            ),
            ("fixed", "id=7 note=x", nil, "fixedValue: No link of the route carries a value of `note`. [leave it out]"),
            (
                "item", "id=7", "nope",
                "unknownScope: The route has no links in `nope`. [it has links in: pod, other, example.com, *.pods.example, http://localhost:8080]"
            ),
            (
                "web-only", "x=y", "pod",
                "unknownScope: The route has no links in `pod`. [it has links in: example.com, http://localhost:8080]"
            ),
            (
                "item", "id=7", "a.b.pods.example",
                "unknownScope: The route has no links in `a.b.pods.example`. [it has links in: pod, other, example.com, *.pods.example, http://localhost:8080]"
            ),
            (
                "wild", "x=y", nil,
                "hostNeeded: The route's host is `*.pods.example`, which is many hosts. [name one host under `*.pods.example` as the scope]"
            ),
            (
                "wild", "x=y", "*.pods.example",
                "hostNeeded: The route's host is `*.pods.example`, which is many hosts. [name one host under `*.pods.example` as the scope]"
            ),
            (
                "wild", "x=y", "xn--a.pods.example",
                "unknownScope: The route has no links in `xn--a.pods.example`. [it has links in: *.pods.example]"
            ),
            (
                "files", "rest=[private]", nil,
                "excluded: The route's own `except /files/private` covers the link. [give another value, or narrow the `except`]"
            ),
            (
                "files", "rest=[hidden]", nil,
                "denied: The table's `deny /files/hidden` covers the link. [build no link to what the table denies, or narrow the `deny`]"
            ),
            (
                "denied", "x=y", nil,
                "denied: The table's `deny /denied/**` covers the link. [build no link to what the table denies, or narrow the `deny`]"
            ),
            (
                "files", "rest=[one,x]", nil,
                "taken: The route `one-file` takes the link. [give another value, or build the link for `one-file`]"
            ),
            (
                "run", "name=-x", nil,
                "refusedInput: The value of `name` begins with `-` and would be read as an option. [give another value]"
            ),
            (
                "loose", "note=\(String(repeating: "x", count: 9000))", nil,
                "refusedLink: The link would be refused: The URL is too long (9017 bytes, at most 8192). [give shorter or fewer values]"
            ),
        ]
        for row in rows {
            let found = try build(row.route, row.values, row.scope)
            #expect(found == row.error)
        }
    }

    @Test func `without a scope the first declared one is taken in which the link comes back`() throws {
        let table = """
            scheme pod
            host example.com other.example
            feature F {
                action none {
                    respond
                }
                route wide /x/$(id) do none
                route narrow /x/new do none {
                    in pod example.com
                }
            }
            """
        let ruleset = try Tables.ruleset(table)
        #expect(try ruleset.link(to: "wide", [.init("id", .string("old"))]).url == "pod://x/old")
        #expect(try ruleset.link(to: "wide", [.init("id", .string("new"))]).url == "https://other.example/x/new")
        #expect(throws: LinkBuildError.taken(by: "narrow", url: "pod://x/new")) {
            try ruleset.link(to: "wide", [.init("id", .string("new"))], scope: "pod")
        }
    }

    @Test func `a default is written where the link without it is another route's`() throws {
        let table = """
            scheme pod
            feature F {
                action show {
                    input page uint = 1
                    input sort string = up
                    input lang string = en
                    input key string = k secret
                    respond
                }
                route paged /x do show {
                    query page:uint?
                    query sort?
                    query lang:en|de?
                }
                route bare /x do show {
                    strict
                }
                route both /x do show {
                    query page:uint
                    query sort
                }
                route keyed /y do show {
                    query key?
                }
                route keyless /y do show {
                    strict
                }
            }
            """
        let ruleset = try Tables.ruleset(table)
        let (page, sort) = (Value.Member("page", .integer(1)), Value.Member("sort", .string("up")))
        let (lang, german) = (Value.Member("lang", .string("en")), Value.Member("lang", .string("de")))
        let rows: [(values: [Value.Member], url: String)] = [
            // Whatever is given of the defaults, and though `page` and `sort` together are the other route's.
            ([], "pod://x?page=1"), ([page], "pod://x?page=1"), ([sort], "pod://x?page=1"),
            ([sort, lang, page], "pod://x?page=1"),
            // What is no default says enough.
            ([german, page], "pod://x?lang=de"), ([.init("sort", .string("down"))], "pod://x?sort=down"),
            ([.init("page", .integer(2)), sort], "pod://x?page=2"),
        ]
        for row in rows {
            let built = try ruleset.link(to: "paged", row.values)
            #expect(built.url == row.url)
            #expect(try ruleset.link(to: "paged", built.inputs).url == row.url)
        }
        #expect(throws: LinkBuildError.taken(by: "keyless", url: "pod://y")) { try ruleset.link(to: "keyed", []) }
    }

    @Test func `the parameters of an outcome build the link again`() throws {
        let ruleset = try Tables.ruleset(Self.table)
        for url in ["pod://item-7.html?note=x", "pod://paged/7?lang=de#n", "pod://files/a/b/", "pod://fixed/1"] {
            guard case .routed(let routed) = ruleset.decide(try Link.parse(url)) else {
                Issue.record("\(url)")
                continue
            }
            #expect(try ruleset.link(to: routed.route, routed.inputs).url == url)
        }
    }

    @Test func `numbers and switches of any type are written as their texts`() throws {
        let ruleset = try Tables.ruleset(Self.table)
        let built = try ruleset.link(to: "item", [.init("id", .integer(7)), .init("note", .bool(true))])
        #expect(built.url == "pod://item-7.html?note=true")
        for value in [Value.null, .number(literal: "1.5"), .object([])] {
            #expect(throws: LinkBuildError.wrongShape("id", expectsList: false)) {
                try ruleset.link(to: "item", [.init("id", value)])
            }
        }
    }
}
