// What a request is known by, so that a service can tell a repetition from a second request, and the signature by which it
// knows the sender:
//
//     Idempotency-Key: 5f0c…                              requests that do more than read
//     webhook-id: 5f0c…                                   Standard Webhooks 1.0
//     webhook-timestamp: 1700000000
//     webhook-signature: v1,K5oZ…= v1,Zm9v…=              one for each secret of the credential
//
// The name is the id of the outcome. A request with an idempotency key is known by a digest of it, because it has to be the
// same after a crash; the text itself is the caller's, and another user may have chosen the same.

import Contract
import Features
import HostSystem
import Ledger
import OpenSSL
import Serving
import Varlink

/// Names requests and signs them; everything of it may run on another thread.
struct HTTPSigner: Sendable {
    /// What a request needs.
    struct Needs: Sendable {
        /// True for one that does more than read.
        let names: Bool
        /// The credential that has the secrets.
        let credential: String?
    }

    /// What the name of a request is made of.
    enum Seed: Sendable {
        /// The id of its outcome.
        case outcome(String)
        /// The parts of an idempotency key.
        case key([String])

        init(_ order: PerformanceOrder) {
            self =
                order.key.map { .key(["\($0.caller)", $0.subject.description, $0.text]) } ?? .outcome(order.outcomeID)
        }
    }

    /// Why a request cannot be named or signed.
    struct Fault: Error {
        /// *Shape*: one sentence that every caller may read.
        let sentence: String
        /// For operators.
        let detail: String
    }

    private static let machineID = "/etc/machine-id"
    /// *Units*: bytes of a credential: more than two secrets of 64 bytes take.
    private static let credentialBytes = 4 << 10
    private static let secretPrefix = "whsec_"

    /// The folder that the service manager puts credentials into.
    let credentials: String?

    /// True if a file is read, or OpenSSL called.
    func takesTime(_ needs: Needs, _ seed: Seed) -> Bool {
        if needs.credential != nil { return true }
        if case .key = seed { return needs.names }
        return false
    }

    /// The headers of a request that takes no time.
    func plainHeaders(_ needs: Needs, _ seed: Seed) -> [(name: String, value: String)] {
        guard needs.names, case .outcome(let id) = seed else { return [] }
        return [("Idempotency-Key", id)]
    }

    /// The headers of a request; blocks.
    func headers(
        _ needs: Needs, _ seed: Seed, body: [UInt8], nowSeconds: Int
    ) -> Result<[(name: String, value: String)], Fault> {
        do throws(Fault) {
            let name = try name(of: seed)
            var headers = needs.names ? [(name: "Idempotency-Key", value: name)] : []
            if let credential = needs.credential {
                headers += try signature(by: try secrets(of: credential), name, body, nowSeconds)
            }
            return .success(headers)
        } catch {
            return .failure(error)
        }
    }

    // MARK: The name

    private func name(of seed: Seed) throws(Fault) -> String {
        switch seed {
        case .outcome(let id): return id
        case .key(let parts):
            // A service may have callers on several machines, with the same uids. No part has a NUL byte.
            let machine = (try? FileReader.read(Self.machineID, byteLimit: 64))?.bytes ?? []
            let text = machine + [0] + parts.joined(separator: "\0").utf8
            guard let digest = OpenSSL.sha256(of: text) else { throw Self.noOpenSSL }
            return digest.prefix(16).map { Self.hex($0) }.joined()
        }
    }

    private static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

    private static let noOpenSSL = Fault(
        sentence: "The request was not sent: OpenSSL is not installed, which names and signs requests.",
        detail: OpenSSL.absence)

    // MARK: The signature

    private func signature(
        by secrets: [[UInt8]], _ id: String, _ body: [UInt8], _ nowSeconds: Int
    ) throws(Fault) -> [(name: String, value: String)] {
        let content = Array("\(id).\(nowSeconds).".utf8) + body
        var signatures: [String] = []
        for secret in secrets {
            guard let code = OpenSSL.hmacSHA256(of: content, by: secret) else { throw Self.noOpenSSL }
            signatures.append("v1," + Base64.text(of: code))
        }
        return [
            ("webhook-id", id), ("webhook-timestamp", "\(nowSeconds)"),
            ("webhook-signature", signatures.joined(separator: " ")),
        ]
    }

    /// The secrets of a credential, read anew for each request, and kept nowhere.
    private func secrets(of credential: String) throws(Fault) -> [[UInt8]] {
        guard let credentials else { throw unusable(credential, "the daemon's unit loads no credentials") }
        let file: FileReader.File
        do throws(LoopError) {
            file = try FileReader.read(credentials + "/" + credential, byteLimit: Self.credentialBytes)
        } catch {
            throw unusable(credential, error.codeName.map { "it cannot be read: \($0)" } ?? "it cannot be read")
        }
        let words = file.bytes.split { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        var secrets: [[UInt8]] = []
        for word in words {
            guard word.starts(with: Self.secretPrefix.utf8),
                let secret = Base64.bytes(of: Array(word.dropFirst(Self.secretPrefix.utf8.count))), !secret.isEmpty
            else { throw unusable(credential, "it has something else than secrets in the form whsec_ and Base64") }
            secrets.append(secret)
        }
        guard 1...2 ~= secrets.count else {
            throw unusable(credential, "it has \(secrets.count) secrets, and not one or two")
        }
        return secrets
    }

    private func unusable(_ credential: String, _ reason: String) -> Fault {
        Fault(
            sentence: "The request was not sent: its credential \(credential) cannot be used.",
            detail: "\(credential): \(reason)")
    }
}
