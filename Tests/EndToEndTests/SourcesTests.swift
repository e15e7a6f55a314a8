import Foundation
import Glibc
import TestSupport
import Testing

/// Switches in files and services, through the socket.
@Suite struct SourcesTests {
    private static let features = "io.deeplinkd.Features."
    private static let method = "io.example.Flags.Get"

    /// A table with a feature and a subfeature without requirements for each requirement, and one feature without.
    private static func table(_ requirements: [String: String]) -> String {
        let features = requirements.sorted { $0.key < $1.key }.map { name, requirement in
            """
            feature \(name) {
                require \(requirement)
                action a {
                    respond
                }
                route \(name.lowercased()) /\(name.lowercased()) do a
            }

            """
        }
        return "scheme t\nfeature Plain {\n    action a {\n        respond\n    }\n    route plain /plain do a\n}\n"
            + features.joined()
    }

    /// Replaces a file in the documented way: by renaming.
    private func put(_ text: String, _ name: String, in folder: TemporaryFolder) throws {
        let new = try folder.write(name + ".new", text)
        #expect(unsafe rename(new, folder.path(of: name)) == 0)
    }

    /// The explanation of the last constraint of a URL.
    private func constraint(_ client: RawClient, _ url: String) throws -> JSONTree {
        try #require(try client.outcome("Explain", ["url": url])["constraints"]?.elements.last)
    }

    private func sources(_ client: RawClient) throws -> [JSONTree] {
        try client.call("io.deeplinkd.Monitor.Status")["parameters.sources"]?.elements ?? []
    }

    // MARK: Files

    @Test func `a switch in a file counts from the first call on, and each change counts at once`() throws {
        try withFolder { folder in
            let file = try folder.write("switch", "on\n")
            try withDaemon(table: Self.table(["Run": "runtime from file \(file)"])) { daemon in
                let client = try daemon.connect()
                #expect(try client.open("t://run")["code"].text == "ok.performed")
                for (text, code) in [("off", "blocked.feature.disabled"), ("1", "ok.performed")] {
                    try put(text, "switch", in: folder)
                    try Patience.lookFor(code) { try client.open("t://run")["code"].text == code }
                }
                let on = try constraint(client, "t://run")
                #expect(on["evidence.source"].text == "file:" + file)
                #expect(on["evidence.freshness"].text == "live")
                #expect(on["evidence.asOfMs"] != nil)
            }
        }
    }

    @Test func `a program counts from its installation on, and until it is removed`() throws {
        try withFolder { folder in
            let program = folder.path(of: "player")
            try withDaemon(table: Self.table(["Play": "program \(program)"])) { daemon in
                let client = try daemon.connect()
                let missing = try client.open("t://play")
                #expect(missing["code"].text == "blocked.program.missing", "\(missing)")
                #expect(missing["constraints.0.reason"].text == "absent")
                #expect(missing["remedies.0.kind"].text == "installProgram")
                #expect(missing["remedies.0.arguments.program"].text == program)
                for (mode, code) in [(0o644, "blocked.program.missing"), (0o755, "ok.performed")] {
                    try folder.write("player.new", "#!/bin/sh\n", mode: mode)
                    #expect(unsafe rename(folder.path(of: "player.new"), program) == 0)
                    try Patience.lookFor(code) {
                        let outcome = try client.open("t://play")
                        return outcome["code"].text == code && outcome["constraints.0.reason"].text != "absent"
                    }
                }
                let present = try constraint(client, "t://play")
                #expect(present["evidence.source"].text == "host" && present["evidence.freshness"].text == "live")
                #expect(try sources(client).map { $0["fact"].text } == ["program \(program)"])
                #expect(unsafe unlink(program) == 0)
                try Patience.lookFor("absent") { try client.open("t://play")["class"].text == "blocked" }
            }
        }
    }

    @Test(arguments: [
        ("maybe", 0o644, "says neither on nor off"), ("on", 0o666, "is writable by users"), (nil, 0, "No such file"),
    ])
    func `an untrusted file leaves only its own feature undetermined, with the reason`(
        _ text: String?, _ mode: Int, _ reason: String
    ) throws {
        try withFolder { folder in
            if let text { try folder.write("switch", text, mode: mode) }
            let file = folder.path(of: "switch")
            try withDaemon(table: Self.table(["Run": "runtime from file \(file) = on"])) { daemon in
                let client = try daemon.connect()
                let outcome = try client.open("t://run")
                #expect(outcome["code"].text == "pending.undetermined")
                #expect(outcome["constraints.0.status"].text == "undetermined")
                let fault = outcome["constraints.0.evidence.fault"].text
                #expect(fault.localizedCaseInsensitiveContains(reason), "\(outcome)")
                #expect(try client.open("t://plain")["code"].text == "ok.performed")
                let source = try #require(try sources(client).first)
                #expect(source["fact"].text == "runtime Run")
                #expect(source["state"].text == "undetermined")
                #expect(source["fault"].text == fault)
            }
        }
    }

    @Test func `a binding verified before a change of the switch file is stale`() throws {
        try withFolder { folder in
            let file = try folder.write("switch", "on")
            try withDaemon(table: Self.table(["Run": "runtime from file \(file)"])) { daemon in
                let client = try daemon.connect()
                let (kept, lost) = (try client.verify("t://run"), try client.verify("t://run"))
                // A new reading without a change makes no binding stale.
                try put("1", "switch", in: folder)
                _ = try client.open("t://run")
                #expect(try client.outcome("Perform", ["binding": kept])["code"].text == "ok.performed")
                try put("off", "switch", in: folder)
                try Patience.lookFor("off") {
                    try client.open("t://run")["code"].text == "blocked.feature.disabled"
                }
                #expect(try client.outcome("Perform", ["binding": lost])["code"].text == "rejected.binding.stale")
            }
        }
    }

    @Test func `the switch of an ancestor blocks the features below it, and the outcome names its owner`() throws {
        try withFolder { folder in
            let file = try folder.write("switch", "off")
            let table = """
                scheme t
                feature Outer {
                    require runtime from file \(file)
                    feature Inner {
                        action a {
                            respond
                        }
                        route inner /inner do a
                    }
                }
                """
            try withDaemon(table: table) { daemon in
                let outcome = try daemon.connect().open("t://inner")
                #expect(outcome["code"].text == "blocked.feature.disabled")
                #expect(outcome["constraints.0.inheritedFrom"].text == "Outer")
                #expect(outcome["constraints.0.evidence.source"].text == "file:" + file)
            }
        }
    }

    // MARK: Services

    @Test func `a service gets the feature's path, and its reply may select the default`() throws {
        try withFolder { folder in
            let path = folder.path(of: "flags")
            let service = try FlagService(at: path, .answer(#"{"on":false}"#))
            defer { service.stop() }
            let origin = "runtime from varlink unix:\(path) \(Self.method)"
            try withDaemon(table: Self.table(["Off": origin, "On": origin + " = on"])) { daemon in
                let client = try daemon.connect()
                #expect(try client.open("t://on")["code"].text == "blocked.feature.disabled")
                let call = try #require(service.received.last { $0.contains(#""On""#) })
                let tree = try JSONTree(parsing: Array(call.utf8))
                #expect(tree["method"].text == Self.method)
                #expect(tree["parameters.feature"].text == "On")
                for (answer, url, code) in [
                    (#"{"on":true}"#, "t://off", "ok.performed"), ("{}", "t://off", "blocked.feature.disabled"),
                    (#"{"on":null}"#, "t://on", "ok.performed"),
                ] {
                    service.begin(.answer(answer))
                    try Patience.lookFor("\(answer) for \(url)") { try client.open(url)["code"].text == code }
                }
            }
        }
    }

    @Test func `a service that never replies leaves its feature undetermined, and does not delay the start`() throws {
        try withFolder { folder in
            let path = folder.path(of: "flags")
            let service = try FlagService(at: path, .silence)
            defer { service.stop() }
            let table = Self.table(["Run": "runtime from varlink unix:\(path) \(Self.method) = on"])
            try withDaemon(table: table) { daemon in
                let client = try daemon.connect()
                let outcome = try client.open("t://run")
                #expect(outcome["code"].text == "pending.undetermined")
                #expect(outcome["constraints.0.evidence.fault"] != nil)
                #expect(try client.open("t://plain")["code"].text == "ok.performed")
                for _ in 0..<50 { _ = try client.open("t://run") }
                #expect(service.received.count < 10, "a service that hangs is not asked by every call")
            }
        }
    }

    /// A daemon whose service replied once and then became silent; that reply has expired.
    ///
    /// - Parameter grace: as the table declares it: ` grace 10s`.
    private func withFallenSilent(_ grace: String, _ body: (RunningDaemon, FlagService) throws -> Void) throws {
        try withFolder { folder in
            let path = folder.path(of: "flags")
            let service = try FlagService(at: path, .answer(#"{"on":true}"#))
            defer { service.stop() }
            let table = Self.table(["Run": "runtime from varlink unix:\(path) \(Self.method)\(grace)"])
            try withDaemon(table: table) { daemon in
                #expect(try daemon.connect().open("t://run")["code"].text == "ok.performed")
                service.begin(.silence)
                usleep(1_100_000)
                try body(daemon, service)
            }
        }
    }

    @Test func `with a grace calls for the feature of a silent service wait, and then count the service's last value`()
        throws
    {
        try withFallenSilent(" grace 10s") { daemon, service in
            let (waiting, other) = (try daemon.connect(), try daemon.connect())
            let before = service.received.count
            try waiting.send(RawClient.message("io.deeplinkd.Dispatch.Explain", ["url": "t://run"]))
            try Patience.lookFor("the question") { service.received.count > before }
            #expect(try other.open("t://plain")["code"].text == "ok.performed")
            let outcome = try #require(try waiting.receive()?["parameters.outcome"])
            #expect(outcome["code"].text == "ok.wouldPerform")
            let evidence = outcome["constraints"]?.elements.last?["evidence"]
            #expect(evidence?["freshness"].text == "stale" && evidence?["fault"] != nil)
            #expect(try sources(other).first?["state"].text == "stale")
        }
    }

    @Test func `a switch whose service died is not on, and the next call asks the service that came back`() throws {
        try withFolder { folder in
            let path = folder.path(of: "flags")
            let service = try FlagService(at: path, .answer(#"{"on":true}"#))
            let table = Self.table(["Run": "runtime from varlink unix:\(path) \(Self.method)"])
            try withDaemon(table: table) { daemon in
                let client = try daemon.connect()
                #expect(try client.open("t://run")["code"].text == "ok.performed")
                service.stop()
                try Patience.lookFor("a refusal") {
                    try client.open("t://run")["code"].text == "pending.undetermined"
                }
                #expect(try constraint(client, "t://run")["evidence.fault"] != nil)
                try FileManager.default.removeItem(atPath: path)
                let next = try FlagService(at: path, .answer(#"{"on":true}"#))
                defer { next.stop() }
                try Patience.lookFor("the answer") { try client.open("t://run")["code"].text == "ok.performed" }
            }
        }
    }

    @Test func `a call that waits for a service gets its reply when the daemon ends`() throws {
        try withFallenSilent("") { daemon, service in
            let waiting = try daemon.connect()
            let before = service.received.count
            try waiting.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://run"]))
            try Patience.lookFor("the question") { service.received.count > before }
            daemon.program.signal(SIGTERM)
            let code = try waiting.receive()?["parameters.outcome.code"].text
            // On a slow machine the deadline may have come first.
            #expect(["rejected.shuttingDown", "pending.undetermined"].contains(code))
        }
    }

    // MARK: Operators

    @Test func `an operator's setting overrides a source, survives restarts, and ends when it is cleared`() throws {
        try withFolder { folder in
            let file = try folder.write("switch", "on")
            let state = try folder.makeFolder("state")
            let table = Self.table(["Run": "runtime from file \(file)"])
            try withDaemon(table: table, stateDirectory: state) { daemon in
                let client = try daemon.connect()
                #expect(try client.open("t://run")["code"].text == "ok.performed")
                _ = try client.call(Self.features + "SetRuntime", ["feature": "Run", "on": false])
                #expect(try client.open("t://run")["code"].text == "blocked.feature.disabled")
                try put("1", "switch", in: folder)
                #expect(try client.open("t://run")["code"].text == "blocked.feature.disabled")
                try daemon.restartKilled()
                let again = try daemon.connect()
                #expect(try again.open("t://run")["code"].text == "blocked.feature.disabled")
                #expect(try constraint(again, "t://run")["evidence.source"].text == "ledger")
                for _ in 0..<2 {
                    _ = try again.call(Self.features + "SetRuntime", ["feature": "Run"])
                    #expect(try again.open("t://run")["code"].text == "ok.performed")
                    #expect(try constraint(again, "t://run")["evidence.source"].text == "file:" + file)
                }
            }
        }
    }

    @Test func `with a damaged ledger a file switches no feature on; an operator can`() throws {
        try withFolder { folder in
            let file = try folder.write("switch", "on")
            let state = try folder.makeFolder("state")
            try Data("no database at all, but of some length".utf8)
                .write(to: URL(fileURLWithPath: state + "/ledger.db"))
            let table = Self.table(["Run": "runtime from file \(file)"])
            try withDaemon(table: table, stateDirectory: state) { daemon in
                let client = try daemon.connect()
                let ledger = try client.call("io.deeplinkd.Monitor.Status")["parameters.ledger.state"].text
                #expect(ledger == "unavailable")
                // The intake's own switch has an unknown state too.
                _ = try client.call(Self.features + "SetRuntime", ["feature": "DeepLinking", "on": true])
                let outcome = try client.open("t://run")
                #expect(outcome["code"].text == "pending.undetermined")
                #expect(outcome["primary"].text == "runtime:Run")
                _ = try client.call(Self.features + "SetRuntime", ["feature": "Run", "on": true])
                #expect(try client.open("t://run")["code"].text == "ok.performed")
                try put("off", "switch", in: folder)
                #expect(try client.open("t://run")["code"].text == "ok.performed")
            }
        }
    }

    // MARK: Permissions and purchases

    @Test func `permissions and purchases in files and services count for each user, with their source and age`() throws
    {
        try withFolder { folder in
            let uid = "\(getuid())"
            let users = try folder.makeFolder(uid)
            try folder.write(uid + "/camera", "denied")
            let path = folder.path(of: "shop")
            let service = try FlagService(at: path, .answer(#"{"state":"expired","reason":"of the shop"}"#))
            defer { service.stop() }
            let table =
                "permission camera from file \(folder.path(of: "$(uid)/camera"))\n"
                + "product pro {\n    source varlink unix:\(path) io.example.Shop.Get\n}\n"
                + Self.table(["Cam": "permission camera", "Paid": "purchase pro"])
            try withDaemon(table: table) { daemon in
                let client = try daemon.connect()
                let denied = try client.open("t://cam")
                #expect(denied["code"].text == "blocked.permission.denied", "\(denied)")
                let evidence = try constraint(client, "t://cam")["evidence"]
                #expect(evidence?["source"].text == "file:" + folder.path(of: "$(uid)/camera"))
                #expect(evidence?["freshness"].text == "cached" && evidence?["asOfMs"] != nil)
                try put("authorized", uid + "/camera", in: folder)
                try Patience.lookFor("the grant") { try client.open("t://cam")["code"].text == "ok.performed" }
                #expect(try client.open("t://paid")["code"].text == "blocked.purchase.expired")
                #expect(service.received.last?.contains(#""product":"pro""#) == true)
                #expect(service.received.last?.contains(#""subject":"uid:\#(uid)""#) == true)
                service.begin(.answer(#"{"state":"active"}"#))
                try Patience.lookFor("the purchase") { try client.open("t://paid")["code"].text == "ok.performed" }
                // A folder that another user could change is not trusted, and what it said before does not count.
                #expect(unsafe chmod(users, 0o777) == 0)
                try Patience.lookFor("distrust") {
                    try client.open("t://cam")["code"].text == "pending.undetermined"
                }
                service.stop()
                try Patience.lookFor("silence") { try client.open("t://paid")["class"].text == "pending" }
            }
        }
    }

    @Test func `a watch reports a change of the watching user's own file`() throws {
        try withFolder { folder in
            let uid = "\(getuid())"
            _ = try folder.makeFolder(uid)
            try folder.write(uid + "/camera", "denied")
            let table =
                "permission camera from file \(folder.path(of: "$(uid)/camera"))\n"
                + Self.table(["Cam": "permission camera"])
            try withDaemon(table: table) { daemon in
                let watcher = try daemon.connect()
                try watcher.send(#"{"method":"io.deeplinkd.Features.Watch","more":true}"#)
                /// Reads answers until the feature has a status.
                func awaitStatus(_ status: String) throws {
                    while true {
                        let features = try #require(try watcher.receive()?["parameters.features"]?.elements)
                        if features.contains(where: { $0["path"].text == "Cam" && $0["status"].text == status }) {
                            return
                        }
                    }
                }
                try awaitStatus("blocked")
                try put("authorized", uid + "/camera", in: folder)
                try awaitStatus("available")
            }
        }
    }

    @Test func `a list shows the sources of permissions and products, and who may set them`() throws {
        try withFolder { folder in
            let table = try folder.write(
                "t.conf",
                "permission camera from store devices/camera\ngrants permission camera by group daemon\n"
                    + "product pro {\n    source file /run/$(uid)/pro\n}\n"
                    + Self.table(["Cam": "permission camera", "Paid": "purchase pro"]))
            let text = try Program.tool("list", "-f", table).output
            #expect(
                text.hasSuffix(
                    """
                    permissions
                      camera  from store devices/camera
                    products
                      pro  from file /run/$(uid)/pro
                    grants
                      permission camera  by group daemon

                    """), "\(text)")
            let json = try Program.tool("list", "-f", table, "--format", "json").output
            #expect(json.contains(#"{"permission":"camera","from":"store devices/camera"}"#), "\(json)")
            #expect(json.contains(#"{"grants":"permission camera","groups":["daemon"]}"#), "\(json)")
            let one = try Program.tool("list", "-f", table, "--feature", "Cam").output
            #expect(!one.contains("grants"))
        }
    }

    // MARK: Tables and watchers

    @Test func `a reload queries the sources of the new table, and drops those of the old one`() throws {
        try withFolder { folder in
            let (on, off) = (try folder.write("on", "on"), try folder.write("off", "off"))
            try withDaemon(table: Self.table(["Run": "runtime from file \(on)"])) { daemon in
                let client = try daemon.connect()
                for (requirement, code) in [
                    ("runtime from file \(off)", "blocked.feature.disabled"), ("runtime on", "ok.performed"),
                    ("runtime from file \(on)", "ok.performed"), ("runtime off", "blocked.feature.disabled"),
                ] {
                    try daemon.replaceTable(Self.table(["Run": requirement]))
                    #expect(try client.call("io.deeplinkd.Monitor.Reload")["error"] == nil)
                    #expect(try client.open("t://run")["code"].text == code, "\(requirement)")
                    #expect(try sources(client).count == (requirement.contains("file") ? 1 : 0))
                }
            }
        }
    }

    @Test func `a watch reports changes of file and service switches without any other call`() throws {
        try withFolder { folder in
            let path = folder.path(of: "flags")
            let file = try folder.write("switch", "on")
            let service = try FlagService(at: path, .answer(#"{"on":true}"#))
            defer { service.stop() }
            let table = Self.table([
                "Filed": "runtime from file \(file)", "Served": "runtime from varlink unix:\(path) \(Self.method)",
            ])
            try withDaemon(table: table) { daemon in
                let watcher = try daemon.connect()
                try watcher.send(#"{"method":"io.deeplinkd.Features.Watch","more":true}"#)
                let all = try #require(try watcher.receive()?["parameters.features"]?.elements)
                #expect(all.map { $0["status"].text } == ["available", "available", "available", "available"])
                for (name, change) in [
                    ("Filed", { try self.put("off", "switch", in: folder) }),
                    ("Served", { service.begin(.answer(#"{"on":false}"#)) }),
                ] as [(String, () throws -> Void)] {
                    try change()
                    let changed = try #require(try watcher.receive()?["parameters.features"]?.elements)
                    #expect(changed.map { $0["path"].text } == [name])
                    #expect(changed.map { $0["code"].text } == ["blocked.feature.disabled"])
                }
            }
        }
    }

    @Test func `the tool prints a source's value, or the reason why there is none`() throws {
        try withFolder { folder in
            let file = folder.path(of: "switch")
            try withDaemon(table: Self.table(["Run": "runtime from file \(file)"])) { daemon in
                _ = try daemon.connect().open("t://run")
                let status = try daemon.tool("status").output
                #expect(status.contains("source   undetermined: runtime Run, file:\(file)\n  "), "\(status)")
                #expect(try daemon.tool("open", "t://run").output.contains("source file:\(file), cannot read"))
            }
        }
    }
}
