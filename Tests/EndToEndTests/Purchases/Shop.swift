import Contract
import Features
import Foundation
import Glibc
import PurchaseRules
import Varlink

/// An issuer of licences, and a daemon that serves several users and trusts it.
struct Shop {
    static let ann = OtherUser(uid: 54_321)
    static let bob = OtherUser(uid: 54_322)
    /// The user of a service that calls for its accounts.
    static let gateway = OtherUser(uid: 54_323, gid: 7)

    let folder: TemporaryFolder
    /// Keys with the ids `k1` and `k2`.
    let keys: [SigningKey]

    init(_ folder: TemporaryFolder) throws {
        self.folder = folder
        keys = try ["k1", "k2"].map { try SigningKey($0 == "k1" ? .edDSA : .es256, id: $0) }
        for key in keys { try folder.write(key.publicKey.id, Self.jwk(key.publicKey)) }
    }

    /// The JWK of a public key.
    static func jwk(_ key: IssuerKey) -> String {
        func text(_ bytes: ArraySlice<UInt8>) -> String { Base64.text(of: Array(bytes), .url) }
        let bytes = key.publicBytes[...]
        return switch key.algorithm {
        case .edDSA: #"{"kty":"OKP","crv":"Ed25519","kid":"\#(key.id)","x":"\#(text(bytes))"}"#
        case .es256:
            #"{"kty":"EC","crv":"P-256","kid":"\#(key.id)","x":"\#(text(bytes.prefix(32)))","#
                + #""y":"\#(text(bytes.suffix(32)))"}"#
        }
    }

    /// A table whose feature `Pro` requires the product `pro`.
    ///
    /// - Parameters:
    ///   - keys: the names of the key files.
    ///   - lines: more lines of the issuer.
    func table(keys: [String] = ["k1"], _ lines: String = "", trial: String? = "14d") -> String {
        """
        scheme t
        delegate group daemon
        product pro {
            title "Pro"
            price "4,99 € a month"
            \(trial.map { "trial " + $0 } ?? "")
        }
        product coins {
            kind consumable
        }
        issuer shop {
            key \(keys.map { folder.path(of: $0) }.joined(separator: " "))
            products pro coins
            audience podcasts
            \(lines)
        }
        feature Pro {
            require purchase pro
            action open {
                respond
            }
            route pro /pro do open
        }
        feature Game {
            require purchase coins
            action play {
                respond
            }
            route game /game do play
        }
        """
    }

    /// A signed licence.
    func licence(
        _ subject: LicenceSubject, id: String = "order-1", product: String = "pro", key: Int = 0,
        audience: String = "podcasts", issuedMs: Int64 = 1_772_323_200_000, endsMs: Int64? = nil,
        graceEndsMs: Int64? = nil, units: Int? = nil,
        state: PurchaseState = .active
    ) throws -> String {
        let claims = LicenceClaims(
            issuer: "shop", audience: audience, subject: subject, id: id, products: [product], issuedMs: issuedMs,
            endsMs: endsMs, graceEndsMs: graceEndsMs, state: state, units: units)
        guard let text = keys[key].sign(claims) else { throw TestFailure("no random bits") }
        return text
    }

    /// Runs a body with a daemon that all users can call, and its ledger.
    static func with(
        _ table: (Shop) -> String = { $0.table() }, _ body: (Shop, RunningDaemon, SocketAddress) throws -> Void
    ) throws {
        let address = SocketAddress.makeAbstract()
        let listening = try address.listen()
        defer { close(listening) }
        try withFolder { folder in
            let shop = try Shop(folder)
            let state = try folder.makeFolder("state")
            try withDaemon(
                in: folder, table: table(shop), stateDirectory: state, inheriting: [("varlink", listening)]
            ) { try body(shop, $0, address) }
        }
    }
}

extension RawClient {
    /// Hands in licences, and gives what became of each; the error where there is one.
    func ingest(_ items: [String], for subject: String? = nil) throws -> [String] {
        var parameters: [String: Any] = ["items": items]
        parameters["subject"] = subject
        let answer = try call("io.deeplinkd.Purchases.Ingest", parameters)
        if answer["error"] != nil {
            return [
                answer["error"].text.split(separator: ".").last.map(String.init) ?? "", answer["parameters.code"].text,
            ]
        }
        return (answer["parameters.items"]?.elements ?? []).map { item in
            item["result"].text + (item["code"].map { " \($0.text)" } ?? "")
        }
    }

    /// The state of a product.
    func state(of product: String = "pro", for subject: String? = nil) throws -> String {
        try purchase(product, for: subject)["state"].text
    }

    /// What a subject has of a product.
    func purchase(_ product: String = "pro", for subject: String? = nil) throws -> JSONTree {
        var parameters: [String: Any] = ["product": product]
        parameters["subject"] = subject
        let answer = try call("io.deeplinkd.Purchases.Status", parameters)
        guard let purchase = answer["parameters.purchases"]?.elements.first else { throw TestFailure("\(answer)") }
        return purchase
    }
}
