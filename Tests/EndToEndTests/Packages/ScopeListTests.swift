import Testing

/// What `deeplinkctl list` says of the schemes and hosts of a table, and `explain` of several URLs.
@Suite struct ScopeListTests {
    private static let table = """
        scheme spotify {
            separator ":"
            open to package shop
            open to group root
        }
        scheme plain
        host h.example {
            open to package shop
        }
        values one only
        feature F {
            action a {
                input x string
                respond
            }
            route r /c/$(_:@one)/$(x) do a
        }
        """

    private func run(_ arguments: String...) throws -> Program.Run {
        try Program.run(Products.tool, [arguments[0], "-f", "-"] + arguments.dropFirst(), input: Self.table)
    }

    @Test func `list ends with the separators of schemes and the packages that scopes are open to`() throws {
        let text = try run("list")
        #expect(
            text.output == """
                r  /c/$(_:@one)/$(x)  app web spotify h.example  F · a
                scopes
                  spotify    separator ":"; open to package shop, group root
                  h.example  open to package shop

                """)
        let objects = try run("list", "--format", "json").lines.dropFirst()
        #expect(objects.map { $0["scope"].text } == ["spotify", "h.example"])
        #expect(objects.map { $0["separator"]?.text } == [":", nil])
        #expect(
            objects.map { ($0["openTo"]?.elements ?? []).map(\.text) } == [
                ["package shop", "group root"], ["package shop"],
            ])
    }

    @Test func `a list of some routes has no scopes`() throws {
        let text = try run("list", "--scope", "plain")
        #expect(!text.output.contains("scopes"))
    }

    @Test func `a link needs no value for a place that has only one`() throws {
        let built = try run("link", "r", "x=v")
        #expect(built.output == "spotify:c:only:v\n" && built.exit == .code(0), "\(built)")
        let given = try run("link", "r", "x=v", "1=only", "--scope", "plain")
        #expect(given.output == "plain://c/only/v\n", "\(given)")
        #expect(try run("link", "r", "x=v", "1=other").exit == .code(3))
    }

    @Test func `explain has one report for each URL, and the exit status of the worst`() throws {
        let urls = ["plain:c/only/v", "plain:nowhere", "plain:c/only/w"]
        let text = try Program.run(Products.tool, ["explain", "-f", "-"] + urls, input: Self.table)
        let single = try urls.map { try run("explain", $0) }
        #expect(text.output == single.map(\.output).joined(separator: "\n"), "\(text)")
        #expect(text.exit == .code(3) && single.map(\.exit) == [.code(0), .code(3), .code(0)])
        let json = try Program.run(Products.tool, ["explain", "-f", "-", "--format", "json"] + urls, input: Self.table)
        #expect(json.exit == .code(3))
        let codes = try json.lines.map { $0["outcome.code"].text }
        #expect(codes.map { $0.prefix { $0 != "." } } == ["ok", "rejected", "ok"], "\(codes)")
    }
}
