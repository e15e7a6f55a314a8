import Conf
import Testing

@testable import Routing

/// Routes with an error, and the overlaps that they have all the same.
@Suite struct FaultyRouteTests {
    /// A table with two routes of an action with the inputs `n` and `s`.
    private static func codes(_ routes: String, declarations: String = "scheme s") -> [String] {
        Tables.codes(
            """
            \(declarations)
            feature F {
                action a {
                    input n int?
                    input s string?
                    respond
                }
                \(routes)
            }
            """)
    }

    @Test(arguments: [
        // The fault of the first route is in its action, its feed, its name, or in a line that selects no link.
        ("route x /$(n:int)/b do b\nroute y /1/$(s) do a", ["RT403", "RT501"]),
        ("route x /$(n:hex)/b do a\nroute y /1/$(s) do a", ["RT404", "RT501"]),
        ("route 1x /$(n:int)/b do a\nroute y /1/$(s) do a", ["RT106", "RT501"]),
        ("route x /$(n:int)/b do a {\nwith s\n}\nroute y /1/$(s) do a", ["RT501", "RT104"]),
        ("route x /$(n:int)/b do a {\nfragment s:nt\n}\nroute y /1/$(s) do a", ["RT501", "RT303"]),
        ("route x /$(n:int)/b do a {\nwith n 1\n}\nroute y /1/$(s) do a", ["RT501", "RT407"]),
        ("route y /q do a\nroute y /$(n:int)/b do a\nroute z /1/$(s) do a", ["RT401", "RT501"]),
        ("route x /$(n:hex) do a\nroute y /$(s:hex) do a", ["RT502", "RT404"]),
    ])
    func `an overlap is reported beside another error of the route`(_ routes: String, _ expected: [String]) {
        #expect(Set(Self.codes(routes)) == Set(expected), "\(Self.codes(routes))")
    }

    @Test(arguments: [
        // What was lost could have kept the two apart, or put one before the other.
        "route x /$(n:int)/b do b {\nexcept b\n}\nroute y /1/$(s) do a",
        "route x /$(n:int)/b do b {\nquery s:nt\n}\nroute y /1/$(s) do a {\nstrict\n}",
        "route x /$(n:int)/b do b {\nstric\n}\nroute y /1/$(s) do a {\nquery n:int\n}",
        "route x /$(n:int)/b do b {\nover z\n}\nroute y /1/$(s) do a",
        "route x /$(n:int)/b do b {\nin\n}\nroute y /1/$(s) do a",
        "route x /$(n:int)/b do b {\nin t\n}\nroute y /1/$(s) do a",
        // The two are not of one scope, or one goes before the other.
        "route x /$(n:int)/b do b {\nover y\n}\nroute y /1/$(s) do a",
        "route y /1/$(s) do a {\nover x\n}\nroute x /$(n:int)/b do b",
        "route 1x /$(n:int)/b do a\nroute y /1/$(s) do a {\nover 1x\n}",
        // The warnings of a route with an error wait for its mending.
        "route x /$(n:int)/b do b {\nover y\n}\nroute y /z do a",
        "route x /y do b {\nexcept /**\n}\nroute y /z do a",
    ])
    func `no overlap is reported that may be only the result of the error`(_ routes: String) {
        let codes = Self.codes(routes)
        #expect(!codes.isEmpty && codes.allSatisfy { !$0.hasPrefix("RT5") }, "\(codes)")
    }

    @Test func `routes of one name are first to get names of their own`() throws {
        let table = "scheme s\nfeature F {\naction a {\ninput n int?\ninput s string?\nrespond\n}\n%}"
        let routes = "route y /$(n:int)/b do a\nroute y /1/$(s) do a\n"
        let diagnostics = Tables.load(table.replacing("%", with: routes)).diagnostics.kept
        let overlap = try #require(diagnostics.first { $0.code == .overlap })
        #expect(overlap.help == "give each a name of its own, then say with `over` which one wins")
    }

    @Test func `an over of a route with an error is checked, too`() {
        #expect(Self.codes("route x /1 do b {\nover yy\n}\nroute y /2 do a") == ["RT403", "RT413"])
    }
}
