import Foundation
import Testing

/// Requests that are sent again, where that is safe.
@Suite struct HTTPRetryTests {
    /// The lines beside the request, what the service does, and how often it is asked.
    struct Row: CustomTestStringConvertible {
        let lines: String
        let path: String
        let code: String
        let requests: Int

        init(_ lines: String, _ path: String, _ code: String, _ requests: Int) {
            (self.lines, self.path, self.code, self.requests) = (lines, path, code, requests)
        }

        var testDescription: String { "\(lines): \(path)" }
    }

    @Test(arguments: [
        // A service that is busy has done nothing.
        Row("", "turns/503/2", "ok.performed", 3),
        Row("", "turns/429/3", "ok.performed", 4),
        Row("", "turns/429/4", "failed.http.busy", 4),
        // What the service says of the request is the same the next time.
        Row("", "turns/404/1", "failed.http.notFound", 1),
        Row("idempotent", "turns/400/1", "failed.http.refused", 1),
        // After it was sent it may have been performed.
        Row("", "turns/500/1", "unknown.effect", 1),
        Row("", "turns/cut/1", "unknown.effect", 1),
        Row("idempotent", "turns/500/1", "ok.performed", 2),
        Row("idempotent", "turns/cut/3", "ok.performed", 4),
        Row("idempotent", "turns/cut/4", "unknown.effect", 4),
        Row("effect none", "turns/cut/1", "ok.performed", 2),
        Row("effect none", "turns/502/4", "failed.http", 4),
        // The first one may have been performed, so a later refusal says nothing of it.
        Row("idempotent", "then/409", "unknown.effect", 2),
        Row("effect none", "then/409", "failed.http.refused", 2),
    ])
    func `a request is sent again where that is safe`(_ row: Row) throws {
        let lines = "http POST SHOP /$(path)\nretry 3 within 20s\n" + row.lines
        try WebShop.with("repeated requests", lines) { daemon, shop in
            let outcome = try daemon.connect().open("t://" + row.path)
            #expect(outcome["code"].text == row.code, "\(outcome)")
            #expect(shop.requests.count == row.requests)
            #expect(outcome["execution.attempts"].text == (row.requests > 1 ? "\(row.requests)" : "-"))
            let keys = Set(shop.requests.map { $0["headers.idempotency-key"].text })
            #expect(keys == [outcome["outcomeId"].text], "the service can tell repetitions")
        }
    }

    @Test func `a time that the service asks for is waited for, and one that does not fit ends the action`() throws {
        try WebShop.with("times of a service", "http POST SHOP /$(path)\nretry 3 within 5s") { daemon, shop in
            let outcome = try daemon.connect().open("t://later/503/60")
            #expect(outcome["code"].text == "failed.http.busy" && outcome["execution.retryAfterMs"].text == "60000")
            #expect(shop.requests.count == 1)
            let waited = try daemon.connect().open("t://later/429/1")
            #expect(waited["code"].text == "failed.http.busy", "\(waited)")
            #expect((2...5).contains(shop.requests.count))
        }
    }

    @Test func `a service that does not listen yet is reached when it does`() throws {
        try WebShop.with("a late service", "http POST SHOP /$(path)\nretry 9 within 30s") { daemon, shop in
            let client = try daemon.connect()
            // libcurl is loaded then, and the next request begins at once.
            _ = try client.open("t://later/404/0")
            try FileManager.default.moveItem(atPath: shop.socket, toPath: shop.socket + ".away")
            _ = try client.call("io.deeplinkd.Monitor.Reload")
            try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://ok"]))
            _ = try daemon.connect().open("t://nowhere?text=%00")
            try FileManager.default.moveItem(atPath: shop.socket + ".away", toPath: shop.socket)
            let outcome = try #require(try client.receive()?["parameters.outcome"])
            #expect(outcome["code"].text == "ok.performed", "\(outcome)")
            #expect(shop.requests.count == 2)
        }
    }

    @Test func `a pause between two requests ends with the caller, and nothing was done`() throws {
        try WebShop.with("a pause", "http POST SHOP /$(path)\nretry 3 within 60s") { daemon, shop in
            let outcome = try daemon.connect().outcome("Open", ["url": "t://later/503/30", "deadlineMs": 300])
            #expect(outcome["code"].text == "failed.timeout", "\(outcome)")
            #expect(shop.requests.count == 1)
        }
    }

    @Test(arguments: [("", "unknown.effect", 1), ("idempotent", "ok.performed", 2), ("effect none", "ok.performed", 2)])
    func `a key that the daemon's death interrupted is performed again where that is safe, under the same name`(
        _ line: String, _ code: String, _ requests: Int
    ) throws {
        let lines = "http POST SHOP /$(path)\ntimeout 20s\n" + line
        try WebShop.with("an interrupted key", lines, state: true) { daemon, shop in
            let call = ["url": "t://held/x", "idempotencyKey": "k"]
            try shop.hold(true)
            let client = try daemon.connect()
            try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", call))
            _ = try shop.awaitRequests(1)
            try daemon.restartKilled()
            try shop.hold(false)
            for expected in [code, code == "ok.performed" ? "ok.replayed" : code] {
                let again = try daemon.connect().outcome("Open", call)
                #expect(again["code"].text == expected, "\(again)")
            }
            #expect(shop.requests.count == requests)
            let names = shop.requests.map { $0["headers.idempotency-key"].text }
            #expect(Set(names).count == 1 && names[0].wholeMatch(of: /[0-9a-f]{32}/) != nil, "\(names)")
            _ = try daemon.connect().outcome("Open", ["url": "t://held/x", "idempotencyKey": "other"])
            #expect(shop.requests.count == requests + 1)
            #expect(shop.requests.last?["headers.idempotency-key"].text != names[0])
        }
    }

    @Test func `after the daemon's death the end of a request with a key is as before, and it is not sent again`()
        throws
    {
        let lines = "http POST SHOP /$(path)\nresult {\ntitle string\n}"
        try WebShop.with("ends that are kept", lines, state: true) { daemon, shop in
            let ends = [
                ("ok", "ok.performed"), ("chunked", "ok.performed"), ("half", "failed.decode"),
                ("huge", "failed.decode"), ("endless", "failed.decode"), ("cut", "unknown.effect"),
                ("redirect/302", "failed.http.redirect"), ("later/429/5", "failed.http.busy"),
                ("status/409", "failed.http.refused"), ("status/500", "unknown.effect"),
            ]
            for (number, (path, code)) in ends.enumerated() {
                let call = ["url": "t://" + path, "idempotencyKey": path]
                let first = try daemon.connect().outcome("Open", call)
                #expect(first["code"].text == code, "\(path): \(first)")
                try daemon.restartKilled()
                let again = try daemon.connect().outcome("Open", call)
                #expect(again["code"].text == (code == "ok.performed" ? "ok.replayed" : code), "\(path): \(again)")
                #expect(again["outcomeId"] == first["outcomeId"] && again["execution"] == first["execution"])
                #expect(shop.requests.count == number + 1, "\(path)")
            }
        }
    }
}
