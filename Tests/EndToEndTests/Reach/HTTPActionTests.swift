import Foundation
import Glibc
import Testing

/// Actions that send a request to an HTTP service, through the socket.
@Suite struct HTTPActionTests {
    private static let result = """
        result {
            title    string
            position uint?
        }
        """

    private static let get = "http GET SHOP /$(path)?text=$(text)&from=$(url)\n" + result

    /// The code that a path of the service gives, and members of the outcome.
    struct Row: CustomTestStringConvertible {
        let path: String
        let code: String
        let members: [String: String]

        init(_ path: String, _ code: String, _ members: [String: String] = [:]) {
            (self.path, self.code, self.members) = (path, code, members)
        }

        var testDescription: String { path }
    }

    private static let reason = "No stock: 7 is sold\nout"

    @Test(arguments: [
        Row(
            "ok", "ok.performed",
            [
                "result.title": "Dune", "result.position": "7", "result.secret": "-", "execution.kind": "http",
                "execution.method": "POST", "execution.status": "200", "execution.attempts": "-",
            ]),
        Row("chunked", "ok.performed", ["result.title": "Dune"]),
        Row("later/202/0", "failed.decode", ["execution.status": "202", "execution.effect": "taken"]),
        Row("status/401", "failed.http.denied", ["execution.status": "401", "execution.reason": reason]),
        Row("status/403", "failed.http.denied"),
        Row("status/404", "failed.http.notFound"), Row("status/405", "failed.http.notFound"),
        Row("status/410", "failed.http.notFound"),
        Row("status/408", "failed.http.busy"), Row("status/425", "failed.http.busy"),
        Row("status/429", "failed.http.busy"), Row("status/503", "failed.http.busy"),
        Row("later/429/120", "failed.http.busy", ["execution.retryAfterMs": "120000"]),
        Row("status/409", "failed.http.refused", ["execution.status": "409", "execution.reason": reason]),
        Row("status/422", "failed.http.refused"), Row("later/431/1", "failed.http.refused", ["execution.reason": "-"]),
        Row("redirect/302", "failed.http.redirect", ["execution.status": "302"]),
        Row("redirect/307", "failed.http.redirect"), Row("later/304/0", "failed.http.redirect"),
        Row("status/500", "unknown.effect", ["execution.status": "500", "execution.reason": reason]),
        Row("status/502", "unknown.effect"),
        // The service has the request, and its status did not come.
        Row("cut", "unknown.effect", ["execution.status": "-"]), Row("garbage", "unknown.effect"),
        Row("header", "unknown.effect"),
        // Its status came, and its answer cannot be read.
        Row("half", "failed.decode", ["execution.effect": "taken"]), Row("text", "failed.decode"),
        Row("huge", "failed.decode"), Row("endless", "failed.decode"), Row("bomb", "failed.decode"),
        Row(
            "list", "failed.decode", ["execution.decoding.expected": "object", "execution.decoding.found": "list"]),
        Row(
            "typed", "failed.decode", ["execution.decoding.path": "title", "execution.decoding.found": "int"]),
    ])
    func `each way in which a request ends has its code`(_ row: Row) throws {
        let lines = "http POST SHOP /$(path)\njson text=$(text)\n" + Self.result
        try WebShop.with("a request of \(row.path)", lines) { daemon, shop in
            let before = try daemon.residentKiB
            let outcome = try daemon.connect().open("t://\(row.path)")
            #expect(outcome["code"].text == row.code, "\(outcome)")
            for (path, value) in row.members { #expect(outcome[path].text == value, "\(path) of \(outcome)") }
            #expect(shop.requests.count == 1)
            // What was left of it is not read as the answer to the next one.
            #expect(try daemon.connect().open("t://ok")["result.title"].text == "Dune")
            #expect(try daemon.growthKiB(since: before) < 24_576)
        }
    }

    @Test func `an answer that the table does not ask for is dropped, also where it cannot be read`() throws {
        try WebShop.with("dropped answers", "http POST SHOP /$(path)\nsuccess 200..299 404") { daemon, _ in
            let client = try daemon.connect()
            for path in ["ok", "huge", "bomb", "half", "status/404"] {
                let outcome = try client.open("t://\(path)")
                #expect(outcome["code"].text == "ok.performed" && outcome["result"] == nil, "\(path): \(outcome)")
            }
            let accepted = try client.open("t://later/202/0")
            #expect(accepted["code"].text == "ok.accepted" && accepted["message"].text.contains("later"), "\(accepted)")
        }
    }

    @Test func `without an effect nothing of it is unknown`() throws {
        let lines = "http GET SHOP /$(path)\neffect none\ntimeout 400ms\n" + Self.result
        try WebShop.with("requests without an effect", lines) { daemon, _ in
            let client = try daemon.connect()
            for (path, code) in [
                ("status/500", "failed.http"), ("cut", "failed.http"), ("garbage", "failed.http"),
                ("slow", "failed.timeout"), ("status/503", "failed.http.busy"),
            ] {
                #expect(try client.open("t://\(path)")["code"].text == code, "\(path)")
            }
        }
        let patient = "http GET SHOP /$(path)\neffect none\ntimeout 20s"
        try WebShop.with("a caller that leaves", patient, state: true) { daemon, shop in
            let call = ["url": "t://slow", "idempotencyKey": "k"]
            do {
                let leaving = try daemon.connect()
                try leaving.send(RawClient.message("io.deeplinkd.Dispatch.Open", call))
                // Its connection is closed behind this, and not only the half that it writes to.
                _ = try withExtendedLifetime(leaving) { try shop.awaitRequests(1) }
            }
            try Patience.lookFor("the kept outcome") {
                try daemon.connect().outcome("Open", call)["code"].text == "failed.cancelled"
            }
        }
    }

    @Test func `nothing was done where no service listens, and the link may be sent again`() throws {
        try WebShop.with("an absent service", "http POST SHOP /$(path)") { daemon, shop in
            let client = try daemon.connect()
            #expect(try client.open("t://ok")["code"].text == "ok.performed")
            shop.stop()
            #expect(try client.open("t://ok")["execution.error"].text == "ECONNREFUSED")
            try FileManager.default.removeItem(atPath: shop.socket)
            let outcome = try client.open("t://ok")
            #expect(outcome["code"].text == "failed.http.unreachable", "\(outcome)")
            #expect(outcome["execution.error"].text == "ENOENT" && outcome["execution.status"] == nil)
            #expect(outcome["execution.service"].text == "unix:" + shop.socket)
        }
    }

    // MARK: Values

    @Test func `a value stays in its place, however it is written`() throws {
        let lines = """
            http POST SHOP /ok/$(path)?text=$(text)&from=$(url)
            header X-Text $(text)
            json text=$(text) note.n=1 "s=a $(text)"
            """
        try WebShop.with("values in a request", lines) { daemon, shop in
            let client = try daemon.connect()
            let text = #""},"a":{"&b=c#/../?"#
            let escaped = text.utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
            let outcome = try client.open("t://a%20b/c?text=\(escaped)")
            #expect(outcome["code"].text == "ok.performed", "\(outcome)")
            let request = try #require(shop.requests.first)
            #expect(
                request["path"].text.hasPrefix(
                    "/ok/a%20b/c?text=%22%7D%2C%22a%22%3A%7B%22%26b%3Dc%23%2F..%2F%3F&from=t%3A%2F%2Fa%2520b%2Fc%3Ftext"
                ))
            #expect(request["headers.x-text"].text == text)
            let body = try JSONTree(parsing: Array(request["body"].text.utf8))
            #expect(body["text"].text == text && body["s"].text == "a " + text && body["a"] == nil, "\(body)")
            #expect(request["headers.content-type"].text == "application/json")
            #expect(request["headers.idempotency-key"].text == outcome["outcomeId"].text)
            #expect(request["headers.accept-encoding"] == nil && request["headers.host"].text == "localhost")
            // CR and LF, and a letter that the server may read as another one.
            for bad in ["a%0D%0AX-Admin:%20yes", "%0A", "%C3%A9"] {
                let refused = try client.open("t://x?text=\(bad)")
                #expect(refused["code"].text == "rejected.input.invalid", "\(bad): \(refused)")
            }
            #expect(shop.requests.count == 1)
        }
    }

    @Test func `the trace of the caller goes on, and what is none is refused`() throws {
        try WebShop.with("a trace", "http GET SHOP /$(path)") { daemon, shop in
            let client = try daemon.connect()
            let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
            let outcome = try client.outcome("Open", ["url": "t://ok", "traceparent": trace])
            #expect(outcome["code"].text == "ok.performed", "\(outcome)")
            #expect(shop.requests[0]["headers.traceparent"].text == trace)
            #expect(try daemon.tool("open", "t://ok", "--traceparent", trace).exit == .code(0))
            #expect(shop.requests[1]["headers.traceparent"].text == trace)
            for bad in [
                "", "00-x", trace + "\r\nA: b", trace.uppercased(), "00-\(String(repeating: "0", count: 32))-1-01",
            ] {
                let reply = try client.call("io.deeplinkd.Dispatch.Open", ["url": "t://ok", "traceparent": bad])
                #expect(reply["error"].text == "org.varlink.service.InvalidParameter", "\(bad): \(reply)")
            }
            #expect(shop.requests.count == 2)
        }
    }

    @Test func `a form has one field for each value`() throws {
        try WebShop.with("a form", "http PUT SHOP /ok/$(path)\nform text=$(text) all=$(path) n=1") { daemon, shop in
            let outcome = try daemon.connect().open("t://a/b?text=x%26y%3Dz%2B")
            #expect(outcome["code"].text == "ok.performed", "\(outcome)")
            let request = try #require(shop.requests.first)
            #expect(request["body"].text == "text=x%26y%3Dz%2B&all=a&all=b&n=1" && request["method"].text == "PUT")
            #expect(request["headers.content-type"].text == "application/x-www-form-urlencoded")
        }
    }

    @Test func `a value that servers take for another path is refused`() throws {
        let lines = "http DELETE SHOP /ok/$(text)\nheader X-Path $(path)"
        try WebShop.with("values of a path", lines) { daemon, shop in
            let client = try daemon.connect()
            for bad in ["..", ".", "a%2Fb", "..%2Fb", "a%5Cb"] {
                let outcome = try client.open("t://x?text=\(bad)")
                #expect(outcome["code"].text == "rejected.input.invalid", "\(bad): \(outcome)")
            }
            #expect(shop.requests.isEmpty)
            #expect(try client.open("t://x?text=a%3Fb%23")["code"].text == "ok.performed")
            #expect(shop.requests.first?["path"].text == "/ok/a%3Fb%23")
        }
    }

    // MARK: Ends

    @Test func `a service that does not answer is unknown, by the time, the deadline and a hang-up`() throws {
        try WebShop.with("a slow service", "http POST SHOP /$(path)\ntimeout 300ms", state: true) { daemon, shop in
            let outcome = try daemon.connect().open("t://slow")
            #expect(outcome["code"].text == "unknown.effect", "\(outcome)")
            let late = try daemon.connect().outcome("Open", ["url": "t://slow", "deadlineMs": 100])
            #expect(late["code"].text == "unknown.effect", "\(late)")
            let leaving = try daemon.connect()
            try leaving.send(
                RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://slow", "idempotencyKey": "k"]))
            _ = try shop.awaitRequests(3)
            leaving.finishSending()
            try Patience.lookFor("the kept outcome") {
                let again = try? daemon.connect().outcome("Open", ["url": "t://slow", "idempotencyKey": "k"])
                return again?["code"].text == "unknown.effect"
            }
            #expect(shop.requests.count == 3)
        }
    }

    @Test func `the daemon's death in between is unknown afterwards, and the request is not made again`() throws {
        try WebShop.with("the daemon's death", "http POST SHOP /$(path)\ntimeout 20s", state: true) { daemon, shop in
            let client = try daemon.connect()
            try client.send(
                RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://slow", "idempotencyKey": "k"]))
            _ = try shop.awaitRequests(1)
            try daemon.restartKilled()
            let again = try daemon.connect().outcome("Open", ["url": "t://slow", "idempotencyKey": "k"])
            #expect(again["code"].text == "unknown.effect", "\(again)")
            #expect(shop.requests.count == 1)
        }
    }

    @Test func `a user has at most 64 requests under way`() throws {
        try WebShop.with("many requests", "http POST SHOP /$(path)\ntimeout 20s") { daemon, shop in
            var clients: [RawClient] = []
            for number in 0..<64 {
                let client = try daemon.connect()
                try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://slow/\(number)"]))
                clients.append(client)
            }
            _ = try shop.awaitRequests(64)
            let outcome = try daemon.connect().open("t://slow/99")
            #expect(outcome["code"].text == "rejected.overloaded", "\(outcome)")
            #expect(shop.requests.count == 64)
        }
    }

    @Test func `a host whose name leads to this machine is not called without the word`() throws {
        let table = """
            scheme t
            feature F {
                action a {
                    http GET http://ip6-localhost:9/x
                }
                action b {
                    http GET http://127.0.0.1:9/x
                }
                route a /a do a
                route b /b do b
            }
            """
        try withDaemon(table: table) { daemon in
            let client = try daemon.connect()
            // Its name has a private address, or none where the machine's list of hosts lacks it.
            let named = try client.open("t://a")
            #expect(named["code"].text == "failed.http.unreachable" && named["execution.error"].text != "ECONNREFUSED")
            let literal = try client.open("t://b")
            #expect(literal["code"].text == "failed.http.unreachable", "\(literal)")
            #expect(literal["execution.error"].text == "ECONNREFUSED")
        }
    }

    @Test func `a reload closes the connections that were kept`() throws {
        try WebShop.with("kept connections", "http GET SHOP /$(path)") { daemon, shop in
            let client = try daemon.connect()
            func sockets() throws -> Int {
                let folder = "/proc/\(daemon.program.processID)/fd"
                return try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
                    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + name)
                    return target?.hasPrefix("socket:") == true
                }.count
            }
            _ = try client.open("t://nowhere")
            _ = try client.open("t://ok")
            let kept = try sockets()
            #expect(try client.open("t://ok")["code"].text == "ok.performed")
            #expect(try sockets() == kept)
            try daemon.replaceTable("scheme t\n# changed\n")
            _ = try client.call("io.deeplinkd.Monitor.Reload")
            try Patience.lookFor("the end of the connection") { try sockets() < kept }
        }
    }
}
