import Testing

/// `deeplinkctl link`, `list`, `tree` and `overlap`: golden texts of one table.
@Suite struct RouteCommandTests {
    private static let table = """
        scheme pod
        host example.com *.example.com
        feature Library {
            description "What you have"
            action show {
                input id uint
                input sort sort|title = title
                input token string = "no way" secret
                respond
            }
            action files {
                input path **
                respond
            }
            route item /items/$(id:uint) do show {
                query sort:sort|title?
            }
            route files /files/$(path:**) do files {
                except /files/private/**
            }
            feature Pro {
                require toggle off
                require purchase any a b
                action new {
                    input title string = "A title"
                    respond
                }
                route new /files/new do new {
                    query title?
                    strict
                    in pod example.com
                }
            }
        }
        product a {
            kind oneTime
        }
        product b {
            kind oneTime
        }
        """

    private func run(_ arguments: String...) throws -> Program.Run {
        try Program.run(Products.tool, [arguments[0], "-f", "-"] + arguments.dropFirst(), input: Self.table)
    }

    // MARK: JSON

    @Test func `list and match give programs what they print for people: how a key is fed, and what was ignored`()
        throws
    {
        let table = """
            scheme t
            feature F {
                action a {
                    input k string?
                    input p uint = 1
                    respond
                }
                route r /r do a {
                    query k:slug? from "file.path" exact
                    query p:uint?
                    query z:a|b? _
                }
            }
            """
        let list = try Program.tool("list", "-f", "-", "--format", "json", input: table).lines[0]
        let keys = try #require(list["query"]?.elements)
        #expect(keys.map { $0["name"].text } == ["k", "p", "z"])
        #expect(keys.map { $0["key"]?.text } == ["file.path", nil, nil])
        #expect(keys.map { $0["exact"]?.text } == ["true", nil, nil])
        #expect(keys.map { $0["input"]?.text } == [nil, nil, "false"])
        let match = try Program.tool(
            "match", "-f", "-", "--format", "json", "t:/r?p=x&p=2", "t:/r?p=x", "t:/r?p=7", input: table
        ).lines
        #expect(match.map { $0["ignored.0.key"]?.text } == ["p", "p", nil])
        #expect(match.map { $0["ignored.0.reason"]?.text } == ["repeated", "mistyped", nil])
    }

    // MARK: link

    @Test func `list and tree mark what operators alone are told of`() throws {
        try withFolder { folder in
            let table = try folder.write("routes.conf", AudienceTests.hidden)
            let list = try Program.run(Products.tool, ["list", "-f", table]).output
            let door = try #require(list.split(separator: "\n").first { $0.hasPrefix("door") })
            #expect(door.hasSuffix("  visible no") && list.split(separator: "\n").count { $0.contains("visible") } == 1)
            let tree = try Program.run(Products.tool, ["tree", "-f", table]).output
            #expect(tree.contains("feature Vault\n") && tree.contains("visible no\n"), "\(tree)")
            let json = try Program.run(Products.tool, ["list", "-f", table, "--format", "json"]).output
            #expect(json.split(separator: "\n").count { $0.contains(#""hidden":true"#) } == 1, "\(json)")
        }
    }

    @Test func `link prints the URL and nothing else`() throws {
        let rows: [(arguments: [String], url: String)] = [
            (["item", "id=7"], "pod://items/7"),
            (["item", "id=7", "sort=sort", "--scope", "de.example.com"], "https://de.example.com/items/7?sort=sort"),
            (["files", "path=a b/R&B/"], "pod://files/a%20b/R&B/"),
            (["files", "path="], "pod://files/"),
            (["new", "title=50% = half"], "pod://files/new?title=50%25%20%3D%20half"),
        ]
        for row in rows {
            let run = try Program.run(
                Products.tool, ["link", "-f", "-"] + row.arguments, input: Self.table)
            #expect(run.exit == .code(0) && run.output == row.url + "\n" && run.errors == "", "\(run)")
        }
        let json = try run("link", "item", "id=7", "--format", "json")
        #expect(
            json.output == #"{"url":"pod://items/7","route":"item","feature":"Library","action":"show","#
                + #""parameters":{"id":7,"sort":"title","token":"***"}}"# + "\n", "\(json)")
    }

    @Test func `link --socket asks the daemon, which builds the same links and gives the same reasons`() throws {
        try withDaemon(table: Self.table) { daemon in
            let rows = [
                ["item", "id=7"], ["item", "id=7", "sort=sort", "--scope", "de.example.com"],
                ["files", "path=a b/R&B/"],
                ["files", "path="], ["item"], ["item", "id=x"], ["item", "id=7", "x=1"], ["files", "path=new"],
                ["files", "path=private/x", "--scope", "example.com"], ["files", "path=a//b"], ["itme"],
            ]
            for arguments in rows {
                let offline = try Program.run(Products.tool, ["link", "-f", "-"] + arguments, input: Self.table)
                let asked = try Program.run(Products.tool, ["link", "--socket", daemon.socket] + arguments)
                #expect(asked.exit == offline.exit, "\(asked)")
                #expect(asked.output == offline.output && asked.errors == offline.errors, "\(asked)\n\(offline)")
            }
            let json = try daemon.tool("link", "item", "id=7", "--format", "json").output
            #expect(json == #"{"url":"pod://items/7","route":"item"}"# + "\n")
            let refused = try daemon.tool("link", "item", "id=x", "--format", "json")
            #expect(try refused.exit == .code(3) && refused.lines[0]["code"].text == "invalidValue")
            #expect(try daemon.tool("link", "item", "id=7", "-f", "routes.conf").exit == .code(2))
        }
    }

    @Test func `an error of Link is never longer than an answer, whatever the call repeats`() throws {
        try withDaemon(table: Self.table) { daemon in
            let long = String(repeating: "\u{1}", count: 60_000)
            for call in [
                ["route": long], ["route": "item", "parameters": [long: 1]], ["route": "item", "scope": long],
                ["route": "item", "parameters": ["id": long]], ["route": "files", "parameters": ["path": [long]]],
            ] as [[String: Any]] {
                let client = try daemon.connect()
                try client.send(RawClient.message("io.deeplinkd.Dispatch.Link", call))
                let bytes = try #require(try client.receiveBytes())
                #expect(bytes.count <= 1 << 20)
                let error = try JSONTree(parsing: Array(bytes))
                #expect(error["error"].text == "io.deeplinkd.Dispatch.NotBuilt", "\(error)")
            }
        }
    }

    @Test func `link prints the reason for a failure, and exits with 3, or 2 for an unknown route`() throws {
        let rows: [(arguments: [String], status: Int32, errors: String)] = [
            (
                ["item"], 3,
                """
                item  ✗  missingParameter: The parameter `id` is missing; it is a `uint`.
                  help  give it a value

                """
            ),
            (
                ["files", "path=new"], 3,
                """
                files  ✗  taken: The route `new` takes the link.
                  url   pod://files/new
                  help  give another value, or build the link for `new`

                """
            ),
            (
                ["files", "path=private/x", "--scope", "example.com"], 3,
                """
                files  ✗  excluded: The route's own `except /files/private/**` covers the link.
                  url   https://example.com/files/private/x
                  help  give another value, or narrow the `except`

                """
            ),
            (["itme"], 2, "Error: there is no route `itme`; did you mean `item`?\n"),
        ]
        for row in rows {
            let run = try Program.run(Products.tool, ["link", "-f", "-"] + row.arguments, input: Self.table)
            #expect(run.exit == .code(row.status) && run.output == "" && run.errors == row.errors, "\(run)")
        }
        let json = try run("link", "item", "id=x", "--format", "json")
        #expect(json.exit == .code(3))
        let object = try json.lines[0]
        #expect(object["code"].text == "invalidValue" && object["route"].text == "item", "\(json)")
        #expect(try run("link", "item", "id").exit == .code(2))
    }

    @Test func `match matches the links that link builds`() throws {
        let url = try run("link", "item", "id=7", "sort=sort").output.split(separator: "\n")[0]
        let match = try run("match", String(url), "--format", "json").lines[0]
        #expect(match["route"].text == "item" && match["parameters.sort"].text == "sort")
    }

    // MARK: list

    @Test func `list prints every route by name, in the syntax of the table`() throws {
        let run = try run("list")
        #expect(
            run.output == """
                files  /files/$(path:**)  app web          Library · files    except /files/private/**
                item   /items/$(id:uint)  app web          Library · show     query sort:sort|title = title
                new    /files/new         pod example.com  Library/Pro · new  query title = "A title", strict

                """, "\(run)")
    }

    @Test func `list by precedence prints the winner first, under each scope in the order of lookup`() throws {
        let run = try run("list", "--order", "precedence")
        #expect(
            run.output == """
                pod:
                  new  /files/new  Library/Pro · new  query title = "A title", strict
                example.com
                  new  /files/new  Library/Pro · new  query title = "A title", strict
                app: pod
                  item   /items/$(id:uint)  Library · show   query sort:sort|title = title
                  files  /files/$(path:**)  Library · files  except /files/private/**
                web: example.com *.example.com
                  item   /items/$(id:uint)  Library · show   query sort:sort|title = title
                  files  /files/$(path:**)  Library · files  except /files/private/**

                """, "\(run)")
    }

    @Test(arguments: [
        ("pod", ["pod:", "app: pod"]), ("example.com", ["example.com", "web: example.com *.example.com"]),
        ("*.example.com", ["web: example.com *.example.com"]),
    ])
    func `list by precedence prints for a scope only the groups in which its links are looked up`(
        _ scope: String, _ groups: [String]
    ) throws {
        let run = try run("list", "--order", "precedence", "--scope", scope)
        #expect(run.output.split(separator: "\n").filter { !$0.hasPrefix(" ") } == groups.map { $0[...] }, "\(run)")
    }

    @Test func `list accepts filters, and suggests a name for an unknown one`() throws {
        let rows: [(arguments: [String], routes: [String])] = [
            (["--feature", "Pro"], ["new"]), (["--feature", "Library"], ["files", "item", "new"]),
            (["--feature", "Library/Pro"], ["new"]), (["--action", "show"], ["item"]),
            (["--scope", "*.example.com"], ["files", "item"]), (["--scope", "pod"], ["files", "item", "new"]),
            (["--scope", "pod", "--action", "new", "--feature", "Pro"], ["new"]),
            (["--scope", "*.example.com", "--action", "new"], []),
        ]
        for row in rows {
            let run = try Program.run(
                Products.tool, ["list", "-f", "-", "--format", "json"] + row.arguments, input: Self.table)
            #expect(run.exit == .code(0))
            #expect(try run.lines.map { $0["route"].text } == row.routes, "\(run)")
        }
        for (option, value, error) in [
            ("--feature", "Pr", "there is no feature `Pr`; did you mean `Pro`?"),
            ("--scope", "pods", "there is no scope `pods`; did you mean `pod`?"),
            ("--action", "shwo", "there is no action `shwo`; did you mean `show`?"),
        ] {
            let run = try run("list", option, value)
            #expect(run.exit == .code(2) && run.errors == "Error: \(error)\n", "\(run)")
        }
    }

    @Test func `list as JSON has every condition of a route`() throws {
        let run = try run("list", "--format", "json", "--order", "precedence", "--action", "new")
        let line =
            #""route":"new","pattern":"/files/new","query":[{"name":"title","type":"string","required":false,"#
            + #""default":"A title"}],"strict":true,"scopes":["pod","example.com"],"feature":"Library/Pro","action":"new"}"#
        #expect(run.output == #"{"entry":"pod:","# + line + "\n" + #"{"entry":"example.com","# + line + "\n", "\(run)")
    }

    // MARK: tree

    @Test func `tree prints features with constraints, actions and routes`() throws {
        let run = try run("tree")
        #expect(
            run.output == """
                feature Library  “What you have”
                ├─ action show (id uint, sort sort|title = title, token string secret = ***)
                │  └─ route item  /items/$(id:uint)  query sort:sort|title = title
                ├─ action files (path **)
                │  └─ route files  /files/$(path:**)  except /files/private/**
                └─ feature Pro
                   ├─ require toggle off
                   ├─ require purchase any a b
                   └─ action new (title string = "A title")
                      └─ route new  /files/new  query title = "A title", strict

                """, "\(run)")
        let part = try self.run("tree", "Pro", "--format", "json").lines[0]
        #expect(part["feature"].text == "Library/Pro" && part["require"].text == "toggle off purchase any a b")
        #expect(part["actions.0.routes.0.route"].text == "new")
        let wrong = try self.run("tree", "Prp")
        #expect(wrong.exit == .code(2) && wrong.errors.contains("did you mean `Pro`?"), "\(wrong)")
    }

    // MARK: overlap

    @Test func `overlap names the winner, the reason and a link`() throws {
        let run = try run("overlap")
        #expect(
            run.output == """
                new wins over files in pod: in the more specific scope
                  new    /files/new
                  files  /files/$(path:**)
                  for example pod://files/new
                1 pair of 3 routes

                """, "\(run)")
        let json = try self.run("overlap", "files", "--format", "json")
        #expect(
            json.output == #"{"winner":"new","loser":"files","reason":"scope","relation":"inside","scope":"pod","#
                + #""witness":"pod://files/new"}"# + "\n" + #"{"pairs":1,"shown":1,"complete":true}"# + "\n", "\(json)")
        #expect(try self.run("overlap", "item").output == "0 pairs of 3 routes\n")
        #expect(try self.run("overlap", "nwe").errors == "Error: there is no route `nwe`; did you mean `new`?\n")
        #expect(try self.run("overlap", "--limit", "-1").exit == .code(2))
    }

    @Test func `overlap prints pairs up to the limit and the total number`() throws {
        let routes = (0..<30).map { "route r\($0) /v\($0) do none\n" }.joined()
        let table = "scheme t\nfeature F {\naction none {\nrespond\n}\nroute all /** do none\n\(routes)}\n"
        let run = try Program.tool("overlap", "-f", "-", "--limit", "3", input: table)
        #expect(run.output.hasSuffix("30 pairs of 31 routes, the first 3 shown: --limit 0 shows all\n"), "\(run)")
        #expect(run.output.split(separator: "\n").count == 3 * 4 + 1)
        let all = try Program.tool("overlap", "-f", "-", "--limit", "0", "--format", "json", input: table)
        #expect(try all.lines.count == 31 && all.lines[30]["shown"].text == "30")
    }

    // MARK: All

    @Test(arguments: ["link", "list", "tree", "overlap"])
    func `each command exits with 3 for a table with errors, and prints them`(command: String) throws {
        let arguments = [command, "-f", "-"] + (command == "link" ? ["r"] : [])
        let run = try Program.run(Products.tool, arguments, input: "scheme t\nnonsense\n")
        #expect(run.exit == .code(3) && run.output == "" && run.errors.contains("RT101"), "\(run)")
    }
}
