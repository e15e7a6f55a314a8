import Foundation
import Glibc
import Testing

/// What a package has under way outlives an error in its file.
@Suite struct PackageKeepingTests {
    /// The table outside of packages; the package has a route with one of its values.
    private static let plain = """
        profile development
        scheme t
        permission contacts from consent
        values kind a b
        feature F {
            action a {
                respond
            }
            route r /r/$(_:@kind) do a
        }

        """

    /// The same without the set of values that the package names.
    private static let withoutKinds = plain.replacing("kind", with: "sort")

    /// A package with channels, a program that takes its time, a permission and two switches.
    private static func shop(in folder: TemporaryFolder, _ lines: String = "") -> String {
        """
        package shop
        scheme shop
        \(lines)
        channel live {
            kind held
        }
        channel saved {
            kind held
            durable
        }
        channel short {
            kind held
            durable
            hold 8 for 1s
        }
        feature Play {
            require toggle off
            action live {
                input kind string
                channel live
            }
            action saved {
                input kind string
                channel saved
                detach
            }
            action short {
                channel short
                detach
            }
            action slow {
                exec /bin/sh -c "echo . >\(folder.path(of: "ready")); read word <\(folder.path(of: "gate")); echo done"
            }
            route live /live/$(kind:@kind) do live
            route saved /saved/$(kind:@kind) do saved
            route short /short do short
            route slow /slow do slow
        }
        feature Ask {
            require permission contacts
            action a {
                respond asked
            }
            route ask /ask do a
        }
        feature Off {
            require runtime on
            action a {
                respond
            }
            route off /off do a
        }

        """
    }

    private static let unavailable = "rejected.package.unavailable"

    /// A daemon with the package, whose switch is on, and a ledger.
    private func withStage(
        also packages: [String: String] = [:], _ body: (ChannelStage) throws -> Void
    ) throws {
        try withFolder { folder in
            let files = packages.merging(["shop.conf": Self.shop(in: folder)]) { $1 }
            let state = try folder.makeFolder("state")
            try withDaemon(in: folder, table: Self.plain, packages: files, stateDirectory: state) { daemon in
                let stage = ChannelStage(daemon: daemon, address: SocketAddress(daemon.socket), folder: folder)
                let toggle = try stage.client().call(
                    "io.deeplinkd.Features.SetToggle", ["feature": "shop/Play", "on": true])
                #expect(toggle["error"] == nil, "\(toggle)")
                try body(stage)
            }
        }
    }

    /// Reloads the package, with lines or mended, and the rest of the table; gives what the reload says of the package.
    private func mend(_ stage: ChannelStage, _ lines: String = "") throws -> String {
        try stage.daemon.replaceTable(Self.plain)
        try stage.folder.write("shop.conf", Self.shop(in: stage.folder, lines))
        return try reload(stage)
    }

    private func reload(_ stage: ChannelStage) throws -> String {
        let answer = try stage.client().call("io.deeplinkd.Monitor.Reload")
        guard answer["error"] == nil else { throw TestFailure("\(answer)") }
        return answer["parameters.packages.0.state"]?.text ?? "in force"
    }

    /// Sends a link whose sender does not wait; gives the code of the outcome, or of the last one of the key.
    @discardableResult
    private func open(_ url: String, key: String, _ stage: ChannelStage) throws -> String {
        try stage.client().outcome("Open", ["url": url, "idempotencyKey": key])["code"].text
    }

    // MARK: Kept

    @Test func `a package that a reload keeps goes on with all that it has under way`() throws {
        try withStage { stage in
            let ready = try stage.folder.makeFIFO("ready", keptOpen: true)
            let gate = try stage.folder.makeFIFO("gate", keptOpen: true)
            defer { for descriptor in [ready, gate] { close(descriptor) } }
            let slow = try stage.send("shop:slow")
            try Patience.awaitReadable(ready, "the program")
            let app = try stage.subscribe("shop:live")
            let sender = try stage.send("shop:live/a")
            let link = try app.link()
            #expect(try open("shop:saved/a", key: "k", stage) == "ok.accepted")
            let flow = FlowClient(client: try stage.client(), other: try stage.client())
            try flow.begin(["url": "shop:ask"])
            #expect(try flow.next(2) == ["began contacts", "asking contacts"])
            let override = try stage.client().call(
                "io.deeplinkd.Monitor.Override", ["fact": "runtime shop/Off", "status": "off"])
            #expect(override["error"] == nil, "\(override)")

            #expect(try mend(stage, "nonsense") == "kept")

            #expect(try app.acknowledge(link) == "-")
            #expect(try sender.receive()?["parameters.outcome.code"].text == "ok.performed")
            #expect(unsafe write(gate, "x\n", 2) == 2)
            let outcome = try #require(try slow.receive()?["parameters.outcome"])
            #expect(outcome["code"].text == "ok.performed", "\(outcome)")
            try flow.answer("granted", "contacts")
            #expect(try flow.next(2) == ["answered contacts granted", "completed granted ok.performed"])
            #expect(try stage.open("shop:off")["code"].text == "blocked.feature.disabled")
            // What is new goes the same way: the switch of `Play` is on.
            let next = try stage.send("shop:live/b")
            #expect(try app.acknowledge(app.link()) == "-")
            #expect(try next.receive()?["parameters.outcome.code"].text == "ok.performed")
            #expect(try stage.subscribe("shop:saved").link()["inputs.kind"].text == "a")
            #expect(try mend(stage) == "in force")
            #expect(try !app.client.hasAnswer())
        }
    }

    // MARK: Left out

    @Test func `the links of a package that a reload leaves out wait for it, and so do its subscribers`() throws {
        try withStage { stage in
            let app = try stage.subscribe("shop:live")
            let told = try stage.send("shop:live/b")
            let link = try app.link()
            #expect(try open("shop:saved/b", key: "k", stage) == "ok.accepted")

            // The earlier version has an error too: it names a set of values that is gone.
            try stage.daemon.replaceTable(Self.withoutKinds)
            try stage.folder.write("shop.conf", Self.shop(in: stage.folder, "nonsense"))
            #expect(try reload(stage) == "leftOut")
            #expect(try stage.open("shop:live/b")["code"].text == Self.unavailable)
            #expect(try !app.client.hasAnswer())
            let other = Subscriber(client: try stage.client(), other: try stage.client())
            #expect(try other.call("shop:live")["error"].text == "io.deeplinkd.Channels.NoChannel")
            // The link that the app was told of is its own.
            #expect(try app.acknowledge(link) == "-")
            #expect(try told.receive()?["parameters.outcome.code"].text == "ok.performed")

            #expect(try mend(stage) == "in force")
            #expect(try stage.subscribe("shop:saved").link()["inputs.kind"].text == "b")
            let next = try stage.send("shop:live/a")
            #expect(try app.link()["inputs.kind"].text == "a")
            withExtendedLifetime(next) {}
        }
    }

    @Test func `a link that waits when its package is left out goes to the subscriber of the mended package`() throws {
        try withStage { stage in
            let sender = try stage.send("shop:live/a")
            try stage.awaitWaiting(1, in: "shop:live")
            #expect(try mend(stage) == "in force")
            try stage.daemon.replaceTable(Self.withoutKinds)
            #expect(try reload(stage) == "leftOut")
            #expect(try !sender.hasAnswer())
            #expect(try mend(stage) == "in force")
            let app = try stage.subscribe("shop:live")
            #expect(try app.acknowledge(app.link()) == "-")
            #expect(try sender.receive()?["parameters.outcome.code"].text == "ok.performed")
        }
    }

    @Test func `the links of a package that the table gives up end, also where it was left out before`() throws {
        try withStage { stage in
            let app = try stage.subscribe("shop:live")
            let sender = try stage.send("shop:live/a")
            _ = try app.link()
            #expect(try open("shop:saved/a", key: "k", stage) == "ok.accepted")
            try stage.daemon.replaceTable(Self.withoutKinds)
            #expect(try reload(stage) == "leftOut")
            try stage.folder.write("shop.conf", "package other\nscheme other\n")
            #expect(try reload(stage) == "in force")
            #expect(try sender.receive()?["parameters.outcome.code"].text == "unknown.effect")
            #expect(try app.receive()["parameters.code"].text == "channel.removed")
            #expect(try mend(stage) == "in force")
            #expect(try open("shop:saved/a", key: "k", stage) == "failed.channel.noSubscriber")
        }
    }

    // MARK: At a start

    @Test func `durable links wait in the ledger over starts with an error in their package`() throws {
        try withStage { stage in
            #expect(try open("shop:saved/a", key: "k", stage) == "ok.accepted")
            try stage.folder.write("shop.conf", Self.shop(in: stage.folder, "nonsense"))
            for _ in 0..<2 {
                try stage.daemon.restartKilled()
                #expect(try stage.open("shop:saved/a")["code"].text == Self.unavailable)
            }
            #expect(try mend(stage, "nonsense") == "leftOut")
            #expect(try mend(stage) == "in force")
            let app = try stage.subscribe("shop:saved")
            let link = try app.link()
            // A start cannot know whether an app had the link before.
            #expect(link["inputs.kind"].text == "a" && link["redelivered"].text == "true", "\(link)")
            #expect(try app.acknowledge(link) == "-")
            #expect(try open("shop:saved/a", key: "k", stage) == "ok.replayed")
            try stage.daemon.restartKilled()
            #expect(try stage.report(on: "shop:saved")["waiting"].text == "0")
        }
    }

    @Test func `durable links of a package that a reload leaves out wait over a start too`() throws {
        try withStage { stage in
            #expect(try open("shop:saved/a", key: "k", stage) == "ok.accepted")
            try stage.daemon.replaceTable(Self.withoutKinds)
            #expect(try reload(stage) == "leftOut")
            stage.daemon.program.signal(SIGTERM)
            #expect(try stage.daemon.program.wait() == .code(0))
            try stage.daemon.restartKilled()
            #expect(try mend(stage) == "in force")
            #expect(try stage.subscribe("shop:saved").link()["inputs.kind"].text == "a")
        }
    }

    @Test func `the time of a durable link goes on while its package is left out`() throws {
        try withStage { stage in
            #expect(try open("shop:short", key: "k", stage) == "ok.accepted")
            try stage.folder.write("shop.conf", Self.shop(in: stage.folder, "nonsense"))
            let late =
                "scheme late\nchannel c {\nkind held\ndurable\nhold 8 for 1s\n}\n"
                + "feature L {\naction a {\nchannel c\ndetach\n}\nroute late /r do a\n}\n"
            try stage.daemon.replaceTable(Self.plain + late)
            try stage.daemon.restartKilled()
            // The second that this link may wait begins after that of the other.
            #expect(try open("late:r", key: "l", stage) == "ok.accepted")
            try Patience.lookFor("the end of the later link") {
                try open("late:r", key: "l", stage) == "failed.channel.noSubscriber"
            }
            #expect(try mend(stage) == "in force")
            // A start cannot know whether an app had the link before.
            #expect(try open("shop:short", key: "k", stage) == "unknown.effect")
        }
    }

    @Test func `a second file of the package's name does not keep its durable links waiting`() throws {
        try withStage(also: ["z.conf": "package shop\nscheme rival\n"]) { stage in
            #expect(try open("shop:saved/a", key: "k", stage) == "ok.accepted")
            try stage.daemon.restartKilled()
            #expect(try stage.open("rival:r")["code"].text == Self.unavailable)
            #expect(try stage.subscribe("shop:saved").link()["inputs.kind"].text == "a")
        }
    }
}
