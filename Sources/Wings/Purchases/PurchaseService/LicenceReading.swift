import Contract
import Features
import Ledger
import PurchaseRules
import Serving

/// Licences of the ledger that were read and verified so far, page by page.
struct LicenceReading: Sendable {
    /// The desk's edition of issuers when it began.
    let edition: Int
    /// Whose licences are read; everybody's if nil.
    let subject: Subject?
    /// Those that were verified.
    private(set) var licences: [Subject: [Licence]] = [:]
    /// The number of the last licence that was read.
    private(set) var last: Int64 = 0
    /// *Units*: licences that were read.
    private(set) var count = 0
    /// Why the others were rejected, once for each.
    private(set) var rejections: [String] = []
    private let verifier: LicenceVerifier

    /// Begins with the issuers of the table in force.
    ///
    /// Revocations are left to the book, which knows since when a key is revoked: a licence that a revoked key signed is still
    /// known, so that its product is revoked, and not as if it had never been bought.
    init(edition: Int, of subject: Subject?, issuers: [Issuer]) {
        (self.edition, self.subject) = (edition, subject)
        verifier = LicenceVerifier(
            issuers: issuers.map { issuer in
                Issuer(
                    name: issuer.name, keys: issuer.keys, products: issuer.products, audience: issuer.audience,
                    requiresSynchronisedClock: issuer.requiresSynchronisedClock)
            })
    }

    /// Verifies a page of licences; some 150 µs each.
    func verifying(_ page: [KeptLicence]) -> LicenceReading {
        var next = self
        for kept in page {
            next.last = max(next.last, kept.number)
            next.count += 1
            do throws(LicenceFault) {
                let licence = try verifier.verify(kept.token.utf8, receivedMs: kept.receivedMs)
                next.licences[kept.subject, default: []].append(licence)
            } catch {
                next.rejections.append(error.code)
            }
        }
        return next
    }
}
