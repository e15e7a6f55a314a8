import Glibc
import TestSupport
import Testing

/// Links of other apps through the socket: byte for byte, by a feature of their own, and never in a circle.
@Suite struct UnmatchedTests {
    private static let table = """
        scheme t
        host pods.example
        feature F {
            action a {
                respond here
            }
            action away {
                input id uint
                redirect https://news.example/$(id)
            }
            route r /r do a
            route away /away/$(id:uint) do away
        }
        deny /private/**
        unmatched {
            schemes https
            title "Other web links"
            require toggle on
            exec /bin/echo $(url)
        }

        """

    private static func printed(_ outcome: JSONTree) -> String { outcome["execution.stdout.text"].text }

    @Test func `a link of another host goes on as it was sent`() throws {
        try withDaemon(table: Self.table) { daemon in
            let client = try daemon.connect()
            for url in [
                "https://news.example", "HTTPS://ann:x@NEWS.example:8443/a/../b%2F?q=%zz#f g",
                "https://news.example/" + String(repeating: "é", count: 4500), "https://pods.example/nothing",
            ] {
                let outcome = try client.open(url)
                #expect(outcome["code"].text == "ok.unmatched" && outcome["class"].text == "ok", "\(outcome)")
                #expect(Self.printed(outcome) == url + "\n")
                #expect(outcome["url"].text == url && outcome["feature"].text == "Unmatched")
                #expect(outcome["title"].text == "Other web links" && outcome["route"] == nil)
            }
            #expect(try client.open("https://pods.example/r")["text"].text == "here")
            #expect(try client.open("https://pods.example/private/x")["code"].text == "rejected.route.excluded")
            #expect(try client.open("https://pods.example/a%2Fb")["code"].text == "rejected.url.forbiddenComponent")
            let away = try client.open("t://away/7")
            #expect(away["code"].text == "ok.unmatched" && away["via.0"].text == "t://away/7", "\(away)")
            #expect(Self.printed(away) == "https://news.example/7\n")
        }
    }

    @Test func `the feature decides, a binding is performed once, and no name leads there`() throws {
        try withDaemon(table: Self.table) { daemon in
            let client = try daemon.connect()
            let binding = try client.verify("https://news.example/1")
            let performed = try client.outcome("Perform", ["binding": binding])
            #expect(performed["code"].text == "ok.unmatched", "\(performed)")
            #expect(Self.printed(performed) == "https://news.example/1\n")
            let named = try client.outcome("Open", ["action": "Unmatched.open"])
            #expect(named["code"].text == "rejected.action.notFound", "\(named)")
            let set = ["feature": "Unmatched", "on": false] as [String: Any]
            _ = try client.call("io.deeplinkd.Features.SetToggle", set)
            let off = try client.open("https://news.example/2")
            #expect(off["code"].text == "blocked.toggle.off" && off["title"].text == "Other web links", "\(off)")
        }
    }

    @Test func `a link that comes back within two seconds is a circle, for its user alone`() throws {
        try withDaemon(table: Self.table) { daemon in
            let client = try daemon.connect()
            #expect(try client.open("https://news.example")["code"].text == "ok.unmatched")
            // As a browser writes it.
            let back = try client.open("https://news.example/")
            #expect(back["code"].text == "rejected.loop" && back["class"].text == "rejected", "\(back)")
            #expect(try client.open("https://news.example/other")["code"].text == "ok.unmatched")
            usleep(2_100_000)
            #expect(try client.open("https://news.example/")["code"].text == "ok.unmatched")
        }
    }

    @Test func `an endless row of new links ends, and a link that failed can be tried again`() throws {
        let table = Self.table.replacing("exec /bin/echo $(url)", with: "exec /usr/bin/test -f $(url)")
        try withDaemon(table: table) { daemon in
            let client = try daemon.connect()
            for _ in 0..<3 { #expect(try client.open("https://news.example/")["code"].text == "failed.exit") }
        }
        try withDaemon(table: Self.table) { daemon in
            let client = try daemon.connect()
            let codes = try (0..<200).map { try client.open("https://news.example/\($0)")["code"].text }
            // 200 programs may take longer than the two seconds that a hand-off is remembered.
            #expect(Set(codes).isSubset(of: ["ok.unmatched", "rejected.loop"]))
            #expect(codes.prefix(64).allSatisfy { $0 == "ok.unmatched" })
        }
    }

    @Test func `hops count, and an app that was chosen passes routes and no refusal`() throws {
        try withDaemon(table: Self.table) { daemon in
            let client = try daemon.connect()
            for (parameters, code) in [
                (["url": "https://news.example/1", "hops": 7], "ok.unmatched"),
                (["url": "https://news.example/2", "hops": 8], "rejected.loop"),
                (["url": "https://pods.example/r", "with": "firefox"], "ok.unmatched"),
                (["url": "https://pods.example/private/x", "with": "firefox"], "rejected.route.excluded"),
                (["url": "https://pods.example/a%2Fb", "with": "firefox"], "rejected.url.forbiddenComponent"),
                (["url": "https://news.example/a%2Fb", "with": "firefox"], "ok.unmatched"),
                (["url": "t://r", "with": "firefox"], "rejected.url.schemeNotAllowed"),
            ] as [([String: Any], String)] {
                let outcome = try client.outcome("Open", parameters)
                #expect(outcome["code"].text == code, "\(parameters): \(outcome)")
            }
            let reply = try client.call("io.deeplinkd.Dispatch.Open", ["action": "F.a", "with": "firefox"])
            #expect(reply["parameters.parameter"].text == "with", "\(reply)")
        }
    }

    /// Links inside links, the code, and what is printed or answered; nil for no effect.
    private static let wrapped: [(String, String, String?)] = [
        (
            "deeplinkd:open?url=https%3A%2F%2Fnews.example%2Fa%20b%3Fq%3D%2525", "ok.unmatched",
            "https://news.example/a b?q=%25\n"
        ),
        ("DEEPLINKD:open?url=https://news.example/plain", "ok.unmatched", "https://news.example/plain\n"),
        ("deeplinkd:open?url=https%3A%2F%2Fpods.example%2Fr", "ok.performed", "here"),
        ("deeplinkd:open?url=https%3A%2F%2Fpods.example%2Fprivate%2Fx", "rejected.route.excluded", nil),
        ("deeplinkd:open?url=javascript%3Aalert(1)", "rejected.url.schemeNotAllowed", nil),
        ("deeplinkd:open?url=file%3A%2F%2F%2Fetc%2Fpasswd", "rejected.url.schemeNotAllowed", nil),
        ("deeplinkd:open?url=t%3A%2F%2Fr", "rejected.url.schemeNotAllowed", nil),
        ("deeplinkd:open?url=%20https%3A%2F%2Fnews.example", "rejected.url.schemeNotAllowed", nil),
        ("deeplinkd:open?url=https%3A%2F%2Fnews.example&x=1", "rejected.url.schemeNotAllowed", nil),
        ("deeplinkd:open?url=https%3A%2F%2Fnews.example%2", "rejected.url.schemeNotAllowed", nil),
        ("deeplinkd:open?url=", "rejected.url.schemeNotAllowed", nil),
        ("deeplinkd:open?url=deeplinkd%3Aopen%3Furl%3Dhttps%3A%2F%2Fx", "rejected.url.schemeNotAllowed", nil),
    ]

    @Test func `a link of the web inside a link of deeplinkd is that link, and no other is`() throws {
        try withDaemon(table: Self.table) { daemon in
            let client = try daemon.connect()
            for (url, code, effect) in Self.wrapped {
                let outcome = try client.open(url)
                #expect(outcome["code"].text == code, "\(url): \(outcome)")
                if code == "ok.unmatched" { #expect(Self.printed(outcome) == effect, "\(outcome)") }
                if code == "ok.performed" { #expect(outcome["text"].text == effect) }
                if effect != nil { #expect(outcome["interceptors.0"].text == "deeplinkd:open", "\(outcome)") }
                let explained = try client.outcome("Explain", ["url": url])
                let expected = effect == nil ? code : "ok.wouldPerform"
                #expect(explained["code"].text == expected, "\(url): \(explained)")
            }
            let circle = try client.outcome(
                "Open", ["url": "deeplinkd:open?url=https%3A%2F%2Fnews.example%2Flast", "hops": 8])
            #expect(circle["code"].text == "rejected.loop", "\(circle)")
        }
        // Without `unmatched` such a link is a link as any other.
        let table = "scheme t\nfeature F {\n    action a {\n        respond\n    }\n    route r /r do a\n}\n"
        try withDaemon(table: table) { daemon in
            let outcome = try daemon.connect().open("deeplinkd:open?url=https%3A%2F%2Fnews.example")
            #expect(outcome["code"].text == "rejected.url.schemeNotAllowed", "\(outcome)")
        }
    }

    @Test func `no URL is in the log`() throws {
        try withDaemon(table: Self.table) { daemon in
            let client = try daemon.connect()
            _ = try client.open("https://news.example/geheim")
            _ = try client.open("https://news.example/geheim")
            #expect(!daemon.log.contains("geheim") && daemon.log.contains("ok.unmatched"), "\(daemon.log)")
        }
    }
}
