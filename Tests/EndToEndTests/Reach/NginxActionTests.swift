import Foundation
import Glibc
import Testing

/// Actions whose service is nginx, through the socket.
@Suite struct NginxActionTests {
    private static let result = "result {\ntitle string\n}"

    /// Runs a test with nginx and a daemon.
    ///
    /// - Parameter lines: those of the action behind its request.
    private static func with(
        _ test: String, _ request: String, _ lines: String = "", state: Bool = false,
        _ body: (RunningDaemon, WebNginx) throws -> Void
    ) throws {
        try withFolder { folder in
            guard let nginx = try WebNginx(in: folder, for: test) else { return }
            defer { nginx.kill() }
            // A service behind nginx that takes connections and does not answer.
            let silent = try SocketAddress(folder.path(of: "silent")).listen()
            defer { close(silent) }
            let table = """
                scheme t
                feature Shop {
                    action call {
                        input path **
                        http \(request.replacing("NGINX", with: "unix:" + nginx.socket))
                        \(lines.replacing("\n", with: "\n        "))
                    }
                    route call /$(path:**) do call
                }

                """
            let state = state ? try folder.makeFolder("state") : nil
            try withDaemon(in: folder, table: table, stateDirectory: state) { try body($0, nginx) }
        }
    }

    /// A path of nginx, the code of an action that may have an effect, and of one that has none.
    struct Row {
        let path: String
        let code: String
        let harmless: String
        let members: [String: String]

        init(_ path: String, _ code: String, _ harmless: String? = nil, _ members: [String: String] = [:]) {
            (self.path, self.code, self.harmless, self.members) = (path, code, harmless ?? code, members)
        }
    }

    private static let rows = [
        Row("goods.json", "ok.performed", nil, ["result.title": "Dune", "execution.status": "200"]),
        Row("chunked.json", "ok.performed", nil, ["result.title": "Solaris"]),
        Row("long.json", "failed.decode", nil, ["execution.status": "200"]),
        Row("endless.json", "failed.decode", nil, ["execution.status": "200"]),
        Row("packed.json", "failed.decode"), Row("accepted", "failed.decode", nil, ["execution.status": "202"]),
        Row("away", "failed.http.redirect", nil, ["execution.status": "302"]),
        // nginx leads to the folder with a slash behind it.
        Row("goods", "failed.http.redirect", nil, ["execution.status": "301"]),
        Row("secret", "failed.http.denied", nil, ["execution.status": "401"]), Row("denied", "failed.http.denied"),
        Row("nothing", "failed.http.notFound", nil, ["execution.status": "404"]),
        Row("busy", "failed.http.busy", nil, ["execution.status": "429", "execution.retryAfterMs": "7000"]),
        Row("closed", "failed.http.busy", nil, ["execution.status": "503", "execution.retryAfterMs": "30000"]),
        Row("broken", "unknown.effect", "failed.http", ["execution.status": "500"]),
        Row("gone", "unknown.effect", "failed.http", ["execution.status": "502"]),
        Row("late", "unknown.effect", "failed.http", ["execution.status": "504"]),
        Row("cut", "unknown.effect", "failed.http", ["execution.status": "-"]),
        Row("header", "unknown.effect", "failed.http", ["execution.status": "-"]),
        Row("slow", "unknown.effect", "failed.timeout", ["execution.status": "-"]),
        Row("drip.json", "unknown.effect", "failed.timeout"),
    ]

    @Test(arguments: ["", "effect none"])
    func `each way in which nginx ends a request has its code`(_ word: String) throws {
        try Self.with("ends of requests", "GET NGINX /$(path)", "timeout 2s\n\(word)\n" + Self.result) { daemon, _ in
            let (client, before) = (try daemon.connect(), try daemon.residentKiB)
            for row in Self.rows {
                let outcome = try client.open("t://" + row.path)
                #expect(outcome["code"].text == (word.isEmpty ? row.code : row.harmless), "\(row.path): \(outcome)")
                for (path, value) in row.members { #expect(outcome[path].text == value, "\(path) of \(outcome)") }
                // What was left of it is not read as the answer to the next one.
                #expect(try client.open("t://goods.json")["result.title"].text == "Dune", "after \(row.path)")
            }
            #expect(try daemon.growthKiB(since: before) < 24_576)
        }
    }

    @Test func `what nginx refuses of a request was not done`() throws {
        try Self.with("refused requests", "POST NGINX /$(path)", "json a=0123456789abcdefghi") { daemon, _ in
            let client = try daemon.connect()
            let large = try client.open("t://goods.json")
            #expect(large["code"].text == "failed.http.refused" && large["execution.status"].text == "413", "\(large)")
        }
        try Self.with("refused methods", "POST NGINX /$(path)") { daemon, _ in
            let method = try daemon.connect().open("t://goods.json")
            #expect(method["code"].text == "failed.http.notFound" && method["execution.status"].text == "405")
        }
    }

    @Test func `a request that is one too many for nginx is sent again later`() throws {
        let lines = "retry 9 within 20s\neffect none\n" + Self.result
        try Self.with("a limit of requests", "GET NGINX /$(path)", lines) { daemon, nginx in
            let outcomes = try (0..<3).map { _ in try daemon.connect().open("t://few") }
            #expect(outcomes.allSatisfy { $0["code"].text == "ok.performed" }, "\(outcomes)")
            #expect(nginx.answered.contains("/few 429"))
        }
    }

    @Test(arguments: [("", "unknown.effect"), ("effect none", "failed.http")])
    func `nginx's death cuts a request off, is seen by the next one, and is over when it is back`(
        _ word: String, _ cut: String
    ) throws {
        let lines = "timeout 20s\n\(word)\n" + Self.result
        try Self.with("nginx's death", "GET NGINX /$(path)", lines) { daemon, nginx in
            let client = try daemon.connect()
            #expect(try client.open("t://goods.json")["code"].text == "ok.performed")
            for (path, code) in [("slow", cut), ("drip.json", "failed.decode")] {
                try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://" + path]))
                // nginx looks at it before this one, and has begun to answer it then.
                #expect(try daemon.connect().open("t://goods.json")["code"].text == "ok.performed")
                nginx.kill()
                let outcome = try #require(try client.receive()?["parameters.outcome"])
                #expect(outcome["code"].text == code, "\(path): \(outcome)")
                let absent = try client.open("t://goods.json")
                #expect(absent["code"].text == "failed.http.unreachable", "\(absent)")
                #expect(absent["execution.error"].text == "ECONNREFUSED")
                try nginx.start()
                #expect(try client.open("t://goods.json")["code"].text == "ok.performed")
            }
        }
    }

    @Test func `after the daemon's death each end is known as before, and a request that was cut off is unknown`()
        throws
    {
        let lines = "timeout 2s\n" + Self.result
        try Self.with("the daemon's death", "GET NGINX /$(path)", lines, state: true) { daemon, nginx in
            for row in Self.rows where row.harmless != "failed.timeout" {
                let call = ["url": "t://" + row.path, "idempotencyKey": row.path]
                let first = try daemon.connect().outcome("Open", call)
                #expect(first["code"].text == row.code, "\(row.path): \(first)")
                try daemon.restartKilled()
                let count = nginx.answered.count
                let again = try daemon.connect().outcome("Open", call)
                let code = row.code == "ok.performed" ? "ok.replayed" : row.code
                #expect(again["code"].text == code && again["outcomeId"] == first["outcomeId"], "\(row.path): \(again)")
                #expect(nginx.answered.count == count, "\(row.path) is asked for once")
            }
            for path in ["slow", "drip.json"] {
                let call = ["url": "t://" + path, "idempotencyKey": path]
                let client = try daemon.connect()
                try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", call))
                _ = try daemon.connect().open("t://goods.json")
                try daemon.restartKilled()
                let again = try daemon.connect().outcome("Open", call)
                #expect(again["code"].text == "unknown.effect", "\(path): \(again)")
            }
        }
    }

    // MARK: With a cache

    @Test func `an answer of nginx is kept, and what is none is asked for each time`() throws {
        let lines = "timeout 2s\neffect none\ncache for 1h\n" + Self.result
        try Self.with("kept answers of nginx", "GET NGINX /$(path)", lines) { daemon, nginx in
            let client = try daemon.connect()
            for row in Self.rows where !["slow", "drip.json"].contains(row.path) {
                let before = nginx.answered.count
                for round in 0..<2 {
                    let outcome = try client.open("t://" + row.path)
                    #expect(outcome["code"].text == row.harmless, "\(row.path): \(outcome)")
                    #expect((outcome["cached"] != nil) == (row.harmless == "ok.performed" && round == 1), "\(outcome)")
                }
                // nginx notes a request after it has answered it. A connection that ends without an answer is tried again.
                let isKept = row.harmless == "ok.performed"
                try Patience.lookFor("the requests of \(row.path)") {
                    let count = nginx.answered.count - before
                    return isKept ? count == 1 : count >= 2
                }
            }
        }
    }

    @Test func `an old answer outlives nginx's death and its faults, and a refusal ends it`() throws {
        let lines = "timeout 2s\neffect none\ncache for 1ms stale 1h\n" + Self.result
        try Self.with("old answers of nginx", "GET NGINX /$(path)", lines) { daemon, nginx in
            let client = try daemon.connect()
            func open() throws -> String {
                usleep(2_000)
                let outcome = try client.open("t://goods.json")
                return "\(outcome["code"].text) \(outcome["result.title"].text) \(outcome["cached.stale"].text)"
            }
            #expect(try open() == "ok.performed Dune -")
            nginx.kill()
            for _ in 0..<5 { #expect(try open() == "ok.performed Dune true") }
            #expect(try client.open("t://chunked.json")["code"].text == "failed.http.unreachable")
            try nginx.put("goods.json", #"{"title":"Solaris"}"#)
            try nginx.start()
            try Patience.lookFor("the new answer") { try open() == "ok.performed Solaris true" }
            try nginx.remove("goods.json")
            try Patience.lookFor("the refusal") { try open() == "failed.http.notFound - -" }
        }
    }
}
