import Conf
import Contract
import Features
import TestTables
import Testing

@testable import PurchaseRules
@testable import Routing

@Suite struct IssuerReaderTests {
    /// The key of RFC 8037, appendix A.
    private static let x = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"

    private static func key(_ id: String, more: String = "") -> String {
        #"{"kty":"OKP","crv":"Ed25519","kid":"\#(id)","x":"\#(x)"\#(more)}"#
    }

    /// The key files of the tests.
    private static let files: [String: String] = [
        "/k/2025": key("2025"), "/k/2026": key("2026"), "/k/same": key("2025"),
        "/k/secret": key("2026", more: #","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A""#),
        "/etc/deeplinkd/shop.jwk": key("2024"),
        "/k/nine": #"{"keys":[\#((1...8).map { key("k\($0)") }.joined(separator: ","))]}"#, "/k/text": "hello",
    ]

    private static var environment: LoadEnvironment {
        var environment = LoadEnvironment()
        environment.keyFile = { path throws(TableFault) in
            if path == "/k/other" {
                throw TableFault(.untrustedFile, "other users can write /k/other", help: "run `chmod go-w /k/other`")
            }
            guard let text = files[path] else { throw .absent(path) }
            return TableFile(name: path, bytes: Array(text.utf8), doubt: path == "/k/2026" ? "doubt" : nil)
        }
        return environment
    }

    private static func table(_ lines: String) -> String {
        """
        scheme s
        product premium
        product coins {
            kind consumable
        }
        issuer shop {
        \(lines.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
        }
        feature F {
            require purchase premium
            require purchase coins
            action a {
                respond
            }
            route r /r do a
        }
        """
    }

    @Test func `an issuer has its keys, products, audience, revocations and whether it requires the clock`() throws {
        let text = Self.table(
            """
            key /k/2025 /k/2026
            products premium coins
            audience podcasts
            revoked 2025 since 2026-03-01T00:00:00Z
            require clock synchronised
            """)
        let result = Tables.load(text, Self.environment)
        let issuer = try #require(result.ruleset?.issuers.first, "\(Tables.printed(result))")
        #expect(issuer.name == "shop" && issuer.keys.map(\.id) == ["2025", "2026"])
        #expect(issuer.products == ["premium", "coins"] && issuer.audience == "podcasts")
        #expect(issuer.revoked == ["2025": 1_772_323_200_000] && issuer.requiresSynchronisedClock)
        #expect(result.diagnostics.inOrder.map(\.message) == ["doubt"], "a file that a daemon would refuse is named")
        #expect(result.diagnostics.inOrder.map(\.severity) == [.warning])
    }

    @Test func `without a look at the machine key files are not read`() throws {
        let ruleset = try Tables.ruleset(
            Self.table("key /k/absent\nproducts premium\naudience a\nrevoked x since 2026-03-01"))
        #expect(ruleset.issuers.map(\.keys.count) == [0])
    }

    @Test func `the text of a table is its revision, and other keys make another ruleset`() throws {
        let text = Self.table("key /k/2025\nproducts premium\naudience a")
        var changed = Self.environment
        changed.keyFile = { path throws(TableFault) in
            TableFile(name: path, bytes: Array((Self.files["/k/2026"] ?? "").utf8))
        }
        let (before, after) = (Tables.load(text, Self.environment).ruleset, Tables.load(text, changed).ruleset)
        #expect(before?.revision == after?.revision && before?.issuers != after?.issuers && before?.issuers != nil)
    }

    private static let faults: [(lines: String, printed: [String])] = [
        (
            "key /k/2025\nproducts premium",
            ["RT902 the issuer `shop` has no audience, so licences for other programs would count"]
        ),
        ("products premium\naudience a", ["RT902 the issuer `shop` has no key, so no licence could be verified"]),
        ("key /k/2025\naudience a", ["RT902 the issuer `shop` has no products that it may grant"]),
        ("key /k/absent\nproducts premium\naudience a", ["RT011 there is no /k/absent"]),
        ("key /k/other\nproducts premium\naudience a", ["RT012 other users can write /k/other"]),
        ("key k/2025\nproducts premium\naudience a", ["RT903 a key file is named by its absolute path"]),
        (
            "key /k/secret\nproducts premium\naudience a",
            [
                "RT903 the key file /k/secret holds a private key (`d`): name the file with its public half, and keep this "
                    + "one where licences are signed"
            ]
        ),
        (
            "key /k/2025 /k/same\nproducts premium\naudience a",
            ["RT903 the key file /k/same has the key id `2025` again"]
        ),
        (
            "key /k/nine /k/2025\nproducts premium\naudience a",
            ["RT903 with /k/2025 the issuer has 9 keys, and the limit is 8"]
        ),
        ("key /k/2025\nproducts premium gold\naudience a", ["RT204 there is no product `gold`"]),
        ("key /k/2025\nproducts premium premium\naudience a", ["RT103 the product `premium` is named twice"]),
        ("key /k/2025\nproducts premium\naudience \"\"", ["RT902 an audience has 1 to 256 bytes"]),
        (
            "key /k/2025\nproducts premium\naudience a\nrevoked 2025 since yesterday",
            ["RT902 `yesterday` is not a moment in UTC"]
        ),
        (
            "key /k/2025\nproducts premium\naudience a\nrevoked 2025 from 2026-03-01",
            ["RT902 before its time stands `since`, not `from`"]
        ),
        (
            "key /k/2025\nproducts premium\naudience a\nrevoked 2024 since 2026-03-01",
            ["RT904 no key file of the issuer has the key `2024`"]
        ),
        (
            "key /k/2025\nproducts premium\naudience a\nrevoked 2025 since 2026-03-01\nrevoked 2025 since 2026-03-02",
            ["RT103 the key `2025` is revoked twice"]
        ),
        (
            "key /k/2025\nproducts premium\naudience a\nrequire clock right",
            ["RT902 an issuer can require a synchronised clock, and nothing else"]
        ),
        ("key /k/2025\nproduct premium\naudience a", ["RT102 `product` does not belong in `issuer`"]),
    ]

    @Test(arguments: faults.indices)
    func `what is wrong with an issuer is said at its place`(_ index: Int) {
        let row = Self.faults[index]
        let result = Tables.load(Self.table(row.lines), Self.environment)
        let found = result.diagnostics.inOrder.filter { $0.message != "doubt" }.map {
            "\($0.code.rawValue) \($0.message)"
        }
        #expect(found == row.printed, "\(row.lines)")
        let isWarning = row.printed.allSatisfy { $0.hasPrefix("RT904") }
        #expect((result.ruleset != nil) == isWarning)
    }

    @Test(arguments: [
        TableRow(
            .file,
            """
            issuer shop {
                key /k/2025
                products premium
                audience a
            }
            issuer shop {
                key /k/2025
                products premium
                audience b
            }
            product premium
            """,
            """
            t:6:8: error RT901: the issuer `shop` is declared twice
               6 | issuer shop {
                 |        ^~~~
                 = note: t:1:8: the first is here
               1 | issuer shop {
                 |        ^~~~
                 = help: keep one of them
            """),
        TableRow(
            .file,
            """
            product premium
            issuer shop {
                key /k/2025 shop.jwk
                products premium
                audience ""
                revoked 2024 since 2026-03-01
            }
            """,
            """
            t:3:17: error RT903: a key file is named by its absolute path
               3 |     key /k/2025 shop.jwk
                 |                 ^~~~~~~~
                 = help: without `.`, `..` and empty parts, as in `/etc/deeplinkd/shop.jwk`
            t:5:14: error RT902: an audience has 1 to 256 bytes
               5 |     audience ""
                 |              ^~
                 = help: it is the `aud` of the licences, as in `audience podcasts`
            t:6:13: warning RT904: no key file of the issuer has the key `2024`
               6 |     revoked 2024 since 2026-03-01
                 |             ^~~~
                 = help: did you mean `2025`?
            """),
        TableRow(
            .file,
            """
            issuer "a b" {
                key /k/2025
                products premium
                audience a
            }
            product premium
            """,
            """
            t:1:8: error RT106: `a b` is not a valid name for an issuer
               1 | issuer "a b" {
                 |        ^~~~~
                 = help: it is the `iss` of its licences, as in `shop` or `shop.example.org`: letters, digits, `.`, `-` and `_`
            """),
    ])
    func `reports about issuers point at their words`(row: TableRow) { row.check(Self.environment) }

    // MARK: Products

    @Test(
        arguments: [
            ("14d", .seconds(14 * 86_400)), ("366d", .seconds(366 * 86_400)), ("48h", .seconds(48 * 3600)),
            ("1ms", .milliseconds(1)), ("367d", nil), ("0d", nil), ("0s", nil), ("1.5d", nil), ("d", nil), ("14", nil),
            ("99999999999999999999d", nil),
        ] as [(String, Duration?)])
    func `a trial is a time in days or smaller units, up to a year`(_ text: String, _ expected: Duration?) {
        let table = "scheme s\nproduct p {\n price \"4,99 €\"\n trial \(text)\n}\nfeature F {\n require purchase p\n}\n"
        let result = Tables.load(table)
        #expect(result.ruleset?.catalogue.products.first?.trial == expected)
        guard expected == nil else {
            #expect(result.ruleset?.catalogue.products.first?.price == "4,99 €")
            return
        }
        #expect(
            result.diagnostics.inOrder.first?.message == "`\(text)` is not a valid time for `trial`"
                && result.diagnostics.inOrder.first?.code == .badValue)
    }
}
