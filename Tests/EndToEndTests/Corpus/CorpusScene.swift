import Foundation
import Glibc

/// A daemon with a table, and the calls whose replies are recorded.
struct CorpusScene: Sendable {
    /// The name of its record: `Recordings/NAME.txt`.
    let name: String
    /// True if it acts as another user.
    var needsRoot = false
    let play: @Sendable (CorpusRecorder) throws -> Void

    static let all: [CorpusScene] =
        [
            CorpusScene(name: "links", play: openLinks), CorpusScene(name: "explanations", play: explainLinks),
            CorpusScene(name: "names", play: nameRoutesAndActions),
            CorpusScene(name: "unfinished", play: endEarly), CorpusScene(name: "rate", play: callTooFast),
            CorpusScene(name: "service", play: describeService), CorpusScene(name: "features", play: switchFeatures),
            CorpusScene(name: "watch", play: watchFeatures), CorpusScene(name: "monitor", play: monitorDaemon),
            CorpusScene(name: "shadow", play: compareTables), CorpusScene(name: "metrics", play: tellNumbers),
            CorpusScene(name: "timeline", play: readTimeline),
            CorpusScene(name: "tables", play: reloadTables), CorpusScene(name: "sources", play: readSources),
            CorpusScene(name: "lost-ledger", play: loseLedger), CorpusScene(name: "no-table", play: serveWithoutTable),
            CorpusScene(name: "packages", play: losePackages), CorpusScene(name: "services", play: callServices),
            CorpusScene(name: "channels", play: useChannels), CorpusScene(name: "permissions", play: authorise),
            CorpusScene(name: "languages", play: readTranslations), CorpusScene(name: "purchases", play: usePurchases),
            CorpusScene(name: "other-user", needsRoot: true, play: callAsOther),
            CorpusScene(name: "hidden-features", needsRoot: true, play: callAboutHidden),
        ]
        // The steps that lead to `failed.cancelled` lead to `rejected.shuttingDown` too.
        + CodeScenario.allCases.filter { $0 != .shuttingDown }.map { scenario in
            CorpusScene(name: "Codes/" + scenario.rawValue) { recorder in
                try CodeStage.with { stage in
                    recorder.record(stage.daemon)
                    _ = try scenario.outcomes(stage)
                }
            }
        }

    // MARK: Links

    private static func openLinks(_ recorder: CorpusRecorder) throws {
        try withDaemon(table: CodeTable.text(), facts: CodeTable.facts) { daemon in
            recorder.record(daemon)
            let client = try daemon.connect()
            for row in CodeTable.rows { _ = try client.open(row.url) }
            _ = try client.outcome("Open", ["url": "t://say", "timings": true])
            // An optional key that is repeated is left out.
            _ = try client.open("t://say?word=a&word=b")
        }
    }

    /// One link of each code.
    private static func explainLinks(_ recorder: CorpusRecorder) throws {
        try withDaemon(table: CodeTable.text(), facts: CodeTable.facts) { daemon in
            recorder.record(daemon)
            let client = try daemon.connect()
            var codes: Set<String> = []
            for row in CodeTable.rows where codes.insert(row.code).inserted {
                _ = try client.outcome("Explain", ["url": row.url, "candidates": true])
                _ = try client.outcome("Verify", ["url": row.url])
            }
            for fact in ["toggle Toggle on", "toggle Toggle maybe"] {
                _ = try client.call("io.deeplinkd.Dispatch.Explain", ["url": "t://gate/toggle", "facts": [fact]])
            }
        }
    }

    // MARK: Names

    /// The links of routes and the actions of features by their names, and the reasons for which there are none.
    private static func nameRoutesAndActions(_ recorder: CorpusRecorder) throws {
        try withDaemon(table: CodeTable.text(), facts: CodeTable.facts) { daemon in
            recorder.record(daemon)
            let client = try daemon.connect()
            let links: [[String: Any]] = [
                ["route": "say"], ["route": "numbers", "parameters": ["n": 7], "scope": "t.example"],
                ["route": "part", "parameters": ["word": "a b"]], ["route": "syy"], ["route": "numbers"],
                ["route": "numbers", "parameters": ["n": "x"]], ["route": "numbers", "parameters": ["m": 7]],
                ["route": "say", "scope": "nowhere"], ["route": "print", "parameters": ["word": "never"]],
                ["route": "say", "parameters": 7], ["route": "say", "parameters": ["word": ["a"]]],
            ]
            for parameters in links { _ = try client.call("io.deeplinkd.Dispatch.Link", parameters) }
            let actions: [[String: Any]] = [
                ["action": "Plain.say", "inputs": ["word": "you"]],
                ["action": "Plain.keep", "inputs": ["key": "pssst"]],
                ["action": "Toggle.open"], ["action": "Plain.repeat", "inputs": ["n": "x"]],
                ["action": "Plain.repeat", "inputs": ["m": 7]], ["action": "Plain.print"],
                ["action": "Plain.print", "inputs": ["word": "never"]], ["action": "Plain.prnt"],
                ["action": "Plain.say", "url": "t://say"], ["inputs": ["word": "you"]],
            ]
            for method in ["Open", "Explain"] {
                for parameters in actions { _ = try client.call("io.deeplinkd.Dispatch." + method, parameters) }
            }
            _ = try client.call("io.deeplinkd.Dispatch.Verify", actions[0])
        }
    }

    // MARK: Callers that do not wait

    /// The outcome of a request whose caller hung up, as its next caller gets it, and those of deadlines.
    private static func endEarly(_ recorder: CorpusRecorder) throws {
        try CodeStage.with { stage in
            let call = ["url": "t://wait", "idempotencyKey": "k"]
            var client: RawClient? = try stage.daemon.connect()
            try client?.send(RawClient.message("io.deeplinkd.Dispatch.Open", call))
            try stage.awaitPrograms(1)
            client = nil
            try stage.daemon.awaitLog("code=failed.cancelled")
            try Patience.lookFor("the stored outcome") {
                let outcome = try stage.daemon.connect().outcome("Open", call)
                return outcome["code"].text != "rejected.idempotency.inProgress"
            }
            recorder.record(stage.daemon)
            let other = try stage.daemon.connect()
            _ = try other.outcome("Open", call)
            for deadlineMs in [60_000, 0, -1, 86_400_001] {
                _ = try other.call("io.deeplinkd.Dispatch.Open", ["url": "t://say", "deadlineMs": deadlineMs])
            }
            _ = try other.outcome("Open", ["url": "t://wait", "deadlineMs": 300])
        }
    }

    // MARK: Callers that are too fast

    private static func callTooFast(_ recorder: CorpusRecorder) throws {
        try withDaemon(table: "limit calls-per-second 1\n" + CodeTable.text(), facts: CodeTable.facts) { daemon in
            recorder.record(daemon)
            let client = try daemon.connect()
            let message = try RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://say"])
            try client.send(message, message)
            for _ in 0..<2 { _ = try client.receive() }
        }
    }

    // MARK: The service and its errors

    private static func describeService(_ recorder: CorpusRecorder) throws {
        try withDaemon(table: CodeTable.text()) { daemon in
            recorder.record(daemon)
            let client = try daemon.connect()
            let info = try client.call("org.varlink.service.GetInfo")
            for interface in info["parameters.interfaces"]?.elements ?? [] {
                _ = try client.call("org.varlink.service.GetInterfaceDescription", ["interface": interface.text])
            }
            for refusal in ProtocolTests.refusals {
                try client.send(refusal.message)
                _ = try client.receive()
            }
            _ = try client.call("io.deeplinkd.Features.Watch")
        }
    }

    // MARK: Features

    private static let switches = """
        scheme t
        product premium {
            title "Premium"
            kind subscription
        }
        product founder {
            kind oneTime
        }
        feature Plain {
            description "Always available"
            action say {
                respond
            }
            route say /say do say
            feature Timer {
                title "Sleep timer"
                description "Off until the user switches it on"
                require toggle off
                action start {
                    respond
                }
                route timer /timer do start
            }
            feature Turbo {
                require runtime off
                action boost {
                    respond
                }
                action rest {
                    respond
                }
                route boost /boost do boost
                route rest /rest do rest
            }
        }
        feature Shared {
            require toggle on shared
            feature Inner {
                require permission motion
                action open {
                    respond
                }
                route inner /inner do open
            }
        }
        feature All {
            require platform linux 2
            require platform windows 11
            require caller socket elsewhere
            require permission camera
            require purchase any premium founder
            action do {
                respond
            }
            route all /all do do
        }
        feature Unclear {
            require permission bluetooth
            action do {
                respond
            }
            route unclear /unclear do do
        }
        """

    private static func switchFeatures(_ recorder: CorpusRecorder) throws {
        let features = "io.deeplinkd.Features."
        try withFolder { folder in
            let state = try folder.makeFolder("state")
            try withDaemon(table: switches, stateDirectory: state) { daemon in
                recorder.record(daemon)
                let client = try daemon.connect()
                let list = try client.call(features + "List")
                for feature in list["parameters.features"]?.elements ?? [] {
                    _ = try client.call(features + "Describe", ["feature": feature["path"].text])
                }
                let calls: [(method: String, parameters: [String: Any])] = [
                    ("List", ["after": "Plain"]), ("List", ["after": "Nowhere"]),
                    ("SetToggle", ["feature": "Plain/Timer", "on": true]), ("Describe", ["feature": "Timer"]),
                    ("SetToggle", ["feature": "Timer", "on": false]), ("SetToggle", ["feature": "Timer"]),
                    ("SetToggle", ["feature": "Timer", "on": true, "subject": "account:ann"]),
                    ("Describe", ["feature": "Timer", "subject": "account:ann"]),
                    ("List", ["subject": "account:ann", "after": "Plain"]),
                    ("SetToggle", ["feature": "Shared", "on": false, "subject": "machine"]),
                    ("SetToggle", ["feature": "Turbo", "on": true]), ("SetToggle", ["feature": "Nowhere", "on": true]),
                    ("SetToggle", ["feature": "Timer", "on": true, "subject": "ann"]),
                    ("SetRuntime", ["feature": "Turbo", "on": true]), ("Describe", ["feature": "Turbo"]),
                    ("SetRuntime", ["feature": "Turbo"]), ("SetRuntime", ["feature": "Timer", "on": true]),
                    ("SetRuntime", ["feature": "DeepLinking", "on": false]), ("List", [:]),
                    ("SetRuntime", ["feature": "DeepLinking"]),
                ]
                for (method, parameters) in calls { _ = try client.call(features + method, parameters) }
                let settings: [(method: String, parameters: [String: Any])] = [
                    (
                        "Permissions.SetPermission",
                        ["permission": "camera", "status": "denied", "subject": "account:ann"]
                    ),
                    ("Permissions.SetPermission", ["permission": "camera", "subject": "account:ann"]),
                    ("Permissions.SetPermission", ["permission": "camera", "status": "maybe"]),
                    ("Purchases.SetPurchase", ["product": "premium", "state": "active", "units": 2, "endsMs": 9]),
                    ("Purchases.SetPurchase", ["product": "premium", "subject": "account:ann"]),
                    ("Purchases.SetPurchase", ["product": "nowhere", "state": "active"]),
                ]
                for (method, parameters) in settings { _ = try client.call("io.deeplinkd." + method, parameters) }
                for method in ["Open", "Verify", "Explain"] {
                    _ = try client.outcome(method, ["url": "t://timer", "subject": "account:ann"])
                }
            }
        }
    }

    private static func watchFeatures(_ recorder: CorpusRecorder) throws {
        let setToggle = "io.deeplinkd.Features.SetToggle"
        try withDaemon(table: switches) { daemon in
            recorder.record(daemon)
            let (watcher, client) = (try daemon.connect(), try daemon.connect())
            try watcher.send(#"{"method":"io.deeplinkd.Features.Watch","more":true}"#)
            _ = try watcher.receive()
            let other = try daemon.connect()
            try other.send(
                #"{"method":"io.deeplinkd.Features.Watch","more":true,"parameters":{"subject":"account:ann"}}"#)
            _ = try other.receive()
            for on in [true, false] {
                _ = try client.call(setToggle, ["feature": "Timer", "on": on])
                _ = try watcher.receive()
            }
            try daemon.replaceTable("scheme t\nfeature Unclear {\n    require toggle off\n}\n")
            _ = try client.call("io.deeplinkd.Monitor.Reload")
            _ = try watcher.receive()
        }
    }

    // MARK: The monitor

    private static func monitorDaemon(_ recorder: CorpusRecorder) throws {
        let monitor = "io.deeplinkd.Monitor."
        try withFolder { folder in
            let state = try folder.makeFolder("state")
            recorder.name(folder.path, "$STATE")
            try withDaemon(table: "profile development\n" + switches, stateDirectory: state) { daemon in
                recorder.record(daemon)
                let client = try daemon.connect()
                let calls: [(method: String, parameters: [String: Any])] = [
                    ("Status", [:]), ("Reload", [:]),
                    ("Override", ["fact": "purchase premium", "status": "expired", "ttlMs": 60_000]),
                    ("Override", ["fact": "toggle Timer", "status": "on"]),
                    ("Override", ["fact": "permission camera", "status": "granted"]), ("Status", [:]),
                    ("Override", ["fact": "toggle Timer"]),
                    ("Override", ["fact": "toggle Nowhere", "status": "on"]),
                    ("Override", ["fact": "toggle Timer", "status": "maybe"]),
                    ("Override", ["fact": "caller uid", "status": "0"]),
                    ("Override", ["fact": "toggle Timer", "status": "on", "ttlMs": 0]),
                    ("ClearCache", [:]), ("Shadow", [:]), ("Metrics", ["format": "xml"]), ("Acknowledge", [:]),
                    ("Acknowledge", ["outcomeId": "0"]), ("Backup", ["path": "/copy"]), ("Backup", [:]),
                    ("Inspect", [:]), ("Inspect", ["verify": true]), ("Audit", [:]),
                ]
                for (method, parameters) in calls { _ = try client.call(monitor + method, parameters) }
                try client.send(#"{"method":"io.deeplinkd.Monitor.Backup","more":true}"#)
                _ = try client.receive()
                // No row is this user's, so the answer has no time and no process.
                try daemon.replaceTable("audit {\n}\nprofile development\n" + switches)
                for (method, parameters) in [("Reload", [:]), ("Audit", ["uid": 4242])] as [(String, [String: Any])] {
                    _ = try client.call(monitor + method, parameters)
                }
                for url in ["t://timer", "t://all", "t://unclear"] { _ = try client.open(url) }
            }
        }
    }

    private static func reloadTables(_ recorder: CorpusRecorder) throws {
        func table(_ routes: String) -> String {
            "scheme t\nfeature F {\n    action a {\n        input x string = y\n        respond\n    }\n"
                + routes.split(separator: "\n").map { "    \($0)\n" }.joined() + "}\n"
        }
        let tables = [
            "", "scheme t\nfeature F {\n", table("route r r do a\nroute s /s do b"),
            table("route r /$(x) do a\nroute s /$(x) do a"),
            table("route r /a/$(x) do a {\n    over s\n}\nroute s /$(x)/b do a {\n    over r\n}"),
            table("route r /r do a") + "feature G {\n    action run {\n        exec /nonexistent/program\n    }\n"
                + "    route run /run do run\n}\n",
        ]
        try withDaemon(table: table("route r /r do a")) { daemon in
            recorder.record(daemon)
            let client = try daemon.connect()
            _ = try client.call("io.deeplinkd.Monitor.Override", ["fact": "runtime DeepLinking", "status": "off"])
            try client.send(#"{"method":"io.deeplinkd.Monitor.Backup","more":true}"#)
            _ = try client.receive()
            _ = try client.call("io.deeplinkd.Dispatch.Open", ["url": "t://r", "idempotencyKey": "k"])
            for text in tables {
                try daemon.replaceTable(text)
                for method in ["Check", "Reload"] { _ = try client.call("io.deeplinkd.Monitor." + method) }
            }
        }
    }

    private static func serveWithoutTable(_ recorder: CorpusRecorder) throws {
        let address = SocketAddress.makeAbstract()
        let listening = try address.listen()
        defer { close(listening) }
        try withDaemon(table: "scheme t\nfeature F {\n    nonsense\n}\n", inheriting: [("varlink", listening)]) {
            daemon in
            recorder.record(daemon)
            let client = RawClient(adopting: try address.connect())
            client.tap = recorder.tap.addClient()
            let calls: [(method: String, parameters: [String: Any])] = [
                ("Monitor.Status", [:]), ("Dispatch.Open", ["url": "t://r"]), ("Dispatch.Verify", ["url": "t://r"]),
                ("Dispatch.Explain", ["url": "t://r", "candidates": true]), ("Features.List", [:]),
                ("Features.Describe", ["feature": "DeepLinking"]), ("Features.Describe", ["feature": "F"]),
                ("Features.SetToggle", ["feature": "F", "on": true]),
                ("Permissions.SetPermission", ["permission": "camera", "status": "denied"]),
                ("Purchases.SetPurchase", ["product": "p", "state": "active"]),
                ("Features.SetRuntime", ["feature": "DeepLinking", "on": true]),
                ("Monitor.Override", ["fact": "toggle F", "status": "on"]), ("Monitor.Reload", [:]),
            ]
            for (method, parameters) in calls { _ = try client.call("io.deeplinkd." + method, parameters) }
            try daemon.replaceTable(
                "scheme t\nfeature F {\n    action a {\n        respond\n    }\n    route r /r do a\n}\n")
            for (method, parameters) in calls.suffix(1) + calls.prefix(2) {
                _ = try client.call("io.deeplinkd." + method, parameters)
            }
        }
    }

    // MARK: Facts

    private static func readSources(_ recorder: CorpusRecorder) throws {
        try withFolder { folder in
            recorder.name(folder.path, "$SWITCHES")
            let origins = [
                "On": "file \(try folder.write("on", "on\n"))", "Off": "file \(try folder.write("off", "off\n"))",
                "Odd": "file \(try folder.write("odd", "maybe\n")) = on",
                "Absent": "file \(folder.path(of: "absent"))",
                "Deaf": "varlink unix:\(folder.path(of: "deaf")) io.example.Flags.Get",
            ].sorted { $0.key < $1.key }
            let features = origins.map { name, origin in
                "feature \(name) {\n    require runtime from \(origin)\n    action a {\n        respond\n    }\n"
                    + "    route \(name.lowercased()) /\(name.lowercased()) do a\n}\n"
            }
            try withDaemon(table: "scheme t\n" + features.joined()) { daemon in
                recorder.record(daemon)
                let client = try daemon.connect()
                for (name, _) in origins {
                    _ = try client.outcome("Explain", ["url": "t://" + name.lowercased()])
                }
                _ = try client.call("io.deeplinkd.Monitor.Status")
            }
        }
    }

    private static func loseLedger(_ recorder: CorpusRecorder) throws {
        try withFolder { folder in
            recorder.name(folder.path, "$STATE")
            let state = try folder.makeFolder("state")
            try folder.write("state/ledger.db", String(repeating: "no database ", count: 100), mode: 0o600)
            try withDaemon(table: switches, stateDirectory: state) { daemon in
                recorder.record(daemon)
                let client = try daemon.connect()
                _ = try client.call("io.deeplinkd.Monitor.Status")
                for url in ["t://say", "t://timer"] { _ = try client.open(url) }
                _ = try client.call("io.deeplinkd.Features.SetToggle", ["feature": "Timer", "on": true])
                _ = try client.call("io.deeplinkd.Features.SetRuntime", ["feature": "DeepLinking", "on": true])
                _ = try client.open("t://say")
                _ = try client.outcome("Open", ["url": "t://say", "idempotencyKey": "k"])
                _ = try client.call("io.deeplinkd.Monitor.Status")
            }
        }
    }

    // MARK: Other users

    private static func callAboutHidden(_ recorder: CorpusRecorder) throws {
        let address = SocketAddress.makeAbstract()
        let listening = try address.listen()
        defer { close(listening) }
        try withDaemon(table: AudienceTests.hidden, inheriting: [("varlink", listening)]) { daemon in
            recorder.record(daemon)
            for client in [RawClient(adopting: try address.connect()), try OtherUser(uid: 54_321).connect(to: address)]
            {
                client.tap = recorder.tap.addClient()
                for (method, parameters) in AudienceTests.callsAboutHidden where method != "Monitor.Status" {
                    _ = try client.call("io.deeplinkd." + method, parameters)
                }
                _ = try client.open("t://vault/door")
            }
        }
    }

    private static func callAsOther(_ recorder: CorpusRecorder) throws {
        let address = SocketAddress.makeAbstract()
        let listening = try address.listen()
        defer { close(listening) }
        let table =
            switches + "\nfeature Run {\n    require runtime from file /nonexistent/switch\n"
            + "    action a {\n        respond\n    }\n    route run /run do a\n}\n"
        try withDaemon(table: table, inheriting: [("varlink", listening)]) { daemon in
            recorder.record(daemon)
            let client = try OtherUser(uid: 54_321).connect(to: address)
            client.tap = recorder.tap.addClient()
            _ = try client.call("io.deeplinkd.Monitor.Status")
            for url in ["t://say", "t://timer", "t://run", "t://all"] { _ = try client.open(url) }
            _ = try client.outcome("Open", ["url": "t://say", "subject": "account:ann"])
            let calls: [(method: String, parameters: [String: Any])] = [
                ("Features.Describe", ["feature": "Run"]), ("Features.SetToggle", ["feature": "Timer", "on": true]),
                ("Features.SetToggle", ["feature": "Timer", "on": true, "subject": "account:ann"]),
                ("Permissions.SetPermission", ["permission": "camera", "status": "authorized"]),
                ("Purchases.SetPurchase", ["product": "premium", "state": "active"]),
                ("Features.SetRuntime", ["feature": "Turbo", "on": true]), ("Monitor.Reload", [:]),
                ("Monitor.Override", ["fact": "toggle Timer", "status": "on"]), ("Monitor.Backup", ["path": "/copy"]),
            ]
            for (method, parameters) in calls { _ = try client.call("io.deeplinkd." + method, parameters) }
        }
    }
}
