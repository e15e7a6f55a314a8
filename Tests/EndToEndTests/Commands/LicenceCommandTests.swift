import Features
import Foundation
import Glibc
import PurchaseRules
import Testing

/// Keys and licences from the command line, without a daemon.
@Suite struct LicenceCommandTests {
    private static let terms = [
        "--issuer", "shop", "--audience", "podcasts", "--subject", "uid:1000", "--product", "premium.monthly",
    ]

    private func run(_ words: String..., input: String = "") throws -> Program.Run {
        try Program.run(Products.tool, ["licence"] + words, input: input)
    }

    /// Signs a licence with the key in a folder.
    private func sign(_ folder: TemporaryFolder, _ options: String...) throws -> Program.Run {
        try Program.run(
            Products.tool, ["licence", "sign", "--key", folder.path(of: "shop.jwk")] + Self.terms + options)
    }

    private func withKey(_ body: (_ folder: TemporaryFolder, _ key: String) throws -> Void) throws {
        try withFolder { folder in
            let key = folder.path(of: "shop.jwk")
            let made = try run("keygen", key, "--id", "2026")
            #expect(made.exit == .code(0), "\(made)")
            try body(folder, key)
        }
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test(arguments: ["ed25519", "es256"])
    func `a licence that is signed with a new key is verified with its public file`(_ algorithm: String) throws {
        try withFolder { folder in
            let key = folder.path(of: "shop.jwk")
            let made = try run("keygen", key, "--algorithm", algorithm, "--format", "json")
            let object = try #require(try made.lines.first)
            #expect(object["private"].text == key && object["public"].text == key + ".pub", "\(made)")
            #expect(try mode(key) == 0o600)
            #expect((try mode(key + ".pub") ?? 0) & 0o444 != 0)
            let signed = try sign(
                folder, "--until", "2100-01-01", "--grace", "48h", "--id", "order-17", "--units", "3", "--state",
                "trial")
            #expect(signed.exit == .code(0) && signed.output.split(separator: ".").count == 3, "\(signed)")
            let file = try folder.write("ann.licence", signed.output)
            let text = try run("verify", "--key", key + ".pub", file)
            #expect(text.exit == .code(0), "\(text)")
            for part in [
                "✓ shop  order-17\n", "products  premium.monthly\n", "subject   uid:1000\n", "audience  podcasts\n",
                "state     trial\n", "units     3\n", "ends      2100-01-01T00:00:00Z\n",
                "grace     until 2100-01-03T00:00:00Z\n", "key       \(object["key"].text)\n",
            ] {
                #expect(text.output.contains(part), "\(text)")
            }
            let json = try run("verify", "--key", key + ".pub", "--format", "json", input: signed.output)
            let verified = try #require(try json.lines.first)
            #expect(verified["valid"].text == "true" && verified["id"].text == "order-17", "\(json)")
            #expect(verified["endsMs"].text == "4102444800000" && verified["state"].text == "trial", "\(json)")
        }
    }

    @Test func `no key file is replaced, and nothing is left of a key that cannot be kept whole`() throws {
        try withKey { folder, key in
            let before = try Data(contentsOf: URL(fileURLWithPath: key))
            let again = try run("keygen", key)
            #expect(again.exit == .code(1), "\(again)")
            #expect(again.errors == "Error: \(key) exists already and is not replaced: name another file\n")
            #expect(try Data(contentsOf: URL(fileURLWithPath: key)) == before)
            try FileManager.default.removeItem(atPath: key)
            let half = try run("keygen", key)
            #expect(half.errors.contains(".pub exists already and is not replaced"), "\(half)")
            #expect(!FileManager.default.fileExists(atPath: key))
            let lost = try run("keygen", folder.path(of: "none/key"))
            #expect(lost.errors.contains("run `mkdir -p"), "\(lost)")
        }
    }

    @Test func `a private key that others may read signs nothing`() throws {
        try withKey { folder, key in
            for mode in [0o640, 0o604, 0o620] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: key)
                let run = try sign(folder)
                #expect(run.exit == .code(1) && run.output.isEmpty, "\(run)")
                #expect(run.errors.contains("holds a private key: run `chmod 600 \(key)`"), "\(run)")
            }
        }
    }

    @Test func `a licence that is changed, of another key or for another use is refused by name`() throws {
        try withKey { folder, key in
            let item = try sign(folder).output.trimmingCharacters(in: .newlines)
            let other = folder.path(of: "other.jwk")
            #expect(try run("keygen", other).exit == .code(0))
            let twin = folder.path(of: "twin.jwk")
            #expect(try run("keygen", twin, "--id", "2026").exit == .code(0))
            let rows: [(words: [String], item: String, code: String)] = [
                (["--key", other + ".pub"], item, "licence.unknownKey"),
                (["--key", twin + ".pub"], item, "licence.signatureInvalid"),
                (["--key", key + ".pub", "--issuer", "bank"], item, "licence.unknownIssuer"),
                (["--key", key + ".pub", "--audience", "music"], item, "licence.wrongAudience"),
                (["--key", key + ".pub", "--subject", "uid:1"], item, "licence.wrongSubject"),
                (["--key", key + ".pub"], String(item.dropLast()), "licence.formatInvalid"),
                (["--key", key + ".pub"], " " + item, "licence.formatInvalid"),
                (["--key", key + ".pub"], "x", "licence.formatInvalid"),
            ]
            for row in rows {
                let words = ["licence", "verify"] + row.words
                let text = try Program.run(Products.tool, words, input: "\n" + row.item + "\n")
                #expect(text.exit == .code(3) && text.output.isEmpty, "\(row.code): \(text)")
                #expect(text.errors.hasPrefix("line 2  ✗  \(row.code): "), "\(text)")
                let json = try Program.run(Products.tool, words + ["--format", "json"], input: row.item)
                #expect(json.exit == .code(3), "\(json)")
                #expect(try json.lines.first?["code"].text == row.code, "\(json)")
            }
        }
    }

    @Test func `each line is a licence, and one that is refused does not stop the others`() throws {
        try withKey { folder, key in
            let items = try [sign(folder, "--id", "a").output, "nonsense\n", "\n", sign(folder, "--id", "b").output]
            let all = try run("verify", "--key", key + ".pub", "--format", "json", input: items.joined())
            #expect(all.exit == .code(3), "\(all)")
            #expect(try all.lines.map(\.["valid"].text) == ["true", "false", "true"])
            #expect(try all.lines[1]["line"].text == "2")
            let none = try run("verify", "--key", key + ".pub", input: "\n")
            #expect(none.exit == .code(1) && none.errors == "Error: standard input holds no licence\n", "\(none)")
        }
    }

    @Test func `key files that cannot be used are refused with the reason`() throws {
        try withKey { folder, key in
            let rows = [
                (key, "holds a private key (`d`)"), (key + ".no", "no such file or directory"),
                (try folder.write("a", #"{"kty":"RSA","n":"AQ","e":"AQAB"}"#), "use Ed25519 or P-256"),
                (try folder.write("b", "text"), "is not a key: it is neither a JWK (JSON) nor PEM"),
            ]
            for (file, reason) in rows {
                let run = try run("verify", "--key", file, input: "x")
                #expect(run.exit == .code(1) && run.errors.contains(reason), "\(run)")
            }
            let twice = try run("verify", "--key", key + ".pub", "--key", key + ".pub", input: "x")
            #expect(twice.exit == .code(1) && twice.errors.contains("has the key id `2026` twice"), "\(twice)")
            let publicOnly = try Program.run(
                Products.tool, ["licence", "sign", "--key", try folder.write("c", "{}", mode: 0o600)] + Self.terms)
            #expect(publicOnly.exit == .code(1), "\(publicOnly)")
        }
    }

    @Test func `a licence that a machine would refuse is not signed`() throws {
        try withKey { folder, _ in
            let rows = [
                (["--until", "2020-01-01"], "`exp` of the licence is not after `iat`"),
                (["--until", "2100-01-01", "--grace", "2099-01-01"], "is before `exp`"),
                (["--units=-1"], "is not an integer from 0"), (["--id", "é"], "printable ASCII"),
                (["--product", "a b"], "distinct ids of products"), (["--until", "soon"], "--until takes a time"),
                (["--state", "none"], "--state takes one of active, trial"),
                (["--grace", "1h"], "--grace needs --until"),
                (["--subject", "ann"], "--subject takes uid:NUMBER"),
            ]
            for (options, reason) in rows {
                let run = try Program.run(
                    Products.tool, ["licence", "sign", "--key", folder.path(of: "shop.jwk")] + Self.terms + options)
                #expect(run.exit == .code(2) && run.output.isEmpty, "\(options): \(run)")
                #expect(run.errors.contains(reason), "\(options): \(run)")
            }
        }
    }

    @Test func `the commands of the page make a key and verify what it signed`() throws {
        let page = try MarkdownPage("docs/licences.md")
        let last = try #require(page.commands.firstIndex { $0.hasPrefix("deeplinkctl licence verify") })
        try withFolder { folder in
            let run = try Program.run(
                "/bin/sh",
                ["-c", "cd \"$0\" && set -e\n" + page.commands[...last].joined(separator: "\n"), folder.path],
                environment: ["PATH": Products.folder + ":/usr/bin:/bin"])
            #expect(run.exit == .code(0) && run.output.contains("key       2026\n"), "\(run)")
        }
    }

    @Test func `the daemon of the page's table takes what the page's commands signed`() throws {
        let page = try MarkdownPage("docs/licences.md")
        let end = try #require(page.commands.firstIndex { $0.hasPrefix("deeplinkctl licence verify") })
        let sample = try #require(page.text.firstMatch(of: /```\n\$ (.*?)```\n/.dotMatchesNewlines())).1
        let steps = sample.split(separator: "$ ").map { $0.split(separator: "\n", maxSplits: 1).map(String.init) }
        try #require(steps.count == 2)
        try withFolder { folder in
            let signing = page.commands[..<end].joined(separator: "\n").replacing("uid:1000", with: "uid:\(getuid())")
            let path = Products.folder + ":/usr/bin:/bin"
            let signed = try Program.run(
                "/bin/sh", ["-c", "cd \"$0\" && set -e\n" + signing, folder.path], environment: ["PATH": path])
            #expect(signed.exit == .code(0), "\(signed)")
            let table = try #require(page.blocks(in: "conf").first)
                .replacing("/etc/deeplinkd/shop.jwk.pub", with: folder.path(of: "shop.jwk.pub"))
            try withDaemon(in: folder, table: table, stateDirectory: folder.makeFolder("state")) { daemon in
                for step in steps {
                    let run = try Program.run(
                        "/bin/sh", ["-c", "cd \"$0\" && " + step[0], folder.path],
                        environment: ["PATH": path, "DEEPLINKD_SOCKET": daemon.socket])
                    func masked(_ text: String) -> String { text.replacing(/[0-9a-f]{32}/, with: "#") }
                    #expect(run.exit == .code(0) && masked(run.output) == masked(step[1]), "\(run)")
                }
            }
        }
    }

    @Test func `the page lists every code of a refusal`() throws {
        let page = try MarkdownPage("docs/licences.md")
        let listed = page.rows(under: "code").flatMap { $0[0].matches(of: /licence\.\w+/).map { String($0.output) } }
        #expect(Set(listed) == Set(LicenceFault.codes) && listed.count == LicenceFault.codes.count)
    }

    @Test func `the page lists every member of a licence and every state`() throws {
        let page = try MarkdownPage("docs/licences.md")
        let rows = page.rows(under: "member")
        #expect(Set(rows.map { $0[0].trimmingCharacters(in: ["`"]) }) == Set(LicenceClaims.names))
        let states = try #require(rows.first { $0[0] == "`state`" })[1].matches(of: /`(\w+)`/).map {
            String($0.output.1)
        }
        #expect(Set(states) == Set(LicenceClaims.states.map(\.rawValue)))
    }
}
