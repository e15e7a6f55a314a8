import Testing

/// What `explain` says of the routes beside the one that takes a link.
@Suite struct ExplainProofTests {
    private static let table = """
        scheme library
        feature Library {
            action show {
                input id string
                respond
            }
            route any /** do show {
                with id x
            }
            route episode /episodes/$(id) do show
            route latest /$(_)/latest do show {
                with id latest
                over episode
            }
            route paged /pages do show {
                query page:uint
                with id p
            }
        }

        """

    private static func run(_ words: String...) throws -> Program.Run {
        try Program.run(Products.tool, ["explain", "-f", "-"] + words, input: table)
    }

    /// The part of a report about the routes.
    private static func routes(_ run: Program.Run) -> String {
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.drop { $0 != "  routes considered" }.joined(separator: "\n")
    }

    @Test func `each route that takes the link too has the reason why it loses, and a link of its own`() throws {
        let run = try Self.run("library://episodes/latest")
        #expect(run.exit == .code(0))
        #expect(
            Self.routes(run) == """
                  routes considered
                    ✓ latest: matches
                    ✗ episode: the route `latest` wins: it says `over episode`; only `episode` takes library://episodes/id
                    ✗ any: the route `latest` wins: it is narrower; only `any` takes library:/

                """, "\(run)")
    }

    @Test func `all routes of the scheme have the segment or the key that failed`() throws {
        let run = try Self.run("--all", "library://pages?page=x")
        #expect(run.exit == .code(0))
        #expect(
            Self.routes(run) == """
                  routes considered
                    ✓ any: matches
                    ✗ paged: the value of `page` is not of the type `uint`
                    ✗ latest: the link ends before `latest`
                    ✗ episode: segment 1 is `pages`, not `episodes`

                """, "\(run)")
    }

    @Test func `the object has the proofs, and of each route the place of its failure`() throws {
        let run = try Self.run("--format", "json", "--all", "library://episodes/latest")
        let object = try run.lines[0]
        let candidates = object["candidates"]?.elements.map { candidate in
            ["route", "segment", "key", "because"].map { candidate[$0].text }.joined(separator: " ")
        }
        #expect(
            candidates == ["latest - - -", "episode - - over", "any - - narrower", "paged 1 - -"], "\(run)")
        let proof = run.output.split(separator: "\"proof\":").dropFirst().joined()
        #expect(
            proof.hasPrefix(
                """
                [{"winner":"latest","loser":"episode","reason":"over","relation":"overlapping","scope":"library",\
                "both":"library://episodes/latest","loserOnly":"library://episodes/id"},\
                {"winner":"latest","loser":"any","reason":"narrower","relation":"inside","scope":"library",\
                "both":"library://x/latest","loserOnly":"library:/"}]
                """), "\(run)")
    }

    @Test func `all routes are those of a table, not of a daemon`() throws {
        let run = try Program.run(Products.tool, ["explain", "--all", "--socket", "/nowhere", "library://x"])
        #expect(run.exit == .code(2))
        #expect(run.errors.contains("--all needs a table: name it with -f instead of --socket."), "\(run)")
    }
}
