import Features
import PurchaseRules

extension FeaturePurchases {
    /// The products of a feature, by what is known of a subject.
    init(of feature: Int, in roster: Roster, _ facts: SubjectFacts) {
        let requirements = roster.catalogue.constraints[feature].compactMap {
            ($0.rule as? RequiredPurchase)?.requirement
        }
        func distinct(_ ids: [String]) -> [Product] {
            var seen: Set<String> = []
            return ids.filter { seen.insert($0).inserted }.compactMap { roster.products[$0] }
        }
        let all = requirements.flatMap(\.products)
        self.init(
            all: distinct(all), purchased: distinct(all.filter { facts.purchase(of: $0)?.state.entitles == true }),
            requiredToUnlock: distinct(
                requirements.flatMap { $0.requiredToUnlock(facts) }.flatMap { $0.map(\.product) }))
    }
}
