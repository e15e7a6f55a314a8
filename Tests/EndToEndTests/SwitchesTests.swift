import Foundation
import Glibc
import Testing

/// Users' and operators' switches, overrides, and subjects, through the socket.
@Suite struct SwitchesTests {
    private static let table = """
        scheme t
        product premium {
        }
        feature Own {
            require toggle off
            action a {
                respond
            }
            route own /own do a
        }
        feature Shared {
            require toggle off shared
            action a {
                respond
            }
            route shared /shared do a
        }
        feature Run {
            require runtime on
            action a {
                respond
            }
            route run /run do a
        }
        feature Paid {
            require purchase premium
            action a {
                respond
            }
            route paid /paid do a
        }
        """

    private static let features = "io.deeplinkd.Features."
    private static let monitor = "io.deeplinkd.Monitor."

    // MARK: Switches

    @Test func `a toggle can be set to on, off and its default, by the feature's path or its name`() throws {
        try withDaemon(table: Self.table) { daemon in
            let client = try daemon.connect()
            #expect(try client.open("t://own")["remedies.0.kind"].text == "enableToggle")
            let answer = try client.call(Self.features + "SetToggle", ["feature": "Own", "on": true])
            #expect(answer["parameters.durable"].text == "false", "there is no ledger: \(answer)")
            #expect(try client.open("t://own")["code"].text == "ok.performed")
            _ = try client.call(Self.features + "SetToggle", ["feature": "Own", "on": false])
            let off = try client.outcome("Explain", ["url": "t://own"])
            #expect(off["constraints"]?.elements.last?["reason"].text == "off")
            #expect(off["constraints"]?.elements.last?["evidence.source"].text == "memory")
            _ = try client.call(Self.features + "SetToggle", ["feature": "Own"])
            let byDefault = try client.outcome("Explain", ["url": "t://own"])
            #expect(byDefault["constraints"]?.elements.last?["reason"].text == "offByDefault")
        }
    }

    @Test(arguments: [
        ("SetToggle", "Run"), ("SetToggle", "Nope"), ("SetRuntime", "Own"), ("SetRuntime", "Nope"),
        ("SetToggle", "DeepLinking"),
    ])
    func `setting a switch that a feature does not have is an error`(method: String, feature: String) throws {
        try withDaemon(table: Self.table) { daemon in
            let answer = try daemon.connect().call(Self.features + method, ["feature": feature, "on": true])
            #expect(answer["error"].text == "org.varlink.service.InvalidParameter")
            #expect(answer["parameters.parameter"].text == "feature")
        }
    }

    @Test func `an operator can switch a feature or the intake off and on for all users`() throws {
        try withDaemon(table: Self.table) { daemon in
            let client = try daemon.connect()
            for (feature, url) in [("Run", "t://run"), ("DeepLinking", "t://run")] {
                _ = try client.call(Self.features + "SetRuntime", ["feature": feature, "on": false])
                #expect(try client.open(url)["code"].text == "blocked.feature.disabled")
                _ = try client.call(Self.features + "SetRuntime", ["feature": feature])
                #expect(try client.open(url)["code"].text == "ok.performed")
            }
        }
    }

    // MARK: Whose facts

    @Test func `the daemon's own user may name any valid subject`() throws {
        try withDaemon(table: Self.table) { daemon in
            let client = try daemon.connect()
            let ann = "account:ann"
            _ = try client.call(Self.features + "SetToggle", ["feature": "Own", "on": true, "subject": ann])
            #expect(try client.open("t://own")["code"].text == "blocked.toggle.off")
            for method in ["Open", "Explain", "Verify"] {
                #expect(
                    try client.outcome(method, ["url": "t://own", "subject": ann])["class"].text == "ok", "\(method)")
            }
            let list = try client.call(Self.features + "List", ["subject": ann])
            let own = list["parameters.features"]?.elements.first { $0["path"].text == "Own" }
            #expect(own?["status"].text == "available")
            _ = try client.call(Self.features + "SetToggle", ["feature": "Shared", "on": true, "subject": "machine"])
            #expect(try client.open("t://shared")["code"].text == "ok.performed")
            for text in ["", "ann", "uid:01", "uid:-1", "account:", "account:" + String(repeating: "a", count: 2000)] {
                let answer = try client.call("io.deeplinkd.Dispatch.Open", ["url": "t://own", "subject": text])
                #expect(answer["parameters.parameter"].text == "subject", "\(text.prefix(20)): \(answer)")
            }
        }
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "delegates speak for others")))
    func `a delegate may name users and accounts but not the machine, and others only themselves`() throws {
        let group = try #require(unsafe getgrnam("daemon")?.pointee.gr_gid)
        let address = SocketAddress.makeAbstract()
        let listening = try address.listen()
        defer { close(listening) }
        let table = "delegate group daemon\n" + Self.table
        try withDaemon(table: table, inheriting: [("varlink", listening)]) { _ in
            let delegate = try OtherUser(uid: 54_321, groups: [group]).connect(to: address)
            let stranger = try OtherUser(uid: 54_322).connect(to: address)
            for subject in ["account:ann", "uid:54322"] {
                let set = ["feature": "Own", "on": true, "subject": subject] as [String: Any]
                if subject == "account:ann" {
                    #expect(
                        try stranger.call(Self.features + "SetToggle", set)["error"].text.hasSuffix("PermissionDenied"))
                }
                #expect(try delegate.call(Self.features + "SetToggle", set)["error"] == nil)
                let opened = try delegate.outcome("Open", ["url": "t://own", "subject": subject])
                #expect(opened["code"].text == "ok.performed")
            }
            #expect(try delegate.open("t://own")["code"].text == "blocked.toggle.off")
            // A delegate's change for a user counts for that user; a caller may always name itself.
            #expect(
                try stranger.outcome("Open", ["url": "t://own", "subject": "uid:54322"])["code"].text == "ok.performed")
            for (client, subject) in [(stranger, "account:ann"), (stranger, "uid:54321"), (delegate, "machine")] {
                for method in ["Open", "Verify", "Explain"] {
                    let outcome = try client.outcome(method, ["url": "t://own", "subject": subject])
                    #expect(outcome["code"].text == "rejected.caller.notDelegated")
                }
                for method in ["List", "Describe"] {
                    let parameters = ["feature": "Own", "subject": subject].filter {
                        method == "Describe" || $0.key == "subject"
                    }
                    let answer = try client.call(Self.features + method, parameters)
                    #expect(answer["error"].text == "org.varlink.service.PermissionDenied")
                }
            }
        }
    }

    @Test func `a change of one subject makes only that subject's bindings stale`() throws {
        try withDaemon(table: Self.table) { daemon in
            let client = try daemon.connect()
            func verify(_ subject: String) throws -> String {
                let answer = try client.call(
                    "io.deeplinkd.Dispatch.Verify", ["url": "t://run", "subject": subject])
                return try #require(answer["parameters.binding"]?.text)
            }
            let (ann, bob) = (try verify("account:ann"), try verify("account:bob"))
            _ = try client.call(
                Self.features + "SetToggle", ["feature": "Own", "on": true, "subject": "account:ann"])
            #expect(try client.outcome("Perform", ["binding": ann])["code"].text == "rejected.binding.stale")
            #expect(try client.outcome("Perform", ["binding": bob])["code"].text == "ok.performed")
        }
    }

    // MARK: Overrides

    @Test func `an override is shown in evidence, explanation and status, and the source counts after its end`() throws
    {
        try withDaemon(table: "profile development\n" + Self.table) { daemon in
            let client = try daemon.connect()
            func override(_ parameters: [String: Any]) throws -> JSONTree {
                try client.call(Self.monitor + "Override", parameters)
            }
            #expect(try client.open("t://run")["constraints"] == nil)
            let set = try override(["fact": "purchase premium", "status": "active", "ttlMs": 60_000])
            #expect(set["parameters.endsAfterMs"].text == "60000")
            let outcome = try client.open("t://paid")
            #expect(outcome["code"].text == "ok.performed")
            #expect(outcome["constraints"]?.elements.last?["evidence.override"].text == "true")
            #expect(try client.open("t://run")["constraints"] != nil, "every outcome shows what it rests on")
            let status = try client.call(Self.monitor + "Status")
            #expect(status["parameters.overridden"].text == "true")
            #expect(status["parameters.overrides.0.fact"].text == "purchase premium active")
            #expect(try daemon.tool("status").output.contains("override purchase premium active"))
            // A switch set meanwhile is stored, and counts once the override ends.
            _ = try override(["fact": "toggle Own", "status": "off"])
            _ = try client.call(Self.features + "SetToggle", ["feature": "Own", "on": true])
            #expect(try client.open("t://own")["code"].text == "blocked.toggle.off")
            _ = try override(["fact": "toggle Own"])
            #expect(try client.open("t://own")["code"].text == "ok.performed")
            _ = try override(["fact": "purchase premium", "status": "expired", "ttlMs": 1])
            try Patience.lookFor("the end of the override") {
                try client.open("t://paid")["code"].text == "blocked.purchase.unsupported"
            }
            #expect(try client.call(Self.monitor + "Status")["parameters.overridden"].text == "false")
        }
    }

    @Test func `a table for production refuses overrides, and loading it ends them`() throws {
        try withDaemon(table: Self.table) { daemon in
            let client = try daemon.connect()
            let parameters = ["fact": "purchase premium", "status": "active"]
            #expect(
                try client.call(Self.monitor + "Override", parameters)["error"].text == Self.monitor + "NotDevelopment")
            try daemon.replaceTable("profile development\n" + Self.table)
            _ = try client.call(Self.monitor + "Reload")
            #expect(try client.call(Self.monitor + "Override", parameters)["error"] == nil)
            #expect(try client.open("t://paid")["code"].text == "ok.performed")
            try daemon.replaceTable("profile production\n" + Self.table)
            _ = try client.call(Self.monitor + "Reload")
            #expect(try client.open("t://paid")["code"].text == "blocked.purchase.unsupported")
        }
    }

    @Test(arguments: [
        (["fact": "toggle Nope", "status": "on"], "BadFact"), (["fact": "toggle Own", "status": "maybe"], "BadFact"),
        (["fact": "caller uid", "status": "0"], "BadFact"), (["fact": "toggle", "status": "on"], "BadFact"),
        (["fact": "toggle Own\ntoggle Shared", "status": "on"], "BadFact"), (["fact": "", "status": "on"], "BadFact"),
        (["fact": "toggle Own {", "status": "on"], "BadFact"), (["fact": "toggle \"Own", "status": "on"], "BadFact"),
    ])
    func `overriding an invalid fact is refused with the reason`(parameters: [String: String], error: String) throws {
        try withDaemon(table: "profile development\n" + Self.table) { daemon in
            let answer = try daemon.connect().call(Self.monitor + "Override", parameters)
            #expect(answer["error"].text == Self.monitor + error, "\(answer)")
            #expect(answer["parameters.diagnostics.0.message"] != nil)
        }
    }

    @Test(arguments: [0, -1, 86_400_001, Int64.max])
    func `an override of more than a day or of no time is refused`(ttlMs: Int64) throws {
        try withDaemon(table: "profile development\n" + Self.table) { daemon in
            let parameters: [String: Any] = ["fact": "toggle Own", "status": "on", "ttlMs": ttlMs]
            let answer = try daemon.connect().call(Self.monitor + "Override", parameters)
            #expect(answer["parameters.parameter"].text == "ttlMs")
        }
    }

    // MARK: The command line

    @Test func `the tool sets switches, overrides facts and prints the result`() throws {
        try withDaemon(table: "profile development\n" + Self.table) { daemon in
            let rows: [(arguments: [String], code: Int32, says: String)] = [
                (["toggle", "Own", "on"], 0, "Own: toggle on, until the daemon ends"),
                (["toggle", "Own", "default"], 0, "Own: toggle default"),
                (["toggle", "Run", "on"], 2, "`Run` has no toggle of its own"),
                (["toggle", "Own", "maybe"], 2, "maybe"),
                (["toggle", "Own", "on", "--subject", "account:ann"], 0, "toggle on"),
                (["open", "t://own", "--subject", "account:ann"], 0, "ok.performed"),
                (["runtime", "Run", "off"], 0, "Run: runtime off"),
                (["override", "purchase", "premium", "active", "--for", "10m"], 0, "purchase premium active, for 10m"),
                (["override", "purchase", "premium", "active", "--for", "250ms"], 0, "active, for 250ms\n"),
                (["override", "purchase", "premium", "active", "--for", "5425s"], 0, "active, for 1h 30m\n"),
                (["override", "purchase", "premium", "active", "--for", "24h"], 0, "active, for 1d\n"),
                (["override", "purchase", "premium"], 0, "from its source"),
                (["override", "purchase", "nope", "active"], 2, "there is no product `nope`"),
                (["override", "purchase"], 2, "as in: deeplinkctl override purchase premium.monthly expired"),
                (["override", "toggle", "Own", "on", "--for", "soon"], 2, "--for 90s, 10m or 2h"),
                (["ledger", "backup", "copy"], 1, "--state-dir"),
                (["status"], 0, "lost when the daemon ends"), (["status"], 0, "load     1 connection, "),
                (["open", "t://own", "--idempotency-key", "k"], 1, "start it with --state-dir"),
            ]
            for row in rows {
                let run = try Program.run(Products.tool, row.arguments + ["--socket", daemon.socket])
                #expect(run.exit == .code(row.code), "\(row.arguments): \(run)")
                #expect((run.output + run.errors).contains(row.says), "\(row.arguments): \(run)")
            }
        }
    }
}
