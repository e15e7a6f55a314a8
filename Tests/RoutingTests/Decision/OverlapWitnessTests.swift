import Conf
import Links
import Matching
import Testing

@testable import Routing

/// The link that `overlap` shows for a pair of routes.
@Suite struct OverlapWitnessTests {
    @Test(arguments: [
        // The wider route excludes every link of the narrower one.
        (["route wide /** do go {\nexcept /a/*\n}", "route narrow /a/* do go"], nil),
        (["route wide /** do go {\nexcept /a/**\n}", "route narrow /a/b/* do go"], nil),
        // The first link that comes to mind is excluded by one of the two.
        (["route wide /** do go", "route narrow /a/* do go {\nexcept /a/x\n}"], "narrow > wide w://a/"),
        (["route wide /** do go {\nexcept /a/x\n}", "route narrow /a/* do go"], "narrow > wide w://a/"),
        (
            ["route wide /$(name)/b do go {\nexcept /name/b\n}", "route narrow /$(id:uint)/b do go"],
            "narrow > wide w://"
        ),
        (["route left /a-* do go {\nover right\nexcept /a-b\n}", "route right /*-b do go"], "left > right w://a-"),
        (["route left /a-* do go {\nover right\n}", "route right /*-b do go"], "left > right w://a-"),
    ])
    func `overlap shows a link that both routes accept, and no pair without one`(
        _ routes: [String], _ expected: String?
    )
        throws
    {
        let ruleset = try Tables.ruleset(
            "scheme w\nfeature F {\naction go {\nrespond done\n}\n\(routes.joined(separator: "\n"))\n}\n")
        let meetings = RouteComparison(in: ruleset).meetings
        guard let expected else {
            #expect(meetings.isEmpty)
            return
        }
        let meeting = try #require(meetings.first)
        let url = try #require(ruleset.witness(of: meeting))
        #expect(
            "\(ruleset.routes[row: meeting.winner].name) > \(ruleset.routes[row: meeting.loser].name) \(url)".hasPrefix(
                expected))
        let accepting = ruleset.index.trace(try Link.parse(url)).filter(\.accepts).map(\.rule)
        #expect(Set(accepting) == [meeting.winner, meeting.loser], "\(url)")
    }

    @Test func `a pair that its scopes decide is shown with a link of the narrower scope that both accept`() throws {
        let ruleset = try Tables.ruleset(
            """
            host example.com
            host *.example.com
            feature F {
                action go {
                    respond done
                }
                route wild /docs/$(x) do go {
                    in *.example.com
                    except /docs/x
                }
                route everywhere /docs/* do go
            }
            """)
        let meeting = try #require(RouteComparison(in: ruleset).meetings.first)
        let url = try #require(ruleset.witness(of: meeting))
        let accepting = ruleset.index.trace(try Link.parse(url)).filter(\.accepts)
        #expect(accepting.count == 2, "\(url)")
    }

    /// Routes of one action, of which each takes the link by itself.
    @Test(arguments: [
        ["route a /x do go {\nquery q\n}", "route b /x do go {\nquery q:int?\n}"],
        ["route a /x do go {\nquery q:int?\n}", "route b /x do go {\nquery q\n}"],
        ["route a /x/$(p:int) do go {\nquery q\n}", "route b /x/1 do go {\nquery q:int?\n}"],
        ["route a /x/$(p:int) do go {\nquery q:hex = a\n}", "route b /x/1 do go {\nquery q\n}"],
        ["route a /x/$(p:int) do go {\nfragment f:int\n}", "route b /x/1 do go"],
        ["route a /x/$(p:int) do go {\nfragment f\n}", "route b /x/1 do go {\nfragment f:int?\n}"],
        ["route a /$(p:int)/x do go {\nfragment f:x|é\n}", "route b /1/$(q) do go"],
        ["route a /$(p:int)/x do go {\nquery q\n}", "route b /1/$(f) do go {\nquery q:int?\n}"],
    ])
    func `each of two routes takes the witness with its inputs`(_ routes: [String]) throws {
        func table(_ routes: [String]) -> String {
            "scheme w\nfeature F {\naction go {\ninput p string?\ninput q string?\ninput f string?\nrespond\n}\n"
                + routes.joined(separator: "\n") + "\n}\n"
        }
        let conflict = Tables.load(table(routes)).diagnostics.kept.first
        var witness = conflict?.witness
        if conflict == nil {
            let ruleset = try Tables.ruleset(table(routes))
            witness = ruleset.witness(of: try #require(RouteComparison(in: ruleset).meetings.first))
        }
        let link = try Link.parse(try #require(witness, "\(routes)"))
        for route in routes {
            guard case .routed = try Tables.ruleset(table([route])).decide(link) else {
                Issue.record("\(witness ?? "") is no input of \(route)")
                continue
            }
        }
    }
}

extension Candidate {
    /// True if the route accepts the link, whether it wins or another goes before it.
    fileprivate var accepts: Bool {
        switch failure {
        case nil, .beaten: true
        case .segment, .tooShort, .tooLong, .except, .query: false
        }
    }
}
