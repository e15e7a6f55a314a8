import Contract
import Features

extension PurchaseRequirement {
    /// One remedy per way to mend, each naming the products it is about and none that would not help.
    ///
    /// - Parameters:
    ///   - consumables: products that are used up.
    ///   - titles: what people call the products.
    func remedies(
        for facts: SubjectFacts, consumables: Set<String> = [], titles: [String: String] = [:]
    ) -> [Remedy] {
        if judge(facts) == .missing(.noSource) { return [changeOfTable(facts, titles)] }
        let sets = requiredToUnlock(facts)
        var seen: Set<String> = []
        let needs: [ProductNeed] = sets.flatMap(\.self).filter { seen.insert($0.product).inserted }
        func inState(_ obstacles: PurchaseObstacle...) -> [ProductNeed] {
            needs.filter { obstacles.contains(PurchaseObstacle(facts.purchase(of: $0.product)?.state ?? .none)) }
        }
        func remedy(
            _ kind: Remedy.Kind, _ actor: Actor, _ needs: [ProductNeed], _ message: (String) -> String,
            _ how: [Value.Member] = []
        ) -> [Remedy] {
            guard !needs.isEmpty else { return [] }
            let names = needs.map { titles[$0.product] ?? $0.product }
            let isTitled = needs.contains { titles[$0.product] != nil }
            return [
                Remedy(
                    kind: kind, actor: actor, message: message(names.joined(separator: ", ")),
                    arguments: [Self.products(needs)] + how
                        + (isTitled ? [.init("titles", .array(names.map(Value.string)))] : []))
            ]
        }
        let buyable = inState(.none, .insufficient, .expired, .revoked)
        // What is used up cannot be restored, and nothing else is needed more than once.
        let restorable = inState(.none, .expired).filter { $0.units == 1 && !consumables.contains($0.product) }
        let how = buyable.isEmpty ? [] : Self.arguments(buyable, of: sets, facts)
        let isChoice = how.contains { $0.name == "mode" && $0.value == .string(Mode.any.rawValue) && buyable.count > 1 }
        return remedy(.wait, .thirdPerson, inState(.pendingApproval)) { "Another person has to approve \($0)." }
            + remedy(.updatePayment, .user, inState(.billingRetry)) { "The user can update the payment for \($0)." }
            + remedy(.resumeSubscription, .user, inState(.paused)) { "The user can resume \($0)." }
            + remedy(.contactVendor, .user, inState(.revoked)) { "The user can ask the vendor about \($0)." }
            + remedy(.purchase, .user, buyable, { "The user can buy \(isChoice ? "one of " : "")\($0)." }, how)
            + remedy(.restorePurchases, .user, restorable) { "The user can restore an earlier purchase of \($0)." }
    }

    /// What is left if no source of this host answers for a product.
    private func changeOfTable(_ facts: SubjectFacts, _ titles: [String: String]) -> Remedy {
        let needs = products.filter { facts.lacksSource(.purchase($0)) }.map { ProductNeed(product: $0, units: 1) }
        let names = needs.map { titles[$0.product] ?? $0.product }.joined(separator: ", ")
        return Remedy(
            kind: .contactAdministrator, actor: .administrator,
            message: "The administrator can change the table: this host has no source for purchases of \(names).",
            arguments: [Self.products(needs)])
    }

    /// What to buy.
    ///
    /// *Shape*: beside `products`: `mode`, or `sets` in place of `mode` where it takes one of several sets of products;
    /// `units` by product where it takes more than one, and `held` where some are there already.
    private static func arguments(
        _ needs: [ProductNeed], of sets: [[ProductNeed]], _ facts: SubjectFacts
    ) -> [Value.Member] {
        let buyable = Set(needs.map(\.product))
        let sets = minimal(sets.map { $0.filter { buyable.contains($0.product) } }.filter { !$0.isEmpty })
        var arguments: [Value.Member] = []
        if sets.count == 1 {
            arguments.append(.init("mode", .string(Mode.all.rawValue)))
        } else if sets.allSatisfy({ $0.count == 1 }) {
            arguments.append(.init("mode", .string(Mode.any.rawValue)))
        } else {
            arguments.append(.init("sets", .array(sets.map { products($0).value })))
        }
        let units = needs.filter { $0.units > 1 }.map { Value.Member($0.product, .integer(Int64($0.units))) }
        let held = needs.compactMap { need in
            facts.units(of: need.product).flatMap { $0 > 0 ? Value.Member(need.product, .integer(Int64($0))) : nil }
        }
        return arguments
            + [("units", units), ("held", held)].filter { !$0.1.isEmpty }.map { .init($0.0, .object($0.1)) }
    }

    private static func products(_ needs: [ProductNeed]) -> Value.Member {
        .init("products", .array(needs.map { .string($0.product) }))
    }
}
