package import Contract
package import Features
import PurchaseWire
package import Routing

extension PurchaseWing {
    /// What answers for a product has to be there.
    package static func findings(
        for rule: any ConstraintRule, in ruleset: Ruleset, on host: any HostView
    ) -> [HostFinding] {
        guard let purchase = rule as? RequiredPurchase else { return [] }
        return purchase.requirement.products.map { HostFinding("product", $0, judge($0, in: ruleset, on: host)) }
    }

    /// The keys of issuers have to be there, and a clock that they require.
    package static func findings(for ruleset: Ruleset, on host: any HostView) -> [HostFinding] {
        ruleset.issuers.flatMap { issuer in
            let keys = HostFinding("issuer", issuer.name, judgeKeys(of: issuer))
            return issuer.requiresSynchronisedClock ? [keys, HostFinding("clock", issuer.name, host.clock)] : [keys]
        }
    }

    /// Adds the number of issuers.
    package static func add(_ ruleset: Ruleset, to report: inout CheckReport) {
        report.issuers = ruleset.issuers.count
    }

    /// Licences and trials are answered by the daemon itself, so they come before a source that may not be there.
    private static func judge(_ id: String, in ruleset: Ruleset, on host: any HostView) -> HostView.Judgement {
        let report = ruleset.catalogue.products.first { $0.id == id }.map {
            ProductReport($0, issuers: ruleset.issuers)
        }
        let own = [report?.sellersText, report?.trialText].compactMap(\.self)
        guard own.isEmpty else {
            return (.answers, own.joined(separator: "; ") + "; a daemon with a ledger keeps them")
        }
        return ruleset.catalogue.origin(ofProduct: id).map(host.place)
            ?? (
                .willNot,
                "the table names no source: add `source …` or `trial …` to the product, or it to the products of an "
                    + "`issuer`"
            )
    }

    private static func judgeKeys(of issuer: Issuer) -> HostView.Judgement {
        if let absence = LicenceVerifier.absence { return (.willNot, absence) }
        if issuer.keys.isEmpty {
            return (.willNot, "a key file is not on this machine, or not of use: `licence verify -f` says which")
        }
        let counting = issuer.keys.filter { issuer.revoked[$0.id] == nil }.map(\.id)
        return counting.isEmpty
            ? (.willNot, "all of its keys are revoked: licences that were taken before count, and no new ones")
            : (.answers, "licences with the keys \(counting.joined(separator: ", ")) are taken")
    }
}
