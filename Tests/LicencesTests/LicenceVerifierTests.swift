import Contract
import Features
import PurchaseRules
import Testing

@Suite struct LicenceVerifierTests {
    private let key: SigningKey
    private let header = #"{"alg":"EdDSA","kid":"2026"}"#

    init() throws { key = try SigningKey(.edDSA, id: "2026") }

    @Test(arguments: KeyAlgorithm.allCases)
    func `a licence comes back as it was signed`(_ algorithm: KeyAlgorithm) throws {
        let key = try SigningKey(algorithm)
        let claims = LicenceClaims.sample(
            products: ["premium", "coins"], endsMs: now + day, graceEndsMs: now + 2 * day + 250,
            notBeforeMs: now - day, state: .trial, units: 7)
        let item = try #require(key.sign(claims))
        let licence = try LicenceVerifier(issuers: [.sample([key])]).verify(item.utf8, receivedMs: now)
        #expect(licence.claims == claims)
        #expect(licence.keyID == key.publicKey.id)
        #expect(licence.digest.count == 32)
        #expect(licence.receivedMs == now)
        #expect(licence.endsMs == now + day)
    }

    @Test func `the digest is that of the key and the payload, not of the item`() throws {
        let (other, verifier) = (try SigningKey(.es256), LicenceVerifier.init(issuers:))
        let issuer = Issuer.sample([key, other])
        let claims = LicenceClaims.sample()
        // Ed25519 signs the same bytes differently each time here, and the header may have a type or not.
        let payload = String(decoding: claims.payload, as: UTF8.self)
        let signed = try [key, key, other].map { try #require($0.sign(claims)) }
        let items = [signed[0], signed[1], item(header, payload, key), signed[2]]
        let digests = try items.map { try verifier([issuer]).verify($0.utf8, receivedMs: now).digest }
        #expect(Set(items).count > 1)
        #expect(Set(digests[..<3]).count == 1)
        #expect(digests[3] != digests[0])
    }

    @Test(arguments: [
        ("", "licence.formatInvalid"), (".", "licence.formatInvalid"), ("..", "licence.formatInvalid"),
        ("a.b", "licence.formatInvalid"), ("{}.{}.{}", "licence.formatInvalid"), ("e30.e30.", "licence.formatInvalid"),
        (".e30.AAAA", "licence.formatInvalid"), ("e30..AAAA", "licence.formatInvalid"),
        ("e30.e30.AAAA", "licence.formatInvalid"), ("e30=.e30.AAAA", "licence.formatInvalid"),
        ("e30.e30.AAAA\n", "licence.formatInvalid"), ("é.é.é", "licence.formatInvalid"),
        (String(repeating: "A", count: 16 << 10), "licence.formatInvalid"),
        (String(repeating: "A", count: (16 << 10) + 1), "licence.tooLong"),
    ])
    func `a text that is not a compact JWS is refused`(_ text: String, _ code: String) {
        #expect(fault(of: text, [key])?.code == code)
    }

    @Test(arguments: [
        (#"{"alg":"EdDSA","kid":"2026","crit":["exp"],"exp":1}"#, "licence.criticalHeader"),
        (#"{"alg":"EdDSA","kid":"2026","crit":[]}"#, "licence.criticalHeader"),
        (#"{"alg":"none","kid":"2026","crit":1}"#, "licence.criticalHeader"),
        (#"{"alg":"EdDSA","kid":"2026","b64":true}"#, "licence.criticalHeader"),
        (#"{"alg":"none","kid":"2026"}"#, "licence.algorithmForbidden"),
        (#"{"alg":"None","kid":"2026"}"#, "licence.algorithmForbidden"),
        (#"{"alg":"HS256","kid":"2026"}"#, "licence.algorithmForbidden"),
        (#"{"alg":"RS256","kid":"2026"}"#, "licence.algorithmForbidden"),
        (#"{"alg":"eddsa","kid":"2026"}"#, "licence.algorithmForbidden"),
        (#"{"alg":"","kid":"2026"}"#, "licence.algorithmForbidden"),
        (#"{"alg":"ES256","kid":"2026"}"#, "licence.algorithmForbidden"),
        (#"{"kid":"2026"}"#, "licence.formatInvalid"),
        (#"{"alg":null,"kid":"2026"}"#, "licence.formatInvalid"),
        (#"{"alg":"EdDSA","kid":["2026"]}"#, "licence.formatInvalid"),
        (#"{"alg":"EdDSA","kid":"2026","jwk":{}}"#, "licence.formatInvalid"),
        (#"{"alg":"EdDSA","kid":"2026","x5c":""}"#, "licence.formatInvalid"),
        (#"{"alg":"EdDSA","kid":"2026","jku":"https://a"}"#, "licence.formatInvalid"),
        (#"{"alg":"EdDSA","kid":"2026","typ":"at+jwt"}"#, "licence.formatInvalid"),
        (#"{"alg":"EdDSA","alg":"EdDSA","kid":"2026"}"#, "licence.formatInvalid"),
        (#"{"alg":"EdDSA","kid":"2026","\u006bid":"2026"}"#, "licence.formatInvalid"),
        (#"["alg","EdDSA"]"#, "licence.formatInvalid"), (#"{"alg":"EdDSA","kid":"2026"}}"#, "licence.formatInvalid"),
        (#"{"alg":"EdDSA"}"#, "licence.unknownKey"), (#"{"alg":"EdDSA","kid":"2025"}"#, "licence.unknownKey"),
        (#"{"alg":"EdDSA","kid":""}"#, "licence.unknownKey"),
    ])
    func `a header with more, less or other members is refused, though it is signed`(_ header: String, _ code: String) {
        let payload = String(decoding: LicenceClaims.sample().payload, as: UTF8.self)
        #expect(fault(of: item(header, payload, key), [key])?.code == code)
    }

    @Test(arguments: [
        #"{"alg":"EdDSA","kid":"2026","typ":"JWT"}"#, #"{ "kid" : "2026", "alg" : "Ed25519" }"#,
        #"{"typ":"jwt","alg":"\u0045dDSA","kid":"2026"}"#,
    ])
    func `a header may name the type, and write the same otherwise`(_ header: String) {
        let payload = String(decoding: LicenceClaims.sample().payload, as: UTF8.self)
        #expect(fault(of: item(header, payload, key), [key]) == nil)
    }

    private static let members = [
        "iss": #""shop""#, "aud": #""podcasts""#, "sub": #""uid:1000""#, "jti": #""a""#, "products": #"["premium"]"#,
        "iat": "1772236800",
    ]

    @Test(arguments: [
        ("iss", "1"), ("iss", #""""#), ("sub", #""machine""#), ("sub", #""uid:007""#), ("sub", #""machine:abc""#),
        ("sub", #""account:""#), ("sub", #""1000""#), ("jti", #""""#), ("jti", #""é""#), ("jti", #""a\nb""#),
        ("products", "[]"), ("products", #""a""#), ("products", #"["a","a"]"#), ("products", #"["a b"]"#),
        ("products", "[1]"), ("aud", "[]"), ("aud", "[1]"), ("aud", "{}"), ("aud", "null"), ("iat", #""1""#),
        ("iat", "-1"), ("iat", "1772236800000"), ("iat", "1e300"), ("exp", "1772236800"), ("exp", "null"),
        ("exp", "253402300800"), ("grace", "1772323201"), ("nbf", #""x""#), ("state", #""none""#),
        ("state", #""unknown""#), ("state", #""Active""#), ("state", "1"), ("units", "-1"), ("units", "1.5"),
        ("units", "9007199254740993"),
    ])
    func `a member of the payload that is out of its range is refused by its name`(_ name: String, _ value: String) {
        guard case .claimInvalid(name, _) = claimFault([name: value]) else {
            Issue.record("\(String(describing: claimFault([name: value])))")
            return
        }
    }

    @Test(arguments: members.keys.sorted())
    func `a payload without a member that it needs is refused by the member's name`(_ name: String) {
        #expect(claimFault([name: nil]) == .claimInvalid(name: name, reason: "is missing"))
    }

    @Test(arguments: [
        ["iat": "-0"], ["iat": "1772236800.5"], ["iat": "1.7722368e9"], ["units": "0"], ["state": #""paused""#],
        ["exp": "1772323210", "grace": "1772323210"], ["invoice": #"{"a":[1]}"#, "expires": "1"],
    ])
    func `dates with a fraction, and members that are not known, are taken`(_ members: [String: String]) {
        #expect(claimFault(members) == nil)
    }

    @Test func `a grace before the end is refused`() {
        let found = claimFault(["exp": "1772323210", "grace": "1772323201"])
        #expect(found == .claimInvalid(name: "grace", reason: "is before `exp`"))
    }

    /// The fault of a payload whose members are the usual ones with some changed, added or, where nil, left out.
    private func claimFault(_ changes: [String: String?]) -> LicenceFault? {
        let members = (Self.members as [String: String?]).merging(changes) { $1 }.filter { $0.value != nil }
        let payload = members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value ?? "")" }
        return fault(of: item(header, "{" + payload.joined(separator: ",") + "}", key), [key])
    }

    @Test func `issuer, audience, subject, product and dates are refused by name`() throws {
        func code(_ claims: LicenceClaims) throws -> String? { fault(of: try #require(key.sign(claims)), [key])?.code }
        #expect(try code(.sample()) == nil)
        #expect(try code(.sample(issuer: "Shop")) == "licence.unknownIssuer")
        #expect(try code(.sample(audience: "music")) == "licence.wrongAudience")
        #expect(try code(.sample(subject: .uid(1001))) == "licence.wrongSubject")
        #expect(try code(.sample(subject: .account("ann"))) == "licence.wrongSubject")
        #expect(try code(.sample(products: ["turbo"])) == "licence.unknownProduct")
        #expect(try code(.sample(products: ["turbo", "premium"])) == nil)
        #expect(try code(.sample(issuedMs: now + 300_000)) == nil)
        #expect(try code(.sample(issuedMs: now + 301_000)) == "licence.notYetValid")
        #expect(try code(.sample(notBeforeMs: now + day)) == "licence.notYetValid")
        // What ended is taken: it supersedes an earlier licence of the same purchase.
        #expect(try code(.sample(endsMs: now - 1)) == nil)
    }

    @Test func `an audience among several counts`() throws {
        var claims = LicenceClaims.sample()
        claims.audiences = ["music", "podcasts"]
        #expect(fault(of: try #require(key.sign(claims)), [key]) == nil)
    }

    @Test func `texts that Unicode calls equivalent are different issuers and audiences`() throws {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        #expect(composed == decomposed)
        let issuer = Issuer(name: composed, keys: [key.publicKey], products: ["premium"], audience: composed)
        let verifier = LicenceVerifier(issuers: [issuer])
        func code(_ issuer: String, _ audience: String) throws -> String? {
            let item = try #require(key.sign(.sample(issuer: issuer, audience: audience)))
            do throws(LicenceFault) {
                _ = try verifier.verify(item.utf8, receivedMs: now)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(try code(composed, composed) == nil)
        #expect(try code(decomposed, composed) == "licence.unknownIssuer")
        #expect(try code(composed, decomposed) == "licence.wrongAudience")
    }

    @Test func `a machine's licence is for the machine with that id alone`() throws {
        let id = String(repeating: "0123abcd", count: 4)
        let item = try #require(key.sign(.sample(subject: .machine(id: id))))
        let verifier = LicenceVerifier(issuers: [.sample([key])])
        _ = try verifier.verify(item.utf8, for: LicenceSubject(.machine, machineID: id), receivedMs: now)
        let other = LicenceSubject(.machine, machineID: String(id.reversed()))
        #expect(throws: LicenceFault.wrongSubject(found: "machine:" + id, expected: other.description)) {
            try verifier.verify(item.utf8, for: other, receivedMs: now)
        }
        #expect(throws: LicenceFault.self) { try verifier.verify(item.utf8, for: .uid(1000), receivedMs: now) }
    }

    @Test func `a key of another issuer, or another key of the same id, signs nothing`() throws {
        let (other, twin) = (try SigningKey(.edDSA, id: "other"), try SigningKey(.edDSA, id: "2026"))
        let bank = Issuer(name: "bank", keys: [other.publicKey], products: ["premium"], audience: "podcasts")
        let verifier = LicenceVerifier(issuers: [.sample([key]), bank])
        let stolen = try #require(other.sign(.sample(issuer: "shop")))
        #expect(throws: LicenceFault.unknownKey(id: "other", issuer: "shop")) {
            try verifier.verify(stolen.utf8, receivedMs: now)
        }
        let forged = try #require(twin.sign(.sample()))
        #expect(throws: LicenceFault.signatureInvalid(keyID: "2026", issuer: "shop")) {
            try verifier.verify(forged.utf8, receivedMs: now)
        }
    }

    @Test func `what a revoked key signs, or what arrives since, is refused whatever date it has`() throws {
        let item = try #require(key.sign(.sample(issuedMs: now - 9 * day)))
        #expect(fault(of: item, [key], revoked: ["2026": now + 1]) == nil)
        #expect(fault(of: item, [key], revoked: ["2026": now]) == .revokedKey(id: "2026", sinceMs: now))
        #expect(fault(of: item, [key], revoked: ["2026": now - day])?.code == "licence.revokedKey")
        #expect(fault(of: item, [key], revoked: ["2025": now - day]) == nil)
        // The same licence, taken before the revocation, is still one when it is verified again.
        let verifier = LicenceVerifier(issuers: [.sample([key], revoked: ["2026": now - day])])
        #expect(try verifier.verify(item.utf8, receivedMs: now - 2 * day).id == "order-1")
    }

    @Test func `what an item says can be read without a key, with the members that have no effect`() throws {
        let text = item(
            header, #"{"iss":"shop","aud":"a","sub":"uid:1","jti":"a","products":["a"],"iat":1,"expires":2}"#, key)
        let content = try LicenceContent(unverified: text.utf8)
        #expect(content.ignored == ["expires"] && content.keyID == "2026")
        let claims = LicenceClaims.sample(audience: "a", subject: .uid(1), id: "a", products: ["a"], issuedMs: 1000)
        #expect(content.claims == claims)
    }

    @Test func `claims that would be refused once they are signed are found before`() {
        #expect(throws: Never.self) { try LicenceClaims.sample().check() }
        for claims in [
            LicenceClaims.sample(issuer: ""), .sample(audience: ""), .sample(id: "é"), .sample(products: []),
            .sample(endsMs: now - 9 * day), .sample(graceEndsMs: now), .sample(state: .none), .sample(units: -1),
        ] {
            #expect(throws: LicenceFault.self) { try claims.check() }
        }
        let products = (0..<64).map { String(repeating: "p", count: 200) + String($0) }
        #expect(throws: LicenceFault.self) { try LicenceClaims.sample(products: products).check() }
    }

    @Test func `every fault has a code of its own and one sentence that names what was found`() {
        let faults: [LicenceFault] = [
            .tooLong(limit: 1, amount: 2), .formatInvalid(reason: "x"), .criticalHeader(member: "crit"),
            .algorithmForbidden(name: "none", expected: nil), .unknownIssuer(name: "a", known: ["b"]),
            .unverified, .unknownKey(id: "a", issuer: "b"), .signatureInvalid(keyID: "a", issuer: "b"),
            .revokedKey(id: "a", sinceMs: now), .claimInvalid(name: "exp", reason: "is missing"),
            .wrongAudience(found: ["a", "b", "c", "d", "e"], expected: "f"), .unknownProduct(found: ["a"], issuer: "b"),
            .notYetValid(claim: "nbf", fromMs: now + day, nowMs: now), .wrongSubject(found: "uid:1", expected: "uid:2"),
        ]
        #expect(faults.map(\.code) == LicenceFault.codes)
        #expect(Set(faults.map(\.description)).count == faults.count)
        #expect(faults[10].description.contains("`a`, `b`, `c`, `d` and 1 more"))
        #expect(faults[12].description.contains("2026-03-02T00:00:00Z"))
        #expect(LicenceFault.unknownIssuer(name: String(repeating: "x", count: 999), known: []).description.count < 200)
    }
}
