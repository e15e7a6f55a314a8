import Links
import Testing

@testable import Matching

@Suite struct RouteIndexTests {
    static let app = """
        root /
        fav /favourites/$(list:slug)?page:uint?
        private /favourites/private
        img /img/$(id:uint).png
        docs /docs/$(rest:**)
        lang /l/$(lang:@lang)/$(n:int)
        search /search?q&lang:en|de? strict
        slash /a/
        long /this-is-a-rather-long-literal-segment/$(x)
        excepted /e/$(x) except /e/no except /e/n-*
        """

    @Test(arguments: [
        ("app:", "root"), ("app:/", "root"), ("app://favourites/rock", "fav list=rock"),
        ("app:favourites/rock", "fav list=rock"),
        ("app://favourites/private", "private"), ("app://favourites/rock?page=2", "fav list=rock"),
        ("app://favourites/rock?page=x", "fav list=rock"),
        ("app://favourites/rock?page=1&page=2", "fav list=rock"),
        ("app://favourites/rock?other=1&other=2", "fav list=rock"),
        ("app://favourites/rock?page=", "fav list=rock"), ("app://favourites/rock?page=%00", "invalid fav page"),
        ("app://favourites/r%20k", "notFound"), ("app://favourites/", "notFound"), ("app://img/7.png", "img id=7"),
        ("app://img/07.png", "notFound"),
        ("app://img/.png", "notFound"), ("app://docs/", "docs rest=[]"), ("app://docs", "notFound"),
        ("app://docs/a/b", "docs rest=[a,b]"),
        ("app://docs/b/", "docs rest=[b,]"), ("app://l/en/-5", "lang lang=en n=-5"), ("app://l/fr/5", "notFound"),
        ("app://search?q=a+b", "search"), ("app://search", "missing search q"), ("app://search?q=", "invalid search q"),
        ("app://search?q=1&q=2", "duplicate search q"), ("app://search?q=1&x=2", "unexpected search x"),
        ("app://search?q=1&lang=fr", "invalid search lang"),
        ("app://search?q=1&lang=de", "search"), ("app://search?%71=1", "search"), ("app://a/", "slash"),
        ("app://a", "notFound"),
        ("app://this-is-a-rather-long-literal-segment/q", "long x=q"),
        ("app://this-is-a-rather-long-literal-segmenT/q", "notFound"),
        ("app://e/yes", "excepted x=yes"), ("app://e/no", "excluded excepted /e/no"),
        ("app://e/n-1", "excluded excepted /e/n-*"),
        ("app://e/n-", "excepted x=n-"), ("app://FAVOURITES/rock", "notFound"),
        ("APP://favourites/rock", "fav list=rock"),
        ("other://favourites/rock", "schemeNotAllowed"), ("https://example.com/", "hostNotAllowed"),
    ])
    func `a link has its route, or the reason why it has none`(_ url: String, _ expected: String) throws {
        #expect(try TableText(Self.app).lookUp(url) == expected)
    }

    static let scopes = """
        scheme pod
        scheme other 1
        host example.com
        host *.example.com
        host **.example.com
        host deep.x.example.com
        host http://plain.example:8080
        host xn--strae-oqa.example.com
        host **.example.net
        host *.b.example.net 1
        host 127.0.0.1
        exact /r in example.com
        one /r in *.example.com
        many /r in **.example.com
        wide /$(x) in **.example.com
        any /r
        anyOther /$(y)/$(z)
        foreign /r in file1
        """

    @Test(arguments: [
        ("https://example.com/r", "exact"), ("https://www.example.com/r", "one"), ("https://a.b.example.com/r", "many"),
        ("https://www.example.com/s", "wide x=s"), ("https://a.b.example.com/s", "wide x=s"),
        ("https://deep.x.example.com/r", "many"),
        ("https://deep.x.example.com/p/q", "anyOther y=p z=q"), ("pod://r", "any"), ("other://r", "notFound"),
        ("https://example.com/s", "notFound"),
        ("http://example.com/r", "schemeNotAllowed"), ("https://example.com:444/r", "hostNotAllowed"),
        ("http://plain.example:8080/r", "any"),
        ("https://plain.example:8080/r", "schemeNotAllowed"), ("http://plain.example/r", "hostNotAllowed"),
        ("https://example.org/r", "hostNotAllowed"),
        ("https://xn--bcher-kva.example.com/r", "hostNotAllowed"), ("https://xn--strae-oqa.example.com/r", "any"),
        ("https://a.xn--bcher-kva.example.com/r", "hostNotAllowed"),
        ("https://xn--bcher-kva.a.example.com/r", "hostNotAllowed"),
        ("https://c.b.example.net/r", "foreign"), ("https://d.c.b.example.net/r", "any"),
        ("https://b.example.net/r", "any"),
        ("https://example.net/r", "hostNotAllowed"), ("https://127.0.0.1/r", "any"),
        ("https://1.127.0.0.1/r", "hostNotAllowed"),
        ("https://EXAMPLE.com/r", "exact"),
    ])
    func `the most specific scope decides the owner and the order of entries`(_ url: String, _ expected: String)
        throws
    {
        let table = try TableText(Self.scopes)
        let found: String
        do { found = try table.lookUp(url) } catch is LinkError { found = "hostNotAllowed" }
        #expect(found == expected)
    }

    @Test(arguments: [
        ("app://p", "denied /p/**"), ("app://p/", "denied /p/**"), ("app://p/q/r", "denied /p/**"),
        ("app://pp", "all r=[pp]"),
        ("app://x/secret", "denied /*/secret"), ("app://x/secret/", "all r=[x,secret,]"), ("pod://p", "all r=[p]"),
    ])
    func `a denial overrides every route of its scopes`(_ url: String, _ expected: String) throws {
        let table = try TableText(
            "scheme app\nscheme pod\ndeny /p/** in app\ndeny /*/secret\nall /$(r:**)\np /p in pod over all\nq /q")
        let result = try table.lookUp(url)
        #expect(url == "pod://p" ? result == "p" : result == expected)
    }

    @Test func `a route that fails by both its except and its query is not reported`() throws {
        let table = try TableText("a /a/$(x)?q except /a/no")
        #expect(try table.lookUp("app://a/no") == "notFound")
        #expect(try table.lookUp("app://a/no?q=1") == "excluded a /a/no")
        #expect(try table.lookUp("app://a/b") == "missing a q")
    }

    @Test func `captures are ranges of the link's own bytes`() throws {
        var build = try TableText("a /v$(x:uint)-rc/$(y)?q&p?").build()
        let link = try Link.parse("app://v12-rc/a%20b?p=%41&q=z")
        var match = Match()
        guard let index = build.takeIndex() else {
            Issue.record("no index")
            return
        }
        #expect(index.match(link, into: &match) == .matched)
        #expect(match.captureCount == 2)
        #expect(link.text(match.capture(0)) == "12")
        #expect(link.text(match.capture(1)) == "a b")
        #expect((0..<match.queryItems.count).map { match.queryItems[$0] } == [1, 0])
    }

    @Test(arguments: [
        ("app://favourites/private", "private nil, fav beaten(by: 2)"), ("app://favourites/r k", "fav segment(1)"),
        ("app://docs", "docs tooShort(1)"),
        ("app://img/x.png", "img segment(1)"),
        ("app://search", "search query(condition: Optional(0), item: nil, missing)"),
        ("app://e/no", "excepted except(0)"), ("app://l/en", "lang tooShort(2)"), ("app://l/en/1/2", "lang tooLong(3)"),
        ("app://nothing/here", ""), ("https://example.org/", ""),
    ])
    func `a trace has the failure of each candidate, or else the nearest route`(_ url: String, _ expected: String)
        throws
    {
        let table = try TableText(Self.app)
        var build = table.build()
        guard let index = build.takeIndex() else {
            Issue.record("no index")
            return
        }
        let link = try Link.parse(url)
        let found = index.trace(link).map { candidate in
            let failure = candidate.failure.map { "\($0)".replacing("Matching.QueryFault.", with: "") } ?? "nil"
            return "\(table.name(candidate.rule)) \(failure)"
        }
        #expect(found.joined(separator: ", ") == expected)
    }
}
