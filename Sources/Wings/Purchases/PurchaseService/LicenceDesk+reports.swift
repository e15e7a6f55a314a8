import Contract
import Features
import Ledger
import PurchaseRules
import PurchaseWire
import Serving

extension LicenceDesk {
    /// What a subject has of each of some products, at the moment of the store.
    ///
    /// - Parameter languages: those of the caller; nil where it does not say.
    func reports(
        on products: [Product], for subject: Subject, _ languages: LanguageList?
    ) -> [PurchaseReport] {
        let facts = store.facts.of(subject)
        return products.map { report(on: $0, for: subject, facts, languages) }
    }

    /// The state of all purchases where licences cannot be verified, for an operator's status; nil where they can be.
    var trouble: SourceReport? {
        absence.map { absence in
            SourceReport {
                ($0.fact, $0.source) = (ConstraintReport.Kind.purchase.rawValue, "licences")
                ($0.state, $0.fault) = (.undetermined, absence)
            }
        }
    }

    private func report(
        on product: Product, for subject: Subject, _ facts: SubjectFacts, _ languages: LanguageList?
    ) -> PurchaseReport {
        let key = FactKey.purchase(product.id)
        let isUnknown = facts[key] == nil && store.facts.unanswered[.purchase] != nil
        let purchase = facts.purchase(of: product.id) ?? Purchase(isUnknown ? .unknown : .none)
        let evidence = facts[key]?.evidence ?? (isUnknown ? store.facts.unanswered[.purchase] : nil)
        return PurchaseReport {
            ($0.product, $0.title) = (product.id, product.name(in: languages))
            ($0.state, $0.isEntitled) = (purchase.state.rawValue, purchase.state.entitles)
            ($0.endsMs, $0.graceEndsMs, $0.units) = (purchase.endsMs, purchase.grantedGraceEndsMs, purchase.units)
            let reserved = spendings.reservedUnits(of: product.id, for: subject)
            $0.reserved = reserved > 0 ? reserved : nil
            $0.nextBoundaryMs = purchase.nextBoundaryMs(afterMs: store.nowMs)
            $0.evidence = evidence
            $0.trial = report(on: product, subject)
            if let evidence, evidence.source.hasPrefix("licence") {
                $0.licence = licence(of: product.id, owner(of: evidence, about: product.id, subject))
            }
        }
    }

    /// Whose licence evidence of a purchase is about: the subject's, or the machine's.
    private func owner(
        of evidence: ConstraintReport.Evidence, about product: String, _ subject: Subject
    ) -> Subject {
        let own = book.licenceClaims(about: product, of: subject, atMs: store.nowMs)
        return own.first?.evidence == evidence ? subject : .machine
    }

    private func licence(of product: String, _ subject: Subject) -> LicenceReport? {
        book.basis(of: product, for: subject, atMs: store.nowMs).map { licence in
            LicenceReport {
                ($0.issuer, $0.keyID, $0.id) = (licence.issuer, licence.keyID, licence.id)
                ($0.issuedMs, $0.receivedMs) = (licence.issuedMs, licence.receivedMs)
            }
        }
    }
}
