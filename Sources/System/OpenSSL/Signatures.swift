// Signatures by the machine's OpenSSL 3, which is loaded at run time (see COpenSSL.h): few tables have licences, and a
// library that the distribution mends is one thing less to mend here. The only unsafe expressions of this target pass arrays
// to C for the length of a call, so nothing of the library is kept, and every thread may call them.

internal import COpenSSL

/// The kinds of keys.
package enum Curve: Sendable, CaseIterable {
    /// Ed25519. *Source*: RFC 8032.
    case ed25519
    /// ECDSA on P-256 with SHA-256. *Source*: FIPS 186-5.
    case p256

    /// *Units*: bytes of a public key: a point of the first, x and y of the second.
    package var publicBytes: Int { self == .ed25519 ? 32 : 64 }

    fileprivate var number: Int32 { Int32(self == .ed25519 ? copenssl_ed25519 : copenssl_p256) }
}

/// What OpenSSL's libcrypto does for licences and for signed requests.
///
/// Every function loads it, which takes some milliseconds, once.
package enum OpenSSL {
    /// What a machine without it lacks, as a sentence ends.
    package static let absence = "OpenSSL 3 (libcrypto.so.3; Debian: libssl3) is not installed"
    /// *Units*: bytes.
    package static let privateBytes = 32
    /// *Units*: bytes.
    package static let signatureBytes = 64

    /// Whether the library is there; one that was installed since is found.
    package static var isInstalled: Bool { copenssl_load() == 1 }

    /// The SHA-256 digest; nil without the library.
    ///
    /// *Source*: FIPS 180-4.
    package static func sha256(of bytes: [UInt8]) -> [UInt8]? {
        var digest = [UInt8](repeating: 0, count: 32)
        return unsafe copenssl_sha256(bytes, bytes.count, &digest) == 1 ? digest : nil
    }

    /// The HMAC with SHA-256; nil without the library, and for a key of no bytes or more than 4,096.
    ///
    /// *Source*: RFC 2104.
    package static func hmacSHA256(of bytes: [UInt8], by key: [UInt8]) -> [UInt8]? {
        var code = [UInt8](repeating: 0, count: 32)
        return unsafe copenssl_hmac_sha256(key, key.count, bytes, bytes.count, &code) == 1 ? code : nil
    }

    /// Whether bytes are a public key.
    ///
    /// Of P-256 that is a point of the curve. Of Ed25519 every text of the right length is taken: no signature is valid for one
    /// that is no point, and for a point of small order everybody can make one.
    package static func isPublicKey(_ bytes: [UInt8], _ curve: Curve) -> Bool {
        guard bytes.count == curve.publicBytes else { return false }
        return unsafe copenssl_check(curve.number, bytes) == 1
    }

    /// Whether a signature of some bytes is that of a key.
    ///
    /// *Cost*: some 0.1 ms.
    package static func verifies(_ signature: [UInt8], of bytes: [UInt8], by publicKey: [UInt8], _ curve: Curve) -> Bool
    {
        guard signature.count == signatureBytes, publicKey.count == curve.publicBytes else { return false }
        return unsafe copenssl_verify(curve.number, publicKey, signature, bytes, bytes.count) == 1
    }

    /// A private key of random bytes; nil without the library, the curve or random numbers.
    package static func makePrivateKey(_ curve: Curve) -> [UInt8]? {
        var key = [UInt8](repeating: 0, count: privateBytes)
        return unsafe copenssl_generate(curve.number, &key) == 1 ? key : nil
    }

    /// The public key of a private one; nil for bytes that are no private key.
    package static func publicKey(of privateKey: [UInt8], _ curve: Curve) -> [UInt8]? {
        guard privateKey.count == privateBytes else { return nil }
        var key = [UInt8](repeating: 0, count: curve.publicBytes)
        return unsafe copenssl_derive(curve.number, privateKey, &key) == 1 ? key : nil
    }

    /// Signs bytes; nil where that fails, as without random numbers.
    package static func signature(
        of bytes: [UInt8], by privateKey: [UInt8], _ publicKey: [UInt8], _ curve: Curve
    ) -> [UInt8]? {
        guard privateKey.count == privateBytes, publicKey.count == curve.publicBytes else { return nil }
        var signature = [UInt8](repeating: 0, count: signatureBytes)
        return unsafe copenssl_sign(curve.number, privateKey, publicKey, bytes, bytes.count, &signature) == 1
            ? signature : nil
    }
}
