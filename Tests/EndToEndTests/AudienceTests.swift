import Foundation
import Glibc
import Testing

/// What the daemon reports to each kind of caller, and which callers may change its state.
@Suite struct AudienceTests {
    private static let stranger = OtherUser(uid: 54_321)

    /// Two features whose switches cannot be read, and a program that cannot be started.
    private static func table(missing: String) -> String {
        let switches = ["file": "file \(missing)", "varlink": "varlink unix:\(missing) io.example.Flags.Get"]
        let features = switches.sorted { $0.key < $1.key }.map { name, origin in
            """
            feature \(name.uppercased()) {
                require runtime from \(origin)
                action a {
                    respond
                }
                route \(name) /\(name) do a
            }

            """
        }
        return """
            scheme t
            feature Plain {
                action say {
                    respond
                }
                action run {
                    exec \(missing)
                }
                route say /say do say
                route run /run do run
            }

            """ + features.joined()
    }

    private func withPublicDaemon(
        table: String, stateDirectory: String? = nil, _ body: (RunningDaemon, SocketAddress) throws -> Void
    ) throws {
        let address = SocketAddress.makeAbstract()
        let listening = try address.listen()
        defer { close(listening) }
        try withDaemon(
            table: table, stateDirectory: stateDirectory, inheriting: [("varlink", listening)]
        ) { try body($0, address) }
    }

    private func ownClient(_ address: SocketAddress) throws -> RawClient {
        RawClient(adopting: try address.connect())
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "paths and faults are told to operators alone")))
    func `only operators get paths, the addresses of sources and the causes of faults in replies`() throws {
        try withFolder { folder in
            let missing = folder.path(of: "not-there")
            try withPublicDaemon(table: Self.table(missing: missing)) { daemon, address in
                let asked: [(method: String, parameters: [String: Any])] = [
                    ("Dispatch.Open", ["url": "t://file"]), ("Dispatch.Open", ["url": "t://varlink"]),
                    ("Dispatch.Open", ["url": "t://run"]), ("Dispatch.Verify", ["url": "t://file"]),
                    ("Dispatch.Explain", ["url": "t://file", "candidates": true]),
                    ("Features.Describe", ["feature": "VARLINK"]), ("Monitor.Status", [:]),
                ]
                let own = try ownClient(address)
                let other = try Self.stranger.connect(to: address)
                for (method, parameters) in asked {
                    let whole = "\(try own.call("io.deeplinkd." + method, parameters))"
                    let narrowed = "\(try other.call("io.deeplinkd." + method, parameters))"
                    #expect(whole.contains(daemon.folder.path) || whole.contains(missing), "\(method): \(whole)")
                    #expect(!narrowed.contains("/not-there") && !narrowed.contains(daemon.folder.path), "\(narrowed)")
                }
                #expect(try own.open("t://run")["execution.error"].text == "ENOENT")
                #expect(try other.open("t://run")["execution.error"] == nil)
                for kind in ["file", "varlink"] {
                    let evidence = try #require(try other.open("t://" + kind)["constraints.0.evidence"])
                    #expect(evidence["source"].text == kind)
                    #expect(evidence["fault"].text.hasSuffix("; `deeplinkctl status` tells an operator why"))
                }
            }
        }
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "a status counts the caller's own")))
    func `a status counts all connections and calls for operators, the caller's own for others`() throws {
        try withPublicDaemon(table: Self.table(missing: "/nonexistent")) { _, address in
            let strangers = try (0..<3).map { _ in try Self.stranger.connect(to: address) }
            for client in strangers { #expect(try client.open("t://say")["class"].text == "ok") }
            let other = try OtherUser(uid: 54_322).connect(to: address)
            #expect(try other.open("t://say")["class"].text == "ok")
            let others = try other.call("io.deeplinkd.Monitor.Status")
            #expect(others["parameters.connections"].text == "1" && others["parameters.calls"].text == "1")
            #expect(others["parameters.audience"].text == "anyone")
            #expect(others["parameters.files"]?.elements.isEmpty == true)
            #expect(others["parameters.sources"] == nil && others["parameters.overrides"] == nil)
            let all = try ownClient(address).call("io.deeplinkd.Monitor.Status")
            #expect(all["parameters.connections"].text == "5" && all["parameters.calls"].text == "5")
            #expect(all["parameters.audience"].text == "operator")
        }
    }

    static let hidden = """
        scheme t
        channel strongroom {
            kind plain
        }
        channel counter {
            kind plain
        }
        feature Shop {
            action show {
                input item slug
                respond
            }
            route item /shop/$(item:slug) do show
            action sell {
                channel counter
            }
            feature Vault {
                visible no
                require runtime on
                action unlock {
                    respond
                }
                route door /vault/door do unlock
                action store {
                    channel strongroom
                }
                action pay {
                    channel counter
                }
            }
        }

        """

    /// Calls that name, or come near to, a feature that operators alone are told of.
    static var callsAboutHidden: [(method: String, parameters: [String: Any])] {
        [
            ("Features.List", [:]), ("Features.List", ["after": "Shop/Vault"]), ("Features.Watch", [:]),
            ("Features.Describe", ["feature": "Shop/Vault"]), ("Features.Describe", ["feature": "Vault"]),
            ("Features.SetToggle", ["feature": "Vault", "on": true]), ("Monitor.Status", [:]),
            ("Dispatch.Open", ["url": "t://vault/dor"]), ("Dispatch.Verify", ["url": "t://vault/dor"]),
            ("Dispatch.Explain", ["url": "t://vault/dor", "candidates": true]), ("Dispatch.Link", ["route": "door"]),
            ("Dispatch.Link", ["route": "dor"]), ("Dispatch.Open", ["action": "Vault.unlock"]),
            ("Dispatch.Open", ["action": "Shop/Vault.unlok"]), ("Channels.List", [:]),
            ("Channels.Clear", ["channel": "strongrom"]),
        ]
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "hidden features are told to operators alone")))
    func `a hidden feature is unknown to all but operators, and its links work`() throws {
        try withPublicDaemon(table: Self.hidden) { _, address in
            let (own, other) = (try ownClient(address), try Self.stranger.connect(to: address))
            for (method, parameters) in Self.callsAboutHidden {
                let reply = "\(try other.call("io.deeplinkd." + method, parameters))"
                // Only what the call itself said may come back.
                let said = parameters.values.map { "\($0)" }
                let silent = said.reduce(reply) { $0.replacingOccurrences(of: $1, with: "") }
                for word in ["Vault", "door", "unlock", "strongroom"] {
                    #expect(!silent.contains(word), "\(method): \(reply)")
                }
            }
            func channels(_ client: RawClient) throws -> [String] {
                let list = try client.call("io.deeplinkd.Channels.List")["parameters.channels"]?.elements ?? []
                return list.map { $0["name"].text }
            }
            #expect(try channels(other) == ["counter"], "a feature that is shown sends to it too")
            #expect(try channels(own) == ["counter", "strongroom"])
            let clear = ["channel": "strongrom"]
            #expect(try own.call("io.deeplinkd.Channels.Clear", clear)["parameters.nearest"].text == "strongroom")
            let watcher = try Self.stranger.connect(to: address)
            try watcher.send(#"{"method":"io.deeplinkd.Features.Watch","more":true}"#)
            let watched = try #require(try watcher.receive())["parameters.features"]?.elements ?? []
            #expect(watched.map { $0["path"].text } == ["DeepLinking", "Shop"])
            let unknown = try other.call("io.deeplinkd.Features.Describe", ["feature": "Vault"])
            let absent = try other.call("io.deeplinkd.Features.Describe", ["feature": "Nothing"])
            #expect("\(unknown)" == "\(absent)")
            #expect(try other.open("t://vault/door")["code"].text == "ok.performed")
            #expect(try other.call("io.deeplinkd.Monitor.Status")["parameters.features"].text == "1")
            #expect(try own.call("io.deeplinkd.Monitor.Status")["parameters.features"].text == "2")
            #expect(try own.open("t://vault/dor")["rejection.nearest"].text == "door")
            let named = try own.call("io.deeplinkd.Dispatch.Open", ["action": "Vault.unlock"])
            #expect(named["parameters.outcome.code"].text == "ok.performed")
            let vault = try own.call("io.deeplinkd.Features.Describe", ["feature": "Vault"])["parameters.feature"]
            #expect(vault?["hidden"].text == "true" && vault?["path"].text == "Shop/Vault")
            #expect(
                try own.call("io.deeplinkd.Features.SetRuntime", ["feature": "Vault", "on": false])["error"] == nil)
            let blocked = try other.open("t://vault/door")
            #expect(blocked["code"].text == "blocked.feature.disabled")
        }
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "an unusable ledger is explained to operators")))
    func `only operators get the error of the ledger`() throws {
        try withFolder { folder in
            // Others can write the file, so the daemon refuses it.
            let state = try folder.write("state", "")
            try withPublicDaemon(
                table: "scheme t\nfeature T {\n    require toggle off\n    action a {\n        respond\n    }\n"
                    + "    route t /t do a\n}\n", stateDirectory: state
            ) { _, address in
                let other = try Self.stranger.connect(to: address)
                let status = try other.call("io.deeplinkd.Monitor.Status")
                #expect(status["parameters.ledger.state"].text == "unavailable")
                #expect(status["parameters.ledger.reason"] == nil && status["parameters.ledger.code"] == nil)
                let refused = try other.call("io.deeplinkd.Features.SetToggle", ["feature": "T", "on": true])
                #expect(refused["error"].text == "io.deeplinkd.Features.NotKept")
                #expect(refused["parameters.code"].text == "ledger.unavailable")
                let parameters: [String: Any] = ["url": "t://t", "idempotencyKey": "k"]
                let open = try other.call("io.deeplinkd.Dispatch.Open", parameters)
                #expect(open["parameters.outcome.code"].text == "pending.undetermined")
                #expect(open["parameters.outcome.message"].text.contains("ledger.unavailable"), "\(open)")
                #expect(!refused["parameters.reason"].text.contains(state), "\(refused)")
                let own = try ownClient(address)
                #expect(try own.call("io.deeplinkd.Monitor.Status")["parameters.ledger.reason"].text.contains(state))
            }
        }
    }

    // MARK: Programs of actions

    /// The ways in which an action's program calls the daemon: itself, and through child processes.
    private static let detours = ["%", #"/bin/sh -c "% || exit 7""#, #"/bin/sh -c "(%) || exit 7""#]

    @Test(arguments: detours)
    func `a program started by an action is not an operator, even as the daemon's user`(detour: String) throws {
        try withFolder { folder in
            func program(_ command: String) -> String {
                let call = "\(Products.tool) \(command) --socket \(folder.path(of: "socket"))"
                return detour.replacingOccurrences(of: "%", with: call)
            }
            let daemon = try RunningDaemon(
                in: folder,
                table: """
                    scheme t
                    feature Flip {
                        action flip {
                            exec \(program("runtime Gate on"))
                        }
                        action ask {
                            exec \(program("status --format json"))
                        }
                        route flip /flip do flip
                        route ask /ask do ask
                    }
                    feature Gate {
                        require runtime off
                        action a {
                            respond
                        }
                        route gate /gate do a
                    }
                    """)
            defer { daemon.program.kill() }
            let client = try daemon.connect()
            let flipped = try client.open("t://flip")
            #expect(flipped["code"].text == "failed.exit", "\(flipped)")
            #expect(flipped["execution.stderr.text"].text.contains("only operators may do that"), "\(flipped)")
            #expect(try client.open("t://gate")["code"].text == "blocked.feature.disabled")
            let asked = try client.open("t://ask")
            #expect(asked["execution.stdout.text"].text.contains(#""audience":"anyone""#), "\(asked)")
            // The same command, started by a person.
            #expect(try daemon.tool("runtime", "Gate", "on").exit == .code(0))
            #expect(try client.open("t://gate")["code"].text == "ok.performed")
        }
    }

    @Test func `a process that a program left in a session of its own is not an operator either`() throws {
        try withFolder { folder in
            let (away, go, said) = (folder.path(of: "away"), folder.path(of: "go"), folder.path(of: "said"))
            let call = "\(Products.tool) runtime Gate on --socket \(folder.path(of: "socket"))"
            // It calls only after the program that started it has been reaped.
            func wait(for file: String) -> String { "while [ ! -e \(file) ]; do sleep 0.01; done" }
            let left = ": >\(away); \(wait(for: go)); \(call) >\(said).part 2>&1; mv \(said).part \(said)"
            // The daemon kills all processes still in the program's group when it ends.
            let program = "setsid /bin/sh -c '\(left)' & \(wait(for: away))"
            let daemon = try RunningDaemon(
                in: folder,
                table: """
                    scheme t
                    feature Leave {
                        action leave {
                            exec /bin/sh -c "\(program)"
                        }
                        route leave /leave do leave
                    }
                    feature Gate {
                        require runtime off
                        action a {
                            respond
                        }
                        route gate /gate do a
                    }
                    """)
            defer { daemon.program.kill() }
            #expect(try daemon.connect().open("t://leave")["code"].text == "ok.performed")
            try folder.write("go", "")
            try Patience.lookFor("the word of what was left behind") { FileManager.default.fileExists(atPath: said) }
            #expect(try String(contentsOfFile: said, encoding: .utf8).contains("only operators may do that"))
            #expect(try daemon.connect().open("t://gate")["code"].text == "blocked.feature.disabled")
        }
    }
}
