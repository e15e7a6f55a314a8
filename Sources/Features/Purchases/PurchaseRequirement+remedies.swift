import Contract

extension PurchaseRequirement {
    /// One remedy per way to mend, each naming the products it is about and none that would not help.
    ///
    /// - Parameter consumables: products that are used up.
    func remedies(for facts: SubjectFacts, consumables: Set<String> = []) -> [Remedy] {
        let sets = requiredToUnlock(facts)
        var seen: Set<String> = []
        let needs: [ProductNeed] = sets.flatMap(\.self).filter { seen.insert($0.product).inserted }
        func inState(_ obstacles: PurchaseObstacle...) -> [ProductNeed] {
            needs.filter { obstacles.contains(PurchaseObstacle(facts.purchase(of: $0.product)?.state ?? .none)) }
        }
        func remedy(_ kind: Remedy.Kind, _ actor: Actor, _ needs: [ProductNeed]) -> [Remedy] {
            needs.isEmpty ? [] : [Remedy(kind: kind, actor: actor, arguments: [Self.products(needs)])]
        }
        let buyable = inState(.none, .insufficient, .expired, .revoked)
        let purchase =
            buyable.isEmpty
            ? [] : [Remedy(kind: .purchase, actor: .user, arguments: Self.arguments(buyable, of: sets))]
        // What is used up cannot be restored, and nothing else is needed more than once.
        let restorable = inState(.none, .expired).filter { $0.units == 1 && !consumables.contains($0.product) }
        return remedy(.wait, .thirdPerson, inState(.pendingApproval))
            + remedy(.updatePayment, .user, inState(.billingRetry))
            + remedy(.resumeSubscription, .user, inState(.paused))
            + remedy(.contactVendor, .user, inState(.revoked))
            + purchase + remedy(.restorePurchases, .user, restorable)
    }

    /// What to buy.
    ///
    /// *Shape*: `products` and `mode`, or `sets` in place of `mode` where it takes one of several sets of products;
    /// `units` by product where it takes more than one.
    private static func arguments(_ needs: [ProductNeed], of sets: [[ProductNeed]]) -> [Value.Member] {
        let buyable = Set(needs.map(\.product))
        let sets = minimal(sets.map { $0.filter { buyable.contains($0.product) } }.filter { !$0.isEmpty })
        var arguments = [products(needs)]
        if sets.count == 1 {
            arguments.append(.init("mode", .string(Mode.all.rawValue)))
        } else if sets.allSatisfy({ $0.count == 1 }) {
            arguments.append(.init("mode", .string(Mode.any.rawValue)))
        } else {
            arguments.append(.init("sets", .array(sets.map { products($0).value })))
        }
        let amounts = needs.filter { $0.units > 1 }.map { Value.Member($0.product, .integer(Int64($0.units))) }
        return arguments + (amounts.isEmpty ? [] : [.init("units", .object(amounts))])
    }

    private static func products(_ needs: [ProductNeed]) -> Value.Member {
        .init("products", .array(needs.map { .string($0.product) }))
    }
}
