import DeepLinkClient
import Foundation
import PurchaseRules
import PurchaseWire
import Testing

/// Products, licences and trials by the client library.
@Suite struct PurchaseClientTests {
    /// Runs a body with a daemon of an issuer, which keeps what it is handed.
    private func withShop(_ body: (Shop, RunningDaemon, DeepLinkDaemon) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let shop = try Shop(folder)
        let running = try RunningDaemon(
            in: folder, table: shop.table(), stateDirectory: try folder.makeFolder("state"))
        defer { running.program.kill() }
        try await body(shop, running, DeepLinkDaemon(socket: running.socket))
        running.program.signal(SIGTERM)
        #expect(try running.program.wait() == .code(0), "\(running.log)")
    }

    @Test func `products, licences and what they grant are read`() async throws {
        try await withShop { shop, running, daemon in
            let products = try await daemon.products()
            #expect(products.map(\.id) == ["pro", "coins"] && products[0].title == "Pro")
            #expect(products[0].price == "4,99 € a month")
            #expect(products[0].trial == .seconds(14 * 86_400) && products[0].issuers == ["shop"])
            #expect(products[1].kind == "consumable" && products[1].trial == nil && products[1].price == nil)
            let before = try #require(try await daemon.purchases(of: "pro").first)
            #expect(before.state == "none" && before.isEntitled == false && before.licence == nil)
            #expect(before.trial?.length == .seconds(14 * 86_400) && before.trial?.startedMs == nil)

            let endsMs: Int64 = 4_102_444_800_000
            let good = try shop.licence(.uid(getuid()), endsMs: endsMs)
            let foreign = try shop.licence(.uid(getuid()), audience: "games")
            let taken = try await daemon.ingest([good, good, foreign, "x"])
            #expect(taken.map(\.result) == [.accepted, .duplicate, .rejected, .rejected])
            #expect(taken[0].id == "order-1" && taken[0].issuer == "shop" && taken[0].code == nil)
            let change = try #require(taken[0].products.first)
            #expect(change.product == "pro" && change.before == "none" && change.after == "active")
            #expect(taken[2].code?.hasPrefix("licence.") == true && taken[2].reason?.isEmpty == false)

            let held = try #require(try await daemon.purchases().first)
            #expect(held.product == "pro" && held.state == "active" && held.isEntitled == true)
            #expect(held.endsMs == endsMs && held.licence?.id == "order-1" && held.licence?.keyID == "k1")
            #expect(try await daemon.open("t://pro").outcomeClass == .ok)
            let restored = try await daemon.restorePurchases()
            #expect(restored.kept == 1 && restored.verified == 1 && restored.rejected == 0 && restored.older == 0)
            #expect(restored.purchases.first == held && restored.codes.isEmpty)
        }
    }

    @Test func `a trial is started once, and changes are told`() async throws {
        try await withShop { shop, running, daemon in
            var changes = daemon.watchPurchases().makeAsyncIterator()
            let first = try #require(try await changes.next())
            #expect(first.purchases.map(\.product) == ["pro", "coins"] && first.removed.isEmpty)
            let trial = try await daemon.startTrial(of: "pro")
            #expect(trial.startedMs != nil && trial.endsMs != nil && (trial.left ?? .zero) > .seconds(86_400))
            let second = try #require(try await changes.next())
            #expect(second.purchases.map(\.product) == ["pro"] && second.purchases.first?.state == "trial")
            let again = await Task.ofItsOwn { try await daemon.startTrial(of: "pro") }.result.failure
            guard case .notKept(let code, let reason)? = again else {
                Issue.record("\(String(describing: again))")
                return
            }
            #expect(!code.isEmpty && again?.description == "nothing has changed: " + reason)
            let unknown = await Task.ofItsOwn { try await daemon.startTrial(of: "prö") }.result.failure
            #expect(unknown == .invalidParameter(name: "product", method: "io.deeplinkd.Purchases.StartTrial"))
            try running.restartKilled()
            let third = try #require(try await changes.next())
            #expect(third.purchases.map(\.product) == ["pro", "coins"], "all are told anew by the next daemon")
        }
    }

    @Test func `completions get the same answers`() async throws {
        try await withShop { shop, _, daemon in
            let products = try answer { daemon.products(completion: $0) }
            let trial = try answer { daemon.startTrial(of: "pro", completion: $0) }
            #expect(trial.startedMs != nil)
            let item = try shop.licence(.uid(getuid()))
            let taken = try answer { daemon.ingest([item], completion: $0) }
            let held = try answer { daemon.purchases(of: "pro", completion: $0) }
            let restored = try answer { daemon.restorePurchases(completion: $0) }
            #expect(products.count == 2 && taken.map(\.result) == [.accepted] && restored.kept == 1)
            #expect(held.first?.state == "active")
            let changes = Reports<Result<PurchasesReport, DeepLinkError>>()
            let watch = daemon.watchPurchases { changes.add($0) }
            let first = try changes.await(1)[0].get()
            #expect(first.purchases.count == 2)
            watch.cancel()
        }
    }

    @Test func `a daemon without a ledger keeps no licence, and says so`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let shop = try Shop(folder)
        let item = try shop.licence(.uid(getuid()))
        try await withServedDaemon(table: shop.table()) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            let error = await Task.ofItsOwn { try await daemon.ingest([item]) }.result.failure
            guard case .notKept? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test(arguments: [
        #"{"purchases":[{"product":"p","title":"P","state":"active","evidence":{"freshness":"new"}}]}"#,
        #"{"purchases":[{"product":7}]}"#, #"{"purchases":{}}"#, "{}",
    ])
    func `a reply that is none of a purchase is an error`(_ parameters: String) async throws {
        let reply = Array(#"{"parameters":\#(parameters)}"#.utf8) + [0]
        try await withScript({ _ in ScriptedDaemon.Answer(pieces: [reply], isLast: false) }) { daemon in
            let failure = await Task.ofItsOwn { try await daemon.purchases() }.result.failure
            guard case .unreadableReply? = failure else {
                Issue.record("\(parameters): \(String(describing: failure))")
                return
            }
        }
    }
}
