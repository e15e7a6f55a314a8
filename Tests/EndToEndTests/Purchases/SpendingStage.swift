import Foundation
import Glibc
import PurchaseRules
import TestSupport
import Testing

/// A game whose links spend coins, with a service that plays.
enum SpendingStage {
    static func table(_ shop: Shop, _ service: String, _ head: String) -> String {
        """
        scheme t
        \(head)
        product coins {
            title "Coins"
            kind  consumable
            trial 14d
        }
        issuer shop {
            key \(shop.folder.path(of: "k1"))
            products coins
            audience podcasts
        }
        feature Game {
            require purchase coins 3
            action play {
                input item slug
                varlink unix:\(service) io.example.Game.Play item=$(item)
                timeout 20s
                spend coins 3
            }
            action fail {
                exec /bin/false
                spend coins 3
            }
            action slow {
                exec /bin/sleep 20
                spend coins 3
            }
            route play /play/$(item:slug) do play
            route fail /fail do fail
            route slow /slow do slow
        }

        """
    }

    /// Runs a test with a service that answers all items but those that begin with `mute`, and says `no` to those with `bad`.
    static func with(
        units: Int? = 10, _ head: String = "", _ body: (RunningDaemon, Shop, ClickStage.Calls) throws -> Void
    ) throws {
        try withFolder { folder in
            let calls = ClickStage.Calls()
            let path = folder.path(of: "game")
            let service = try ScriptedDaemon(at: path) { call in
                calls.add(call)
                if call.contains("\"mute") { return [] }
                return [call.contains("\"bad") ? #"{"error":"io.example.Game.No"}"# : #"{"parameters":{}}"#]
            }
            defer { service.stop() }
            let shop = try Shop(folder)
            try withDaemon(
                in: folder, table: table(shop, path, head), stateDirectory: try folder.makeFolder("state")
            ) { daemon in
                if let units {
                    let licence = try shop.licence(.uid(getuid()), product: "coins", units: units)
                    #expect(try daemon.connect().ingest([licence]) == ["accepted"])
                }
                try body(daemon, shop, calls)
            }
        }
    }

    static func licence(_ daemon: RunningDaemon, _ words: String...) throws -> Program.Run {
        try Program.run(Products.tool, ["licence"] + words + ["--socket", daemon.socket])
    }

    static func units(_ daemon: RunningDaemon) throws -> String {
        try daemon.connect().purchase("coins")["units"].text
    }

    static func reservations(_ daemon: RunningDaemon) throws -> [JSONTree] {
        let answer = try daemon.connect().call("io.deeplinkd.Purchases.Reservations")
        return answer["parameters.reservations"]?.elements ?? []
    }
}
