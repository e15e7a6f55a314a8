import Contract
import Links
import Matching
import Testing

@testable import Routing

@Suite struct RouteLikenessTests {
    private static let head = "scheme s\nfeature F {\naction a {\ninput x uint?\nrespond\n}\n"

    @Test(arguments: [
        // Said again in the same words, each is reported again.
        ("route p /p/$(y) do a\nroute q /q/$(y) do a", ["7:12 RT406", "8:12 RT406"]),
        ("route p /p do b\nroute q /q do b", ["7:15 RT403", "8:15 RT403"]),
        (
            "route p /p do a {\nover r\n}\nroute q /q do a {\nover r\n}\nroute r /r do a",
            ["8:6 RT505", "11:6 RT505"]
        ),
        ("route p /p do a {\nover q\n}\nroute q /q do a {\nover q\n}", ["11:6 RT413"]),
        // The first is right, and the second is not.
        ("route p /p/$(x:uint) do a\nroute p /q/$(x:uint) do a", ["8:7 RT401"]),
        ("route p /p/$(x:uint) do a\nroute q /q/$(x) do a", ["8:12 RT404"]),
        ("route p /p/$(x:uint) do a\nroute q /p/$(x:uint) do a", ["7:7 RT502"]),
        ("route p /p/$(x:uint) do a\nroute 1 /q/$(x:uint) do a", ["8:7 RT106"]),
        ("route p /p do a {\nquery x:uint?\n}\nroute q /q do a {\nquery x:uint? {\n}\n}", ["11:1 RT105"]),
    ])
    func `what is wrong with a route does not depend on others that say the same`(
        _ lines: String, _ expected: [String]
    ) {
        let result = Tables.load(Self.head + lines + "\n}\n")
        let found = result.reports.map { "\($0.line):\($0.column) \($0.code)" }
        #expect(found == expected)
    }

    @Test func `the same words lead to the action of the feature that they stand in`() throws {
        let feature = """
            action a {
            input x TYPE
            respond
            }
            route pNAME /NAME/p/$(x:uint) do a
            route qNAME /NAME/q/$(x:uint) do a
            """
        let bodies = [("one", "uint"), ("two", "string")].map { name, type in
            "feature \(name) {\n" + feature.replacing("NAME", with: name).replacing("TYPE", with: type) + "\n}\n"
        }
        let ruleset = try Tables.ruleset("scheme s\n" + bodies.joined())
        let expected = [("pone", "one", false), ("qone", "one", false), ("ptwo", "two", true), ("qtwo", "two", true)]
        for (number, (name, feature, isText)) in expected.enumerated() {
            #expect(ruleset.routes.number(named: name) == number)
            let route = ruleset.routes[number]
            #expect(route.name == name && ruleset.featurePath(of: route) == feature)
            let link = try Link.parse("s:/\(feature)/\(name.prefix(1))/7")
            guard case .routed(let routed) = ruleset.decide(link) else {
                Issue.record("\(name) does not take its link")
                continue
            }
            #expect(routed.route == number && (routed.inputs.first?.value == .string("7")) == isText)
        }
        #expect(ruleset.routes.numbersByName == [0, 2, 1, 3])
        #expect(ruleset.routes.number(named: "p") == nil && ruleset.routes.number(named: "") == nil)
    }

    @Test func `a route gives back the pattern that it was read from`() throws {
        let patterns = ["/a/$(x:uint)", "/b/$(x:@even)", "/c/$(x:2|4).html", "/d/*/**", "/e/", #"/f/\*"#]
        let routes = patterns.enumerated().map { "route r\($0) \($1) do a\n" }.joined()
        let head = Self.head.replacing("scheme s", with: "scheme s\nvalues even 2 4")
        let ruleset = try Tables.ruleset(head + routes + "route quoted \"/g/$(x:uint)\" do a\n}\n")
        #expect(ruleset.routes.map(\.pattern.text) == patterns + ["/g/$(x:uint)"])
    }
}
