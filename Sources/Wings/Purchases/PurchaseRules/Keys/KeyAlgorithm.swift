internal import OpenSSL

/// How an item is signed; each key is for exactly one.
package enum KeyAlgorithm: String, CaseIterable, Sendable {
    /// Ed25519.
    ///
    /// *Source*: RFC 8037.
    case edDSA = "EdDSA"
    /// ECDSA on the curve P-256 with SHA-256.
    ///
    /// *Source*: RFC 7518, section 3.4.
    case es256 = "ES256"

    /// The kind of its keys.
    var curve: Curve { self == .edDSA ? .ed25519 : .p256 }

    /// Reads a name of a header or key; nil for any other algorithm.
    ///
    /// `Ed25519` is the name that RFC 9864 gives to EdDSA with this curve.
    init?(named name: String) { self.init(rawValue: name.hasSameBytes(as: "Ed25519") ? "EdDSA" : name) }
}
