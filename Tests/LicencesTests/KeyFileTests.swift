import Contract
import PurchaseRules
import TestSupport
import Testing

@Suite struct KeyFileTests {
    /// The key of RFC 8037, appendix A.
    private static let x = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
    private static let px = "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4"
    private static let py = "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"
    private static let ed = #"{"kty":"OKP","crv":"Ed25519","x":"\#(x)"}"#
    private static let ec = #"{"kty":"EC","crv":"P-256","x":"\#(px)","y":"\#(py)"}"#
    private static let pem = """
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
        -----END PUBLIC KEY-----

        """

    @Test func `the id of a key without one is its thumbprint, in a JWK as in PEM`() throws {
        // RFC 8037, appendix A.3.
        let thumbprint = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
        #expect(try IssuerKey.read(Array(Self.ed.utf8)).map(\.id) == [thumbprint])
        #expect(try IssuerKey.read(Array(Self.pem.utf8)).map(\.id) == [thumbprint])
        #expect(try IssuerKey.read(Array(Self.pem.utf8)) == IssuerKey.read(Array(Self.ed.utf8)))
    }

    @Test func `sets, several PEM keys and both kinds are read in their order`() throws {
        let set = try IssuerKey.read(Array(#"{"keys":[\#(Self.ed),\#(Self.ec)]}"#.utf8))
        #expect(set.map(\.algorithm) == [.edDSA, .es256])
        let ecPEM = try SigningKey(.es256).publicKey
        let bytes: [UInt8] = [UInt8](hex: "3059301306072a8648ce3d020106082a8648ce3d03010703420004") + ecPEM.publicBytes
        let text = "-----BEGIN PUBLIC KEY-----\r\n" + Base64.text(of: bytes) + "  \r\n-----END PUBLIC KEY-----\n"
        #expect(try IssuerKey.read(Array((Self.pem + "\n" + text).utf8)).map(\.algorithm) == [.edDSA, .es256])
        #expect(try IssuerKey.read(Array(text.utf8)).first?.id == ecPEM.id)
    }

    @Test(arguments: [
        ("", "key.malformed"), ("  \n", "key.malformed"), ("AAAA", "key.malformed"), ("{", "key.malformed"),
        (#"{"kty":"OKP","kty":"OKP"}"#, "key.malformed"), ("{}", "key.memberInvalid"), (#"{"keys":[]}"#, "key.noKeys"),
        (#"{"keys":1}"#, "key.memberInvalid"), (#"{"keys":["a"]}"#, "key.memberInvalid"),
        (#"{"kty":1}"#, "key.memberInvalid"), (#"{"kty":"oct","k":"AAAA"}"#, "key.symmetricKey"),
        (#"{"kty":"RSA","n":"AAAA","e":"AQAB"}"#, "key.unsupportedKey"),
        (#"{"kty":"EC","crv":"P-384","x":"AA","y":"AA"}"#, "key.unsupportedKey"),
        (#"{"kty":"EC","crv":"secp256k1"}"#, "key.unsupportedKey"),
        (#"{"kty":"EC","crv":"Ed25519"}"#, "key.unsupportedKey"),
        (#"{"kty":"OKP","crv":"X25519","x":"AA"}"#, "key.unsupportedKey"),
        (#"{"kty":"OKP","crv":"Ed448","x":"AA"}"#, "key.unsupportedKey"),
        (#"{"kty":"OKP","crv":"Ed25519"}"#, "key.memberInvalid"),
        (#"{"kty":"OKP","crv":"Ed25519","x":"\#(x)="}"#, "key.memberInvalid"),
        (#"{"kty":"OKP","crv":"Ed25519","x":"AAAA"}"#, "key.wrongLength"),
        (#"{"kty":"OKP","crv":"Ed25519","x":"\#(x)","d":"\#(x)"}"#, "key.privateKey"),
        (#"{"kty":"OKP","crv":"Ed25519","x":"\#(x)","d":null}"#, "key.privateKey"),
        (#"{"kty":"OKP","crv":"Ed25519","x":"\#(x)","alg":"ES256"}"#, "key.wrongAlgorithm"),
        (#"{"kty":"OKP","crv":"Ed25519","x":"\#(x)","alg":1}"#, "key.memberInvalid"),
        (#"{"kty":"OKP","crv":"Ed25519","x":"\#(x)","use":"enc"}"#, "key.wrongUse"),
        (#"{"kty":"OKP","crv":"Ed25519","x":"\#(x)","key_ops":["sign"]}"#, "key.wrongUse"),
        (#"{"kty":"OKP","crv":"Ed25519","x":"\#(x)","key_ops":[]}"#, "key.wrongUse"),
        (#"{"kty":"OKP","crv":"Ed25519","x":"\#(x)","key_ops":["verify","verify"]}"#, "key.memberInvalid"),
        (#"{"kty":"OKP","crv":"Ed25519","x":"\#(x)","key_ops":"verify"}"#, "key.memberInvalid"),
        (#"{"kty":"OKP","crv":"Ed25519","x":"\#(x)","kid":""}"#, "key.memberInvalid"),
        (#"{"kty":"OKP","crv":"Ed25519","x":"\#(x)","kid":"é"}"#, "key.memberInvalid"),
        (#"{"kty":"EC","crv":"P-256","x":"\#(px)","y":"\#(px)"}"#, "key.notOnCurve"),
        (#"{"keys":[\#(ed),\#(ed)]}"#, "key.duplicateID"),
        (#"{"keys":[\#(ed),{"kty":"oct","k":"AAAA"}]}"#, "key.symmetricKey"),
        (pem + pem, "key.duplicateID"), ("text\n" + pem, "key.malformed"), ("-- text\n" + pem, "key.malformed"),
        (String(pem.dropLast(26)), "key.malformed"), ("-----END PUBLIC KEY-----\n", "key.malformed"),
        (pem.replacing("PUBLIC", with: "PRIVATE"), "key.privateKey"),
        (pem.replacing("PUBLIC", with: "EC PRIVATE"), "key.privateKey"),
        (pem.replacing("PUBLIC KEY", with: "CERTIFICATE"), "key.unsupportedKey"),
        (pem.replacing("Ro=", with: "Rp="), "key.malformed"), (pem.replacing("VwAy", with: "VwAz"), "key.malformed"),
        (pem.replacing("K2Vw", with: "K2Vu"), "key.unsupportedKey"),
        (String(repeating: " ", count: (64 << 10) + 1), "key.tooLong"),
    ])
    func `a file with a key that cannot be used is refused by name`(_ text: String, _ code: String) {
        #expect(keyFault(text)?.code == code)
    }

    @Test func `a file has eight keys at most`() throws {
        func set(_ count: Int) throws -> String {
            #"{"keys":["# + (try (0..<count).map { _ in try SigningKey(.es256).publicKey.jwk }).joined(separator: ",")
                + "]}"
        }
        #expect(try keyFault(set(8)) == nil)
        #expect(try keyFault(set(9)) == .tooMany(limit: 8, amount: 9))
    }

    @Test(arguments: [
        "0300000000000000000000000000000000000000000000000000000000000000",
        "0600000000000000000000000000000000000000000000000000000000000080",
        "eaffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "457c769f39d8644199c0e5bdbcfbc85b37ce91cbde1fc1b0ea6b44f198a1b66b",
        // No points of the curve.
        "0200000000000000000000000000000000000000000000000000000000000000",
        "0700000000000000000000000000000000000000000000000000000000000080",
        "a2e81478007152dea8651f3fce59796168e9338b87fe1a1a45cfed92ac11ea1f",
        "ebffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ])
    func `every text of 32 bytes is a key of Ed25519, for which no made-up signature is valid`(_ hex: String) throws {
        let key = try #require(try IssuerKey.read(Array(Self.jwk(hex).utf8)).first)
        for start in [[1], [], Array([UInt8](hex: hex))] {
            let signature = start + [UInt8](repeating: 0, count: 64 - start.count)
            #expect(!key.verifies(signature, of: [1, 2, 3]))
        }
        #expect(!key.verifies(try #require(SigningKey(.edDSA).signature(of: [1, 2, 3])), of: [1, 2, 3]))
    }

    @Test func `an author who declares a key of small order lets everybody sign`() throws {
        // The neutral point. SECURITY says whose fault that is.
        let neutral: [UInt8] = [1] + [UInt8](repeating: 0, count: 31)
        let jwk = #"{"kty":"OKP","crv":"Ed25519","x":"\#(Base64.text(of: neutral, .url))"}"#
        let key = try #require(try IssuerKey.read(Array(jwk.utf8)).first)
        #expect(key.verifies(neutral + [UInt8](repeating: 0, count: 32), of: [1, 2, 3]))
    }

    private static func jwk(_ hex: String) -> String {
        #"{"kty":"OKP","crv":"Ed25519","x":"\#(Base64.text(of: [UInt8](hex: hex), .url))"}"#
    }

    @Test(arguments: KeyAlgorithm.allCases)
    func `a new key is written as a private and a public JWK, and read again`(_ algorithm: KeyAlgorithm) throws {
        for _ in 0..<20 {
            let key = try SigningKey(algorithm, id: "2026 spring")
            let again = try SigningKey.read(Array(key.privateJWK.utf8))
            #expect(again.publicKey == key.publicKey)
            #expect(again.privateJWK == key.privateJWK)
            #expect(try IssuerKey.read(Array(key.publicKey.jwk.utf8)) == [key.publicKey])
            let signature = try #require(again.signature(of: [1, 2, 3]))
            #expect(key.publicKey.verifies(signature, of: [1, 2, 3]))
            #expect(!key.publicKey.verifies(signature, of: [1, 2]))
            #expect(keyFault(key.privateJWK) == .privateKey(sign: "`d`"))
        }
    }

    @Test func `a private key is refused where its halves differ, where it is public, and where it is not for signing`()
        throws
    {
        func fault(_ text: String) -> String? {
            do throws(KeyFault) {
                _ = try SigningKey.read(Array(text.utf8))
                return nil
            } catch {
                return error.code
            }
        }
        let (key, other) = (try SigningKey(.edDSA, id: "a"), try SigningKey(.edDSA, id: "a"))
        let mixed = key.privateJWK.replacing(
            Base64.text(of: key.publicKey.publicBytes, .url), with: Base64.text(of: other.publicKey.publicBytes, .url))
        #expect(fault(mixed) == "key.unmatchedHalves")
        #expect(fault(key.publicKey.jwk) == "key.notPrivate")
        #expect(fault(key.privateJWK.replacing(#"["sign"]"#, with: #"["verify"]"#)) == "key.wrongUse")
        #expect(fault(#"{"keys":[\#(key.privateJWK),\#(other.privateJWK)]}"#) == "key.tooMany")
        #expect(fault(#"{"keys":[\#(key.privateJWK)]}"#) == nil)
        #expect(fault(Self.pem) == "key.malformed")
        #expect(
            fault(
                #"{"kty":"EC","crv":"P-256","x":"\#(Self.px)","y":"\#(Self.py)","d":"\#(Base64.text(of: Array(repeating: 0, count: 32), .url))"}"#
            ) == "key.memberInvalid")
        #expect(throws: KeyFault.self) { try SigningKey(.edDSA, id: "é") }
    }

    @Test func `any change of a key file is a key or a fault and ends nothing`() throws {
        var random = SeededGenerator(for: "any change of a key file")
        let texts = try [Self.ed, Self.ec, Self.pem, SigningKey(.edDSA).privateJWK].map { Array($0.utf8) }
        for text in texts {
            for _ in 0..<200 {
                var bytes = text
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                let keys = (try? IssuerKey.read(bytes)) ?? []
                #expect(keys.allSatisfy { !$0.verifies(Array(repeating: 0, count: 64), of: bytes) })
                _ = try? SigningKey.read(bytes)
            }
        }
    }
}
