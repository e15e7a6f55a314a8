import Foundation
import Glibc
import TestSupport
import Testing

/// The daemon's numbers through the socket, and as others read them.
@Suite struct MetricsTests {
    static func table(_ lines: String, hides: Bool = false) -> String {
        """
        scheme t
        metrics {
            \(lines)
        }
        channel played {
            kind held
        }
        feature F {
            action a {
                input id uint
                respond "$(id)"
            }
            route show /show/$(id:uint) do a
        }
        feature Beta {
            \(hides ? "visible no" : "description Later")
            action b {
                respond
            }
            route beta /beta do b
        }

        """
    }

    /// The text of all answers; nil where the daemon refuses, with the name of the error.
    private static func text(_ client: RawClient, _ parameters: String = "{}") throws -> (text: String?, error: String)
    {
        try client.send(#"{"method":"io.deeplinkd.Monitor.Metrics","parameters":\#(parameters),"more":true}"#)
        var text = ""
        while let reply = try client.receive() {
            if reply["error"] != nil { return (nil, reply["error"].text) }
            text += reply["parameters.text"].text
            if reply["continues"].text != "true" { return (text, "") }
        }
        throw TestFailure("the daemon closed the connection")
    }

    /// The value of a line; nil where there is none.
    private static func value(_ name: String, in text: String?) -> String? {
        text?.split(separator: "\n").first { $0.hasPrefix(name + " ") }.map {
            String($0.dropFirst(name.utf8.count + 1))
        }
    }

    @Test func `links are counted by route, feature and code, and labels have no value of a link`() throws {
        try withDaemon(table: Self.table("require runtime on")) { daemon in
            let client = try daemon.connect()
            for number in 0..<2000 { _ = try client.open("t://show/\(number)?utm=\(number)") }
            let first = try Self.text(client).text
            for number in 0..<8000 { _ = try client.open("t://show/\(number + 2000)") }
            for url in ["t://beta", "t://none/geheim", "not a link"] { _ = try client.open(url) }
            let text = try Self.text(client).text
            let links = "deeplinkd_links_total"
            #expect(Self.value(#"\#(links){route="show",feature="F",code="ok.performed"}"#, in: first) == "2000")
            #expect(Self.value(#"\#(links){route="show",feature="F",code="ok.performed"}"#, in: text) == "10000")
            #expect(Self.value(#"\#(links){route="beta",feature="Beta",code="ok.performed"}"#, in: text) == "1")
            #expect(Self.value(#"\#(links){route="",feature="",code="rejected.route.notFound"}"#, in: text) == "1")
            #expect(text?.contains("geheim") == false && text?.contains("utm") == false)
            let lines = { (text: String?) in text?.split(separator: "\n").filter { $0.contains(#"route="show""#) }.count
            }
            #expect(lines(first) == 15 && lines(text) == 15)
            #expect(Self.value(#"deeplinkd_channel_waiting_links{channel="played"}"#, in: text) == "0")
            #expect(Self.value(#"deeplinkd_table_state{state="current"}"#, in: text) == "1")
            #expect(Self.value("deeplinkd_reloads_total{result=\"taken\"}", in: text) == "1")
            #expect(Self.value("deeplinkd_lost_log_lines_total", in: text) == "0")
            // Off: nothing is counted, and nothing is told.
            _ = try client.call("io.deeplinkd.Features.SetRuntime", ["feature": "Metrics", "on": false])
            _ = try client.open("t://show/1")
            #expect(try Self.text(client).error == "io.deeplinkd.Monitor.NoMetrics")
            _ = try client.call("io.deeplinkd.Features.SetRuntime", ["feature": "Metrics", "on": true])
            let later = try Self.text(client).text
            #expect(Self.value(#"\#(links){route="show",feature="F",code="ok.performed"}"#, in: later) == "10000")
        }
    }

    @Test func `features that are hidden share one label`() throws {
        try withDaemon(table: Self.table("title Numbers", hides: true)) { daemon in
            let client = try daemon.connect()
            _ = try client.open("t://beta")
            let text = try Self.text(client).text
            let line = #"deeplinkd_links_total{route="hidden",feature="hidden",code="ok.performed"}"#
            #expect(
                Self.value(line, in: text) == "1" && text?.contains("Beta") == false && text?.contains("beta") == false)
        }
    }

    @Test func `operators read them, those whom the table names, and no one else`() throws {
        guard OtherUser.isPossible(for: "who reads the numbers") else { return }
        try withFolder { folder in
            try withDaemon(in: folder, table: Self.table("read user daemon\n    read group audio")) { daemon in
                guard unsafe chmod(folder.path, 0o755) == 0 else { throw TestFailure("chmod") }
                let address = SocketAddress(daemon.socket)
                guard unsafe chmod(daemon.socket, 0o666) == 0 else { throw TestFailure("chmod") }
                let audio = try #require(unsafe getgrnam("audio")?.pointee.gr_gid)
                for (user, may) in [
                    (OtherUser(uid: 1, gid: 1), true), (OtherUser(uid: 54_321, groups: [audio]), true),
                    (OtherUser(uid: 54_321), false), (OtherUser(uid: 0, gid: 0), true),
                ] {
                    let client = try user.connect(to: address)
                    #expect(try (Self.text(client).text != nil) == may, "\(user)")
                    for method in ["List", "Describe"] {
                        try client.send(#"{"method":"io.systemd.Metrics.\#(method)","more":true}"#)
                        let reply = try #require(try client.receive())
                        #expect((reply["error"] == nil) == may, "\(reply)")
                        if may { while try client.receive()?["continues"].text == "true" {} }
                    }
                }
            }
        }
    }

    @Test func `without the block there are none, and a form that no one knows is refused`() throws {
        try withDaemon(table: "scheme t\nfeature F {\n    action a {\n        respond\n    }\n    route r /r do a\n}\n")
        {
            daemon in
            let client = try daemon.connect()
            #expect(try Self.text(client).error == "io.deeplinkd.Monitor.NoMetrics")
            #expect(try Self.text(client, #"{"format":"xml"}"#).error == "org.varlink.service.InvalidParameter")
            try client.send(#"{"method":"io.systemd.Metrics.List","more":true}"#)
            #expect(try client.receive()?["error"].text == "io.systemd.Metrics.NoSuchMetric")
            let run = try Program.run(Products.tool, ["metrics", "--socket", daemon.socket])
            #expect(run.exit == .code(1) && run.errors.contains("add `metrics { }` to its table"), "\(run)")
        }
    }

    private static let asker = """
        import json, sys, varlink
        with varlink.Client.new_with_address("unix:" + sys.argv[1]) as client, client.open("io.systemd.Metrics") as c:
            kinds = {d["name"]: d["type"] for d in c.Describe(_more=True)}
            rows = list(c.List(_more=True))
        links = [r for r in rows if r["name"] == "io.deeplinkd.Links"]
        print(json.dumps({"kinds": sorted(set(kinds.values())), "links": links[0]["value"],
            "fields": links[0]["fields"], "undescribed": [r["name"] for r in rows if r["name"] not in kinds],
            "foreign": [n for n in kinds if not n.startswith("io.deeplinkd.")]}))
        """

    @Test func `systemd's interface tells the same numbers, as it is declared`() throws {
        guard let interpreter = PythonEnvironment.interpreter else { return }
        try withDaemon(table: Self.table("title Numbers")) { daemon in
            let client = try daemon.connect()
            for number in 0..<3 { _ = try client.open("t://show/\(number)") }
            let run = try Program.run(interpreter, ["-c", Self.asker, daemon.socket])
            let found = try JSONTree(parsing: Array(run.output.utf8))
            #expect(found["links"].text == "3" && found["fields.code"].text == "ok.performed", "\(run)")
            #expect(found["fields.route"].text == "show" && found["undescribed.0"] == nil && found["foreign.0"] == nil)
            #expect(found["kinds.0"].text == "counter" && found["kinds.1"].text == "gauge" && found["kinds.2"] == nil)
        }
    }

    @Test func `promtool takes the one form, and Prometheus' own parser the other`() throws {
        try withFolder { folder in
            try withDaemon(in: folder, table: Self.table("title Numbers")) { daemon in
                let client = try daemon.connect()
                for url in ["t://show/1", "t://beta", "t://none"] { _ = try client.open(url) }
                let words = ["metrics", "--socket", daemon.socket]
                let plain = try Program.run(Products.tool, words)
                #expect(plain.exit == .code(0) && plain.errors.isEmpty)
                if FileManager.default.isExecutableFile(atPath: "/usr/bin/promtool") {
                    let run = try Program.run("/usr/bin/promtool", ["check", "metrics"], input: plain.output)
                    #expect(run.exit == .code(0) && run.errors.isEmpty && run.output.isEmpty, "\(run)")
                } else {
                    print("skipped: promtool checks the numbers: it is not installed")
                }
                guard let interpreter = PythonEnvironment.metrics else { return }
                let open = try Program.run(Products.tool, words + ["--format", "openmetrics"])
                let path = try folder.write("numbers", open.output)
                let run = try Program.run(interpreter, ["-c", Self.parser, path])
                #expect(run.output == "3 info seconds\n", "\(run)")
            }
        }
    }

    private static let parser = """
        import sys
        from prometheus_client.openmetrics.parser import text_string_to_metric_families
        families = {f.name: f for f in text_string_to_metric_families(open(sys.argv[1]).read())}
        print(len(families["deeplinkd_links"].samples), families["deeplinkd_build"].type,
            families["deeplinkd_link_duration_seconds"].unit)
        """

    @Test func `a text file is replaced as a whole, and misuse is refused`() throws {
        try withFolder { folder in
            try withDaemon(in: folder, table: Self.table("title Numbers")) { daemon in
                let path = try folder.write("deeplinkd.prom", "old")
                let words = ["metrics", "--socket", daemon.socket]
                let run = try Program.run(Products.tool, words + ["--textfile", path])
                #expect(run.exit == .code(0) && run.output.isEmpty && run.errors.isEmpty, "\(run)")
                #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("# HELP deeplinkd_build_info"))
                let lost = try Program.run(Products.tool, words + ["--textfile", folder.path(of: "none/x.prom")])
                #expect(lost.exit == .code(1) && lost.errors.contains("none"), "\(lost)")
                for wrong in [
                    ["--textfile", path, "--format", "openmetrics"], ["--http", "--textfile", path],
                    ["--format", "xml"],
                ] {
                    #expect(try Program.run(Products.tool, words + wrong).exit == .code(2))
                }
            }
        }
    }

    /// A request, what the scraper accepts, and the beginning and a part of the answer.
    private static let requests: [(String, String, String)] = [
        (
            "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4",
            "_total"
        ),
        (
            "GET /metrics?x HTTP/1.1\r\nAccept: application/openmetrics-text;version=1.0.0;q=0.5,text/plain;q=0.2\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Type: application/openmetrics-text; version=1.0.0", "# EOF\n"
        ),
        (
            "GET /metrics HTTP/1.0\nAccept: application/openmetrics-text;q=0.1, text/plain;q=0.9\n\n",
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain", "_total"
        ),
        ("HEAD /metrics HTTP/1.1\r\n\r\n", "HTTP/1.1 200 OK", "Content-Length: "),
        ("POST /metrics HTTP/1.1\r\n\r\n", "HTTP/1.1 405 Method Not Allowed", "Allow: GET, HEAD"),
        ("GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 404 Not Found", "/metrics"),
        ("hello\r\n\r\n", "HTTP/1.1 400 Bad Request", "no request"),
        ("GET /metrics HTTP/1.1\r\n", "HTTP/1.1 400 Bad Request", "no request"),
        (
            "GET /metrics HTTP/1.1\r\nX: " + String(repeating: "x", count: 20_000), "HTTP/1.1 400 Bad Request",
            "no request"
        ),
    ]

    @Test func `one request of HTTP is answered, in the form that it prefers`() throws {
        try withFolder { folder in
            try withDaemon(in: folder, table: Self.table("title Numbers")) { daemon in
                let script = "exec \"$0\" metrics --http --socket \"$1\" <\"$2\""
                for (request, beginning, part) in Self.requests {
                    let path = try folder.write("request", request)
                    let run = try Program.run("/bin/sh", ["-c", script, Products.tool, daemon.socket, path])
                    #expect(run.exit == .code(0), "\(request): \(run)")
                    #expect(run.output.hasPrefix(beginning) && run.output.contains(part), "\(request): \(run)")
                    #expect(!request.hasPrefix("HEAD") || run.output.hasSuffix("\r\n\r\n"))
                }
                let path = try folder.write("request", Self.requests[0].0)
                let away = try Program.run("/bin/sh", ["-c", script, Products.tool, folder.path(of: "none"), path])
                #expect(away.output.hasPrefix("HTTP/1.1 503 Service Unavailable"), "\(away)")
            }
        }
    }

    @Test func `a real Prometheus scrapes the socket`() throws {
        let programs = ["prometheus", "systemd-socket-activate", "python3"].map { "/usr/bin/" + $0 }
        guard programs.allSatisfy({ FileManager.default.isExecutableFile(atPath: $0) }) else {
            print("skipped: a real Prometheus scrapes the socket: it, systemd or python3 is not installed")
            return
        }
        try withFolder { folder in
            try withDaemon(in: folder, table: Self.table("title Numbers")) { daemon in
                let client = try daemon.connect()
                for number in 0..<5 { _ = try client.open("t://show/\(number)") }
                // Another program may take a port that was free a moment ago.
                for attempt in 0..<2 {
                    if try Self.isScraped(programs, daemon, folder, attempt) { return }
                }
                Issue.record("Prometheus has read nothing")
            }
        }
    }

    /// Has Prometheus scrape a daemon, and asks it; false if nothing comes in half a minute.
    private static func isScraped(
        _ programs: [String], _ daemon: RunningDaemon, _ folder: TemporaryFolder, _ attempt: Int
    ) throws -> Bool {
        let (ours, theirs) = (try LoopbackListener().port, try LoopbackListener().port)
        // It counts on standard streams that are open.
        let scraped = try Program(
            "/bin/sh",
            [
                "-c", "exec \(programs[1]) -a --inetd -l \"$0\" \"$@\" </dev/null >/dev/null 2>&1",
                "127.0.0.1:\(ours)", Products.tool, "metrics", "--http", "--socket", daemon.socket,
            ], environment: [:], descriptors: [nil, nil, nil])
        defer { scraped.kill() }
        let configuration = try folder.write(
            "prometheus.yml",
            """
            global: {scrape_interval: 5s, scrape_timeout: 5s}
            scrape_configs:
              - job_name: deeplinkd
                static_configs: [{targets: ["127.0.0.1:\(ours)"]}]

            """)
        let prometheus = try Program(
            programs[0],
            [
                "--config.file=\(configuration)", "--storage.tsdb.path=\(folder.path(of: "tsdb-\(attempt)"))",
                "--web.listen-address=127.0.0.1:\(theirs)",
            ], environment: [:], descriptors: [nil, nil, nil])
        defer { prometheus.kill() }
        func ask(_ expression: String) throws -> String {
            let query = try #require(expression.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            let script = "import sys, urllib.request as r; print(r.urlopen(sys.argv[1], timeout=9).read().decode())"
            let url = "http://127.0.0.1:\(theirs)/api/v1/query?query=\(query)"
            return try Program.run(programs[2], ["-c", script, url]).output
        }
        for _ in 0..<150 {
            usleep(200_000)
            let answer = try ask("deeplinkd_links_total")
            guard answer.contains(#""ok.performed""#) else { continue }
            #expect(answer.contains(#""route":"show""#) && answer.contains(#","5"]"#), "\(answer)")
            for expression in try dashboardExpressions() {
                let answer = try ask(expression)
                #expect(answer.hasPrefix(#"{"status":"success""#), "\(expression): \(answer)")
            }
            return true
        }
        return false
    }

    /// What the panels of the dashboard ask for, of all machines.
    private static func dashboardExpressions() throws -> [String] {
        let path = Products.package + "/Examples/operate/dashboard.json"
        let value = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
        let panels = ((value as? [String: Any])?["panels"] as? [[String: Any]]) ?? []
        let targets = panels.flatMap { ($0["targets"] as? [[String: Any]]) ?? [] }
        let expressions = targets.compactMap { $0["expr"] as? String }
        #expect(expressions.count == 17)
        return expressions.map { $0.replacingOccurrences(of: "$instance", with: ".*") }
    }
}
