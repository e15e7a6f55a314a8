import Conf
import Contract
import Links
import Matching
import TestTables
import Testing

@testable import Routing

/// Which route a link that no route accepts was meant for.
@Suite struct NearestRouteTests {
    private static let table = """
        scheme w
        feature Links {
            action go {
                respond done
            }
            route search       /search                           do go
            route shows        /shows                            do go
            route episodes     /shows/$(show:slug)/episodes         do go
            route episode      /shows/$(show:slug)/episodes/$(number:uint) do go
            route latest       /shows/$(show:slug)/reviews/latest   do go
            route settings     /Settings/Account                 do go
            route folder       /folder/                          do go
            route files        /files/**                         do go
            route album        /album/$(show:slug)/songs            do go
            route anything     /$(number:uint)/details                do go
            route settings-too /account/settings/privacy         do go
        }

        """

    @Test(arguments: [
        // A literal is misspelt: a letter is missing, added, replaced or swapped.
        ("w://serch", "search", "segment 1 is `serch`, not `search`"),
        ("w://searrch", "search", "segment 1 is `searrch`, not `search`"),
        ("w://shaws", "shows", "segment 1 is `shaws`, not `shows`"),
        ("w://shows/news/epsiodes", "episodes", "segment 3 is `epsiodes`, not `episodes`"),
        ("w://shosw/news/episodes/7", "episode", "segment 1 is `shosw`, not `shows`"),
        ("w://abum/blue/songs", "album", "segment 1 is `abum`, not `album`"),
        // The case is another.
        ("w:/settings/account", "settings", "segment 1 is `settings`, not `Settings`"),
        ("w:/SHOWS", "shows", "segment 1 is `SHOWS`, not `shows`"),
        // A slash is added, or missing.
        ("w://search/", "search", "the link ends with a slash, but the route does not"),
        ("w://shows/news/episodes/7/", "episode", "the link ends with a slash, but the route does not"),
        ("w://folder", "folder", "the link does not end with a slash, as the route does"),
        // A segment is missing, or too many.
        ("w://shows/news/reviews", "latest", "the link ends before `latest`"),
        ("w://account/privacy", "settings-too", "segment 2 is `privacy`, not `settings`"),
        ("w://search/all", "search", "the link goes on with `all`"),
        ("w://files", "files", "the link ends before its tail"),
        ("w://shows/news/old/episodes/7", "episode", "segment 3 is `old`, not `episodes`"),
        // A value is refused.
        ("w://shows/news/episodes/seven", "episode", "segment 4 is `seven`, not `$(number:uint)`"),
        // Two mistakes: the route that accepts the longest beginning.
        ("w://shows/news/episods/seven", "episode", nil),
        // Too many mistakes: the longest beginning, also if a word of it is misspelt.
        ("w://abum/blue/pictures", "album", "segment 1 is `abum`, not `album`"),
        ("w://shwos/news/reviws/oldest", "latest", "segment 1 is `shwos`, not `shows`"),
    ])
    func `the nearest route is the one that a single mistake leads to`(
        _ url: String, _ route: String, _ failure: String?
    ) throws {
        let result = RulesetLoader.load(.init(name: "t.conf", bytes: Array(Self.table.utf8)))
        let ruleset = try #require(result.ruleset, "\(Tables.printed(result))")
        let nearest = try #require(try Self.nearest(to: url, in: ruleset))
        #expect(nearest.route == route)
        if let failure { #expect(nearest.failure == failure) }
    }

    @Test(arguments: [
        // No segment is a word of a route, or like one.
        "w://nope", "w:/", "w://nope/", "w://nope/never/ever", "w://qqq/news/unknown",
        // A capture that takes any text proves nothing, and one that refuses the value even less.
        "x://nope", "x://nope/never", "x:/", "x://seven",
    ])
    func `nothing is named where no route is near`(_ url: String) throws {
        let other = """
            scheme x
            feature Others {
                action go { respond }
                route bg    /bg               do go
                route user  /$(_)/settings    do go
                route num   /$(_:uint)        do go
                route about /about            do go
            }
            """
        let table = url.hasPrefix("x") ? other : Self.table
        let ruleset = try #require(RulesetLoader.load(.init(name: "t.conf", bytes: Array(table.utf8))).ruleset)
        #expect(try Self.nearest(to: url, in: ruleset)?.route == nil)
        let link = try Link.parse(url, limits: ruleset.linkLimits)
        #expect(ruleset.index.trace(link).isEmpty)
    }

    @Test(arguments: [
        ("s://account/downloads", "download", "the link ends before its tail"),
        ("s://user/ann", "setting", nil),
        ("s://bob/", "name", "the link ends with a slash, but the route does not"),
    ])
    func `a link that ends early is rather meant for a route with a value or a rest there than for one with a word`(
        _ url: String, _ route: String, _ failure: String?
    ) throws {
        let table = """
            scheme s
            feature Links {
                action go { respond }
                route turbo    /account/downloads/turbo do go
                route download /account/downloads/** do go
                route password /user/ann/password do go
                route setting  /user/ann/$(_:slug) do go
                route name     /$(_) do go
            }
            """
        let ruleset = try #require(RulesetLoader.load(.init(name: "t.conf", bytes: Array(table.utf8))).ruleset)
        let nearest = try #require(try Self.nearest(to: url, in: ruleset))
        #expect(nearest.route == route)
        if let failure { #expect(nearest.failure == failure) }
    }

    @Test(arguments: ["rest-interface", "desktop-handlers", "intent-maps"])
    func `a link that lacks one letter of a literal names the route that was meant`(_ name: String) throws {
        let table = try #require(ForeignTable.all.first { $0.name == name })
        let ruleset = try #require(table.load().ruleset)
        var (all, right) = (0, 0)
        for testCase in try table.cases(in: ruleset).cases {
            guard let link = try? Link.parse(testCase.url, limits: ruleset.linkLimits),
                let meant = ruleset.index.trace(link).first, meant.failure == nil
            else { continue }
            for url in Self.misspelt(testCase.url, link, ruleset.routes[row: meant.rule]) {
                guard let misspelt = try? Link.parse(url, limits: ruleset.linkLimits) else { continue }
                var match = Match()
                guard ruleset.index.match(misspelt, into: &match) == .notFound else { continue }
                all += 1
                let nearest = ruleset.index.trace(misspelt, nearest: RouteIndex.fewCandidates).first
                if nearest?.rule == meant.rule { right += 1 }
            }
        }
        print("\(name): of \(all) links that lack a letter, \(right) name the route that was meant")
        #expect(all > 50)
        #expect(right * 100 >= all * 90)
    }

    @Test func `a mistake behind many other words is found within the limit`() throws {
        let routes = (100..<350).map { number in
            ["view", "edit", "list"].map { "    route \($0)-\(number) /w\(number)/\($0)/$(x:uint) do go\n" }.joined()
        }
        let text = "scheme w\nfeature Links {\n    action go {\n        respond done\n    }\n\(routes.joined())}\n"
        let ruleset = try #require(RulesetLoader.load(.init(name: "t.conf", bytes: Array(text.utf8))).ruleset)
        for (number, typo, word) in [(100, "veiw", "view"), (225, "edti", "edit"), (349, "lst", "list")] {
            let nearest = try Self.nearest(to: "w://w\(number)/\(typo)/7", in: ruleset)
            #expect(nearest?.route == "\(word)-\(number)")
            #expect(nearest?.failure == "segment 2 is `\(typo)`, not `\(word)`")
        }
    }

    @Test
    func
        `the nearest of very many literals is found by a search without a limit, and not looked for while callers wait`()
        throws
    {
        let names = (0..<1000).map { "product-\($0 * 7)" }
        let routes = names.map { "    route \($0) /\($0)/view do go\n" }.joined()
        let text = "scheme w\nfeature Links {\n    action go {\n        respond done\n    }\n" + routes + "}\n"
        let ruleset = try #require(RulesetLoader.load(.init(name: "t.conf", bytes: Array(text.utf8))).ruleset)
        let link = try Link.parse("w://prodct-6993/view")
        #expect(ruleset.index.trace(link).first.map { ruleset.routes[row: $0.rule].name } == "product-6993")
        #expect(ruleset.index.trace(link, nearest: RouteIndex.fewCandidates).isEmpty)
    }

    private static func nearest(to url: String, in ruleset: Ruleset) throws -> (route: String, failure: String?)? {
        let link = try Link.parse(url, limits: ruleset.linkLimits)
        return ruleset.index.trace(link, nearest: RouteIndex.fewCandidates).first.map { candidate in
            (ruleset.routes[row: candidate.rule].name, ruleset.sentence(for: candidate, link))
        }
    }

    /// The link once for each letter of each literal segment, without that letter.
    private static func misspelt(_ url: String, _ link: Link, _ route: Route) -> [String] {
        var urls: [String] = []
        for (number, atom) in route.pattern.atoms.enumerated() where atom.core == .literal && atom.prefix.count > 2 {
            let text = String(decoding: link.bytes[link.segment(number).indices], as: UTF8.self)
            guard let range = url.ranges(of: text).last else { continue }
            for index in text.indices {
                var shorter = text
                shorter.remove(at: index)
                urls.append(url.replacingCharacters(in: range, with: shorter))
            }
        }
        return urls
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
    }
}
