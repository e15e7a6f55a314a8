import Contract
import Foundation
import TestSupport
import Testing

@testable import PurchaseRules

/// The vectors of project Wycheproof for the two algorithms; those of other algorithms have to be refused by name.
@Suite struct WycheproofTests {
    private static func has(_ name: String) -> Bool { SharedData.has("wycheproof/" + name, for: "Wycheproof " + name) }

    /// The groups of a file, each with its tests.
    private static func groups(_ name: String) throws -> [(group: Value, tests: [Value])] {
        let folder = try #require(SharedData.folder)
        let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent("wycheproof/" + name)))
        let file = try ValueDecoder.decode(bytes.span)
        return try #require(file["testGroups"]?.elements).map { ($0, $0["tests"]?.elements ?? []) }
    }

    private static func key(_ group: Value) -> Result<[IssuerKey], KeyFault> {
        guard let key = group["public"] ?? group["private"] else { return .failure(.noKeys) }
        return read(JSONText.text(of: key))
    }

    private static func read(_ text: String) -> Result<[IssuerKey], KeyFault> {
        do throws(KeyFault) {
            return .success(try IssuerKey.read(Array(text.utf8)))
        } catch {
            return .failure(error)
        }
    }

    /// Tests raw signatures of keys in PEM, and in JWK where the file has them.
    private func checkRawSignatures(_ name: String, _ algorithm: KeyAlgorithm) throws {
        var (agreed, valid) = (0, 0)
        for (group, tests) in try Self.groups(name) {
            let pem = try Self.read(#require(group["publicKeyPem"]?.text)).get()
            let key = try #require(pem.first)
            #expect(key.algorithm == algorithm)
            if let jwk = group["publicKeyJwk"] {
                #expect(try Self.read(JSONText.text(of: jwk)).get().first?.publicBytes == key.publicBytes)
            }
            for test in tests {
                let signature = [UInt8](hex: try #require(test["sig"]?.text))
                let isValid = key.verifies(signature, of: [UInt8](hex: try #require(test["msg"]?.text)))
                #expect(isValid == (test["result"]?.text == "valid"), "test \(test["tcId"]?.int ?? 0)")
                agreed += 1
                valid += isValid ? 1 : 0
            }
        }
        print("Wycheproof \(name): \(agreed) tests agree, \(valid) of them valid")
    }

    @Test(.enabled(if: has("ecdsa_secp256r1_sha256_p1363_test.json")))
    func `ECDSA on P-256 with raw signatures agrees with Wycheproof`() throws {
        try checkRawSignatures("ecdsa_secp256r1_sha256_p1363_test.json", .es256)
    }

    @Test(.enabled(if: has("ed25519_test.json")))
    func `Ed25519 agrees with Wycheproof`() throws {
        try checkRawSignatures("ed25519_test.json", .edDSA)
    }

    @Test(.enabled(if: has("json_web_signature_test.json")))
    func `signed items of ES256 agree with Wycheproof, and keys of other algorithms are refused by name`() throws {
        var counts: [String: Int] = [:]
        for (group, tests) in try Self.groups("json_web_signature_test.json") {
            switch Self.key(group) {
            case .failure(let fault):
                // Every test of the group would be verified with this key.
                #expect(["key.symmetricKey", "key.unsupportedKey", "key.wrongUse"].contains(fault.code))
                counts[fault.code, default: 0] += tests.count
            case .success(let keys):
                for test in tests {
                    let isValid = Self.isSigned(try #require(test["jws"]?.text), by: keys)
                    #expect(isValid == (test["result"]?.text == "valid"), "test \(test["tcId"]?.int ?? 0)")
                    counts["agreed", default: 0] += 1
                }
            }
        }
        print("Wycheproof JWS: \(counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")
        #expect(counts["agreed"] == 39)
    }

    @Test(.enabled(if: has("json_web_key_test.json")))
    func `keys that Wycheproof calls unusable are refused by name`() throws {
        var counts: [String: Int] = [:]
        for (group, tests) in try Self.groups("json_web_key_test.json") {
            guard case .failure(let fault) = Self.key(group) else {
                Issue.record("\(group["comment"]?.text ?? "") has a key that can be used")
                continue
            }
            counts[fault.code, default: 0] += tests.count
        }
        print("Wycheproof JWK: \(counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")
    }

    /// Whether the signature of an item is good, whatever its payload says: claims are read after the signature.
    private static func isSigned(_ text: String, by keys: [IssuerKey]) -> Bool {
        guard let token = try? CompactToken(text.utf8), let key = keys.first(where: { $0.id == token.keyID }) else {
            return false
        }
        return key.algorithm == token.algorithm && key.verifies(token.signature, of: token.signedBytes)
    }
}
