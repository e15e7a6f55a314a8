import Contract
import Testing

/// Every code of the registry, through the socket.
@Suite struct CodesTests {
    /// The codes that no test reaches yet, with the reason.
    ///
    /// A change that makes one reachable moves it to a row or a scenario.
    static let unreachable: [String: String] = [
        "ok.limited": "actions have no limited variants yet",
        "pending.authorisation": "a request is answered when its flow has ended",
        "pending.queued": "a link that waits for its turn is answered when that has come",
        "failed.internal": "a bug, or a system without random bits",
    ]

    /// Reached by calls of another user, which takes root (SwitchesTests), by a start with a bad table (NoTableTests), and by
    /// one with a bad package (PackagesTests).
    ///
    /// A rate takes a table with the limit (FairnessTests). Those of channels take a subscriber (ChannelOutcomeTests), or a
    /// daemon without a ledger (DurableChannelTests). Those of calls take a service (VarlinkActionTests, HTTPActionTests,
    /// BusActionTests), redirects and interceptors tables of their own (RedirectTests, InterceptorTests), those of units a service manager (UnitActionTests), those of starts an app (LaunchActionTests).
    static let others = [
        "rejected.caller.notDelegated", "pending.table.invalid", "rejected.package.unavailable", "ok.delivered",
        "rejected.caller.rateLimited", "rejected.loop", "rejected.interceptor", "failed.channel.noSubscriber",
        "failed.channel.full", "failed.channel.refused", "failed.channel.notKept",
        "failed.http", "failed.http.untrusted", "failed.http.denied", "failed.http.notFound",
        "failed.http.busy", "failed.http.refused", "failed.http.redirect", "failed.http.unreachable",
        "failed.varlink", "failed.varlink.noMethod", "failed.dbus", "failed.dbus.noService", "failed.dbus.noMethod",
        "failed.dbus.denied",
        "failed.unit", "failed.unit.notFound", "failed.unit.denied", "failed.unit.noManager",
        "ok.started", "ok.unmatched", "failed.launch", "failed.launch.noApp", "failed.launch.noLink",
    ]

    /// Of these the ones that take an HTTP service, a message bus, a service manager, an app or interceptors, of which the
    /// corpus has no scenes.
    static let ofManagersAndBuses: Set<String> = [
        "failed.http", "failed.http.untrusted", "failed.http.denied", "failed.http.notFound",
        "failed.http.busy", "failed.http.refused", "failed.http.redirect", "failed.http.unreachable",
        "failed.dbus", "failed.dbus.noService", "failed.dbus.noMethod", "failed.dbus.denied", "failed.unit",
        "failed.unit.notFound", "failed.unit.denied", "failed.unit.noManager",
        "ok.started", "ok.unmatched", "failed.launch", "failed.launch.noApp", "failed.launch.noLink",
        "rejected.loop", "rejected.interceptor",
    ]

    @Test func `every code of the registry is reached through the socket or listed with a reason`() {
        let reached = CodeTable.rows.map(\.code) + CodeScenario.allCases.map(\.rawValue) + Self.others
        let registry = Set(OutcomeCode.allCases.map(\.rawValue))
        #expect(Set(reached).union(Self.unreachable.keys) == registry)
        #expect(Set(reached).isDisjoint(with: Self.unreachable.keys))
    }

    @Test func `each link yields its code, with the evidence for it`() throws {
        try withDaemon(table: CodeTable.text(), facts: CodeTable.facts) { daemon in
            let client = try daemon.connect()
            for row in CodeTable.rows {
                let outcome = try client.open(row.url)
                #expect(outcome["code"].text == row.code, "\(row.url.prefix(60)): \(outcome)")
                #expect(row.code.hasPrefix(outcome["class"].text + "."))
                #expect(outcome["message"] != nil && outcome["outcomeId"] != nil && outcome["tableRevision"] != nil)
                for (path, value) in row.members.sorted(by: { $0.key < $1.key }) {
                    #expect(outcome[path].text == value, "\(path) of \(row.url.prefix(60)): \(outcome)")
                }
            }
            #expect(
                !daemon.log.contains("pssst") && !daemon.log.contains("t://"), "the log holds no URLs and no values")
        }
    }

    @Test func `explaining a link yields the same code as opening it, and performs nothing`() throws {
        try withDaemon(table: CodeTable.text(), facts: CodeTable.facts) { daemon in
            let client = try daemon.connect()
            for row in CodeTable.rows {
                let outcome = try client.outcome("Explain", ["url": row.url])
                let performs = row.code.hasPrefix("ok.") || row.code.hasPrefix("failed.")
                #expect(outcome["code"].text == (performs ? "ok.wouldPerform" : row.code))
                #expect(outcome["execution"] == nil && outcome["result"] == nil && outcome["text"] == nil)
                #expect(outcome["primary"].text == row.members["primary"] ?? "-")
            }
        }
    }

    @Test(arguments: CodeScenario.allCases)
    func `a scenario of several steps yields its code`(_ scenario: CodeScenario) throws {
        try CodeStage.with { stage in
            for outcome in try scenario.outcomes(stage) {
                #expect(outcome["code"].text == scenario.rawValue, "\(outcome)")
            }
        }
    }

    @Test func `the outcome of an interrupted request names its URL, route and action`() throws {
        try CodeStage.with { stage in
            let outcome = try #require(try CodeScenario.unknownEffect.outcomes(stage).first)
            #expect(outcome["url"].text == "t://wait" && outcome["route"].text == "wait")
            #expect(outcome["feature"].text == "Plain" && outcome["action"].text == "wait")
            #expect(outcome["replayed"] == nil && outcome["tableRevision"] != nil)
        }
    }

    @Test func `a repeated outcome says that it is one, whatever its code, and leaves a line in the log`() throws {
        try CodeStage.with { stage in
            let client = try stage.daemon.connect()
            for (url, code) in [("t://say", "ok.replayed"), ("t://complain", "failed.exit")] {
                let call = ["url": url, "idempotencyKey": url]
                let first = try client.outcome("Open", call)
                #expect(first["replayed"] == nil)
                let again = try client.outcome("Open", call)
                #expect(again["code"].text == code && again["replayed"].text == "true", "\(again)")
                #expect(again["outcomeId"].text == first["outcomeId"].text)
                let id = first["outcomeId"].text
                let line = "outcome repeated code=\(code) id=\(id) route=\(first["route"].text) uid="
                try stage.daemon.awaitLog(line)
            }
        }
    }

    @Test func `a killed program frees its place`() throws {
        try withDaemon(table: CodeTable.text()) { daemon in
            let clients = try (0..<16).map { _ in try daemon.connect() }
            for client in clients {
                try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://ignore"]))
            }
            for client in clients {
                let outcome = try client.receive()?["parameters.outcome"]
                #expect(outcome?["code"].text == "failed.timeout" && outcome?["execution.exit.signal"].text == "9")
            }
            #expect(try daemon.connect().open("t://print/x")["code"].text == "ok.performed")
        }
    }

    @Test func `with the intake switched off no URL is parsed`() throws {
        try withDaemon(table: CodeTable.text(), facts: "with runtime DeepLinking off\n") { daemon in
            let client = try daemon.connect()
            for url in ["t://say", "no URL", "t://internal/x"] {
                let outcome = try client.open(url)
                #expect(outcome["code"].text == "blocked.feature.disabled")
                #expect(outcome["feature"].text == "DeepLinking")
                #expect(outcome["primary"].text == "runtime:DeepLinking" && outcome["url"] == nil)
            }
        }
    }

    @Test func `a verified binding is performed once, on its connection`() throws {
        try withDaemon(table: CodeTable.text()) { daemon in
            let client = try daemon.connect()
            let answer = try client.call("io.deeplinkd.Dispatch.Verify", ["url": "t://say"])
            #expect(answer["parameters.expiresAfterMs"].text == "30000")
            let binding = try #require(answer["parameters.binding"]?.text)
            #expect(binding.count == 32 && binding.allSatisfy { $0.isHexDigit && !$0.isUppercase })
            // An attempt by another connection does not use it up.
            #expect(
                try daemon.connect().outcome("Perform", ["binding": binding])["code"].text == "rejected.binding.foreign"
            )
            #expect(try client.outcome("Perform", ["binding": binding])["text"].text == "You said hello.")
        }
    }

    @Test func `a binding is used up by an attempt that fails`() throws {
        try withDaemon(table: CodeTable.text()) { daemon in
            let client = try daemon.connect()
            let binding = try client.verify("t://complain")
            #expect(try client.outcome("Perform", ["binding": binding])["code"].text == "failed.exit")
            #expect(try client.outcome("Perform", ["binding": binding])["code"].text == "rejected.binding.unknown")
        }
    }

    @Test func `the thirty-third binding discards the first, and all bindings end with the connection`() throws {
        try withDaemon(table: CodeTable.text()) { daemon in
            let client = try daemon.connect()
            let bindings = try (0..<33).map { _ in try client.verify("t://say") }
            #expect(Set(bindings).count == 33)
            for (number, code) in ["rejected.binding.unknown", "ok.performed"].enumerated() {
                let outcome = try client.outcome("Perform", ["binding": bindings[number]])
                #expect(outcome["code"].text == code, "\(outcome) \(daemon.log)")
            }
        }
    }

    @Test func `a binding stays valid after a reload of the same table`() throws {
        try withDaemon(table: CodeTable.text()) { daemon in
            let client = try daemon.connect()
            let binding = try client.verify("t://say")
            #expect(try client.call("io.deeplinkd.Monitor.Reload")["error"] == nil)
            let outcome = try client.outcome("Perform", ["binding": binding])
            #expect(outcome["code"].text == "ok.performed", "\(outcome) \(daemon.log)")
        }
    }

    @Test func `nothing is sold or asked for that no source of the host can answer, whatever else is unmet`() throws {
        let table = """
            scheme t
            product gold {
                title "Gold"
            }
            product silver {
            }
            feature F {
                require toggle off
                require purchase any gold silver
                require permission siriKit contacts
                action a {
                    respond
                }
                route r /r do a
            }
            """
        try withDaemon(table: table) { daemon in
            let outcome = try daemon.connect().open("t://r")
            #expect(outcome["code"].text == "blocked.permission.unsupported")
            let names = "contacts"
            #expect(
                outcome["message"].text == "This host has no source for a permission that the feature needs (\(names))."
            )
            #expect(outcome["remedies"]?.elements.map { $0["actor"].text } == ["administrator"])
            let unmet = try #require(outcome["constraints"]?.elements.filter { $0["status"].text == "unsatisfied" })
            #expect(unmet.map { $0["evidence.source"].text } == ["table", "none", "none", "none"])
            let kinds = unmet.map { $0["remedies"]?.elements.map { $0["kind"].text } ?? [] }
            #expect(
                kinds == [["enableToggle"]] + Array(repeating: ["contactAdministrator"], count: 3), "\(outcome)")
            let withheld = unmet.flatMap { $0["remedies"]?.elements ?? [] }.filter { $0["withheldBecause"] != nil }
            #expect(withheld.count == 3)
            let run = try daemon.tool("open", "t://r")
            #expect(run.exit == .code(5) && run.output.contains("purchase:any gold silver: noSource, source none\n"))
        }
    }

    @Test func `an unmet constraint has a remedy, and a withheld remedy has a reason`() throws {
        let table = """
            scheme t
            product p {
            }
            feature F {
                require purchase p
                require permission camera
                action a {
                    respond
                }
                route r /r do a
            }
            """
        let facts = "with permission camera restricted\nwith purchase p none\n"
        try withDaemon(table: table, facts: facts) { daemon in
            let outcome = try daemon.connect().open("t://r")
            #expect(outcome["code"].text == "blocked.permission.restricted")
            #expect(outcome["remedies.0.kind"].text == "contactAdministrator")
            #expect(outcome["constraints"]?.elements.map { $0["evidence.override"].text } == ["true", "true"])
            let purchase = try #require(outcome["constraints"]?.elements.first { $0["kind"].text == "purchase" })
            #expect(purchase["remedies.0.withheldBecause"].text == "permission:camera")
            #expect(outcome["constraints.0.evidence.source"] != nil)
        }
    }
}
