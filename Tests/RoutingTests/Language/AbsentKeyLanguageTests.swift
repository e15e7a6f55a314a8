import Conf
import Contract
import Features
import Links
import Matching
import Testing

@testable import Routing

/// `query !KEY` through whole tables: which route takes a link, what is reported, and links back.
@Suite struct AbsentKeyLanguageTests {
    private static func table(_ routes: String) -> String {
        "scheme s\nfeature F {\naction a {\ninput x string?\ninput y string?\nrespond\n}\n\(routes)\n}\n"
    }

    private static let keys = table(
        """
        route start /b do a {
            query x
        }
        route game /b do a {
            query y
            query !x
        }
        route none /b do a {
            query !x
            query !y
        }
        """)

    @Test(arguments: [
        ("s:/b?x=1", "start x=1"), ("s:/b?x=1&y=2", "start x=1"), ("s:/b?y=2", "game y=2"), ("s:/b", "none"),
        ("s:/b?z=1", "none"),
    ])
    func `routes that differ by which key is there need no over`(_ url: String, _ result: String) throws {
        #expect(Tables.result(url, in: try Tables.ruleset(Self.keys)) == result)
    }

    @Test(arguments: ["s:/b?x=1", "s:/b?x", "s:/b?x=", "s:/b?y=1&x=2", "s:/b?x=1&x=2"])
    func `a link that only an absent key keeps from a route is unexpected, and the key is named`(_ url: String) throws {
        let ruleset = try Tables.ruleset(Self.table("route lone /b do a {\nquery !x\n}"))
        guard case .rejected(.input(let fault, row: 0)) = ruleset.decide(try Link.parse(url)) else {
            Issue.record("\(url) is not refused for an input")
            return
        }
        #expect(fault.kind == .unexpected && fault.name == "x")
        #expect(fault.sentence == "The route takes no query key `x`.")
    }

    @Test func `the same keys without the absent ones overlap`() {
        let codes = Tables.codes(
            Self.table("route start /b do a {\nquery x\n}\nroute game /b do a {\nquery y\n}"))
        #expect(codes == ["RT501"])
    }

    @Test func `a link that is built for a route has no key that must be absent`() throws {
        let ruleset = try Tables.ruleset(Self.keys)
        let game = try #require(ruleset.routes.number(named: "game"))
        #expect(try ruleset.link(to: game, [.init("y", .string("2"))], scope: nil).url == "s://b?y=2")
        #expect(throws: LinkBuildError.self) {
            try ruleset.link(to: game, [.init("y", .string("2")), .init("x", .string("1"))], scope: nil)
        }
    }

    @Test func `routes of a feature that repeat each other's lines with absent keys keep their forms apart`() throws {
        let routes = ["a", "b"].map { "route \($0) /\($0) do a {\nquery !x\n}\nroute \($0)2 /\($0) do a {\nquery x\n}" }
        let ruleset = try Tables.ruleset(Self.table(routes.joined(separator: "\n")))
        #expect(Tables.result("s:/a", in: ruleset) == "a")
        #expect(Tables.result("s:/b?x=1", in: ruleset) == "b2 x=1")
        #expect(ruleset.routes.map(\.absent) == [["x"], [], ["x"], []])
    }
}
