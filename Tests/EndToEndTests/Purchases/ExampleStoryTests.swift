import Foundation
import Glibc
import TestSupport
import Testing

/// The example table in production: each refusal names a remedy, and what really lifts it does.
///
/// That is a licence that a shop has signed, an answer in the desktop's permission store, or polkit.
@Suite struct ExampleStoryTests {
    /// A user who is not root, because polkit allows everything to root.
    private static let user: UInt32 = 1
    private static let polkitAction = "org.example.podcasts.listen-in"

    /// The example with an issuer, and with one more permission for its feature, which polkit grants.
    private static func table(_ folder: TemporaryFolder) throws -> String {
        let example = try String(contentsOfFile: Products.package + "/routes.conf", encoding: .utf8)
        let requirement = "require permission location.whenInUse\n"
        #expect(example.contains(requirement) && !example.contains("profile"))
        return example.replacingOccurrences(
            of: requirement, with: "require permission location.whenInUse polkit:\(polkitAction)\n") + """

                issuer shop {
                    key \(folder.path(of: "shop.jwk.pub"))
                    products premium.monthly founder.once
                    audience podcasts
                }

                """
    }

    /// The daemon of the example, with the programs that call it as its user.
    private struct Stage {
        let daemon: RunningDaemon
        let bus: PrivateBus

        func tool(_ words: String...) throws -> Program.Run {
            let command = [Products.tool] + words + ["--socket", daemon.socket, "--format", "json"]
            return try Program.run(OtherUser.launcher, OtherUser.arguments(toRun: command, as: ExampleStoryTests.user))
        }

        func open() throws -> JSONTree {
            let run = try tool("open", "podcast://favourites/rock")
            return try #require(try run.lines.first?["outcome"], "\(run)")
        }

        /// Opens the link until its outcome has a code: what polkit or the store have changed arrives a moment later.
        func open(until code: String) throws -> JSONTree {
            var outcome = try open()
            try Patience.lookFor(code) {
                outcome = try open()
                return outcome["code"].text == code
            }
            return outcome
        }
    }

    private func withStage(_ test: String, _ body: (Stage) throws -> Void) throws {
        guard OtherUser.isPossible(for: test), let bus = try PrivateBus(for: test) else { return }
        defer { bus.end() }
        guard try bus.startPermissionStore(for: test),
            try bus.startPolkit(for: test, defaults: [Self.polkitAction: "auth_self"])
        else { return }
        try withFolder { folder in
            let key = folder.path(of: "shop.jwk")
            #expect(try Program.tool("licence", "keygen", key, "--id", "2026").exit == .code(0))
            let state = try folder.makeFolder("state")
            #expect(unsafe chown(state, Self.user, Self.user) == 0)
            let daemon = try RunningDaemon(
                in: folder, table: try Self.table(folder), stateDirectory: state,
                environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address, "DBUS_SESSION_BUS_ADDRESS": bus.address],
                user: Self.user)
            defer { daemon.program.kill() }
            try body(Stage(daemon: daemon, bus: bus))
            daemon.program.signal(SIGTERM)
            #expect(try daemon.program.wait() == .code(0), "\(daemon.log)")
        }
    }

    /// A licence for the user, signed with the shop's private key.
    private func licence(_ folder: TemporaryFolder) throws -> String {
        let signed = try Program.tool(
            "licence", "sign", "--key", folder.path(of: "shop.jwk"), "--issuer", "shop", "--audience", "podcasts",
            "--subject", "uid:\(Self.user)", "--product", "premium.monthly", "--until", "2100-01-01")
        #expect(signed.exit == .code(0), "\(signed)")
        return try folder.write("order.jws", signed.output)
    }

    private func constraint(_ id: String, _ outcome: JSONTree) -> JSONTree? {
        outcome["constraints"]?.elements.first { $0["id"].text == id }
    }

    private func kinds(_ remedies: JSONTree?) -> [String] { (remedies?.elements ?? []).map { $0["kind"].text } }

    @Test func `in production the example goes from blocked to performed, one remedy after the other`() throws {
        try withStage(#function) { stage in
            let made = try stage.tool("override", "purchase", "founder.once", "active")
            #expect(made.exit != .code(0), "nothing is made up in production: \(made)")

            let unpaid = try stage.open()
            #expect(unpaid["code"].text == "blocked.purchase.required", "\(unpaid)")
            #expect(kinds(unpaid["remedies"]) == ["purchase", "restorePurchases"], "\(unpaid)")
            let ingested = try stage.tool("licence", "ingest", try licence(stage.daemon.folder))
            #expect(try ingested.lines.first?["result"].text == "accepted", "\(ingested)")

            let unasked = try stage.open()
            #expect(unasked["code"].text == "blocked.permission.notDetermined", "\(unasked)")
            #expect(kinds(unasked["remedies"]).contains("requestPermissions"), "\(unasked)")
            let purchase = constraint("purchase:any founder.once premium.monthly", unasked)
            #expect(purchase?["status"].text == "satisfied", "\(unasked)")
            #expect(purchase?["evidence.source"].text == "licence:shop/2026", "\(unasked)")
            stage.bus.store(["EXACT", "0"], table: "location", id: "location", app: "")
            try Patience.lookFor("the store's answer") {
                constraint("permission:location.whenInUse", try stage.open())?["status"].text == "satisfied"
            }
            #expect(try stage.open()["code"].text == "blocked.permission.notDetermined", "polkit has not agreed")

            try stage.bus.write(actions: [Self.polkitAction: "yes"])
            let opened = try stage.open(until: "ok.performed")
            #expect(opened["result.list"].text == "rock" && opened["feature"].text == "Favourites/SmartPlaylists")
        }
    }

    @Test func `what lifted a refusal can take it back, and the refusal names that again`() throws {
        try withStage(#function) { stage in
            _ = try stage.tool("licence", "ingest", try licence(stage.daemon.folder))
            stage.bus.store(["EXACT", "0"], table: "location", id: "location", app: "")
            try stage.bus.write(actions: [Self.polkitAction: "yes"])
            _ = try stage.open(until: "ok.performed")
            stage.bus.store(["NONE", "0"], table: "location", id: "location", app: "")
            _ = try stage.open(until: "blocked.permission.denied")
            stage.bus.store(["STREET", "0"], table: "location", id: "location", app: "")
            _ = try stage.open(until: "ok.performed")
            let since = "revoked 2026 since 2026-01-01"
            let revoked = try Self.table(stage.daemon.folder).replacingOccurrences(
                of: "    audience podcasts\n", with: "    audience podcasts\n    \(since)\n")
            try stage.daemon.replaceTable(revoked)
            #expect(try stage.tool("reload").exit == .code(0))
            let outcome = try stage.open(until: "blocked.purchase.revoked")
            #expect(constraint("permission:location.whenInUse", outcome)?["status"].text == "satisfied", "\(outcome)")
        }
    }
}
