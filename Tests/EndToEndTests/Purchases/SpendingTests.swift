import Foundation
import Glibc
import PurchaseRules
import TestSupport
import Testing

/// Actions that spend units, through the socket.
@Suite(.serialized) struct SpendingTests {
    private static let own = "uid:\(getuid())"

    @Test func `a link that is performed spends its units, and one that lacks them is told how many are missing`()
        throws
    {
        try SpendingStage.with { daemon, _, calls in
            let client = try daemon.connect()
            for left in ["7", "4", "1"] {
                #expect(try client.open("t://play/tea")["code"].text == "ok.performed")
                #expect(try SpendingStage.units(daemon) == left)
            }
            let refused = try client.open("t://play/tea")
            #expect(refused["code"].text == "blocked.purchase.required", "\(refused)")
            let remedy = refused["remedies"]?.elements.first
            #expect(remedy?["kind"].text == "purchase" && remedy?["arguments.units.coins"].text == "2", "\(refused)")
            #expect(calls.all.count == 3)
            try daemon.restartKilled()
            #expect(try SpendingStage.units(daemon) == "1")
        }
    }

    @Test func `a program or a service that fails gives the units back`() throws {
        try SpendingStage.with { daemon, _, calls in
            let client = try daemon.connect()
            #expect(try client.open("t://fail")["code"].text == "failed.exit")
            #expect(try client.open("t://play/bad-tea")["code"].text.hasPrefix("failed.varlink") == true)
            #expect(try SpendingStage.units(daemon) == "10" && calls.all.count == 1)
            #expect(try SpendingStage.reservations(daemon).isEmpty)
            try daemon.restartKilled()
            #expect(try SpendingStage.units(daemon) == "10")
        }
    }

    @Test func `of two links at once for the units of one the second is blocked before anything is done`() throws {
        try SpendingStage.with(units: 4) { daemon, _, calls in
            let clients = [try daemon.connect(), try daemon.connect()]
            try clients[0].send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://play/mute"]))
            try Patience.lookFor("the call") { calls.all.count == 1 }
            #expect(try SpendingStage.units(daemon) == "1")
            #expect(try daemon.connect().purchase("coins")["reserved"].text == "3")
            #expect(try clients[1].open("t://play/tea")["code"].text == "blocked.purchase.required")
            #expect(calls.all.count == 1)
        }
    }

    @Test func `a key sent again gets the outcome that there was, and spends nothing`() throws {
        try SpendingStage.with { daemon, _, calls in
            let call: [String: Any] = ["url": "t://play/tea", "idempotencyKey": "k"]
            #expect(try daemon.connect().outcome("Open", call)["code"].text == "ok.performed")
            #expect(try daemon.connect().outcome("Open", call)["code"].text == "ok.replayed")
            try daemon.restartKilled()
            #expect(try daemon.connect().outcome("Open", call)["code"].text == "ok.replayed")
            #expect(try SpendingStage.units(daemon) == "7" && calls.all.count == 1)
        }
    }

    @Test func `a binding reserves nothing, and is stale once the units have changed`() throws {
        try SpendingStage.with { daemon, _, calls in
            let client = try daemon.connect()
            let bindings = [try client.verify("t://play/tea"), try client.verify("t://play/ink")]
            #expect(try SpendingStage.units(daemon) == "10")
            #expect(try client.outcome("Perform", ["binding": bindings[0]])["code"].text == "ok.performed")
            #expect(try client.outcome("Perform", ["binding": bindings[1]])["code"].text == "rejected.binding.stale")
            #expect(try SpendingStage.units(daemon) == "7" && calls.all.count == 1)
        }
    }

    @Test func `a caller that hangs up does not have its units back until an operator decides`() throws {
        try SpendingStage.with { daemon, _, calls in
            for link in ["t://play/mute", "t://slow"] {
                let leaving = try daemon.connect()
                try leaving.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": link]))
                try Patience.lookFor("the reservation") {
                    try SpendingStage.units(daemon) == (link == "t://slow" ? "4" : "7")
                }
                if link != "t://slow" { try Patience.lookFor("the call") { calls.all.count == 1 } }
                if link == "t://slow" { usleep(300_000) }
            }
            try Patience.lookFor("both to be undecided") { try SpendingStage.reservations(daemon).count == 2 }
            try daemon.awaitLog("units reserved until an operator decides")
            let found = try SpendingStage.reservations(daemon)
            #expect(found.map { $0["action"].text } == ["play", "slow"] && found[0]["subject"].text == Self.own)
            #expect(found[0]["units"]?.elements.first?["units"].text == "3", "\(found)")
            let status = try daemon.tool("status")
            #expect(
                status.exit == .code(6) && status.output.contains("units    2 links: whether their units"), "\(status)")
            try daemon.restartKilled()
            #expect(try SpendingStage.units(daemon) == "4" && SpendingStage.reservations(daemon).count == 2)
            let ids = try SpendingStage.reservations(daemon).map { $0["outcomeId"].text }
            let listed = try SpendingStage.licence(daemon, "reserved")
            #expect(listed.output.contains("\(ids[0])  ") && listed.output.contains("Game.play"), "\(listed)")
            let object = try SpendingStage.licence(daemon, "reserved", "--format", "json").lines.first
            #expect(object?["outcomeId"].text == ids[0], "\(String(describing: object))")
            let spent = try SpendingStage.licence(daemon, "decide", ids[0], "spent")
            #expect(spent.output == "\(ids[0]): the units are spent\n", "\(spent)")
            let back = try SpendingStage.licence(daemon, "decide", ids[1], "back", "--format", "json")
            #expect(back.output == #"{"decided":true}"# + "\n", "\(back)")
            #expect(try SpendingStage.licence(daemon, "decide", ids[1], "back").exit == .code(1))
            #expect(try SpendingStage.units(daemon) == "7" && SpendingStage.reservations(daemon).isEmpty)
            try daemon.restartKilled()
            #expect(try SpendingStage.units(daemon) == "7")
            #expect(try daemon.tool("status").exit == .code(0))
        }
    }

    @Test func `units of an account are spent by its delegate, and no others`() throws {
        try SpendingStage.with(units: 3) { daemon, shop, _ in
            let client = try daemon.connect()
            let licence = try shop.licence(.account("ann"), product: "coins", units: 6)
            #expect(try client.ingest([licence], for: "account:ann") == ["accepted"])
            let call: [String: Any] = ["url": "t://play/tea", "subject": "account:ann"]
            #expect(try client.outcome("Open", call)["code"].text == "ok.performed")
            #expect(try client.purchase("coins", for: "account:ann")["units"].text == "3")
            #expect(try SpendingStage.units(daemon) == "3")
        }
    }

    @Test func `an operator's setting pays alone, and the next one begins anew`() throws {
        try SpendingStage.with("profile development") { daemon, _, _ in
            let client = try daemon.connect()
            func set(_ units: String) throws {
                let run = try daemon.tool("purchase", "coins", "active", "--units", units, "--subject", "account:zoe")
                #expect(run.exit == .code(0), "\(run)")
            }
            let call: [String: Any] = ["url": "t://play/tea", "subject": "account:zoe"]
            for units in ["4", "5"] {
                try set(units)
                #expect(try client.outcome("Open", call)["code"].text == "ok.performed")
                let left = try client.purchase("coins", for: "account:zoe")["units"].text
                #expect(left == "\((Int(units) ?? 0) - 3)")
                #expect(try client.outcome("Open", call)["code"].text == "blocked.purchase.required")
            }
            try daemon.restartKilled()
            #expect(try daemon.connect().purchase("coins", for: "account:zoe")["units"].text == "2")
        }
    }

    @Test func `a reload that drops the action, or a licence that is revoked, leaves a link under way its units`()
        throws
    {
        try SpendingStage.with(units: 3) { daemon, shop, calls in
            let client = try daemon.connect()
            try client.send(
                RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://play/mute", "deadlineMs": 1500]))
            try Patience.lookFor("the call") { calls.all.count == 1 }
            let revoked = try shop.licence(
                .uid(getuid()), product: "coins", issuedMs: 1_772_323_300_000, units: 3, state: .revoked)
            #expect(try daemon.connect().ingest([revoked]) == ["accepted"])
            try daemon.replaceTable("scheme t\nfeature F {\naction a {\nrespond\n}\nroute a /a do a\n}\n")
            #expect(try daemon.connect().call("io.deeplinkd.Monitor.Reload")["error"] == nil)
            let outcome = try #require(try client.receive())["parameters.outcome"]
            #expect(outcome?["code"].text == "unknown.effect", "\(String(describing: outcome))")
            let found = try SpendingStage.reservations(daemon)
            #expect(found.count == 1 && found[0]["units"]?.elements.first?["product"].text == "coins", "\(found)")
        }
    }
}
