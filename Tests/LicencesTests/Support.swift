import Contract
import Features
import PurchaseRules
import TestSupport
import Testing

/// The moment of most tests: the first of March 2026.
let now: Int64 = 1_772_323_200_000
let day: Int64 = 86_400_000

extension LicenceClaims {
    /// A licence for uid 1000, issued a day ago.
    static func sample(
        issuer: String = "shop", audience: String = "podcasts", subject: LicenceSubject = .uid(1000),
        id: String = "order-1", products: [String] = ["premium"], issuedMs: Int64 = now - day, endsMs: Int64? = nil,
        graceEndsMs: Int64? = nil, notBeforeMs: Int64? = nil, state: PurchaseState = .active, units: Int? = nil
    ) -> LicenceClaims {
        LicenceClaims(
            issuer: issuer, audience: audience, subject: subject, id: id, products: products, issuedMs: issuedMs,
            endsMs: endsMs, graceEndsMs: graceEndsMs, notBeforeMs: notBeforeMs, state: state, units: units)
    }
}

extension Issuer {
    /// The issuer `shop` with these keys.
    static func sample(
        _ keys: [SigningKey], products: Set<String> = ["premium", "coins"], revoked: [String: Int64] = [:],
        requiresSynchronisedClock: Bool = false
    ) -> Issuer {
        Issuer(
            name: "shop", keys: keys.map(\.publicKey), products: products, audience: "podcasts", revoked: revoked,
            requiresSynchronisedClock: requiresSynchronisedClock)
    }
}

/// Verifies an item with one issuer that has these keys; the fault where there is one.
func fault(of item: String, _ keys: [SigningKey], revoked: [String: Int64] = [:]) -> LicenceFault? {
    let verifier = LicenceVerifier(issuers: [.sample(keys, revoked: revoked)])
    do throws(LicenceFault) {
        _ = try verifier.verify(item.utf8, for: .uid(1000), receivedMs: now)
        return nil
    } catch {
        return error
    }
}

/// Signs any header and payload.
func item(_ header: String, _ payload: String, _ key: SigningKey) -> String {
    let start = Base64.text(of: Array(header.utf8), .url) + "." + Base64.text(of: Array(payload.utf8), .url)
    return start + "." + Base64.text(of: key.signature(of: Array(start.utf8)) ?? [], .url)
}

/// The fault of a key file; nil where its keys can be used.
func keyFault(_ text: String) -> KeyFault? {
    do throws(KeyFault) {
        _ = try IssuerKey.read(Array(text.utf8))
        return nil
    } catch {
        return error
    }
}

extension [UInt8] {
    /// The bytes of hexadecimal digits.
    init(hex: String) {
        let digits = Array<UInt8>(hex.utf8)
        self = stride(from: 0, to: digits.count, by: 2).map { place in
            UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16) ?? 0
        }
    }
}
