import Testing

/// The texts of `deeplinkctl` about a table with every kind of requirement and of route.
@Suite struct TableTextTests {
    private static let table = #"""
        profile development
        scheme pod other
        host example.com *.pods.example
        values lang en de
        product p {
        }
        product q.monthly {
            title "Q"
            kind subscription
        }
        feature F {
            description "A \"quoted\" text"
            require platform linux any
            require platform systemd 252.1
            require platform windows unsupported
            require platform arch x86_64
            require toggle on shared
            require runtime off
            require permission camera photos
            require permission location.always
            require purchase any p q.monthly
            require purchase p
            require caller socket varlink
            require caller uid 0 1000
            action a {
                input x string = "a b"
                input n uint?
                input rest **
                respond
            }
            action none {
                respond
            }
            route plain /plain do none
            route frag /frag/$(rest:**) do a {
                fragment x = "c \"d\""
                query n:uint?
            }
            route app-only /app/$(y:en|de) do none {
                in app
            }
            route web-only /web/x-$(y:uint).html do none {
                in web
            }
            route one /$(a)/b do none {
                over two frag
            }
            route two /a/$(b) do none
        }
        feature G {
            require platform only debian any
            require runtime from file /run/x = on
            feature H {
                require runtime from varlink unix:/run/f io.example.Flags.Get
                require toggle off
                action none {
                    exec /bin/echo "a b" c
                }
                route three /three do none
            }
        }
        """#

    /// The text of an outcome without the sentence that follows the code.
    private static func withoutSentence(_ text: String) -> String {
        text.replacing(/^([\w.]+)  .*/, maxReplacements: 1) { $0.1 }
    }

    private func run(_ arguments: String...) throws -> Program.Run {
        try Program.run(Products.tool, [arguments[0], "-f", "-"] + arguments.dropFirst(), input: Self.table)
    }

    @Test func `tree prints every requirement in the words of the table, and every kind of route`() throws {
        let run = try run("tree")
        #expect(
            run.output == #"""
                feature F  “A "quoted" text”
                ├─ require platform linux any
                ├─ require platform systemd 252.1
                ├─ require platform windows unsupported
                ├─ require platform arch x86_64
                ├─ require toggle on shared
                ├─ require runtime off
                ├─ require permission camera
                ├─ require permission photos
                ├─ require permission location.always
                ├─ require purchase any p q.monthly
                ├─ require purchase p
                ├─ require caller socket varlink
                ├─ require caller uid 0 1000
                ├─ action a (x string = "a b", n uint?, rest **)
                │  └─ route frag  /frag/$(rest:**)  query n:uint?, fragment x = "c \"d\""
                └─ action none
                   ├─ route app-only  /app/$(y:de|en)
                   ├─ route one  /$(a)/b  over two, over frag
                   ├─ route plain  /plain
                   ├─ route two  /a/$(b)
                   └─ route web-only  /web/x-$(y:uint).html
                feature G
                ├─ require platform only debian any
                ├─ require runtime from file /run/x = on
                └─ feature H
                   ├─ require runtime from varlink unix:/run/f io.example.Flags.Get
                   ├─ require toggle off
                   └─ action none
                      └─ route three  /three

                """#, "\(run)")
        let declared = Self.table.split(separator: "\n").filter { $0.contains("require ") }
            .map { $0.drop { $0 == " " } }
        #expect(declared.count == 16)
        for line in declared where !line.hasPrefix("require permission camera photos") {
            #expect(run.output.split(separator: "\n").contains { $0.hasSuffix(line) }, "\(line)")
        }
    }

    @Test func `list prints the scopes and the conditions of every route`() throws {
        let run = try run("list")
        #expect(
            run.output == #"""
                app-only  /app/$(y:de|en)        app      F · none
                frag      /frag/$(rest:**)       app web  F · a       query n:uint?, fragment x = "c \"d\""
                one       /$(a)/b                app web  F · none    over two, over frag
                plain     /plain                 app web  F · none
                three     /three                 app web  G/H · none
                two       /a/$(b)                app web  F · none
                web-only  /web/x-$(y:uint).html  web      F · none

                """#, "\(run)")
        let json = try self.run("list", "--format", "json", "--action", "a")
        #expect(
            json.output == #"""
                {"route":"frag","pattern":"/frag/$(rest:**)","query":[{"name":"n","type":"uint","required":false}],"fragment":{"name":"x","type":"string","required":false,"default":"c \"d\""},"scopes":["pod","other","example.com","*.pods.example"],"feature":"F","action":"a"}

                """#, "\(json)")
    }

    @Test func `list by precedence prints the routes of apps and of the web apart`() throws {
        let run = try run("list", "--order", "precedence")
        #expect(
            run.output == #"""
                app: pod other
                  plain     /plain            F · none
                  three     /three            G/H · none
                  app-only  /app/$(y:de|en)   F · none
                  one       /$(a)/b           F · none    over two, over frag
                  two       /a/$(b)           F · none
                  frag      /frag/$(rest:**)  F · a       query n:uint?, fragment x = "c \"d\""
                web: example.com *.pods.example
                  plain     /plain                 F · none
                  three     /three                 G/H · none
                  web-only  /web/x-$(y:uint).html  F · none
                  one       /$(a)/b                F · none    over two, over frag
                  two       /a/$(b)                F · none
                  frag      /frag/$(rest:**)       F · a       query n:uint?, fragment x = "c \"d\""

                """#, "\(run)")
    }

    @Test func `overlap names the over that decides, and JSON the relation of the patterns`() throws {
        let run = try run("overlap")
        #expect(
            run.output == """
                one wins over frag in pod: over frag
                  one   /$(a)/b
                  frag  /frag/$(rest:**)
                  for example pod://frag/b
                one wins over two in pod: over two
                  one  /$(a)/b
                  two  /a/$(b)
                  for example pod://a/b
                2 pairs of 7 routes

                """, "\(run)")
        let json = try self.run("overlap", "--format", "json", "two")
        #expect(try json.lines.map { $0["relation"].text } == ["overlapping", "-"], "\(json)")
        #expect(try json.lines.map { $0["loser"].text } == ["two", "-"])
    }

    @Test func `explain prints what is met, what is missing, and what has to wait`() throws {
        let run = try run("explain", "pod://three")
        #expect(run.exit == .code(5))
        #expect(
            Self.withoutSentence(run.output) == """
                blocked.feature.disabled
                  url        pod://three
                  route      three
                  feature    G/H · none
                  needs      ✓ runtime:DeepLinking: on
                             ✓ platform:only debian any: assumed, inherited from G
                             ✓ runtime:G: on, inherited from G
                             ✗ runtime:G/H: off
                             ✗ toggle:G/H: offByDefault
                  remedy     enableRuntime G/H (administrator)
                  remedy     hideEntryPoint G/H (developer)
                  not yet    enableToggle G/H (user), only after runtime:G/H
                  routes considered
                    ✓ three: matches

                """, "\(run)")
    }

    @Test func `explain with facts prints what would run, with the beginning and end of each argument`() throws {
        let facts = ["runtime G/H on", "runtime G on", "platform debian 12", "toggle H on"]
        let arguments = ["explain", "-f", "-"] + facts.flatMap { ["--with", $0] }
        let run = try Program.run(Products.tool, arguments + ["pod://three"], input: Self.table)
        #expect(run.exit == .code(0))
        #expect(
            Self.withoutSentence(run.output) == """
                ok.wouldPerform
                  url        pod://three
                  route      three
                  feature    G/H · none
                  needs      ✓ runtime:DeepLinking: on
                             ✓ platform:only debian any: present, inherited from G, source override
                             ✓ runtime:G: on, inherited from G, source override
                             ✓ runtime:G/H: on, source override
                             ✓ toggle:G/H: on, source override
                  runs       /bin/echo 'a b' c
                  routes considered
                    ✓ three: matches

                """, "\(run)")
        let json = try Program.run(Products.tool, arguments + ["--format", "json", "pod://three"], input: Self.table)
        #expect(try json.lines[0]["arguments"]?.elements.map(\.text) == ["/bin/echo", "a b", "c"])
    }

    @Test func `match prints for each link its route, or the reason why there is none`() throws {
        let run = try run("match", "pod://three", "pod://nothing", "x:y", "no link")
        #expect(run.exit == .code(3))
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 4 && lines.first == "pod://three  →  three (G/H · none)", "\(run)")
        for (line, start) in zip(
            lines.dropFirst(),
            [
                "pod://nothing  ✗  rejected.route.notFound: ", "x:y  ✗  rejected.url.schemeNotAllowed: ",
                "no link  ✗  rejected.url.invalid: ",
            ])
        {
            #expect(line.hasPrefix(start) && !line.hasSuffix("."), "\(line)")
        }
    }

    @Test func `bench prints a row for each link, and the code of each that is refused`() throws {
        let run = try run("bench", "pod://plain", "nolink")
        #expect(run.exit == .code(3))
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 3, "\(run)")
        for word in ["parse ns", "match ns", "decide ns"] { #expect(lines.first?.contains(word) == true, "\(run)") }
        #expect(lines.dropFirst().first?.hasSuffix("  pod://plain") == true)
        #expect(lines.last?.hasSuffix("-  nolink  ✗ rejected.url.invalid") == true, "\(run)")
        let json = try self.run("bench", "--format", "json", "pod://plain").lines[0]
        #expect(json["url"].text == "pod://plain" && json["bytes"].text == "11", "\(json)")
    }

    // MARK: Options that exclude each other

    private static let misuses: [(arguments: [String], error: String)] = [
        (
            ["explain", "-f", "t", "--subject", "uid:1", "t://x"],
            "--subject needs a daemon: name its socket with --socket."
        ),
        (["explain", "--socket", "/s", "-f", "t", "t://x"], "--socket uses the daemon's own table: leave out -f."),
        (
            ["explain", "--socket", "/s", "--with", "toggle F on", "t://x"],
            "--socket uses the daemon's own facts: leave out --with."
        ),
        (["match", "--socket", "/s", "-f", "t", "t://x"], "--socket uses the daemon's own table: leave out -f."),
        (["overlap", "--limit=-1"], "--limit is 0 or more."),
        (["open", "--idempotency-key", "", "t://x"], "--idempotency-key takes 1 to 1024 bytes."),
        (
            ["open", "--idempotency-key", String(repeating: "k", count: 1025), "t://x"],
            "--idempotency-key takes 1 to 1024 bytes."
        ),
    ]

    @Test(arguments: misuses.indices)
    func `options without a meaning together are refused, with the command's form and example`(_ index: Int) throws {
        let row = Self.misuses[index]
        let run = try Program.run(Products.tool, row.arguments)
        #expect(run.exit == .code(2) && run.output == "", "\(run)")
        let lines = run.errors.split(separator: "\n")
        #expect(lines.first == "Error: \(row.error)")
        #expect(lines.contains { $0.hasPrefix("Usage: deeplinkctl \(row.arguments[0]) ") }, "\(run)")
        #expect(lines.last?.hasPrefix("Example: deeplinkctl \(row.arguments[0]) ") == true, "\(run)")
    }
}
