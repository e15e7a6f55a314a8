internal import Contract
internal import Features
internal import OpenSSL

/// Turns signed items into licences, or into the reason why they are none.
///
/// *Owner/thread*: a value without state; it is used on the thread pool. An item takes some 0.3 ms in a debug build.
package struct LicenceVerifier: Sendable {
    package let issuers: [Issuer]

    /// Why no licence can be verified or signed on this machine; nil where they can be.
    package static var absence: String? {
        OpenSSL.isInstalled ? nil : "licences cannot be verified or signed, because \(OpenSSL.absence)"
    }

    package init(issuers: [Issuer]) { self.issuers = issuers }

    /// Verifies an item that has just arrived, or again one that is kept.
    ///
    /// - Parameters:
    ///   - text: the compact JWS, without blanks around it.
    ///   - receivedMs: when it arrived: now, or what was written down then. Milliseconds since 1970 UTC.
    ///
    /// *Throws*: every `LicenceFault` but `wrongSubject`.
    package func verify(_ text: some Collection<UInt8>, receivedMs: Int64) throws(LicenceFault) -> Licence {
        let token = try CompactToken(text)
        let members = try token.payloadMembers()
        let issuer = try issuer(named: try ClaimReader(members).text("iss"))
        guard OpenSSL.isInstalled else { throw .unverified }
        let key = try Self.key(of: token, issuer)
        guard key.verifies(token.signature, of: token.signedBytes) else {
            throw .signatureInvalid(keyID: key.id, issuer: issuer.name)
        }
        let licence = Licence(
            try LicenceClaims(reading: members), keyID: key.id, digest: try Self.digest(token.payload, key),
            receivedMs: receivedMs)
        if let sinceMs = issuer.revocation(of: key.id, grantedMs: licence.grantedMs) {
            throw .revokedKey(id: key.id, sinceMs: sinceMs)
        }
        try Self.check(licence, issuer)
        return licence
    }

    /// The same, for an item that has to be the licence of one subject.
    ///
    /// *Throws*: every `LicenceFault`.
    package func verify(
        _ text: some Collection<UInt8>, for subject: LicenceSubject, receivedMs: Int64
    ) throws(LicenceFault) -> Licence {
        let licence = try verify(text, receivedMs: receivedMs)
        guard licence.subject == subject else {
            throw .wrongSubject(found: licence.subject.description, expected: subject.description)
        }
        return licence
    }

    private func issuer(named name: String) throws(LicenceFault) -> Issuer {
        guard let issuer = issuers.first(where: { $0.name.hasSameBytes(as: name) }) else {
            throw .unknownIssuer(name: name, known: issuers.map(\.name))
        }
        return issuer
    }

    private static func key(of token: CompactToken, _ issuer: Issuer) throws(LicenceFault) -> IssuerKey {
        guard let id = token.keyID, let key = issuer.key(id) else {
            throw .unknownKey(id: token.keyID, issuer: issuer.name)
        }
        guard token.algorithm == key.algorithm else {
            throw .algorithmForbidden(name: token.algorithm.rawValue, expected: key.algorithm.rawValue)
        }
        return key
    }

    private static func digest(_ payload: [UInt8], _ key: IssuerKey) throws(LicenceFault) -> [UInt8] {
        guard let digest = OpenSSL.sha256(of: Array(key.id.utf8) + [0] + payload) else { throw .unverified }
        return digest
    }

    private static func check(_ licence: Licence, _ issuer: Issuer) throws(LicenceFault) {
        guard licence.audiences.contains(where: { $0.hasSameBytes(as: issuer.audience) }) else {
            throw .wrongAudience(found: licence.audiences, expected: issuer.audience)
        }
        guard licence.products.contains(where: issuer.products.contains) else {
            throw .unknownProduct(found: licence.products, issuer: issuer.name)
        }
        let latestMs = licence.receivedMs.addingReportingOverflow(Limits.licenceClockLeeway.wholeMilliseconds)
        for (claim, fromMs) in [("nbf", licence.notBeforeMs), ("iat", licence.issuedMs)] {
            guard let fromMs, !latestMs.overflow, fromMs > latestMs.partialValue else { continue }
            throw .notYetValid(claim: claim, fromMs: fromMs, nowMs: licence.receivedMs)
        }
    }
}

extension SigningKey {
    /// Signs a licence.
    ///
    /// *Shape*: the compact JWS; nil where the random numbers of the system cannot be read.
    package func sign(_ claims: LicenceClaims) -> String? { sign(payload: claims.payload) }

    /// Signs any payload, with the header that licences have.
    package func sign(payload: [UInt8]) -> String? {
        let header = Value.object([
            .init("alg", .string(publicKey.algorithm.rawValue)), .init("kid", .string(publicKey.id)),
            .init("typ", .string("JWT")),
        ])
        let start =
            Base64.text(of: Array(JSONText.text(of: header).utf8), .url) + "." + Base64.text(of: payload, .url)
        return signature(of: Array(start.utf8)).map { start + "." + Base64.text(of: $0, .url) }
    }
}
