import Features
import Foundation
import PurchaseRules

extension CorpusScene {
    // MARK: Purchases

    /// The key pair of RFC 8037, appendix A: the same signatures at every run.
    private static let privateKey =
        #"{"kty":"OKP","crv":"Ed25519","kid":"k1","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","#
        + #""d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}"#

    /// Licences that are accepted, replaced and rejected, trials, and what follows from them.
    static func usePurchases(_ recorder: CorpusRecorder) throws {
        let key = try SigningKey.read(Array(privateKey.utf8))
        try withFolder { folder in
            let file = try folder.write("shop.jwk", Shop.jwk(key.publicKey))
            let table = purchaseTable(file)
            try withDaemon(in: folder, table: table, stateDirectory: try folder.makeFolder("state")) { daemon in
                recorder.record(daemon)
                let client = try daemon.connect()
                let watch = try daemon.connect()
                try watch.send(
                    #"{"method":"io.deeplinkd.Purchases.Watch","parameters":{"subject":"account:ann"},"more":true}"#)
                _ = try watch.receive()
                func call(_ method: String, _ parameters: [String: Any] = [:]) throws {
                    let parameters = parameters.merging(["subject": "account:ann"]) { own, _ in own }
                    _ = try client.call("io.deeplinkd.Purchases." + method, method == "Products" ? [:] : parameters)
                }
                let far: Int64 = 4_000_000_000_000
                let items = try [
                    ("pro", Int64(2000), far, nil), ("pro", 1000, far, nil), ("coins", 1000, nil, 5),
                ].map { product, issuedMs, endsMs, units in
                    try sign(key, product, issuedMs: issuedMs, endsMs: endsMs, units: units)
                }
                try call("Products")
                try call("Ingest", ["items": items + [items[0], "x.y.z"]])
                _ = try watch.receive()
                try call("Status")
                try call("Status", ["product": "coins"])
                _ = try client.call("io.deeplinkd.Purchases.Reservations")
                _ = try client.call("io.deeplinkd.Purchases.Decide", ["outcomeId": "4r0q1c8s2tb7e", "spent": true])
                try call("StartTrial", ["product": "pro"])
                try call("StartTrial", ["product": "extra"])
                _ = try watch.receive()
                try call("StartTrial", ["product": "extra"])
                try call("StartTrial", ["product": "none"])
                try call("Status", ["product": "extra"])
                try call("Restore")
                try daemon.replaceTable(
                    purchaseTable(try folder.write("other.jwk", Shop.jwk(try SigningKey(.edDSA, id: "k2").publicKey)))
                        .replacing("product gone\n", with: ""))
                _ = try client.call("io.deeplinkd.Monitor.Reload")
                _ = try watch.receive()
                try call("Restore")
            }
        }
    }

    private static func sign(
        _ key: SigningKey, _ product: String, issuedMs: Int64, endsMs: Int64?, units: Int?
    ) throws -> String {
        let claims = LicenceClaims(
            issuer: "shop", audience: "a", subject: .account("ann"), id: product, products: [product],
            issuedMs: issuedMs, endsMs: endsMs, graceEndsMs: endsMs.map { $0 + 1000 }, units: units)
        guard let text = key.sign(claims) else { throw TestFailure("no signature") }
        return text
    }

    private static func purchaseTable(_ key: String) -> String {
        """
        scheme t
        product pro {
            title "Pro"
            kind subscription
            price "5 €"
            trial 1d
            buy https://shop.example/pro
        }
        product extra {
            trial 1h
        }
        product gone
        product coins {
            kind consumable
        }
        issuer shop {
            key \(key)
            products pro coins
            audience a
        }
        feature F {
            require purchase any pro coins extra
            action a {
                respond
            }
            route r /r do a
        }
        """
    }
}
