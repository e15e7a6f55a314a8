import Glibc
import TestSupport
import Testing

/// Redirects through the socket: the target is a new link, which goes the whole way.
@Suite struct RedirectTests {
    static let table = """
        scheme t old
        feature Old {
            require runtime on
            action moved {
                input id uint
                input page string?
                redirect t://shelf/$(id)?page=$(page)
            }
            action hidden {
                redirect t://private/1
            }
            action lost {
                redirect t://shelf/none
            }
            action paid {
                redirect t://paid
            }
            action chain {
                input n uint
                redirect old://chain2/$(n)
            }
            action chain2 {
                input n uint
                redirect t://shelf/$(n)
            }
            action around {
                input n uint
                redirect old://back/$(n)
            }
            action back {
                input n uint
                redirect old://around/$(n)
            }
            action end {
                input n uint
                redirect t://shelf/$(n)
            }
            action secret {
                input token string secret
                redirect t://shelf/8
            }
            route moved /moved/$(id:uint) do moved {
                in old
                query page?
            }
            route hidden /hidden do hidden {
                in old
            }
            route lost /lost do lost {
                in old
            }
            route paid-old /paid do paid {
                in old
            }
            route chain /chain/$(n:uint) do chain {
                in old
            }
            route chain2 /chain2/$(n:uint) do chain2 {
                in old
            }
            route around /around/$(n:uint) do around {
                in old
            }
            route end /back/$(n:uint(1..1)) do end {
                in old
            }
            route back /back/$(n:uint) do back {
                in old
            }
            route secret /secret/$(token) do secret {
                in old
            }
        }
        feature Shelf {
            require toggle on
            action show {
                input id uint
                input page string?
                respond "shelf $(id), page $(page)"
            }
            action touch {
                input id uint
                exec /bin/echo shelf $(id)
            }
            route shelf /shelf/$(id:uint) do show {
                in t
                query page?
            }
            route private /private/$(id:uint) do touch {
                in t
            }
        }
        feature Paid {
            require runtime off
            action show {
                respond paid
            }
            route paid /paid do show {
                in t
            }
        }
        deny /private/** in t

        """

    /// A link, its code, and members of its outcome.
    struct Row: CustomTestStringConvertible {
        let url: String
        let code: String
        let members: [String: String]
        var testDescription: String { url }

        init(_ url: String, _ code: String, _ members: [String: String] = [:]) {
            (self.url, self.code, self.members) = (url, code, members)
        }
    }

    private static let rows = [
        Row(
            "old://moved/7?page=a%20b", "ok.performed",
            [
                "text": "shelf 7, page a b", "route": "shelf", "feature": "Shelf", "url": "t://shelf/7?page=a%20b",
                "via.0": "old://moved/7?page=a%20b",
            ]),
        Row("old://moved/7", "ok.performed", ["text": "shelf 7, page ", "url": "t://shelf/7"]),
        Row("old://chain/3", "ok.performed", ["via.0": "old://chain/3", "via.1": "old://chain2/3"]),
        Row("old://hidden", "rejected.route.excluded", ["via.0": "old://hidden", "url": "t://private/1"]),
        Row("old://lost", "rejected.route.notFound", ["via.0": "old://lost"]),
        Row("old://paid", "blocked.feature.disabled", ["via.0": "old://paid", "feature": "Paid"]),
        Row("old://secret/geheim", "ok.performed", ["via.0": "old:***", "text": "shelf 8, page "]),
        Row("old://around/1", "ok.performed", ["via.0": "old://around/1", "via.1": "old://back/1"]),
        Row("old://around/2", "rejected.loop", ["via.0": "old://around/2", "via.7": "old://back/2"]),
    ]

    @Test func `the outcome is that of the last link, and names those before it`() throws {
        try withDaemon(table: Self.table) { daemon in
            let client = try daemon.connect()
            for row in Self.rows {
                let outcome = try client.open(row.url)
                #expect(outcome["code"].text == row.code, "\(row.url): \(outcome)")
                for (path, value) in row.members { #expect(outcome[path].text == value, "\(path): \(outcome)") }
                #expect(outcome["via.8"] == nil)
            }
        }
    }

    @Test func `the tester and Explain follow the same way as the daemon`() throws {
        try withDaemon(table: Self.table) { daemon in
            let client = try daemon.connect()
            for row in Self.rows {
                let explained = try client.outcome("Explain", ["url": row.url])
                let code = row.code == "ok.performed" ? "ok.wouldPerform" : row.code
                #expect(explained["code"].text == code, "\(explained)")
                for (path, value) in row.members where path != "text" {
                    #expect(explained[path].text == value, "\(path): \(explained)")
                }
            }
        }
    }

    @Test func `the gate of each link decides, and a binding is that of the last one`() throws {
        try withDaemon(table: Self.table) { daemon in
            let client = try daemon.connect()
            let binding = try client.verify("old://moved/7")
            let performed = try client.outcome("Perform", ["binding": binding])
            #expect(performed["route"].text == "shelf" && performed["text"].text == "shelf 7, page ", "\(performed)")
            _ = try client.call("io.deeplinkd.Features.SetToggle", ["feature": "Shelf", "on": false])
            let off = try client.open("old://moved/7")
            #expect(off["code"].text == "blocked.toggle.off" && off["via.0"].text == "old://moved/7", "\(off)")
            _ = try client.call("io.deeplinkd.Features.SetRuntime", ["feature": "Old", "on": false])
            let old = try client.open("old://moved/7")
            #expect(old["code"].text == "blocked.feature.disabled" && old["via"] == nil, "\(old)")
            #expect(try client.open("t://shelf/7")["code"].text == "blocked.toggle.off")
        }
    }

    @Test func `hops from outside count, and one more than there may be is refused`() throws {
        try withDaemon(table: Self.table) { daemon in
            let client = try daemon.connect()
            for (url, hops, code) in [
                ("old://chain/3", 6, "ok.performed"), ("old://chain/3", 7, "rejected.loop"),
                ("t://shelf/1", 8, "ok.performed"), ("t://shelf/1", 9, "rejected.loop"),
                ("old://moved/7", 8, "rejected.loop"),
            ] as [(String, Int, String)] {
                let outcome = try client.outcome("Open", ["url": url, "hops": hops])
                #expect(outcome["code"].text == code, "\(url) after \(hops): \(outcome)")
            }
            for bad in [-1, 10] {
                let reply = try client.call("io.deeplinkd.Dispatch.Open", ["url": "t://shelf/1", "hops": bad])
                #expect(reply["parameters.parameter"].text == "hops", "\(reply)")
            }
        }
    }

    @Test func `a key is that of the link that came, and its outcome is repeated`() throws {
        try withFolder { folder in
            try withDaemon(in: folder, table: Self.table, stateDirectory: try folder.makeFolder("state")) { daemon in
                let client = try daemon.connect()
                let call = ["url": "old://moved/7", "idempotencyKey": "k"]
                let first = try client.outcome("Open", call)
                let again = try client.outcome("Open", call)
                #expect(first["code"].text == "ok.performed" && again["code"].text == "ok.replayed", "\(again)")
                #expect(again["outcomeId"].text == first["outcomeId"].text)
                #expect(again["via.0"].text == "old://moved/7", "\(again)")
                let other = try client.outcome("Open", ["url": "t://shelf/7", "idempotencyKey": "k"])
                #expect(other["code"].text == "rejected.idempotency.conflict", "\(other)")
            }
        }
    }

    @Test func `a thousand random chains end within eight hops`() throws {
        var random = SeededGenerator(for: "random chains of redirects")
        let count = 24
        // Of each node a target: another node, or the end. Values from 2 on go there, and 1, which the check of a table tries,
        // goes to the end.
        let targets = (0..<count).map { _ in Int.random(in: 0..<(count + 4), using: &random) }
        var table = "scheme t\nfeature F {\n    action end {\n        respond\n    }\n    route end /end do end\n"
        for (number, target) in targets.enumerated() {
            let link = target < count ? "t://n\(target)/$(k)" : "t://end"
            table += "    action a\(number) {\n        input k uint\n        redirect \(link)\n    }\n"
            table += "    route r\(number) /n\(number)/$(k:uint(2..9)) do a\(number)\n"
            table += "    route e\(number) /n\(number)/1 do end\n"
        }
        table += "}\n"
        /// *Units*: redirects to the end; nil in a circle.
        func way(from start: Int) -> Int? {
            var (at, hops) = (start, 0)
            while at < count, hops <= count { (at, hops) = (targets[at], hops + 1) }
            return hops <= count ? hops : nil
        }
        try withDaemon(table: table) { daemon in
            let client = try daemon.connect()
            for _ in 0..<1000 {
                let (start, hops) = (Int.random(in: 0..<count, using: &random), Int.random(in: 0...8, using: &random))
                let outcome = try client.outcome("Open", ["url": "t://n\(start)/2", "hops": hops])
                let ends = way(from: start).map { hops + $0 <= 8 } ?? false
                #expect(outcome["code"].text == (ends ? "ok.performed" : "rejected.loop"), "\(outcome)")
            }
        }
    }
}
