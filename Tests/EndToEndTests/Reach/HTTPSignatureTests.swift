import Foundation
import Testing

/// Signed requests, and the names by which a service knows a repetition.
@Suite struct HTTPSignatureTests {
    private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    private static let older = "whsec_" + Data(repeating: 7, count: 32).base64EncodedString()
    private static let lines = "http POST SHOP /$(path)\njson text=$(text)\nsign shop-key"

    private static func with(
        _ test: String, _ secret: String?, _ lines: String = lines, state: Bool = false,
        _ body: (RunningDaemon, WebShop, TemporaryFolder) throws -> Void
    ) throws {
        try withFolder { folder in
            if let secret { try folder.write("shop-key", secret) }
            try WebShop.with(test, lines, state: state, environment: ["CREDENTIALS_DIRECTORY": folder.path]) {
                try body($0, $1, folder)
            }
        }
    }

    /// Prints the secrets that verify each request, and those that do not.
    private static let verifier = """
        import json, sys
        from standardwebhooks.webhooks import Webhook, WebhookVerificationError
        for request in json.load(sys.stdin):
            for secret in sys.argv[1:]:
                try:
                    Webhook(secret).verify(request["body"], request["headers"])
                    print("verified")
                except WebhookVerificationError as error:
                    print("refused")
        """

    @Test func `a verifier of another author takes each signature, with the secret before and after a rotation`() throws
    {
        guard let interpreter = PythonEnvironment.webhooks else { return }
        func verify(_ requests: [JSONTree], _ secrets: [String]) throws -> String {
            let run = try Program.run(interpreter, ["-c", Self.verifier] + secrets, input: Self.json(requests))
            #expect(run.exit == .code(0), "\(run.errors)")
            return run.output
        }
        try Self.with("signed requests", Self.older + "\n" + Self.secret + "\n") { daemon, shop, folder in
            let client = try daemon.connect()
            let text = "%22%7D%20%C3%A9"
            let outcome = try client.open("t://ok?text=\(text)")
            #expect(outcome["code"].text == "ok.performed", "\(outcome)")
            #expect(try verify(shop.requests, [Self.older, Self.secret]) == "verified\nverified\n")
            #expect(shop.requests[0]["headers.webhook-id"].text == outcome["outcomeId"].text)
            // The next request has the secret that is there then.
            try folder.write("shop-key", Self.secret)
            _ = try client.open("t://ok?text=2")
            #expect(try verify([shop.requests[1]], [Self.older, Self.secret]) == "refused\nverified\n")
            #expect(!daemon.log.contains("whsec_") && !"\(outcome)".contains("whsec_"))
        }
    }

    private static func json(_ requests: [JSONTree]) throws -> String {
        let values = requests.map { request -> [String: Any] in
            let names = ["webhook-id", "webhook-timestamp", "webhook-signature"]
            let headers = Dictionary(uniqueKeysWithValues: names.map { ($0, request["headers." + $0].text) })
            return ["body": request["body"].text, "headers": headers]
        }
        return String(decoding: try JSONSerialization.data(withJSONObject: values), as: UTF8.self)
    }

    @Test(arguments: [nil, "", "MfKQ9r8G", "whsec_", "whsec_%%%", "whsec_AAAA whsec_AAAA whsec_AAAA", "whsec_AAAA x"])
    func `without a usable secret nothing is sent, and neither outcome nor log has it`(_ secret: String?) throws {
        try Self.with("unusable secrets", secret) { daemon, shop, _ in
            let outcome = try daemon.connect().open("t://ok")
            #expect(outcome["code"].text == "failed.http.unreachable", "\(outcome)")
            #expect(outcome["execution.error"].text.hasPrefix("shop-key: "))
            #expect(shop.requests.isEmpty)
            for word in (secret ?? "").split(separator: " ") where word.count > 6 {
                #expect(!"\(outcome)".contains(word) && !daemon.log.contains(word))
            }
        }
    }

    @Test func `a repetition is signed anew, with the same id`() throws {
        let lines = Self.lines + "\nretry 2 within 20s"
        try Self.with("repeated signatures", Self.secret, lines) { daemon, shop, _ in
            let outcome = try daemon.connect().open("t://turns/503/2")
            #expect(outcome["code"].text == "ok.performed", "\(outcome)")
            let requests = shop.requests
            #expect(requests.count == 3)
            #expect(Set(requests.map { $0["headers.webhook-id"].text }).count == 1)
            let signed = requests.filter { $0["headers.webhook-signature"].text.hasPrefix("v1,") }
            #expect(signed.count == 3)
        }
    }

    @Test func `a request with a key is known by a digest of it, and never by its text`() throws {
        let lines = "http POST SHOP /$(path)\nretry 2 within 20s"
        try WebShop.with("keys", lines, state: true) { daemon, shop in
            let client = try daemon.connect()
            for key in ["first-key", "second-key"] {
                let outcome = try client.outcome("Open", ["url": "t://turns/503/1?k=\(key)", "idempotencyKey": key])
                #expect(outcome["code"].text.hasPrefix("ok."), "\(outcome)")
            }
            let names = shop.requests.map { $0["headers.idempotency-key"].text }
            #expect(names.count == 3 && names[0] == names[1] && names[0] != names[2], "\(names)")
            let digests = names.filter { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil }
            #expect(digests.count == 3)
        }
    }

    @Test func `requests that only read have no name`() throws {
        try WebShop.with("reading requests", "http GET SHOP /$(path)") { daemon, shop in
            let outcome = try daemon.connect().open("t://ok")
            #expect(outcome["code"].text == "ok.performed", "\(outcome)")
            #expect(shop.requests[0]["headers.idempotency-key"] == nil)
        }
    }
}
