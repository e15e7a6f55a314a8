import Glibc
import TestSupport
import Testing

/// Interceptors through the socket: order, chain, failure, lateness, secrets, switch and profile.
@Suite struct InterceptorTests {
    private static func table(_ service: String, profile: String = "development") -> String {
        """
        profile \(profile)
        scheme t old
        channel seen {
            kind latest
        }
        feature Player {
            require toggle on
            action play {
                input id uint
                input token string = none secret
                respond "played $(id)"
            }
            action paid {
                respond paid
            }
            route play /play/$(id:uint) do play {
                query token = none
            }
            route paid /paid do paid
        }
        feature Log {
            require runtime off
            action note {
                input code string
                input url string
                input feature string
                channel seen
            }
            observe note
        }
        feature Parental {
            require runtime off
            action check {
                input action string
                input url string
                varlink unix:\(service) io.example.Guard.Check action=$(action) url=$(url)
                effect none
            }
            action again {
                input action string
                varlink unix:\(service) io.example.Guard.Again action=$(action)
            }
            guard check of Player
            guard again of Player
        }
        feature Pretend {
            require profile development
            require runtime off
            action play {
                input id uint
                respond "pretended $(id)"
            }
            replace Player.play with play
        }
        rewrite renamed {
            from old:**
            to t:**
        }
        rewrite staging {
            from t://stage/**
            to t://**
            profile development
        }
        rewrite asked {
            from t://short/**
            varlink unix:\(service) io.example.Guard.Expand url=$(url)
            result {
                url string
            }
        }

        """
    }

    /// What the service answers to a method; nil for nothing.
    private typealias Script = @Sendable (_ call: String) -> String?

    private static func with(
        profile: String = "development", _ script: @escaping Script = { _ in #"{"parameters":{}}"# },
        _ body: (RunningDaemon, RawClient, ClickStage.Calls) throws -> Void
    ) throws {
        try withFolder { folder in
            let calls = ClickStage.Calls()
            let path = folder.path(of: "service")
            let service = try ScriptedDaemon(at: path) { call in
                calls.add(call)
                return script(call).map { [$0] } ?? []
            }
            defer { service.stop() }
            try withDaemon(in: folder, table: table(path, profile: profile)) { daemon in
                try body(daemon, try daemon.connect(), calls)
            }
        }
    }

    private static func turn(_ feature: String, _ isOn: Bool, _ client: RawClient) throws {
        let reply = try client.call("io.deeplinkd.Features.SetRuntime", ["feature": feature, "on": isOn])
        #expect(reply["error"] == nil, "\(reply)")
    }

    @Test func `while their features are off nothing is asked, replaced or told`() throws {
        try Self.with { _, client, calls in
            let outcome = try client.open("t://play/7")
            #expect(outcome["text"].text == "played 7" && outcome["interceptors"] == nil, "\(outcome)")
            #expect(calls.all.isEmpty)
        }
    }

    @Test func `guards are asked in their order, and get no secret`() throws {
        try Self.with { _, client, calls in
            try Self.turn("Parental", true, client)
            let outcome = try client.open("t://play/7?token=geheim")
            #expect(outcome["text"].text == "played 7", "\(outcome)")
            #expect(outcome["interceptors.0"].text == "Parental.check", "\(outcome)")
            #expect(calls.all.count == 2 && calls.all[0].contains("Guard.Check"))
            #expect(calls.all[1].contains("Guard.Again"))
            #expect(calls.all.allSatisfy { !$0.contains("geheim") } && calls.all[0].contains("***"), "\(calls.all)")
            // A binding is guarded when it is performed, and no link of another feature is.
            let binding = try client.verify("t://play/8")
            #expect(calls.all.count == 2)
            #expect(try client.outcome("Perform", ["binding": binding])["text"].text == "played 8")
            #expect(calls.all.count == 4)
            let explained = try client.outcome("Explain", ["url": "t://play/7"])
            #expect(explained["interceptors.1"].text == "Parental.again" && calls.all.count == 4)
        }
    }

    @Test(arguments: [
        (#"{"error":"io.example.Guard.No","parameters":{"reason":"after eight o'clock"}}"#, "after eight o'clock"),
        ("not JSON", "refused"), (nil, "0.05 seconds"),
    ])
    func `a guard that refuses, is broken or late refuses the link`(_ answer: String?, _ says: String) throws {
        try Self.with({ call in call.contains("Check") ? answer : #"{"parameters":{}}"# }) { _, client, calls in
            try Self.turn("Parental", true, client)
            let outcome = try client.open("t://play/7")
            #expect(outcome["code"].text == "rejected.interceptor" && outcome["route"].text == "play", "\(outcome)")
            #expect(outcome["message"].text.contains("Parental.check"), "\(outcome)")
            #expect(outcome["message"].text.contains(says), "\(outcome)")
            #expect(!calls.all.contains { $0.contains("Again") }, "the second is not asked")
            let other = try client.open("t://play/x")
            #expect(other["code"].text == "rejected.route.notFound")
        }
    }

    @Test func `a guard without its service refuses, and a shut gate asks no guard`() throws {
        try Self.with({ _ in nil }) { daemon, client, calls in
            try Self.turn("Parental", true, client)
            let off = ["feature": "Player", "on": false] as [String: Any]
            _ = try client.call("io.deeplinkd.Features.SetToggle", off)
            #expect(try client.open("t://play/7")["code"].text == "blocked.toggle.off")
            #expect(calls.all.isEmpty)
        }
    }

    @Test func `a replacement is performed in the place of the action, while its feature is on`() throws {
        try Self.with { _, client, _ in
            try Self.turn("Pretend", true, client)
            let outcome = try client.open("t://play/7")
            #expect(outcome["text"].text == "pretended 7" && outcome["action"].text == "play", "\(outcome)")
            #expect(outcome["feature"].text == "Player" && outcome["interceptors.0"].text == "Pretend.play")
            let explained = try client.outcome("Explain", ["url": "t://play/7"])
            #expect(explained["interceptors.0"].text == "Pretend.play", "\(explained)")
            #expect(try client.open("t://paid")["text"].text == "paid")
            try Self.turn("Pretend", false, client)
            #expect(try client.open("t://play/7")["text"].text == "played 7")
        }
        try Self.with(profile: "production") { _, client, _ in
            try Self.turn("Pretend", true, client)
            #expect(try client.open("t://play/7")["text"].text == "played 7", "its feature requires development")
        }
    }

    @Test func `observers get every link that ends, without secrets, and change nothing`() throws {
        try Self.with { daemon, client, _ in
            try Self.turn("Log", true, client)
            let hearer = Subscriber(client: try daemon.connect(), other: try daemon.connect())
            try hearer.begin("seen")
            for (url, code) in [
                ("t://play/7?token=geheim", "ok.performed"), ("t://nothing", "rejected.route.notFound"),
                ("else://x", "rejected.url.schemeNotAllowed"),
            ] {
                #expect(try client.open(url)["code"].text == code)
                let told = try hearer.receive()
                #expect("\(told)".contains(code) && !"\(told)".contains("geheim"), "\(told)")
            }
        }
    }

    @Test func `a rewrite makes another link before anything else, by its profile alone`() throws {
        try Self.with { _, client, _ in
            let outcome = try client.open("old://stage/play/7")
            #expect(outcome["route"].text == "play" && outcome["text"].text == "played 7", "\(outcome)")
            #expect(outcome["interceptors.0"].text == "renamed" && outcome["interceptors.1"].text == "staging")
            let explained = try client.outcome("Explain", ["url": "old://stage/play/7"])
            #expect(explained["route"].text == "play" && explained["interceptors.1"].text == "staging", "\(explained)")
            let most = try client.outcome("Open", ["url": "old://stage/play/7", "hops": 6])
            #expect(most["code"].text == "ok.performed", "\(most)")
            let tooMany = try client.outcome("Open", ["url": "old://stage/play/7", "hops": 7])
            #expect(tooMany["code"].text == "rejected.loop", "\(tooMany)")
        }
        try Self.with(profile: "production") { _, client, _ in
            let (renamed, staged) = (try client.open("old://play/7"), try client.open("old://stage/play/7"))
            #expect(renamed["text"].text == "played 7" && staged["code"].text == "rejected.route.notFound")
        }
    }

    @Test(arguments: [
        (#"{"parameters":{"url":"t://play/9"}}"#, "ok.performed", "played 9"),
        (#"{"parameters":{"url":"javascript:alert(1)"}}"#, "rejected.interceptor", ""),
        (#"{"parameters":{"url":"not a link"}}"#, "rejected.interceptor", ""),
        (#"{"parameters":{}}"#, "rejected.interceptor", ""), (nil, "rejected.interceptor", ""),
        (#"{"parameters":{"url":"t://short/again"}}"#, "rejected.route.notFound", ""),
    ])
    func `a service makes another link, or the link is refused`(
        _ answer: String?, _ code: String, _ text: String
    ) throws {
        try Self.with({ _ in answer }) { _, client, calls in
            let outcome = try client.open("old://short/abc")
            #expect(outcome["code"].text == code, "\(outcome)")
            if !text.isEmpty { #expect(outcome["text"].text == text) }
            #expect(calls.all.count == 1 && calls.all[0].contains("t://short/abc"), "\(calls.all)")
        }
    }

    @Test func `a chain of links through all of them ends as without them`() throws {
        try Self.with { _, client, calls in
            for feature in ["Log", "Parental", "Pretend"] { try Self.turn(feature, true, client) }
            for number in 0..<300 {
                let outcome = try client.open("old://stage/play/\(number)")
                #expect(outcome["text"].text == "pretended \(number)", "\(outcome)")
                #expect(outcome["interceptors.4"].text == "Pretend.play" && outcome["interceptors.5"] == nil)
            }
            #expect(calls.all.count == 600)
        }
    }
}
