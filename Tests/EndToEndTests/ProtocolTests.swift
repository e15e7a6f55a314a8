import TestSupport
import Testing

/// The protocol of UAPI.20, byte by byte.
@Suite struct ProtocolTests {
    private static let open = #"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"t://say"}}"#
    private static let info = #"{"method":"org.varlink.service.GetInfo"}"#
    private static let service = "org.varlink.service."

    /// *Units*: bytes of one call without its NUL.
    private static let callLimit = 409_600

    // MARK: The behaviour matrix

    /// Messages that end the connection, because they are not calls.
    private static let breaches: [(message: String, kind: String)] = [
        ("garbage", "no JSON"), ("[]", "no call"), ("{}", "no call"), ("", "no JSON"), ("null", "no call"),
        ("\"x\"", "no call"), ("{", "no JSON"), (open + "x", "no JSON"), ("\u{FEFF}" + open, "no JSON"),
        (#"{"method":1}"#, "no call"), (#"{"method":null}"#, "no call"), (#"{"parameters":{}}"#, "no call"),
        (#"{"method":"a.b.C","bogus":1}"#, "no call"), (#"{"method":"a.b.C","more":1}"#, "no call"),
        (#"{"method":"a.b.C","oneway":"true"}"#, "no call"),
        (#"{"method":"a.b.C","more":true,"oneway":true}"#, "no call"),
        (#"{"method":"a.b.C","more":true,"upgrade":true}"#, "no call"),
        (#"{"method":"a.b.C","method":"a.b.C"}"#, "a name twice in an object"),
        (#"{"method":"a.b.C","parameters":[]}"#, "no call"), (#"{"method":"a.b.C","parameters":1}"#, "no call"),
        (#"{"method":"io.deeplinkd.Features.List","parameters":{"a":1,"a":2}}"#, "a name twice in an object"),
        (#"{"method":"a.b.C","x.y":1,"x.y":2}"#, "a name twice in an object"),
        ("{\"method\":\"a.b\\ud800\"}", "no JSON"), (String(repeating: "[", count: 5000), "nested too deeply"),
        (#"{"method":"a.b.C","parameters":{"n":NaN}}"#, "no JSON"),
    ]

    @Test func `a message that is not a call ends its connection, is logged once, and harms no other`() throws {
        try withDaemon(table: CodeTable.text()) { daemon in
            for (number, breach) in Self.breaches.enumerated() {
                let client = try daemon.connect()
                try client.send(Self.open, breach.message, Self.open)
                #expect(try client.receive()?["parameters.outcome.code"].text == "ok.performed")
                #expect(try client.isClosedByPeer(), "\(breach.message.prefix(60))")
                var lines: [Substring] = []
                try Patience.lookFor("breach \(number + 1) in the log") {
                    lines = daemon.log.split(separator: "\n").filter { $0.contains("protocol breach") }
                    return lines.count > number
                }
                #expect(lines.count == number + 1)
                #expect(lines.last?.contains("error=\"\(breach.kind)\"") == true, "\(breach.message): \(lines)")
                #expect(try daemon.connect().open("t://say")["code"].text == "ok.performed")
            }
        }
    }

    /// A call that is valid and refused: the connection stays open.
    static let refusals: [(message: String, error: String, parameter: String, value: String)] = [
        (#"{"method":"com.example.None.Open"}"#, "InterfaceNotFound", "interface", "com.example.None"),
        (#"{"method":".Open"}"#, "InterfaceNotFound", "interface", ""),
        (#"{"method":"io.deeplinkd.Dispatch.Nope"}"#, "MethodNotFound", "method", "io.deeplinkd.Dispatch.Nope"),
        (#"{"method":"io.deeplinkd.Dispatch."}"#, "MethodNotFound", "method", "io.deeplinkd.Dispatch."),
        (#"{"method":"Open"}"#, "MethodNotFound", "method", "Open"),
        (#"{"method":""}"#, "MethodNotFound", "method", ""),
        (#"{"method":"io.deeplinkd.Dispatch.Open"}"#, "InvalidParameter", "parameter", "url"),
        (
            #"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"bogus":1}}"#, "InvalidParameter", "parameter",
            "bogus"
        ),
        (#"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":1}}"#, "InvalidParameter", "parameter", "url"),
        (#"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":null}}"#, "InvalidParameter", "parameter", "url"),
        (
            #"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"t://say","timings":1}}"#, "InvalidParameter",
            "parameter", "timings"
        ),
        (#"{"method":"io.deeplinkd.Monitor.Status","parameters":{"url":""}}"#, "InvalidParameter", "parameter", "url"),
        (
            #"{"method":"io.deeplinkd.Features.Describe","parameters":{"feature":"X"}}"#, "InvalidParameter",
            "parameter", "feature"
        ),
        (#"{"method":"org.varlink.service.GetInterfaceDescription"}"#, "InvalidParameter", "parameter", "interface"),
        (
            #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"x.y"}}"#,
            "InterfaceNotFound", "interface", "x.y"
        ),
        (
            #"{"method":"io.deeplinkd.Monitor.Status","upgrade":true}"#, "MethodNotImplemented", "method",
            "io.deeplinkd.Monitor.Status"
        ),
    ]

    @Test func `a refused call gets the reason, and the connection stays open`() throws {
        try withDaemon(table: CodeTable.text()) { daemon in
            let client = try daemon.connect()
            for refusal in Self.refusals {
                try client.send(refusal.message, Self.open)
                let answer = try #require(try client.receive())
                #expect(answer["error"].text == Self.service + refusal.error, "\(refusal.message): \(answer)")
                #expect(answer["parameters." + refusal.parameter].text == refusal.value)
                #expect(try client.receive()?["parameters.outcome.code"].text == "ok.performed")
            }
        }
    }

    /// Unusual calls that are valid.
    private static let accepted = [
        info, " \t\r\n" + info + "\n ", #"{"method":"org.varlink.service.GetInfo","parameters":null}"#,
        #"{"method":"org.varlink.service.GetInfo","parameters":{}}"#,
        #"{"parameters":{},"method":"org.varlink.service.GetInfo"}"#,
        #"{"method":"org.varlink.service.GetInfo","more":false,"oneway":false,"upgrade":false}"#,
        #"{"method":"org.varlink.service.GetInfo","more":true}"#,
        #"{"method":"org.varlink.service.GetInfo","more":null}"#,
        #"{"method":"org.varlink.service.GetInfo","com.example.trace":{"id":[1,2]}}"#,
        #"{"method":"org.varlink.service.GetI\u006efo"}"#,
    ]

    @Test func `every valid call gets a reply with exactly the members of that reply`() throws {
        try withDaemon(table: CodeTable.text()) { daemon in
            let client = try daemon.connect()
            for message in Self.accepted {
                try client.send(message)
                let answer = try #require(try client.receive())
                #expect(answer.text == "parameters", "\(message): \(answer)")
                #expect(answer["parameters.product"].text == "deeplinkd")
                #expect(
                    answer["parameters.interfaces"].text
                        == "io.deeplinkd.Dispatch io.deeplinkd.Features io.deeplinkd.Permissions io.deeplinkd.Purchases "
                        + "io.deeplinkd.Channels io.deeplinkd.Monitor io.systemd.Metrics "
                        + "org.varlink.service")
            }
        }
    }

    // MARK: Order and cut

    @Test func `replies arrive in the order of the calls, and a oneway call has none`() throws {
        try withDaemon(table: CodeTable.text()) { daemon in
            let client = try daemon.connect()
            func open(_ url: String, _ flag: String = "") -> String {
                #"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"\#(url)"}\#(flag)}"#
            }
            try client.send(
                open("t://print/a"), open("t://print/b", #","oneway":true"#),
                #"{"method":"no.such.Method","oneway":true}"#,
                open("t://numbers/3"), open("t://print/d"), Self.info)
            #expect(try client.receive()?["parameters.outcome.execution.stdout.text"].text == "a")
            #expect(try client.receive()?["parameters.outcome.result.n"].text == "3")
            #expect(try client.receive()?["parameters.outcome.execution.stdout.text"].text == "d")
            #expect(try client.receive()?["parameters.product"].text == "deeplinkd")
            // The oneway call was performed too.
            try Patience.lookFor("three lines in the log: \(daemon.log)") {
                daemon.log.split(separator: "\n").count { $0.contains("route=print") } == 3
            }
        }
    }

    @Test func `calls sent before the client closed its half are still answered`() throws {
        try withDaemon(table: CodeTable.text()) { daemon in
            let client = try daemon.connect()
            try client.send(
                Self.open, #"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"t://print/x"}}"#, Self.open)
            try client.send(bytes: Array(#"{"method":"#.utf8))
            client.finishSending()
            for _ in 0..<3 { #expect(try client.receive()?["parameters.outcome.code"].text == "ok.performed") }
            #expect(try client.isClosedByPeer())
        }
    }

    @Test func `a call may arrive byte by byte`() throws {
        try withDaemon(table: CodeTable.text()) { daemon in
            let client = try daemon.connect()
            for byte in Array(Self.open.utf8) + [0] { try client.send(bytes: [byte]) }
            #expect(try client.receive()?["parameters.outcome.code"].text == "ok.performed")
            // Every split in two, so that the second part begins with the end of the first message.
            let two = Array(Self.info.utf8) + [0] + Array(Self.open.utf8) + [0]
            for cut in two.indices {
                try client.send(bytes: Array(two[..<cut]))
                try client.send(bytes: Array(two[cut...]))
                #expect(try client.receive()?["parameters.product"].text == "deeplinkd")
                #expect(try client.receive()?["parameters.outcome.code"].text == "ok.performed")
            }
        }
    }

    @Test func `a thousand calls at once are answered, each by one reply`() throws {
        try withDaemon(table: CodeTable.text()) { daemon in
            let client = try daemon.connect()
            let status =
                Array(#"{"method":"io.deeplinkd.Features.Describe","parameters":{"feature":"Plain"}}"#.utf8) + [0]
            try client.send(bytes: Array(repeatElement(status, count: 1000).joined()))
            for _ in 0..<999 { #expect(try client.receiveBytes()?.isEmpty == false) }
            #expect(try client.receive()?["parameters.feature.name"].text == "Plain")
            #expect(try client.call("io.deeplinkd.Monitor.Status")["parameters.calls"].text == "1000")
        }
    }

    @Test func `the longest URL that a table may allow fits into a call, even with every character escaped`() throws {
        try withDaemon(table: "limit url 65536\n" + CodeTable.text()) { daemon in
            let client = try daemon.connect()
            for (length, code) in [(65_536, "rejected.route.notFound"), (65_537, "rejected.url.tooLong")] {
                let url = Array("t://nowhere/".utf8) + [UInt8](repeating: UInt8(ascii: "a"), count: length - 12)
                let escaped = url.map { "\\u00" + String($0, radix: 16) }.joined()
                try client.send(#"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"\#(escaped)"}}"#)
                #expect(try client.receive()?["parameters.outcome.code"].text == code)
            }
        }
    }

    @Test func `a message over the limit ends the connection, and one at the limit does not`() throws {
        try withDaemon(table: CodeTable.text()) { daemon in
            let client = try daemon.connect()
            let call = Array(Self.info.utf8)
            let padding = [UInt8](repeating: 0x20, count: Self.callLimit - call.count)
            try client.send(bytes: call + padding + [0])
            #expect(try client.receive()?["parameters.product"].text == "deeplinkd")
            try client.send(bytes: call + padding + [0x20, 0])
            #expect(try client.isClosedByPeer())
            try daemon.awaitLog("message over \(Self.callLimit) bytes")
            // Without its NUL a message is refused as soon as it is too long.
            let endless = try daemon.connect()
            var isTaken = true
            for _ in 0..<64 where isTaken {
                isTaken = try endless.send(bytes: [UInt8](repeating: 0x20, count: 1 << 16))
            }
            #expect(try endless.isClosedByPeer())
            #expect(try daemon.connect().open("t://say")["code"].text == "ok.performed")
        }
    }

    @Test func `a client that disconnects in the middle of a call does not affect others`() throws {
        try CodeStage.with { stage in
            for _ in 0..<5 {
                let client = try stage.daemon.connect()
                try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://print/x"]), Self.open)
            }
            do {
                let client = try stage.daemon.connect()
                try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://wait"]))
                try stage.awaitPrograms(1)
            }
            #expect(try stage.daemon.connect().open("t://say")["code"].text == "ok.performed")
        }
    }

    // MARK: Random bytes

    @Test func `no input on the socket ends the daemon`() throws {
        var random = SeededGenerator(for: "random bytes on the socket")
        try withDaemon(table: CodeTable.text()) { daemon in
            for _ in 0..<300 {
                let client = try daemon.connect()
                try client.send(bytes: Self.noise(&random))
                client.finishSending()
                while try client.receive() != nil {}
            }
            #expect(try daemon.connect().open("t://say")["code"].text == "ok.performed", "seed \(random.seed)")
        }
    }

    /// Random bytes of several kinds: arbitrary ones, ones of JSON's alphabet, modified calls, and random URLs.
    private static func noise(_ random: inout SeededGenerator) -> [UInt8] {
        let alphabet = Array(#"{}[]",:\u0 eE+-.12truefalsn"#.utf8) + [0, 0x80, 0xFF]
        let count = Int.random(in: 0...400, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return (0..<count).map { _ in .random(in: 0 ... .max, using: &random) }
        case 1: return (0..<count).map { _ in alphabet.randomElement(using: &random) ?? 0 }
        case 2:
            var bytes = Array(repeatElement(Array(open.utf8) + [0], count: 4).joined())
            for _ in 0..<3 {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0 ... .max, using: &random)
            }
            return bytes
        default:
            let characters = Array("t:/?#[]@!$&'()*+,;=%0Fsay.é\u{202E}\u{0}")
            let url = String((0..<count).map { _ in characters.randomElement(using: &random) ?? "t" })
            let methods = ["Open", "Verify", "Explain", "Perform"]
            let method = methods.randomElement(using: &random) ?? "Open"
            let text =
                (try? RawClient.message(
                    "io.deeplinkd.Dispatch." + method, [method == "Perform" ? "binding" : "url": url])) ?? ""
            return Array(text.utf8) + [0]
        }
    }
}
