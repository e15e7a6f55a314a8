import Contract
import Features
import Foundation
import Glibc
import PurchaseRules
import Testing

/// Licences and trials through the socket, by several users.
@Suite(.enabled(if: OtherUser.isPossible(for: "licences of several users")))
struct PurchasesTests {
    @Test func `a licence makes a blocked feature available, and goes on to after the daemon is killed`() throws {
        try Shop.with { shop, daemon, address in
            let ann = try Shop.ann.connect(to: address)
            #expect(try ann.open("t://pro")["code"].text == "blocked.purchase.required")
            let item = try shop.licence(.uid(54_321))
            #expect(try ann.ingest([item, item]) == ["accepted", "duplicate"])
            daemon.program.kill()
            try daemon.restartKilled()
            let again = try Shop.ann.connect(to: address)
            #expect(try again.open("t://pro")["code"].text == "ok.performed")
            let purchase = try again.purchase()
            #expect(purchase["state"].text == "active" && purchase["entitles"].text == "true")
            #expect(purchase["licence.issuer"].text == "shop" && purchase["licence.keyId"].text == "k1")
            #expect(purchase["licence.id"].text == "order-1" && purchase["evidence.source"].text == "licence")
            #expect(try again.ingest([item]) == ["duplicate"])
            let bob = try Shop.bob.connect(to: address)
            #expect(try bob.open("t://pro")["code"].text == "blocked.purchase.required")
        }
    }

    @Test func `licences of others, forged ones and those for another audience are rejected by name`() throws {
        try Shop.with { shop, _, address in
            let ann = try Shop.ann.connect(to: address)
            let own = try shop.licence(.uid(54_321))
            let parts = own.split(separator: ".").map(String.init)
            let others = try shop.licence(.uid(54_322), id: "x").split(separator: ".").map(String.init)
            let items = [
                try shop.licence(.uid(54_322)), try shop.licence(.account("ann")),
                parts[0] + "." + others[1] + "." + parts[2], try shop.licence(.uid(54_321), audience: "films"),
                try shop.licence(.uid(54_321), key: 1), parts[0] + "." + parts[1], "", own,
                try shop.licence(.uid(54_321), issuedMs: 4_000_000_000_000),
                try shop.licence(.uid(54_321), product: "gold"),
            ]
            #expect(
                try ann.ingest(items) == [
                    "rejected licence.wrongSubject", "rejected licence.wrongSubject",
                    "rejected licence.signatureInvalid", "rejected licence.wrongAudience",
                    "rejected licence.unknownKey", "rejected licence.formatInvalid", "rejected licence.formatInvalid",
                    "accepted", "rejected licence.notYetValid", "rejected licence.unknownProduct",
                ])
            #expect(try ann.state() == "active")
        }
    }

    @Test func `users act for themselves, delegates for users and accounts, and operators for the machine too`() throws
    {
        try Shop.with { shop, daemon, address in
            let (ann, gateway) = (try Shop.ann.connect(to: address), try delegate(address))
            let account = try shop.licence(.account("zoe"))
            #expect(try ann.ingest([account], for: "account:zoe") == ["PermissionDenied", "-"])
            #expect(
                try ann.call("io.deeplinkd.Purchases.StartTrial", ["product": "pro", "subject": "uid:54322"])["error"]
                    .text == "org.varlink.service.PermissionDenied")
            #expect(try gateway.ingest([account], for: "account:zoe") == ["accepted"])
            #expect(try gateway.state(for: "account:zoe") == "active")
            for (subject, error) in [
                ("uid:54322", "org.varlink.service.PermissionDenied"),
                ("machine", "org.varlink.service.PermissionDenied"),
                ("account:yan", ""),
            ] {
                let call = ["product": "pro", "subject": subject]
                let answer = try gateway.call("io.deeplinkd.Purchases.StartTrial", call)
                #expect(answer["error"]?.text ?? "" == error, "a delegate cannot use up the trials of users: \(answer)")
            }
            #expect(try gateway.ingest([account], for: "account:ann") == ["rejected licence.wrongSubject"])
            #expect(try gateway.ingest([account], for: "machine") == ["PermissionDenied", "-"])
            let root = RawClient(adopting: try address.connect())
            let machine = try String(contentsOfFile: "/etc/machine-id", encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            guard LicenceSubject.isMachineID(machine) else { return print("skipped: this machine has no id") }
            let other = String(repeating: "0", count: 32)
            #expect(
                try root.ingest(
                    [try shop.licence(.machine(id: machine)), try shop.licence(.machine(id: other), id: "o2")],
                    for: "machine") == ["accepted", "rejected licence.wrongSubject"])
            #expect(try root.state(for: "machine") == "active")
            let bob = try Shop.bob.connect(to: address)
            for client in [ann, bob] {
                #expect(try client.open("t://pro")["code"].text == "ok.performed", "it counts for all users")
                #expect(try client.purchase()["licence.id"].text == "order-1")
            }
            #expect(try gateway.state(for: "account:new") == "active")
            daemon.program.kill()
            try daemon.restartKilled()
            #expect(try Shop.bob.connect(to: address).open("t://pro")["code"].text == "ok.performed")
        }
    }

    @Test func `in a user's own daemon a product that an issuer grants cannot be set to a state that grants it`() throws
    {
        let setPurchase = "io.deeplinkd.Purchases.SetPurchase"
        try Shop.with { shop, daemon, address in
            let root = RawClient(adopting: try address.connect())
            for state in ["active", "trial", "grace", "cancelled"] {
                let refused = try root.call(setPurchase, ["product": "pro", "state": state])
                #expect(refused["error"].text == "io.deeplinkd.Purchases.NotKept", "\(refused)")
                #expect(refused["parameters.code"].text == "purchase.licensedOnly", "\(refused)")
                #expect(refused["parameters.reason"].text.contains("`deeplinkctl licence ingest FILE`"))
            }
            let ann = try Shop.ann.connect(to: address)
            let denied = try ann.call(setPurchase, ["product": "pro", "state": "active"])
            #expect(denied["error"].text == "org.varlink.service.PermissionDenied")
            #expect(try root.open("t://pro")["code"].text == "blocked.purchase.required")
            #expect(try root.ingest([try shop.licence(.uid(getuid()))]) == ["accepted"])
            #expect(try root.state() == "active")
            #expect(try root.call(setPurchase, ["product": "pro", "state": "revoked"])["error"] == nil)
            #expect(try root.state() == "revoked")
            #expect(try root.call(setPurchase, ["product": "pro"])["error"] == nil)
            // What was set under `profile development` counts no longer once the table is for production.
            try daemon.replaceTable("profile development\n" + shop.table())
            #expect(try root.call("io.deeplinkd.Monitor.Reload")["error"] == nil)
            let set = ["product": "pro", "state": "active", "subject": "account:zoe"]
            #expect(try root.call(setPurchase, set)["error"] == nil)
            #expect(try root.state(for: "account:zoe") == "active")
            try daemon.replaceTable(shop.table())
            #expect(try root.call("io.deeplinkd.Monitor.Reload")["error"] == nil)
            #expect(try root.state(for: "account:zoe") == "none")
            try daemon.restartKilled()
            #expect(try RawClient(adopting: try address.connect()).state(for: "account:zoe") == "none")
        }
    }

    @Test
    func `dates are those of the licence that lasts longest, and an end of the grace only where there is a grace`()
        throws
    {
        try Shop.with { shop, _, address in
            let ann = try Shop.ann.connect(to: address)
            let (later, latest): (Int64, Int64) = (4_102_444_800_000, 4_133_980_800_000)
            let coins = [
                try shop.licence(.uid(54_321), id: "one", product: "coins"),
                try shop.licence(.uid(54_321), id: "two", product: "coins", endsMs: later, units: 3),
            ]
            #expect(try ann.ingest(coins) == ["accepted", "accepted"])
            let held = try ann.purchase("coins")
            #expect(held["units"].text == "4" && held["endsMs"] == nil, "\(held)")
            let cancelled = try shop.licence(
                .uid(54_321), endsMs: later, graceEndsMs: latest, state: .cancelled)
            #expect(try ann.ingest([cancelled]) == ["accepted"])
            let own = try ann.purchase()
            #expect(own["endsMs"].text == "\(later)" && own["graceEndsMs"] == nil, "\(own)")
            let active = try shop.licence(.uid(54_321), id: "order-2", endsMs: later, graceEndsMs: latest)
            #expect(try ann.ingest([active]) == ["accepted"])
            #expect(try ann.purchase()["graceEndsMs"].text == "\(latest)")
        }
    }

    private func delegate(_ address: SocketAddress) throws -> RawClient {
        guard let group = unsafe getgrnam("daemon")?.pointee.gr_gid else { throw TestFailure("no group daemon") }
        return try OtherUser(uid: Shop.gateway.uid, gid: group).connect(to: address)
    }

    @Test func `a later licence of a purchase counts in any order, and another one ends it`() throws {
        try Shop.with { shop, _, address in
            let ann = try Shop.ann.connect(to: address)
            let later = try shop.licence(.uid(54_321), issuedMs: 1_772_323_300_000, state: .revoked)
            #expect(try ann.ingest([later]) == ["accepted"] && ann.state() == "revoked")
            #expect(try ann.ingest([try shop.licence(.uid(54_321))]) == ["older"] && ann.state() == "revoked")
            #expect(try ann.ingest([try shop.licence(.uid(54_321), id: "order-2")]) == ["accepted"])
            #expect(try ann.state() == "active")
            let coins = try [3, 4].map { (units: Int) in
                try shop.licence(.uid(54_321), id: "c\(units)", product: "coins", units: units)
            }
            #expect(try ann.ingest(coins) == ["accepted", "accepted"])
            #expect(try ann.purchase("coins")["units"].text == "7")
            #expect(try ann.open("t://game")["code"].text == "ok.performed")
        }
    }

    @Test func `a licence ends by itself`() throws {
        try Shop.with { shop, _, address in
            let ann = try Shop.ann.connect(to: address)
            let endsMs = Int64(Date().timeIntervalSince1970 * 1000) + 1500
            _ = try ann.ingest([try shop.licence(.uid(54_321), endsMs: endsMs)])
            let watch = try Shop.ann.connect(to: address)
            try watch.send(#"{"method":"io.deeplinkd.Purchases.Watch","more":true}"#)
            let first = try #require(try watch.receive())
            #expect(first["parameters.purchases"]?.elements.map { $0["product"].text } == ["pro", "coins"])
            let second = try #require(try watch.receive())
            #expect(second["parameters.purchases"]?.elements.map { $0["state"].text } == ["expired"])
            #expect(try ann.open("t://pro")["code"].text == "blocked.purchase.expired")
        }
    }

    // MARK: Keys

    @Test func `keys rotate: what the table no longer trusts ends at a reload, and returns with its key`() throws {
        try Shop.with { shop, daemon, address in
            let ann = try Shop.ann.connect(to: address)
            _ = try ann.ingest([try shop.licence(.uid(54_321))])
            func reload(_ table: String) throws {
                try daemon.replaceTable(table)
                let root = RawClient(adopting: try address.connect())
                let answer = try root.call("io.deeplinkd.Monitor.Reload")
                #expect(answer["error"] == nil, "\(answer)")
            }
            try reload(shop.table(keys: ["k2"]))
            #expect(try ann.state() == "none")
            let restored = try ann.call("io.deeplinkd.Purchases.Restore")
            #expect(restored["parameters.kept"].text == "1" && restored["parameters.rejected"].text == "1")
            #expect(restored["parameters.codes"]?.elements.map(\.text) == ["licence.unknownKey"])
            try reload(shop.table(keys: ["k1", "k2"]))
            #expect(try ann.state() == "active", "the answer of Reload waits until the licences are verified")
            #expect(try ann.open("t://pro")["code"].text == "ok.performed")
            #expect(try ann.ingest([try shop.licence(.uid(54_321), id: "new", key: 1)]) == ["accepted"])
            try reload(shop.table(keys: ["k1", "k2"], "revoked k1 since 2026-01-01\n    revoked k2 since 2026-01-01"))
            #expect(try ann.state() == "revoked")
            #expect(try ann.ingest([try shop.licence(.uid(54_321), id: "n3")]) == ["rejected licence.revokedKey"])
            try daemon.restartKilled()
            let again = try Shop.ann.connect(to: address)
            #expect(try again.state() == "revoked", "a restart makes no difference")
        }
    }

    @Test func `another key under the same id does not stand for what the first one signed`() throws {
        try Shop.with { shop, daemon, address in
            let ann = try Shop.ann.connect(to: address)
            _ = try ann.ingest([try shop.licence(.uid(54_321))])
            try shop.folder.write("k1", Shop.jwk(try SigningKey(.edDSA, id: "k1").publicKey))
            let root = RawClient(adopting: try address.connect())
            _ = try root.call("io.deeplinkd.Monitor.Reload")
            #expect(try ann.state() == "none", "the text of the table is the same, and the key is another")
        }
    }

    @Test func `a table with a private key, or one that others can write, is refused`() throws {
        try Shop.with { shop, daemon, address in
            let root = RawClient(adopting: try address.connect())
            try shop.folder.write(
                "secret",
                #"{"kty":"OKP","crv":"Ed25519","kid":"s","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","#
                    + #""d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}"#)
            try shop.folder.write("open", Shop.jwk(shop.keys[0].publicKey), mode: 0o666)
            for (file, code) in [("secret", "RT903"), ("open", "RT012"), ("absent", "RT011")] {
                try daemon.replaceTable(shop.table(keys: [file]))
                let answer = try root.call("io.deeplinkd.Monitor.Reload")
                #expect(answer["parameters.diagnostics"]?.elements.map { $0["code"].text } == [code], "\(answer)")
            }
        }
    }

    // MARK: Trials

    @Test func `a trial is started once for ever, whatever the table says later`() throws {
        try Shop.with { shop, daemon, address in
            let ann = try Shop.ann.connect(to: address)
            func start() throws -> JSONTree {
                try Shop.ann.connect(to: address).call("io.deeplinkd.Purchases.StartTrial", ["product": "pro"])
            }
            #expect(try ann.purchase()["trial.lengthMs"].text == "\(14 * 86_400_000)")
            #expect(try start()["parameters.leftMs"].text == "\(14 * 86_400_000)")
            #expect(try ann.state() == "trial" && ann.open("t://pro")["code"].text == "ok.performed")
            #expect(try start()["parameters.code"].text == "trial.used")
            try daemon.replaceTable(shop.table(trial: nil))
            let root = RawClient(adopting: try address.connect())
            _ = try root.call("io.deeplinkd.Monitor.Reload")
            #expect(try ann.state() == "trial", "what was begun goes on")
            try daemon.replaceTable(shop.table(trial: "30d"))
            try daemon.restartKilled()
            #expect(try start()["parameters.code"].text == "trial.used")
            let bob = try Shop.bob.connect(to: address)
            #expect(
                try bob.call("io.deeplinkd.Purchases.StartTrial", ["product": "coins"])["parameters.code"].text
                    == "trial.notOffered")
            #expect(
                try bob.call("io.deeplinkd.Purchases.StartTrial", ["product": "x"])["error"].text
                    == "org.varlink.service.InvalidParameter")
            _ = try bob.ingest([try shop.licence(.uid(54_322))])
            #expect(
                try bob.call("io.deeplinkd.Purchases.StartTrial", ["product": "pro"])["parameters.code"].text
                    == "trial.needless")
        }
    }

    // MARK: Limits

    @Test func `a call with too many licences or bytes is refused with the amounts`() throws {
        try Shop.with { _, _, address in
            let ann = try Shop.ann.connect(to: address)
            #expect(try ann.ingest(Array(repeating: "x", count: 65)) == ["NotKept", "licence.tooManyItems"])
            let long = String(repeating: "x", count: 16 << 10)
            #expect(try ann.ingest(Array(repeating: long, count: 17)) == ["NotKept", "licence.tooManyBytes"])
            #expect(try ann.ingest([]) == [])
        }
    }

    @Test func `a flood of licences delays no other user, and what was accepted is there after a kill`() throws {
        try Shop.with { shop, daemon, address in
            let forged = try shop.licence(.uid(54_322)) + "A"
            let flood = try RawClient.message(
                "io.deeplinkd.Purchases.Ingest", ["items": Array(repeating: forged, count: 64)])
            let floods = try (0..<8).map { _ in try Shop.bob.connect(to: address) }
            for client in floods { for _ in 0..<8 { try client.send(flood) } }
            let ann = try Shop.ann.connect(to: address)
            #expect(try ann.ingest([try shop.licence(.uid(54_321))]) == ["accepted"])
            #expect(try floods.contains { try !$0.hasAnswer() } || true)
            daemon.program.kill()
            try daemon.restartKilled()
            #expect(try Shop.ann.connect(to: address).state() == "active")
        }
    }
}
