import Foundation
import Glibc
import TestSupport
import Testing

/// Actions that call a service over D-Bus, through the socket.
@Suite struct BusActionTests {
    private static let object = "org.example.Player /org/example/Player io.example.Player1"

    /// A table whose actions are the lines of a test: the action `NAME` has the link `t://NAME`, and one of each query key.
    private static func table(_ actions: [String: String]) -> String {
        let texts = actions.sorted { $0.key < $1.key }.map { name, lines in
            """
                action \(name) {
                    \(lines.replacing("\n", with: "\n        "))
                }
                route \(name) /\(name) do \(name)
            """
        }
        return "scheme t\nfeature Player {\n" + texts.joined(separator: "\n") + "\n}\n"
    }

    // MARK: What an app gets

    private static let forms = """
        scheme t
        feature Player {
            action open {
                dbus org.example.Player open
            }
            action web {
                input path **
                input q string
                dbus org.example.Player open "https://shop.example/$(path)?q=$(q)"
            }
            action activate {
                dbus org.example.Player activate
            }
            action play {
                input n uint
                dbus org.example.Player action play $(n)
            }
            action pick {
                input n uint
                dbus org.example.Player action pick u $(n)
            }
            action list {
                input words **
                dbus org.example.Player action list $(words)
            }
            action stop {
                dbus org.example.Player action stop
            }
            route open /open/$(_) do open
            route web /web/$(path:**) do web {
                query q
            }
            route activate /activate do activate
            route play /play/$(n:uint) do play
            route pick /pick/$(n:uint) do pick
            route list /list/$(words:**) do list
            route stop /stop do stop
        }
        """

    /// The arguments of a call as JSON.
    private static func arguments(of call: JSONTree) -> String { call["arguments"].map { "\($0)" } ?? "none" }

    /// A link, the call that the app gets, and its arguments.
    static let calls: [(url: String, member: String, arguments: String)] = [
        ("t://open/x?y=%27%22", "open", #"["t://open/x?y=%27%22"]"#),
        ("t://web/a/b%20c?q=%26d%3D%2F", "open", #"["https://shop.example/a/b%20c?q=%26d%3D%2F"]"#),
        ("t://activate", "activate", "[]"), ("t://play/7", "action play", "7"),
        ("t://pick/7", "action pick", "7"), ("t://list/a/b", "action list", #"["a","b"]"#),
        ("t://stop", "action stop", "null"),
    ]

    @Test(arguments: [BusPlayer.Presence.running, .activatable])
    func `an app that runs or that the bus starts gets links, activations and actions`(
        _ presence: BusPlayer.Presence
    ) throws {
        try BusPlayer.with(#function, presence, table: Self.forms) { player in
            for (index, row) in Self.calls.enumerated() {
                let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0\(index)"
                let outcome = try player.open(row.url, ["activationToken": "token-\(index)", "traceparent": trace])
                #expect(outcome["code"].text == "ok.delivered", "\(outcome)")
                #expect(outcome["execution.kind"].text == "dbus")
                #expect(outcome["execution.service"].text == BusPlayer.name)
                #expect(outcome["execution.method"].text.hasPrefix("org.freedesktop.Application."))
                let call = try player.awaitCall(index + 1)
                #expect(call["member"].text == row.member && Self.arguments(of: call) == row.arguments)
                for key in ["activation-token", "desktop-startup-id"] {
                    #expect(call["platform"]?[key]?.text == "token-\(index)", "\(call)")
                }
                #expect(call["platform"]?["traceparent"]?.text == trace, "\(call)")
            }
            let plain = try player.open("t://activate")
            #expect(plain["code"].text == "ok.delivered")
            #expect("\(try #require(try player.awaitCall(Self.calls.count + 1)["platform"]))" == "{}")
        }
    }

    // MARK: Values

    private static let methods = """
        scheme t
        feature Player {
            action play {
                input n uint
                input title string
                dbus \(object).Play us $(n) $(title)
                result {
                    title    string
                    position uint
                }
            }
            action describe {
                input title string
                dbus \(object).Describe s $(title)
                result {
                    position uint
                    title    string
                    tags     string[]
                    rest     number
                    missing  string?
                }
            }
            action odd {
                dbus \(object).Describe s x
                result {
                    title uint
                }
            }
            action types {
                input n uint
                input i int
                input b bool
                dbus \(object).Types ynqiuxtdbsog $(n) $(i) $(n) $(i) $(n) $(i) $(n) $(i) $(b) $(n) /a/$(n) "a{sv}"
            }
            action lists {
                input n uint
                input words **
                dbus \(object).Lists "asa{sv}vv" $(words) "{}" $(n) "$(n) $(words)"
            }
            action typed {
                dbus system \(object).Lists "asa{sv}vv" [] "{}" d 0.5 y 7
            }
            route play /play/$(n:uint) do play {
                query title
            }
            route describe /describe do describe {
                query title
            }
            route odd /odd do odd
            route types /types/$(n:uint) do types {
                query i:int
                query b:bool
            }
            route lists /lists/$(n:uint)/$(words:**) do lists
            route typed /typed do typed
        }
        """

    private static let texts = [
        "@u 7", "<'x'>", "'], 7)", #"{"a": [1]}"#, "--help", "%s%n", "$(n)", "a\\x00", "𝄞é", "uint32 7", "b'x'",
    ]

    @Test func `a value that looks like GVariant's notation, JSON or an option is the text that it is`() throws {
        try BusPlayer.with(#function, table: Self.methods) { player in
            for (index, text) in Self.texts.enumerated() {
                let query = try #require(text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
                let outcome = try player.open("t://play/7?title=\(query)")
                #expect(outcome["code"].text == "ok.performed", "\(outcome)")
                #expect(outcome["result.title"].text == text && outcome["result.position"].text == "7")
                let call = try player.awaitCall(index + 1)
                #expect(call["types"].text == "(us)" && call["arguments.1"].text == text, "\(call)")
                // The service may be started, and no person is asked for a password.
                #expect(call["flags"].text == "0")
            }
        }
    }

    @Test func `inputs have the types of the signature, and the result those of the table`() throws {
        try BusPlayer.with(#function, table: Self.methods) { player in
            let types = try player.open("t://types/7?i=-7&b=true")
            #expect(types["code"].text == "ok.performed" && types["result"] == nil, "\(types)")
            var call = try player.awaitCall(1)
            #expect(call["types"].text == "(ynqiuxtdbsog)")
            #expect(
                Self.arguments(of: call) == #"[7,-7,7,-7,7,-7,7,-7,true,"7","/a/7","a{sv}"]"#, "\(call)")
            for (url, input) in [("t://types/256?i=0&b=true", "n"), ("t://types/7?i=-32769&b=true", "i")] {
                let refused = try player.open(url)
                #expect(refused["code"].text.hasPrefix("rejected.input"), "\(refused)")
                #expect(refused["message"].text.contains(input), "\(refused)")
            }
            #expect(try player.open("t://lists/7/a/b")["code"].text == "ok.performed")
            call = try player.awaitCall(2)
            #expect(
                call["types"].text == "(asa{sv}vv)"
                    && Self.arguments(of: call) == #"[["a","b"],{},7,"7 a/b"]"#)
            #expect(try player.open("t://typed")["code"].text == "ok.performed")
            #expect(Self.arguments(of: try player.awaitCall(3)) == "[[],{},0.5,7]")
            let described = try player.open("t://describe?title=x")
            #expect("\(try #require(described["result"]))" == #"{position:7,rest:0.5,tags:["a","b"],title:"x"}"#)
            let odd = try player.open("t://odd")
            #expect(odd["code"].text == "failed.decode", "\(odd)")
            #expect(odd["execution.decoding.path"].text == "title" && odd["execution.effect"].text == "taken")
        }
    }

    @Test func `a noncharacter of Unicode, which libsystemd does not send, has no effect`() throws {
        try BusPlayer.with(#function, table: Self.methods) { player in
            let outcome = try player.open("t://play/7?title=a%EF%BF%BE")
            #expect(["failed.dbus.noMethod", "rejected.url.invalid"].contains(outcome["code"].text), "\(outcome)")
            #expect(try player.open("t://play/7?title=a")["code"].text == "ok.performed")
            #expect(player.calls.count == 1)
        }
    }

    // MARK: Failures

    /// An error that the app answers with.
    private struct Row {
        let name: String
        let code: String

        init(_ name: String, _ code: String) { (self.name, self.code) = (name, code) }
    }

    private static let errors = [
        Row("org.example.Error.NoSuchEpisode", "failed.dbus"),
        Row("org.freedesktop.DBus.Error.Failed", "failed.dbus"),
        Row("org.freedesktop.DBus.Error.UnknownMethod", "failed.dbus.noMethod"),
        Row("org.freedesktop.DBus.Error.UnknownObject", "failed.dbus.noMethod"),
        Row("org.freedesktop.DBus.Error.UnknownInterface", "failed.dbus.noMethod"),
        Row("org.freedesktop.DBus.Error.InvalidArgs", "failed.dbus.noMethod"),
        Row("org.freedesktop.DBus.Error.AccessDenied", "failed.dbus.denied"),
        Row("org.freedesktop.DBus.Error.InteractiveAuthorizationRequired", "failed.dbus.denied"),
        Row("org.freedesktop.DBus.Error.NoReply", "unknown.effect"),
        Row("org.freedesktop.DBus.Error.Timeout", "unknown.effect"),
        Row("org.freedesktop.DBus.Error.Disconnected", "unknown.effect"),
        // The app hands on an error of the bus that it got itself, maybe after it has acted.
        Row("org.freedesktop.DBus.Error.ServiceUnknown", "failed.dbus"),
        Row("org.freedesktop.DBus.Error.Spawn.ChildExited", "failed.dbus"),
        Row("org.freedesktop.DBus.Error.TimedOut", "failed.dbus"),
    ]

    @Test func `an error of the app has its code`() throws {
        let actions = Self.errors.enumerated().map { ("fail\($0)", "dbus \(Self.object).Fail s \($1.name)") }
        try BusPlayer.with(#function, table: Self.table(Dictionary(uniqueKeysWithValues: actions))) { player in
            for (index, row) in Self.errors.enumerated() {
                let outcome = try player.open("t://fail\(index)")
                #expect(outcome["code"].text == row.code, "\(outcome)")
                #expect(outcome["execution.errorName"].text == row.name)
                #expect(outcome["execution.reason"].text == "It is \u{1b}[31mred")
                #expect(outcome["message"].text.contains("\u{1b}") == false)
                #expect(player.calls.count == index + 1)
            }
        }
    }

    /// Calls that reach no method, and their codes.
    private static let absent = [
        ("dbus org.example.Nowhere open", "failed.dbus.noService"),
        ("dbus org.example.Broken open", "failed.dbus.noService"),
        ("dbus org.example.Broken /x org.example.Broken.X", "failed.dbus.noService"),
        ("dbus org.example.Player /org/example/Player io.example.Player1.Pley", "failed.dbus.noMethod"),
        ("dbus org.example.Player /org/example/Player io.example.Nothing.Play", "failed.dbus.noMethod"),
        ("dbus org.example.Player /nowhere io.example.Player1.Play", "failed.dbus.noMethod"),
        ("dbus org.example.Player /org/example/Player io.example.Player1.Play s x", "failed.dbus.noMethod"),
        ("dbus org.example.Player /org/example/Player io.example.Player1.Denied", "failed.dbus.denied"),
    ]

    @Test func `what is not there or not allowed has no effect`() throws {
        let policy = #"<deny send_interface="io.example.Player1" send_member="Denied"/>"#
        let actions = Self.absent.enumerated().map { ("call\($0)", $1.0) }
        let table = Self.table(Dictionary(uniqueKeysWithValues: actions))
        try BusPlayer.with(#function, table: table, policy: policy) { player in
            for (index, row) in Self.absent.enumerated() {
                for _ in 0..<2 {
                    let outcome = try player.open("t://call\(index)")
                    #expect(outcome["code"].text == row.1, "\(row.0): \(outcome)")
                    #expect(outcome["execution.errorName"] != nil && outcome["execution.reason"] != nil)
                }
            }
            #expect(player.calls.isEmpty)
        }
    }

    @Test func `without a bus nothing is called, and a bus that is back is used`() throws {
        try BusPlayer.with(#function, .activatable, table: Self.forms) { player in
            player.bus.kill()
            for _ in 0..<2 {
                let outcome = try player.open("t://play/7")
                #expect(outcome["code"].text == "failed.dbus.noService", "\(outcome)")
            }
            try #require(try player.bus.start())
            #expect(try player.open("t://play/7")["code"].text == "ok.delivered")
            try player.awaitCall(1)
            // Its connection is lost while nothing is under way, and the next call makes a new one.
            player.bus.kill()
            try #require(try player.bus.start())
            #expect(try player.open("t://play/8")["code"].text == "ok.delivered")
            try player.awaitCall(2)
        }
    }

    @Test func `a bus that lets the daemon not in, or takes no call, is waited for and nothing was done`() throws {
        let table = Self.table(["play": "dbus org.example.Player action play t 7\ntimeout 300ms"])
        try BusPlayer.with(#function, .running, table: table) { player in
            player.bus.pause(true)
            let outcome = try player.open("t://play")
            #expect(outcome["code"].text == "failed.timeout", "\(outcome)")
            player.bus.pause(false)
            #expect(try player.open("t://play")["code"].text == "ok.delivered")
            try player.awaitCall(1)
        }
    }

    private static let waiting = [
        "wait": "dbus \(object).Wait\ntimeout 20s", "late": "dbus \(object).Wait\ntimeout 300ms",
        "die": "dbus \(object).Die",
    ]

    @Test func `a call without an answer is unknown, by the time, the deadline, a hang-up and the end of either`()
        throws
    {
        try BusPlayer.with(#function, table: Self.table(Self.waiting), hasLedger: true) { player in
            let late = try player.open("t://late")
            #expect(late["code"].text == "unknown.effect", "\(late)")
            let deadline = try player.open("t://wait", ["deadlineMs": 50])
            #expect(deadline["code"].text == "unknown.effect", "\(deadline)")
            let leaving = try player.connect()
            try leaving.send(
                RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://wait", "idempotencyKey": "k"]))
            try player.awaitCall(3)
            leaving.finishSending()
            try Patience.lookFor("the kept outcome") {
                try player.open("t://wait", ["idempotencyKey": "k"])["code"].text == "unknown.effect"
            }
            // The app ends in the middle of the call, and the bus says so.
            let gone = try player.open("t://die")
            #expect(gone["code"].text == "unknown.effect", "\(gone)")
            #expect(gone["execution.errorName"].text == "org.freedesktop.DBus.Error.NoReply")
            try #require(try player.start())
            // The bus itself ends.
            let client = try player.connect()
            try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://wait"]))
            try player.awaitCall(5)
            player.bus.kill()
            let answer = try #require(try client.receive())
            #expect(answer["parameters.outcome.code"].text == "unknown.effect", "\(answer)")
        }
    }

    @Test func `the daemon's death in between is unknown afterwards, and the call is not made again`() throws {
        try BusPlayer.with(#function, table: Self.table(Self.waiting), hasLedger: true) { player in
            let client = try player.connect()
            try client.send(
                RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://wait", "idempotencyKey": "k"]))
            try player.awaitCall(1)
            try player.daemon.restartKilled()
            let again = try player.open("t://wait", ["idempotencyKey": "k"])
            #expect(again["code"].text == "unknown.effect", "\(again)")
            #expect(player.calls.count == 1)
        }
    }

    @Test func `a daemon that ends answers what it waits for`() throws {
        try BusPlayer.with(#function, table: Self.table(Self.waiting)) { player in
            let client = try player.connect()
            try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://wait"]))
            try player.awaitCall(1)
            player.daemon.program.signal(SIGTERM)
            let answer = try #require(try client.receive())
            #expect(answer["parameters.outcome.code"].text == "unknown.effect", "\(answer)")
            #expect(try player.daemon.program.wait() == .code(0))
        }
    }

    // MARK: Attacks

    @Test func `a huge answer ends at the limit, and without a result it is not read`() throws {
        let huge = "dbus \(Self.object).Huge u 16000000"
        let table = Self.table(["read": huge + "\nresult {\n    text string\n}", "drop": huge])
        try BusPlayer.with(#function, table: table) { player in
            #expect(try player.open("t://drop")["code"].text == "ok.performed")
            // The allocator keeps what a message took, sometimes twice, and no more for further ones.
            var before = 0
            for number in 0..<12 {
                if number == 3 { before = try player.daemon.residentKiB }
                let outcome = try player.open("t://read")
                #expect(
                    outcome["code"].text == "failed.decode" && outcome["execution.effect"].text == "taken", "\(outcome)"
                )
            }
            try Patience.lookFor("the memory of the answers") { try player.daemon.growthKiB(since: before) < 49_152 }
        }
    }

    @Test func `on a session's bus no other user's program can have a name`() throws {
        guard OtherUser.isPossible(for: #function), let user = BusPlayer.user else { return }
        try withFolder { folder in
            let path = folder.path(of: "bus")
            guard unsafe chmod(folder.path, 0o777) == 0 else { throw TestFailure("chmod") }
            // As the desktop starts it for a user.
            let command = [
                "/usr/bin/dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=unix:path=" + path,
            ]
            let bus = try ChildProgram(
                OtherUser.launcher, OtherUser.arguments(toRun: command, as: user), environment: [:])
            defer { bus.kill() }
            try Patience.lookFor("the bus") { FileManager.default.fileExists(atPath: path) }
            func claim(_ name: String, as user: UInt32) throws -> Program.Exit {
                let call = [
                    "/usr/bin/busctl", "--address=unix:path=" + path, "call", "org.freedesktop.DBus",
                    "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName", "su", name, "0",
                ]
                return try Program.run(OtherUser.launcher, OtherUser.arguments(toRun: call, as: user)).exit
            }
            #expect(try claim("org.example.Player", as: user) == .code(0))
            #expect(try claim("org.example.Player", as: 1) != .code(0))
        }
    }

    @Test func `on the system's bus the policy decides which user's program has a name`() throws {
        guard OtherUser.isPossible(for: #function) else { return }
        let policy = #"<deny own="org.example.Player"/>"#
        let table = Self.table(["call": "dbus system \(Self.object).Wait"])
        try BusPlayer.with(#function, .absent, table: table, policy: policy) { player in
            let call = [
                "/usr/bin/busctl", "--address=" + player.bus.address, "call", "org.freedesktop.DBus",
                "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName", "su", BusPlayer.name, "0",
            ]
            let claim = try Program.run(OtherUser.launcher, OtherUser.arguments(toRun: call, as: 1))
            #expect(claim.exit != .code(0) && !player.bus.has(BusPlayer.name), "\(claim.errors)")
            #expect(try player.open("t://call")["code"].text == "failed.dbus.noService")
        }
    }

    // MARK: Without a link

    @Test func `an action that is called by its name hands on no link`() throws {
        try BusPlayer.with(#function, table: Self.forms) { player in
            let client = try player.connect()
            let missing = try client.outcome("Open", ["action": "Player.open"])
            #expect(missing["code"].text == "rejected.input.missing", "\(missing)")
            let played = try client.outcome("Open", ["action": "Player.play", "inputs": ["n": 7] as [String: Any]])
            #expect(played["code"].text == "ok.delivered", "\(played)")
            #expect(try player.awaitCall(1)["member"].text == "action play")
        }
    }
}
