public import Features
import PermissionRules
import PurchaseRules

extension Dispatcher {
    /// What stands in the way of a feature now.
    ///
    /// *Shape*: `dispatcher.status(of: Selfie.self).permissions.notDetermined`
    public func status(of feature: any FeatureDefinition.Type, for subject: Subject? = nil) -> FeatureStatus {
        guard let number = roster.number(of: feature) else {
            return FeatureStatus(
                isAvailable: false, refusal: Refusal(undeclared: "any action", of: feature.name), constraints: [],
                permissions: FeaturePermissions(statuses: []),
                purchases: FeaturePurchases(all: [], purchased: [], requiredToUnlock: []))
        }
        let subject = subject ?? self.subject
        bringUpToDate(number, for: subject)
        let assessment = Verifier.assess(
            number, in: roster.catalogue, facts: store.facts, caller: Self.caller, subject: subject)
        let path = roster.catalogue.features[number].path
        let refusal = assessment.refusal.map { Refusal($0, feature: path, confirmation: nil) }
        return FeatureStatus(
            isAvailable: refusal.map { $0.isPending ? nil : false } ?? true, refusal: refusal,
            constraints: assessment.constraints.map(ConstraintStatus.init(report:)),
            permissions: FeaturePermissions(statuses: permissions(assessment)),
            purchases: purchases(number, store.facts.of(subject)))
    }

    private func permissions(_ assessment: Assessment) -> [(permission: Permission, status: PermissionStatus)] {
        assessment.constraints.filter { $0.kind == .permission }.compactMap { report in
            Permission(report.subject).map { ($0, PermissionStatus(rawValue: report.reason) ?? .unknown) }
        }
    }

    private func purchases(_ number: Int, _ facts: SubjectFacts) -> FeaturePurchases {
        let requirements = roster.catalogue.constraints[number].compactMap {
            ($0.rule as? RequiredPurchase)?.requirement
        }
        func distinct(_ ids: [String]) -> [Product] {
            var seen: Set<String> = []
            return ids.filter { seen.insert($0).inserted }.compactMap { roster.products[$0] }
        }
        let all = requirements.flatMap(\.products)
        return FeaturePurchases(
            all: distinct(all), purchased: distinct(all.filter { facts.purchase(of: $0)?.state.entitles == true }),
            requiredToUnlock: distinct(
                requirements.flatMap { $0.requiredToUnlock(facts) }.flatMap { $0.map(\.product) }))
    }
}
