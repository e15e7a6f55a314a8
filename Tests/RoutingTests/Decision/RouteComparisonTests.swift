import Contract
import Features
import Links
import Matching
import Testing

@testable import Routing

/// Which routes meet, who wins, why, and with which witness.
@Suite struct RouteComparisonTests {
    private static let table = """
        scheme pod
        host example.com *.example.com **.example.com
        feature F {
            action none {
                respond
            }
            route all /docs/** do none
            route one /docs/$(x) do none
            route new /docs/new do none
            route odd /docs/$(x)-b do none {
                over even
            }
            route even /docs/a-$(x) do none
            route kept /kept/$(x) do none {
                except /kept/*/b
            }
            route apart /kept/$(x)/b do none
            route exact /docs/$(x) do none {
                in example.com
            }
            route wild /docs/$(x) do none {
                in *.example.com
            }
            route wilder /docs/$(x)/$(y) do none {
                in **.example.com
            }
            route other /other do none
        }
        """

    /// *Shape*: `new > one narrower pod podcast://…`.
    private func lines(of route: String? = nil) throws -> [String] {
        let ruleset = try Tables.ruleset(Self.table)
        let number = route.flatMap { name in ruleset.routes.firstIndex { $0.name == name } }
        let comparison = RouteComparison(of: number, in: ruleset)
        #expect(comparison.isComplete)
        return comparison.meetings.map { meeting in
            let names = [meeting.winner, meeting.loser].map { ruleset.routes[row: $0].name }
            return "\(names[0]) > \(names[1]) \(meeting.reason.rawValue) \(meeting.scope.name) "
                + (ruleset.witness(of: meeting) ?? "none")
        }
    }

    @Test func `narrower routes win, then those that say over, then those of the more specific scope`() throws {
        #expect(
            try lines(of: "odd") == [
                "exact > odd scope example.com https://example.com/docs/x-b",
                "odd > all narrower pod pod://docs/x-b",
                "odd > even over pod pod://docs/a-x-b",
                "odd > one narrower pod pod://docs/x-b",
                "wild > odd scope *.example.com https://x.example.com/docs/x-b",
            ])
        #expect(
            try lines(of: "wilder") == [
                "wilder > all scope **.example.com https://x.example.com/docs/x/y"
            ])
        #expect(try lines(of: "kept") == [] && lines(of: "other") == [])
    }

    @Test func `all pairs are those of each route, each once`() throws {
        let names = try Tables.ruleset(Self.table).routes.map(\.name)
        let all = try lines()
        #expect(Set(all).count == all.count)
        #expect(try Set(names.flatMap { try lines(of: $0) }) == Set(all))
    }

    @Test func `a witness is a link that the winner has, and the loser would have without it`() throws {
        let ruleset = try Tables.ruleset(Self.table)
        for meeting in RouteComparison(in: ruleset).meetings {
            let (winner, loser) = (ruleset.routes[row: meeting.winner], ruleset.routes[row: meeting.loser])
            let url = try #require(ruleset.witness(of: meeting), "\(winner.name) \(loser.name)")
            let candidates = ruleset.index.trace(try Link.parse(url)).map { ruleset.routes[row: $0.rule].name }
            #expect(candidates.contains(winner.name) && candidates.contains(loser.name), "\(url) \(candidates)")
            let first = candidates.firstIndex(of: winner.name) ?? .max
            #expect(first < candidates.firstIndex(of: loser.name) ?? 0, "\(url) \(candidates)")
        }
    }

    @Test func `the search ends at its limit and says so`() throws {
        let routes = (0..<700).map { "route r\($0) /v\($0)-$(x) do none\n" }.joined()
        let ruleset = try Tables.ruleset("scheme pod\nfeature F {\naction none {\nrespond\n}\n\(routes)}\n")
        let comparison = RouteComparison(in: ruleset)
        #expect(!comparison.isComplete && comparison.meetings.isEmpty)
        #expect(RouteComparison(of: 0, in: ruleset).isComplete)
    }

    @Test func `precedence lists every rule once, each before the routes it wins over`() throws {
        let ruleset = try Tables.ruleset(Self.table)
        let order = ruleset.index.precedence
        #expect(order.sorted() == Array(ruleset.routes.indices))
        for meeting in RouteComparison(in: ruleset).meetings where meeting.reason != .scope {
            let winner = order.firstIndex(of: meeting.winner) ?? .max
            #expect(winner < order.firstIndex(of: meeting.loser) ?? 0)
        }
    }
}
