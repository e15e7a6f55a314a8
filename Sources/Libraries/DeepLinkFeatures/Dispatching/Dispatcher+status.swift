public import Features

extension Dispatcher {
    /// What stands in the way of a feature now.
    ///
    /// *Shape*: `dispatcher.status(of: Selfie.self).permissions.notDetermined`
    public func status(of feature: any FeatureDefinition.Type, for subject: Subject? = nil) -> FeatureStatus {
        guard let number = roster.number(of: feature) else {
            return FeatureStatus(
                isAvailable: false, refusal: Refusal(undeclared: "any action", of: feature.name), constraints: [],
                permissions: .none,
                purchases: FeaturePurchases(all: [], purchased: [], requiredToUnlock: []))
        }
        let subject = subject ?? self.subject
        bringUpToDate(number, for: subject)
        let assessment = Verifier.assess(
            number, in: roster.catalogue, facts: store.facts, caller: caller, subject: subject)
        let facts = store.facts.of(subject)
        let path = roster.catalogue.features[number].path
        let refusal = assessment.refusal.map { Refusal($0, feature: path, confirmation: nil) }
        return FeatureStatus(
            isAvailable: refusal.map { $0.isPending ? nil : false } ?? true, refusal: refusal,
            constraints: assessment.constraints.map(ConstraintStatus.init(report:)),
            permissions: FeaturePermissions(of: number, in: roster.catalogue, facts),
            purchases: FeaturePurchases(of: number, in: roster, facts))
    }
}
