import Conf
import Contract
import Testing

@testable import Routing

/// What the report of an overlap promises: a link that both routes take, and a line that settles it.
@Suite struct ReportedOverlapTests {
    /// One report of an overlap, as its reader sees it.
    private struct Report {
        let routes: [String]
        let witness: String?
        /// The route to write `over` into, and the route to name there.
        let proposal: (into: String, over: String)?
    }

    private static func reports(in printed: String) -> [Report] {
        // Each report begins with its position at the start of a line.
        printed.split(separator: "\nt:").map { text in
            let head = text.firstMatch(of: #/error RT50[12]: the routes `(\w+)` and `(\w+)` /#)
            let witness = text.firstMatch(of: #/both routes accept: (\S+)/#)
            let line = text.firstMatch(of: #/add `over (\w+)` to `(\w+)`/#)
            return Report(
                routes: head.map { [String($0.output.1), String($0.output.2)] } ?? [],
                witness: witness.map { String($0.output.1) },
                proposal: line.map { (into: String($0.output.2), over: String($0.output.1)) })
        }.filter { !$0.routes.isEmpty }
    }

    @Test func `each route of a reported pair takes the printed link if it stands alone`() throws {
        var generator = PlainGenerator(for: "each route of a reported pair takes the printed link")
        var links = 0
        for number in 0..<100 {
            let table = generator.table(excepts: number.isMultiple(of: 2), decides: false)
            let text = table.text
            for report in Self.reports(in: Tables.printed(Tables.load(text))) {
                guard let url = report.witness else { continue }
                // A route whose own patterns overlap does not load alone.
                guard !report.routes.contains(where: { table.undecided.contains([$0, $0]) }) else { continue }
                links += 1
                for name in report.routes {
                    var alone = table
                    // A denial is no matter of one route, and covers some witnesses.
                    alone.denials = []
                    alone.routes.removeAll { $0.name != name }
                    let ruleset = try #require(Tables.load(alone.text).ruleset, "\(alone.text)")
                    let outcome = Tables.explain(url, in: ruleset)
                    // An optional key never decides, so a value of another type in it still leads to the route.
                    #expect(outcome.route == name, "\(url): \(outcome.code)\n\(text)")
                    #expect(
                        ["ok.wouldPerform", "rejected.input.invalid"].contains(outcome.code.rawValue), "\(url)\n\(text)"
                    )
                }
            }
        }
        print("links that both accept: \(links)")
        #expect(links > 10)
    }

    @Test func `the proposed over settles the pair, and the printed link goes to the route that says it`() throws {
        var generator = PlainGenerator(for: "the proposed over settles the pair")
        var settled = 0
        for _ in 0..<100 {
            var table = generator.table(excepts: false, decides: false)
            table.denials = []
            for report in Self.reports(in: Tables.printed(Tables.load(table.text))) {
                guard let proposal = report.proposal, let url = report.witness,
                    table.isSettled(byOverBetween: report.routes)
                else { continue }
                #expect(Set(report.routes) == [proposal.into, proposal.over])
                var pair = table
                pair.routes.removeAll { !report.routes.contains($0.name) }
                for index in pair.routes.indices where pair.routes[index].name == proposal.into {
                    pair.routes[index].over = [proposal.over]
                }
                let ruleset = try #require(Tables.load(pair.text).ruleset, "\(pair.text)")
                #expect(Tables.explain(url, in: ruleset).route == proposal.into, "\(url)\n\(pair.text)")
                settled += 1
            }
        }
        print("pairs settled: \(settled)")
        // The tables are random; with fewer pairs the generator would make no overlaps.
        #expect(settled > 3)
    }

    /// Two patterns with their conditions, the code, and the printed link; the examples of the definition, as whole tables.
    @Test(arguments: [
        ("/a$(x)b", "/$(y)c", "", ""), ("/a$(x)", "/$(y)b", "RT501", "s://ayb"), ("/img-$(x).png", "/img-$(y)", "", ""),
        ("/$(x:uint)", "/$(y:hex)", "", ""), ("/$(x:int)", "/$(y:slug)", "RT501", "s://0"),
        ("/$(x:date)", "/$(y:uuid)", "", ""), ("/new", "/$(y:uuid)", "", ""), ("/true", "/$(y:bool)", "", ""),
        ("/v$(x:uint)", "/$(y:slug)", "", ""), ("/-$(x:uint)", "/$(y:int)", "RT501", "s://-1"),
        ("/1$(x:uint)", "/$(y:uint)", "RT501", "s://10"), ("/a/**", "/a/", "", ""), ("/a/**", "/a", "", ""),
        ("/a/$(x)/**", "/a/**", "", ""), ("/s?q", "/s?tag", "RT501", "s://s?q=x&tag=x"), ("/s?q", "/s", "", ""),
        ("/s?q:int", "/s?q:hex", "RT501", "s://s?q=1"), ("/s strict", "/s?q", "", ""), ("/s?q strict", "/s?q", "", ""),
        ("/f/$(x) except /f/b", "/$(y)/b", "", ""), ("/a/$(x)/c", "/$(y)/b/**", "RT501", "s://a/b/c"),
        ("/$(x)/**", "/a/$(y)", "", ""), ("/$(x)/b/**", "/a/**", "RT501", "s://a/b/"), ("/a/", "/a/$(x)", "", ""),
        ("/$(x)/", "/a/**", "RT501", "s://a/"),
    ])
    func `two routes of the definition have their relation in a table, whichever stands first`(
        _ first: String, _ second: String, _ code: String, _ witness: String
    ) {
        for lines in [[("r", first), ("q", second)], [("q", second), ("r", first)]] {
            let routes = lines.map { Self.route($0.0, $0.1) }.joined()
            let text =
                "scheme s\nfeature F {\naction a {\n"
                + ["x", "y", "q", "tag"].map { "input \($0) string?\n" }.joined() + "respond\n}\n\(routes)}\n"
            let result = Tables.load(text)
            let printed = Tables.printed(result)
            #expect(result.diagnostics.inOrder.map(\.code.rawValue).joined() == code, "\(printed)")
            #expect(Self.reports(in: printed).first?.witness ?? "" == witness, "\(printed)")
        }
    }

    /// *Shape*: a pattern, perhaps `?key`, perhaps `strict` or `except` and its pattern.
    private static func route(_ name: String, _ text: String) -> String {
        let words = text.split(separator: " ").map(String.init)
        let parts = words[0].split(separator: "?").map(String.init)
        let body = parts.dropFirst().map { "query \($0)\n" } + [words.dropFirst().joined(separator: " ") + "\n"]
        return "route \(name) \(parts[0]) do a {\n\(body.joined())}\n"
    }
}
