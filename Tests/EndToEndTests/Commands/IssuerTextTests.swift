import Testing

/// What the offline commands show of products and of the issuers whose licences grant them.
@Suite struct IssuerTextTests {
    /// A table whose product costs something, can be tried, and is granted by licences of one issuer.
    private static func table(_ folder: TemporaryFolder) -> String {
        """
        scheme s
        product plain {
            kind oneTime
        }
        product pro {
            title "Pro"
            price "4,99 € a month"
            trial 14d
        }
        issuer shop {
            key \(folder.path(of: "old.jwk.pub")) \(folder.path(of: "new.jwk.pub"))
            products pro
            audience podcasts
            revoked old since 2026-03-01T00:00:00Z
            require clock synchronised
        }
        feature Pro {
            require purchase any pro plain
            action a {
                respond
            }
            route pro /pro do a
        }

        """
    }

    private func withTable(_ body: (_ path: String, _ folder: TemporaryFolder) throws -> Void) throws {
        try withFolder { folder in
            for (id, algorithm) in [("old", "es256"), ("new", "ed25519")] {
                let made = try Program.tool(
                    "licence", "keygen", folder.path(of: id + ".jwk"), "--id", id, "--algorithm", algorithm)
                #expect(made.exit == .code(0), "\(made)")
            }
            try body(try folder.write("routes.conf", Self.table(folder)), folder)
        }
    }

    @Test func `a list shows prices, trials, and each issuer with its keys and revocations`() throws {
        try withTable { path, _ in
            let text = try Program.tool("list", "-f", path)
            #expect(
                text.output.hasSuffix(
                    """
                    products
                      pro  4,99 € a month; trial 14d; licences of shop
                    issuers
                      shop  products  pro
                            audience  podcasts
                            key       old (ES256), revoked since 2026-03-01T00:00:00Z
                            key       new (EdDSA)
                            requires  a synchronised clock

                    """), "\(text)")
            let json = try Program.tool("list", "-f", path, "--format", "json").lines
            let product = try #require(json.first { $0["product"] != nil }, "\(json)")
            #expect(product["price"].text == "4,99 € a month" && product["trialMs"].text == "1209600000")
            #expect(product["issuers"]?.elements.map(\.text) == ["shop"] && product["from"] == nil)
            let issuer = try #require(json.first { $0["issuer"] != nil }, "\(json)")
            #expect(issuer["products"].text == "pro" && issuer["audience"].text == "podcasts")
            #expect(issuer["keys.0.id"].text == "old" && issuer["keys.0.algorithm"].text == "ES256")
            #expect(issuer["keys.0.revokedSinceMs"].text == "1772323200000" && issuer["keys.1.revokedSinceMs"] == nil)
            #expect(issuer["requiresSynchronisedClock"].text == "true")
            let one = try Program.tool("list", "-f", path, "--feature", "Pro").output
            #expect(!one.contains("issuers"))
        }
    }

    @Test func `the table of another system is listed without the keys that are its files`() throws {
        try withFolder { folder in
            let root = try folder.makeFolder("root")
            _ = try folder.makeFolder("root/etc")
            _ = try folder.makeFolder("root/etc/deeplinkd")
            try folder.write(
                "root/etc/deeplinkd/routes.conf",
                Self.table(folder).replacing("    revoked old since 2026-03-01T00:00:00Z\n", with: ""))
            let run = try Program.tool("list", "--root", root)
            #expect(run.output.contains("keys      not read: the key files are not on this machine\n"), "\(run)")
        }
    }

    @Test func `a check counts the issuers, and tells the host's answer for what they grant`() throws {
        try withTable { path, _ in
            let run = try Program.tool("check", "--host", "-f", path)
            #expect(run.output.contains("; 1 route, 1 feature, 1 issuer\n"), "\(run)")
            #expect(
                run.output.contains(
                    "answers      product  pro    licences of shop; trial 14d; a daemon with a ledger keeps them\n"),
                "\(run)")
            #expect(run.output.contains("will not     product  plain  the table names no source: add "), "\(run)")
            #expect(run.output.contains("  issuer   shop   licences with the keys new are taken\n"), "\(run)")
            #expect(run.output.contains("  clock    shop   "), "\(run)")
            #expect(run.exit == .code(1))
        }
    }

    @Test func `tree and explain say what a product costs and who grants it, where a purchase matters`() throws {
        try withTable { path, _ in
            let line = "product pro \"Pro\": 4,99 € a month; trial 14d; licences of shop"
            let tree = try Program.tool("tree", "-f", path)
            #expect(tree.output.contains("├─ require purchase any plain pro\n│  └─ \(line)\n"), "\(tree)")
            let object = try #require(try Program.tool("tree", "-f", path, "--format", "json").lines.first)
            #expect(object["products"]?.elements.map { $0["id"].text } == ["pro"], "\(object)")
            let blocked = try Program.tool("explain", "-f", path, "s://pro")
            #expect(blocked.output.contains("  " + line.replacing("product pro", with: "product    pro")), "\(blocked)")
            let json = try Program.tool("explain", "-f", path, "--format", "json", "s://pro").lines
            #expect(json.first?["products.0.price"].text == "4,99 € a month", "\(json)")
            let bought = ["explain", "-f", path, "--with", "purchase plain active", "s://pro"]
            let open = try Program.run(Products.tool, bought)
            #expect(open.exit == .code(0) && !open.output.contains("licences of"), "\(open)")
        }
    }

    // MARK: licence verify -f

    /// A licence of the shop for a user.
    private func licence(
        _ folder: TemporaryFolder, key: String = "new", audience: String = "podcasts", products: [String] = ["pro"],
        issuer: String = "shop"
    ) throws -> String {
        let run = try Program.run(
            Products.tool,
            [
                "licence", "sign", "--key", folder.path(of: key + ".jwk"), "--issuer", issuer, "--audience", audience,
                "--subject", "uid:1000", "--id", "order-1",
            ] + products.flatMap { ["--product", $0] })
        #expect(run.exit == .code(0), "\(run)")
        return run.output
    }

    @Test func `a table's issuers verify as its daemon does: keys, products, audience and revocations`() throws {
        try withTable { path, folder in
            func verify(_ item: String, _ options: String...) throws -> Program.Run {
                try Program.run(Products.tool, ["licence", "verify", "-f", path] + options, input: item)
            }
            let good = try verify(try licence(folder, products: ["pro", "gold"]))
            #expect(good.exit == .code(0) && good.output.hasPrefix("✓ shop  order-1\n"), "\(good)")
            #expect(good.output.contains("withheld  gold is no product of this issuer in the table\n"), "\(good)")
            let object = try verify(try licence(folder), "--format", "json").lines.first
            #expect(object?["valid"].text == "true" && object?["withheld"] == nil)
            let rows = [
                (try licence(folder, key: "old"), "licence.revokedKey"),
                (try licence(folder, audience: "films"), "licence.wrongAudience"),
                (try licence(folder, products: ["gold"]), "licence.unknownProduct"),
                (try licence(folder, issuer: "bank"), "licence.unknownIssuer"),
            ]
            for (item, code) in rows {
                let run = try verify(item)
                #expect(run.exit == .code(3) && run.errors.hasPrefix("line 1  ✗  \(code): "), "\(code): \(run)")
            }
            #expect(try verify(try licence(folder), "--subject", "uid:1").errors.contains("licence.wrongSubject"))
        }
    }

    @Test func `verifying takes either keys or a table, and a table with errors verifies nothing`() throws {
        try withTable { path, folder in
            let rows = [
                [], ["-f", path, "--key", folder.path(of: "new.jwk.pub")], ["-f", path, "--issuer", "shop"],
                ["-f", path, "--audience", "podcasts"], ["-f", ""], ["-f", "-"],
            ]
            for options in rows {
                let run = try Program.run(Products.tool, ["licence", "verify"] + options, input: "x")
                #expect(run.exit == .code(2), "\(options): \(run)")
                #expect(run.output.isEmpty && !run.errors.isEmpty, "\(options): \(run)")
            }
            let bad = try folder.write("bad.conf", "scheme s\nnonsense\n")
            let run = try Program.tool("licence", "verify", "-f", bad, input: "x")
            #expect(run.exit == .code(3) && run.errors.contains("nonsense"), "\(run)")
            let none = try Program.tool("licence", "verify", "-f", path + ".no", input: "x")
            #expect(none.exit == .code(1) && none.errors.contains("no such file"), "\(none)")
        }
    }
}
